//! What a player can decide in Tic-Tac-Toe On A Checkerboard, and what was exchanged.

use core::fmt;
use core::str::FromStr;

use crate::ParseError;
use crate::grid::{Square, SquareSet};
use crate::placing::typed::Typed;

/// A move. Written `c3`, `b2=d4` or `pass`.
///
/// ```
/// use crownhead_rules::placing::CheckerboardMove;
///
/// let exchange: CheckerboardMove = "d4=b2".parse()?;
/// assert_eq!(exchange.to_string(), "b2=d4");
/// # Ok::<(), crownhead_rules::ParseError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum CheckerboardMove {
    /// A checker is placed.
    Place(Square),
    /// Two checkers change places. The lower square, by rank and then file, is the first.
    Exchange(Square, Square),
    /// The player declines to exchange.
    Pass,
}

/// `c3`, `b2=d4` or `pass`.
impl fmt::Display for CheckerboardMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckerboardMove::Place(square) => write!(f, "{square}"),
            CheckerboardMove::Exchange(low, high) => write!(f, "{low}={high}"),
            CheckerboardMove::Pass => f.write_str("pass"),
        }
    }
}

/// Reads a decision, legal or not; the squares of an exchange may come in either order.
impl FromStr for CheckerboardMove {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<CheckerboardMove, ParseError> {
        match Typed::read(text) {
            Some(Typed::Square(square)) => Ok(CheckerboardMove::Place(square)),
            Some(Typed::Pair(one, other)) if one != other => {
                Ok(CheckerboardMove::Exchange(one.min(other), one.max(other)))
            }
            Some(Typed::Pass) => Ok(CheckerboardMove::Pass),
            _ => Err(ParseError::new("a square such as c3, an exchange such as b2=d4, or pass")),
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
