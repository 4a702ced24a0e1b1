//! The state of a position during retrograde analysis: one atomic byte with a counter of open moves.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::Wld;

/// Either solved, or open with the number of moves that are not known to lose.
///
/// An open position is lost when its last open move is known to lose. A move to a known draw is
/// counted and never removed, so that the position stays open: open positions are draws at the end.
#[derive(Debug, Default)]
pub(super) struct Cell(AtomicU8);

const OPEN_MOVES: u8 = 0b0011_1111;
const WON: u8 = 1 << 6;
const LOST: u8 = 2 << 6;
const DRAWN: u8 = 3 << 6;
/// Marks a position that was solved by the initial pass, not by propagation.
const INITIAL: u8 = 1;

impl Cell {
    /// Opens a position with a number of open moves.
    pub(super) fn open(&self, open_moves: u32) {
        debug_assert!((1..=u32::from(OPEN_MOVES)).contains(&open_moves));
        self.0.store(open_moves as u8, Relaxed);
    }

    /// Solves a position in the initial pass.
    pub(super) fn solve(&self, value: Wld) {
        self.0.store(INITIAL | solved(value), Relaxed);
    }

    /// The value of a position that the initial pass solved, unless it is a draw.
    #[inline]
    pub(super) fn initial(&self) -> Option<Wld> {
        match self.0.load(Relaxed) {
            cell if cell == INITIAL | WON => Some(Wld::Win),
            cell if cell == INITIAL | LOST => Some(Wld::Loss),
            _ => None,
        }
    }

    /// A move leads to a position with this value to the enemy, whose turn it is there. Returns the
    /// value of this position if that solves it.
    #[inline]
    pub(super) fn update(&self, theirs: Wld) -> Option<Wld> {
        let mut cell = self.0.load(Relaxed);
        loop {
            if cell & !OPEN_MOVES != 0 {
                return None;
            }
            let (next, settled) = match theirs {
                Wld::Loss => (WON, Some(Wld::Win)),
                _ if cell == 1 => (LOST, Some(Wld::Loss)),
                _ => (cell - 1, None),
            };
            match self.0.compare_exchange_weak(cell, next, Relaxed, Relaxed) {
                Ok(_) => return settled,
                Err(now) => cell = now,
            }
        }
    }

    /// The value, once propagation has ended.
    pub(super) fn value(&self) -> Wld {
        match self.0.load(Relaxed) & !OPEN_MOVES {
            WON => Wld::Win,
            LOST => Wld::Loss,
            _ => Wld::Draw,
        }
    }
}

const fn solved(value: Wld) -> u8 {
    match value {
        Wld::Win => WON,
        Wld::Loss => LOST,
        Wld::Draw => DRAWN,
    }
}
