//! The 64 squares by file and rank, as Coast to Coast and the placing games use them.

use core::fmt;
use core::str::FromStr;

use crate::ParseError;
use crate::square_set::square_set;

/// One of the 64 squares. Written `a1` to `h8`; ordered by rank, then file.
///
/// ```
/// use crownhead_rules::grid::Square;
///
/// let square: Square = "c3".parse()?;
/// assert_eq!((square.file(), square.rank()), (2, 2));
/// assert_eq!(square.offset(1, 1).unwrap().to_string(), "d4");
/// assert_eq!(square.offset(-3, 0), None);
/// # Ok::<(), crownhead_rules::ParseError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square on a file and a rank, both 0 to 7.
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        if file < 8 && rank < 8 { Some(Square(rank * 8 + file)) } else { None }
    }

    /// The square with this index: 0 is a1, 1 is b1, 63 is h8.
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < 64 { Some(Square(index)) } else { None }
    }

    /// Parses `a1` to `h8`.
    pub fn from_name(name: &str) -> Option<Square> {
        match *name.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Square::at(file - b'a', rank - b'1'),
            _ => None,
        }
    }

    /// 0 for a1 to 63 for h8.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for file a to 7 for h.
    pub const fn file(self) -> u8 {
        self.0 % 8
    }

    /// 0 for rank 1 to 7 for rank 8.
    pub const fn rank(self) -> u8 {
        self.0 / 8
    }

    /// The square `files` to the right and `ranks` up, if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if file < 0 || rank < 0 { None } else { Square::at(file as u8, rank as u8) }
    }

    /// Every square in the order of the indexes.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..64).filter_map(Square::from_index)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

/// Parses [`a1` to `h8`](Square::from_name).
impl FromStr for Square {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Square, ParseError> {
        Square::from_name(text).ok_or(ParseError::new("a square, a1 to h8"))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The first part of a typed text that is written like a square but is not on the board: `i4`,
/// `a9`, `b10`.
pub(crate) fn off_the_board(text: &str) -> Option<&str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() || c == 'x').find(|name| {
        let (file, rank) = name.split_at_checked(1).unwrap_or_default();
        file.bytes().all(|byte| byte.is_ascii_alphabetic())
            && matches!(rank.len(), 1 | 2)
            && rank.bytes().all(|byte| byte.is_ascii_digit())
            && Square::from_name(&name.to_ascii_lowercase()).is_none()
    })
}

/// A set of squares: 64 bits, one a square, a1 lowest.
///
/// ```
/// use crownhead_rules::grid::{Square, SquareSet};
///
/// let file_a: SquareSet = Square::all().filter(|square| square.file() == 0).collect();
/// let rank_1: SquareSet = Square::all().filter(|square| square.rank() == 0).collect();
/// assert_eq!((file_a | rank_1).len(), 15);
/// assert_eq!((file_a & rank_1).first(), "a1".parse().ok());
/// assert!(!(!file_a).contains("a8".parse()?));
/// # Ok::<(), crownhead_rules::ParseError>(())
/// ```
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(u64);

impl SquareSet {
    /// All 64.
    pub const ALL: SquareSet = SquareSet(!0);

    /// The set with these bits, a1 lowest.
    #[inline]
    pub const fn from_bits(bits: u64) -> SquareSet {
        SquareSet(bits)
    }
}

square_set!(SquareSet, Square);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_off_the_board_are_found() {
        for (text, found) in [
            ("i4", "i4"),
            ("a9", "a9"),
            ("A0", "A0"),
            ("a3-b10", "b10"),
            ("b2xj7", "j7"),
            ("b2 = Z1!", "Z1"),
        ] {
            assert_eq!(off_the_board(text), Some(found), "{text}");
        }
        for text in ["", "a1", "H8", "a3-c5", "11-15", "huff 14", "é4", "a100", "pass", "x4", "4i"]
        {
            assert_eq!(off_the_board(text), None, "{text}");
        }
    }
}
