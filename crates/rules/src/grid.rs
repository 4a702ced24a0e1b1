//! The 64 squares by file and rank, as Coast to Coast and the placing games use them.

use core::fmt;

use crate::square_set::square_set;

/// One of the 64 squares. Written `a1` to `h8`; ordered by rank, then file.
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

    /// Reads `a1` to `h8`.
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

    /// The square reached by going so many files right and ranks up, if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let (file, rank) = (self.file() as i8 + files, self.rank() as i8 + ranks);
        if file < 0 || rank < 0 { None } else { Square::at(file as u8, rank as u8) }
    }

    /// Every square, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..64).filter_map(Square::from_index)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares.
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
