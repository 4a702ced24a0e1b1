//! What a player can decide in Tic-Tac-Toe On A Checkerboard, and what was exchanged.

use core::fmt;

use crate::grid::{Square, SquareSet};

/// A move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// A checker is placed.
    Place(Square),
    /// Two checkers change places. The lower square, by rank and then file, is the first.
    Exchange(Square, Square),
    /// The player declines to exchange.
    Pass,
}

/// `c3`, `b2=d4` or `pass`.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Decision::Place(square) => write!(f, "{square}"),
            Decision::Exchange(low, high) => write!(f, "{low}={high}"),
            Decision::Pass => f.write_str("pass"),
        }
    }
}

/// What the starting player has done about exchanging.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Exchanged {
    /// Nothing yet.
    #[default]
    NotYet,
    /// Declined to.
    Declined,
    /// Exchanged the checkers on these two squares, the lower first.
    Two(Square, Square),
}

impl Exchanged {
    /// The two squares, if there are any.
    #[inline]
    pub fn squares(self) -> SquareSet {
        match self {
            Exchanged::NotYet | Exchanged::Declined => SquareSet::EMPTY,
            Exchanged::Two(low, high) => SquareSet::of(low) | SquareSet::of(high),
        }
    }
}

/// `-`, `=` or `b2=d4`.
impl fmt::Display for Exchanged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exchanged::NotYet => f.write_str("-"),
            Exchanged::Declined => f.write_str("="),
            Exchanged::Two(low, high) => write!(f, "{low}={high}"),
        }
    }
}
