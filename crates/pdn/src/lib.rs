//! A streaming parser and writer for PDN files (Portable Draughts Notation 3.0). It knows the syntax
//! only; `crownhead-games` replays the moves.
//!
//! - [`PdnReader`] reads a file, game by game; `parse` reads the text of a single [`PdnGame`].
//! - [`PdnGame`] is tags, movetext as a tree, and a result. It displays as PDN.
//! - [`Tokens`] are the pieces of a text, for those who want no tree.
//!
//! ```
//! use crownhead_pdn::PdnReader;
//!
//! let text = "[Black \"Ann\"]\n1. 11-15 22-18 2. 15:22 (2. 9-14?) 25x18 {[%clk 0:04:58]} *";
//! let games: Vec<_> = PdnReader::new(text.as_bytes()).collect::<Result<_, _>>()?;
//! assert_eq!(games[0].tags.get("Black"), Some("Ann"));
//! assert_eq!(
//!     games[0].to_string(),
//!     "[Black \"Ann\"]\n\n1. 11-15 22-18 2. 15x22 (2. 9-14 $2) 25x18 {[%clk 0:04:58]} *\n"
//! );
//! # Ok::<(), crownhead_pdn::PdnError>(())
//! ```
//!
//! Reading is generous, writing has one form, and what was written reads back equal. No input
//! makes it panic, and [`PdnLimits`] bound what a game can cost.

mod clock_time;
mod comment;
mod error;
mod game;
mod game_builder;
mod limits;
mod move_text;
mod parse;
mod reader;
mod result;
mod scanner;
mod scanner_tags;
mod tags;
mod text;
mod text_position;
mod token;
mod writer;

pub use clock_time::ClockTime;
pub use comment::{Comment, CommentCommand};
pub use error::{ERROR_MESSAGES, LimitedPart, PdnError, PdnErrorKind};
pub use game::{ItemKind, MoveNumber, MovetextItem, PdnGame};
pub use limits::PdnLimits;
pub use move_text::{MoveText, ParseMoveTextError};
pub use parse::{ParseClockTimeError, ParsePdnGameError, ParsePdnResultError};
pub use reader::PdnReader;
pub use result::PdnResult;
pub use tags::{InvalidTagName, Tags};
pub use text::RawText;
pub use text_position::TextPosition;
pub use token::{Token, Tokens};
