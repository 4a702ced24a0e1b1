//! The Zobrist keys of both placing games.

use crate::grid::{Square, SquareSet};
use crate::{BySide, Key, Side};

const START: u64 = 30_000;

/// Toggled when the other player is to move.
pub(super) const SIDE: Key = Key::random(START + 192);

/// Toggled when the starting player declined to exchange.
pub(super) const DECLINED: Key = Key::random(START + 193);

#[inline]
pub(super) fn checker(side: Side, square: Square) -> Key {
    Key::random(START + (side as usize * 64 + square.index()) as u64)
}

/// The key of all checkers of both sides.
pub(super) fn checkers(checkers: BySide<SquareSet>) -> Key {
    let mut key = Key::ZERO;
    for side in Side::ALL {
        checkers[side].into_iter().for_each(|square| key ^= checker(side, square));
    }
    key
}

/// The key of a square that the starting player exchanged.
pub(super) fn exchanged(square: Square) -> Key {
    Key::random(START + 128 + square.index() as u64)
}

/// The key of one of the eight combinations of variations.
pub(super) fn variation(number: u64) -> Key {
    Key::random(START + 200 + number)
}
