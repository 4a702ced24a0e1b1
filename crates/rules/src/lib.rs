//! The rules of eight checkerboard games, exactly as five boxed-game leaflets tell them.
//!
//! What lives here: the vocabulary (sides, squares, sets of squares), the contract that a search
//! can be monomorphised over ([`Position`]), the games themselves, their text forms
//! ([`Notation`]), the rule book as data ([`book`]) and the answer to "why can't I move there?"
//! ([`MoveRefusal`]). What does not: clocks, files, randomness, engines, and the list of all games by
//! name, which is the crate `crownhead-games`.
//!
//! Positions are values: the default is the start position, `parse` reads one from its text, and
//! they display as that text. A move is read in a position, played in it, and explained by it.
//!
//! ```
//! use crownhead_rules::{Notation, Position, Side, checkers::WinningMovesCheckers};
//!
//! let mut game = WinningMovesCheckers::default();
//! game.play(game.read_move("11-15")?)?;
//! assert_eq!(game.side(), Side::Second);
//! assert_eq!(game.count_moves(), 7);
//!
//! // Why can't I move there?
//! let refusal = game.read_move("22-13").unwrap_err();
//! assert_eq!(refusal.kind.name(), "too-far");
//! assert_eq!(refusal.answer.rule, "winning-moves-checkers.move.step");
//!
//! // A move is the whole of a jump: here two checkers are taken, and the game is over.
//! let mut game: WinningMovesCheckers = "W:W22:B10,18".parse()?;
//! assert_eq!(game.legal_texts(), ["22x15x6"]);
//! game.play(game.read_move("22x6")?)?;
//! assert_eq!(game.to_string(), "B:W6:B");
//! assert_eq!(game.outcome().and_then(|end| end.winner()), Some(Side::Second));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Which trait does what: [`Position`] is all that a search needs, and never allocates;
//! [`Notation`] is what people need, texts and reasons. A set-up of any checkers, possible or not,
//! is a `Setup` ([`checkers::Setup`], [`stack_em::Setup`], [`coast_to_coast::Setup`]) that becomes
//! a position by a fallible step.
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
mod answer;
mod arg;
mod fault;
mod history;
mod key;
mod notation;
mod outcome;
mod parse;
mod position;
mod sentence;
mod side;
mod square;
mod square_set;

pub use action::{ActionKind, MoveDetails, Phase};
pub use answer::{Answer, MoveRefusal, MoveRefusalKind};
pub use arg::{MessageArg, MessageArgParts, SideName};
pub use fault::{PositionError, PositionErrors};
pub use history::History;
pub use key::{Key, Keyed};
pub use notation::{Checker, Notation};
pub use outcome::{Outcome, Reason, Verdict};
pub use parse::ParseError;
pub use position::{IllegalMove, Position};
pub use sentence::{MessageTemplate, Sentence, every_message};
pub use side::{BySide, Side};
pub use square::AnySquare;
