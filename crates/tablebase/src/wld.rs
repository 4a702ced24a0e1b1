//! Game-theoretic values: win, loss or draw with best play.

use core::ops::{Add, AddAssign};

/// The value of a position to the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Wld {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
}

impl Wld {
    /// The stable name: `win`, `loss` or `draw`.
    pub const fn name(self) -> &'static str {
        match self {
            Wld::Draw => "draw",
            Wld::Win => "win",
            Wld::Loss => "loss",
        }
    }

    /// The value to the other side.
    #[must_use]
    pub const fn flipped(self) -> Wld {
        match self {
            Wld::Draw => Wld::Draw,
            Wld::Win => Wld::Loss,
            Wld::Loss => Wld::Win,
        }
    }

    /// The better of two, for the side to move.
    #[must_use]
    pub const fn or_better(self, other: Wld) -> Wld {
        match (self, other) {
            (Wld::Win, _) | (_, Wld::Win) => Wld::Win,
            (Wld::Draw, _) | (_, Wld::Draw) => Wld::Draw,
            _ => Wld::Loss,
        }
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u8) -> Wld {
        match bits & 3 {
            1 => Wld::Win,
            2 => Wld::Loss,
            _ => Wld::Draw,
        }
    }
}

/// The number of positions with each value.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct WldCounts {
    /// Won for the side to move.
    pub won: u64,
    /// Lost for the side to move.
    pub lost: u64,
    /// Drawn with best play.
    pub drawn: u64,
}

impl WldCounts {
    /// Counts a position.
    pub fn count(&mut self, value: Wld) {
        match value {
            Wld::Win => self.won += 1,
            Wld::Loss => self.lost += 1,
            Wld::Draw => self.drawn += 1,
        }
    }
}

impl Add for WldCounts {
    type Output = WldCounts;

    fn add(self, other: WldCounts) -> WldCounts {
        WldCounts {
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
        }
    }
}

impl AddAssign for WldCounts {
    fn add_assign(&mut self, other: WldCounts) {
        *self = *self + other;
    }
}
