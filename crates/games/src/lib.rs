//! All eight games by name, behind one face for people: the closed list of games and options,
//! and a game of any of them that is played by texts. No engine, no files, no clocks.
//!
//! ```
//! use crownhead_games::{Game, GameId};
//!
//! let rules = GameId::KingMeStandard.rules().with("crowning", "continues")?;
//! let mut game = Game::start(rules);
//! game.play("11-15")?;
//! assert_eq!(game.legal().len(), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[macro_use]
mod list;

mod begin;
mod book;
mod game;
mod id;
mod picture;
mod record;
mod rules;
mod set_up;
mod touch;
mod words;

pub use book::{Difference, differences, rule_book};
pub use game::{Explanation, Game};
pub use id::{OptionInfo, UnknownGame};
pub use list::{AnyPosition, GameId};
pub use picture::{Cell, Picture, Shape};
pub use record::{Ply, Record, Score, Style, Unplayable, Why};
pub use rules::{BadOption, Rules};
pub use words::{file_fault, file_messages};
