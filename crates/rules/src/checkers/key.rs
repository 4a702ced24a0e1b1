//! Zobrist hash keys of the checkers family.

use super::board::Board;
use super::phase::CheckersPhase;
use crate::dark::{Square, SquareSet};
use crate::{Key, Side};

const PIECES: [[Key; Square::SLOTS]; 2] = [Key::table(0), Key::table(100)];
const KINGS: [Key; Square::SLOTS] = Key::table(200);
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
    let sum = |table: &[Key; Square::SLOTS], squares: SquareSet| {
        squares.into_iter().fold(Key::ZERO, |key, square| key ^ table[square.slot()])
    };
    let pieces = |side: Side| sum(&PIECES[side as usize], one.pieces(side) ^ other.pieces(side));
    pieces(Side::First) ^ pieces(Side::Second) ^ sum(&KINGS, one.kings() ^ other.kings())
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
