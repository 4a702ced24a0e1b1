//! The syntax of PDN files (Portable Draughts Notation 3.0), read and written. What the moves
//! mean, and whether they are legal, is not known here.
//!
//! ```
//! use crownhead_pdn::Reader;
//!
//! let text = "[Black \"Ann\"]\n1. 11-15 22-18 2. 15:22 (2. 9-14?) 25x18 {[%clk 0:04:58]} *";
//! let games: Vec<_> = Reader::new(text.as_bytes()).collect::<Result<_, _>>()?;
//! assert_eq!(games[0].tags.get("Black"), Some("Ann"));
//! assert_eq!(
//!     games[0].to_string(),
//!     "[Black \"Ann\"]\n\n1. 11-15 22-18 2. 15x22 (2. 9-14 $2) 25x18 {[%clk 0:04:58]} *\n"
//! );
//! # Ok::<(), crownhead_pdn::Error>(())
//! ```
//!
//! Reading is generous, writing has one form, and what was written reads back equal. No input
//! makes it panic, and [`Limits`] bound what a game can cost.

mod assemble;
mod comment;
mod ending;
mod error;
mod game;
mod limits;
mod move_text;
mod place;
mod reader;
mod scan;
mod scan_tag;
mod tags;
mod text;
mod time;
mod token;
mod write;

pub use comment::{Command, Comment};
pub use ending::Ending;
pub use error::{Error, Part, Problem, WORDS};
pub use game::{Game, Item, Kind, MoveNumber};
pub use limits::Limits;
pub use move_text::{MoveText, NotAMove};
pub use place::Place;
pub use reader::Reader;
pub use tags::{BadTagName, Tags};
pub use text::Raw;
pub use time::Time;
pub use token::{Token, Tokens};
