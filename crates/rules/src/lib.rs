//! The rules of eight checkerboard games, exactly as five boxed-game leaflets describe them.
//!
//! This crate has the vocabulary (sides, squares, sets of squares), the trait that a search is
//! generic over ([`Position`]), the games themselves, their text forms ([`Notation`]), the rule
//! book as data ([`book`]) and the answer to "why can't I move there?" ([`MoveRefusal`]). Clocks,
//! files, randomness and engines are elsewhere; the list of all games by name is in the crate
//! `crownhead-games`.
//!
//! Positions are values: the default is the start position, [`str::parse`] parses a text, and a
//! position displays as its text. Moves are parsed, played and explained by a position.
//!
//! ```
//! use crownhead_rules::{Notation, Position, Side, checkers::WinningMovesCheckers};
//!
//! let mut game = WinningMovesCheckers::default();
//! game.play(game.parse_move("11-15")?)?;
//! assert_eq!(game.side(), Side::Second);
//! assert_eq!(game.count_moves(), 7);
//!
//! // Why can't I move there?
//! let refusal = game.parse_move("22-13").unwrap_err();
//! assert_eq!(refusal.kind.name(), "too-far");
//! assert_eq!(refusal.explanation.rule, "winning-moves-checkers.move.step");
//!
//! // A move is the whole of a jump: here two checkers are taken, and the game is over.
//! let mut game: WinningMovesCheckers = "W:W22:B10,18".parse()?;
//! assert_eq!(game.legal_texts(), ["22x15x6"]);
//! game.play(game.parse_move("22x6")?)?;
//! assert_eq!(game.to_string(), "B:W6:B");
//! assert_eq!(game.outcome().and_then(|end| end.winner()), Some(Side::Second));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Position`] is all that a search needs, and never allocates. [`Notation`] is what people need:
//! texts and explanations. A board with any checkers, possible or not, is a `Setup`
//! ([`checkers::Setup`], [`stack_em::Setup`], [`coast_to_coast::Setup`]) that is converted to a
//! position by a fallible step.
#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod book;
pub mod checkers;
pub mod coast_to_coast;
pub mod dark;
pub mod grid;
pub mod perft;
pub mod placing;
pub mod stack_em;

mod action;
mod any_square;
mod explanation;
mod history;
mod key;
mod message_arg;
mod notation;
mod outcome;
mod parse_error;
mod position;
mod position_error;
mod sentence;
mod side;
mod square_set;

pub use action::{ActionKind, MoveDetails, Phase};
pub use any_square::AnySquare;
pub use explanation::{Explanation, MoveRefusal, MoveRefusalKind};
pub use history::History;
pub use key::{Key, Keyed, SPLIT_MIX_STEP, split_mix};
pub use message_arg::{MessageArg, MessageArgKind, MessageArgParts, SideName};
pub use notation::{Checker, Notation};
pub use outcome::{Outcome, Reason, Verdict};
pub use parse_error::ParseError;
pub use position::{IllegalMove, Position};
pub use position_error::{PositionError, PositionErrors};
pub use sentence::{MessageTemplate, Sentence, every_message};
pub use side::{BySide, Side};
