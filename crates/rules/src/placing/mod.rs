//! The two games in which checkers are placed and never move on: tic-tac-toe, and Tic-Tac-Toe On
//! A Checkerboard with its three variations. What both share lives here: rows as text, threes in
//! a row, keys, and what a player types.

mod checkerboard;
mod keys;
mod threes;
mod tic_tac_toe;
mod typed;
mod words;
mod written;

pub use checkerboard::{CheckerboardMove, CheckerboardTicTacToe, Exchanged, Size, Variation};
pub use tic_tac_toe::TicTacToe;

use crate::{BySide, MessageTemplate, SideName};

/// What both games say.
pub(crate) fn words() -> [&'static [MessageTemplate]; 3] {
    [tic_tac_toe::words::ALL, checkerboard::words::ALL, words::ALL]
}

/// What both games call their sides.
const SIDE_NAMES: BySide<SideName> = BySide::new(SideName::StartingPlayer, SideName::OtherPlayer);
