//! A square of either board, for everything that is shown to a person.

use core::fmt;

use crate::{dark, grid};

/// A square by the name that its game has for it.
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
