//! A square of either board, for code that works with all games.

use core::fmt;
use core::str::FromStr;

use crate::{ParseError, dark, grid};

/// A square by its game's name for it: a number, or a file and a rank.
///
/// ```
/// use crownhead_rules::{AnySquare, dark, grid};
///
/// assert_eq!("14".parse(), Ok(AnySquare::Dark(dark::Square::from_number(14).unwrap())));
/// assert_eq!("c3".parse(), Ok(AnySquare::Grid(grid::Square::at(2, 2).unwrap())));
/// assert!("z9".parse::<AnySquare>().is_err());
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnySquare {
    /// A dark square, by number.
    Dark(dark::Square),
    /// Any square, by file and rank.
    Grid(grid::Square),
}

impl fmt::Display for AnySquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnySquare::Dark(square) => square.fmt(f),
            AnySquare::Grid(square) => square.fmt(f),
        }
    }
}

/// Parses `1` to `32` or `a1` to `h8`: no text is both.
impl FromStr for AnySquare {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<AnySquare, ParseError> {
        let dark = || dark::Square::from_text(text).map(AnySquare::Dark);
        let grid = || grid::Square::from_name(text).map(AnySquare::Grid);
        dark().or_else(grid).ok_or(ParseError::new("a square, 1 to 32 or a1 to h8"))
    }
}

impl From<dark::Square> for AnySquare {
    fn from(square: dark::Square) -> Self {
        AnySquare::Dark(square)
    }
}

impl From<grid::Square> for AnySquare {
    fn from(square: grid::Square) -> Self {
        AnySquare::Grid(square)
    }
}
