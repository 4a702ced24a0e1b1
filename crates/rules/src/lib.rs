//! The rules of eight checkerboard games, exactly as five boxed-game leaflets tell them.
//!
//! What lives here: the vocabulary (sides, squares, sets of squares), the contract that a search
//! can be monomorphised over ([`Position`]), the games themselves, their text forms
//! ([`Notation`]), the rule book as data ([`book`]) and the answer to "why can't I move there?"
//! ([`Refusal`]). What does not: clocks, files, randomness, engines, and the list of all games by
//! name, which is the crate `crownhead-games`.
//!
//! ```
//! use crownhead_rules::{Notation, Position, checkers::WinningMovesCheckers};
//!
//! let mut game = WinningMovesCheckers::start();
//! let opening = game.read_move("11-15")?;
//! game.play_unchecked(opening);
//! assert_eq!(game.count_moves(), 7);
//! let refusal = game.read_move("22-13").unwrap_err();
//! assert_eq!(refusal.kind.name(), "too-far");
//! # Ok::<(), crownhead_rules::Refusal>(())
//! ```
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

mod answer;
mod arg;
mod fault;
mod history;
mod key;
mod notation;
mod outcome;
mod position;
mod sentence;
mod side;
mod square;
mod square_set;

pub use answer::{Answer, Kind, Refusal};
pub use arg::{Arg, Parts, SideName};
pub use fault::{Fault, Faults};
pub use history::History;
pub use key::{Key, Keyed};
pub use notation::{Checker, Notation};
pub use outcome::{Outcome, Reason, Verdict};
pub use position::{IllegalMove, Position};
pub use sentence::{Message, Sentence, every_message};
pub use side::{BySide, Side};
pub use square::AnySquare;
