//! The placing games: tic-tac-toe, and Tic-Tac-Toe On A Checkerboard with its three variations.
//! They share rows as text, threes in a row, hash keys, and the syntax of moves.

mod checkerboard;
mod keys;
mod messages;
mod parsed_move;
mod position_text;
mod three_in_a_row;
mod tic_tac_toe;

pub use checkerboard::{CheckerboardMove, CheckerboardTicTacToe, Exchanged, Size, Variations};
pub use tic_tac_toe::TicTacToe;

use crate::{BySide, MessageTemplate, SideName};

/// The messages of both games.
pub(crate) fn words() -> [&'static [MessageTemplate]; 3] {
    [tic_tac_toe::messages::ALL, checkerboard::messages::ALL, messages::ALL]
}

/// The names of the sides in both games.
const SIDE_NAMES: BySide<SideName> = BySide::new(SideName::StartingPlayer, SideName::OtherPlayer);
