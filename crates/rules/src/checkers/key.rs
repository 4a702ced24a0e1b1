//! Zobrist hash keys of the checkers family.

use super::board::Board;
use super::phase::CheckersPhase;
use crate::dark::{Square, SquareSet};
use crate::{Key, Side};

/// Where the keys of each side's pieces begin in the series of random keys.
const PIECES: [u64; 2] = [0, 100];
/// Where the keys of kings begin.
const KINGS: u64 = 200;
const SECOND_TO_MOVE: Key = Key::random(300);
const COMPELLED: Key = Key::random(301);
const REMEDY: Key = Key::random(302);

/// The key of a board, apart from whose turn it is.
pub(super) fn board(board: &Board) -> Key {
    let nothing = Board::new(Default::default(), SquareSet::EMPTY);
    between(&nothing, board)
}

/// The exclusive or of the keys of two boards, at the cost of their differences.
pub(super) fn between(one: &Board, other: &Board) -> Key {
    let sum = |start: u64, squares: SquareSet| {
        let key = |square: Square| Key::random(start + square.slot() as u64);
        squares.into_iter().fold(Key::ZERO, |sum, square| sum ^ key(square))
    };
    let pieces = |side: Side| sum(PIECES[side as usize], one.pieces(side) ^ other.pieces(side));
    pieces(Side::First) ^ pieces(Side::Second) ^ sum(KINGS, one.kings() ^ other.kings())
}

/// The key of the side to move and the phase.
pub(super) fn turn(side: Side, phase: CheckersPhase, now: &Board) -> Key {
    let side = if side == Side::Second { SECOND_TO_MOVE } else { Key::ZERO };
    side ^ match phase {
        CheckersPhase::Regular => Key::ZERO,
        CheckersPhase::Compelled => COMPELLED,
        // An offence is keyed by the difference of the boards, multiplied so that it does not
        // cancel out against the key of the current board.
        CheckersPhase::Remedy(offence) => {
            Key(between(&offence.before, now).0.wrapping_mul(REMEDY.0 | 1)) ^ REMEDY
        }
    }
}
