//! The moves of Tic-Tac-Toe On A Checkerboard, and what was exchanged.

use core::fmt;
use core::str::FromStr;

use crate::ParseError;
use crate::grid::{Square, SquareSet};
use crate::placing::parsed_move::ParsedMove;

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
    /// Two checkers are exchanged. The lower square, by rank and then file, comes first.
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

/// Parses a move, legal or not; the squares of an exchange may come in either order.
impl FromStr for CheckerboardMove {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<CheckerboardMove, ParseError> {
        match ParsedMove::parse(text) {
            Some(ParsedMove::Square(square)) => Ok(CheckerboardMove::Place(square)),
            Some(ParsedMove::Pair(one, other)) if one != other => {
                Ok(CheckerboardMove::Exchange(one.min(other), one.max(other)))
            }
            Some(ParsedMove::Pass) => Ok(CheckerboardMove::Pass),
            _ => Err(ParseError::new("a square such as c3, an exchange such as b2=d4, or pass")),
        }
    }
}

/// Whether and what the starting player has exchanged.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Exchanged {
    /// The starting player has not decided yet.
    #[default]
    NotYet,
    /// The starting player declined.
    Declined,
    /// The starting player exchanged the checkers on these squares, the lower first.
    Two(Square, Square),
}

impl Exchanged {
    /// The two exchanged squares; empty if none were exchanged.
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
