//! The two sides, and a pair with one value for each.

use core::fmt;
use core::ops::{Index, IndexMut, Not};
use core::str::FromStr;

use crate::ParseError;

/// One of the two players, by the order in which they move from the start position.
///
/// A game's names for them (black and white, red and black, the starting player) are its
/// [`SIDE_NAMES`](crate::Notation::SIDE_NAMES).
///
/// ```
/// use crownhead_rules::{BySide, Position, Side, checkers::WinningMovesCheckers};
///
/// assert_eq!(!Side::First, Side::Second);
/// assert_eq!("second".parse(), Ok(Side::Second));
/// assert_eq!(WinningMovesCheckers::start().side(), Side::First);
///
/// let mut points = BySide::new(0, 0);
/// points[Side::First] += 1;
/// assert_eq!(points, BySide::new(1, 0));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side that moves first.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const ALL: [Side; 2] = [Side::First, Side::Second];

    /// The stable name in JSON and protocols: `first` or `second`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::First => "first",
            Side::Second => "second",
        }
    }
}

/// [`first` or `second`](Side::name).
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Parses `first` or `second`.
impl FromStr for Side {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Side, ParseError> {
        let known = Side::ALL.into_iter().find(|side| side.name() == text);
        known.ok_or(ParseError::new("first or second"))
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// A pair of values, one for each side.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    /// What belongs to the side that moves first.
    pub first: T,
    /// What belongs to the other.
    pub second: T,
}

impl<T> BySide<T> {
    /// A pair from its two values.
    pub const fn new(first: T, second: T) -> Self {
        BySide { first, second }
    }

    /// Applies a function to both values.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySide<U> {
        BySide { first: f(self.first), second: f(self.second) }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        match side {
            Side::First => &self.first,
            Side::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }
}
