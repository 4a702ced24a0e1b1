//! What is known of a position while its part is being solved, in one byte that threads share.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::Value;

/// Open with so many ways that are not known to lose, or settled.
///
/// An open position is lost when the last of its ways is known to lose. A way to a draw that is
/// known from the beginning is counted and never taken off, so that the position stays open: what
/// is open at the end is a draw.
#[derive(Debug, Default)]
pub(super) struct Cell(AtomicU8);

const WAYS: u8 = 0b0011_1111;
const WON: u8 = 1 << 6;
const LOST: u8 = 2 << 6;
const DRAWN: u8 = 3 << 6;
/// Of a settled position: it was settled by what was known before, not by its neighbours.
const EARLY: u8 = 1;

impl Cell {
    /// Opens a position that has so many ways.
    pub(super) fn open(&self, ways: u32) {
        debug_assert!((1..=u32::from(WAYS)).contains(&ways));
        self.0.store(ways as u8, Relaxed);
    }

    /// Settles a position by what was known before.
    pub(super) fn settle(&self, value: Value) {
        self.0.store(EARLY | settled(value), Relaxed);
    }

    /// The value of a position that was settled early and is not drawn.
    #[inline]
    pub(super) fn early(&self) -> Option<Value> {
        match self.0.load(Relaxed) {
            cell if cell == EARLY | WON => Some(Value::Win),
            cell if cell == EARLY | LOST => Some(Value::Loss),
            _ => None,
        }
    }

    /// Hears that one of the ways leads to a position with this value for the enemy, who is on
    /// turn there. Tells the position's own value if that settles it.
    #[inline]
    pub(super) fn hear(&self, theirs: Value) -> Option<Value> {
        let mut cell = self.0.load(Relaxed);
        loop {
            if cell & !WAYS != 0 {
                return None;
            }
            let (next, settled) = match theirs {
                Value::Loss => (WON, Some(Value::Win)),
                _ if cell == 1 => (LOST, Some(Value::Loss)),
                _ => (cell - 1, None),
            };
            match self.0.compare_exchange_weak(cell, next, Relaxed, Relaxed) {
                Ok(_) => return settled,
                Err(now) => cell = now,
            }
        }
    }

    /// The value, once nothing more will be heard.
    pub(super) fn value(&self) -> Value {
        match self.0.load(Relaxed) & !WAYS {
            WON => Value::Win,
            LOST => Value::Loss,
            _ => Value::Draw,
        }
    }
}

const fn settled(value: Value) -> u8 {
    match value {
        Value::Win => WON,
        Value::Loss => LOST,
        Value::Draw => DRAWN,
    }
}
