//! What a position is worth with best play.

use core::ops::{Add, AddAssign};

/// Who wins, as the side to move sees it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Value {
    /// Nobody.
    Draw,
    /// The side to move.
    Win,
    /// The other.
    Loss,
}

impl Value {
    /// The value as the other side sees it.
    #[must_use]
    pub const fn turned(self) -> Value {
        match self {
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
            Value::Loss => Value::Win,
        }
    }

    /// The better of two, for the side to move.
    #[must_use]
    pub const fn or_better(self, other: Value) -> Value {
        match (self, other) {
            (Value::Win, _) | (_, Value::Win) => Value::Win,
            (Value::Draw, _) | (_, Value::Draw) => Value::Draw,
            _ => Value::Loss,
        }
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u8) -> Value {
        match bits & 3 {
            1 => Value::Win,
            2 => Value::Loss,
            _ => Value::Draw,
        }
    }
}

/// How many positions of each value there are.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won for the side to move.
    pub won: u64,
    /// Lost for it.
    pub lost: u64,
    /// Drawn.
    pub drawn: u64,
}

impl Counts {
    /// Counts a position.
    pub fn count(&mut self, value: Value) {
        match value {
            Value::Win => self.won += 1,
            Value::Loss => self.lost += 1,
            Value::Draw => self.drawn += 1,
        }
    }
}

impl Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts {
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        *self = *self + other;
    }
}
