//! The 32 dark squares, as checkers and Stack'Em use them: squares, sets of squares, directions,
//! and the path of a checker over them.
//!
//! Internally a square is a *slot*: its number, with one slot left free after every second row,
//!
//! ```text
//!      0  1  2  3        slots 8, 17 and 26 are no squares, nor is any above 34,
//!    4  5  6  7  (8)     so that every diagonal step is the same number of slots
//!      9 10 11 12        from every square (±4, ±5), and a step over the edge lands
//!   13 14 15 16 (17)     on no square.
//! ```
//!
//! and a set of squares is 35 bits of a word, so that a step of all its squares is one shift.

mod parsed_move;
mod path;

pub(crate) use parsed_move::{MoveSyntaxError, ParsedMove, matches_route, single_jump, squares_in};
pub use path::Path;

use core::fmt;
use core::str::FromStr;

use crate::ParseError;
use crate::square_set::square_set;

/// One of the 32 dark squares. Written as its number, 1 (b8) to 32 (g1).
///
/// ```
/// use crownhead_rules::dark::{Direction, Square};
///
/// let square: Square = "18".parse()?;
/// assert_eq!((square.row(), square.file()), (4, 3));
/// assert_eq!(square.step(Direction::DownLeft).unwrap().to_string(), "22");
/// assert_eq!(Square::from_number(4).unwrap().step(Direction::UpRight), None);
/// # Ok::<(), crownhead_rules::ParseError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The number of slots: the size of a table that is indexed by [`Square::slot`].
    pub const SLOTS: usize = 35;

    /// The square with this number, 1 to 32.
    pub const fn from_number(number: u8) -> Option<Square> {
        match number {
            1..=32 => Some(Square(number - 1 + (number - 1) / 8)),
            _ => None,
        }
    }

    /// Parses the number of a square: one or two digits.
    pub fn from_text(text: &str) -> Option<Square> {
        let digits = text.len() <= 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        if digits { Square::from_number(text.parse().ok()?) } else { None }
    }

    /// The number of the square, 1 to 32.
    pub const fn number(self) -> u8 {
        self.0 - self.0 / 9 + 1
    }

    /// The slot of the square, below [`Square::SLOTS`].
    #[inline]
    pub const fn slot(self) -> usize {
        self.0 as usize
    }

    /// The row, 0 at the top (squares 1 to 4) to 7 at the bottom (29 to 32).
    pub const fn row(self) -> u8 {
        (self.number() - 1) / 4
    }

    /// The file, 0 (a) to 7 (h).
    pub const fn file(self) -> u8 {
        (self.number() - 1) % 4 * 2 + (self.row() + 1) % 2
    }

    /// The neighbour in a direction, if there is one.
    pub const fn step(self, direction: Direction) -> Option<Square> {
        let slot = self.0 as i8 + direction.slots();
        if slot >= 0 && SquareSet::ALL.0 >> slot & 1 == 1 { Some(Square(slot as u8)) } else { None }
    }

    /// Every square in the order of the numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (1..=32).filter_map(Square::from_number)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

/// Parses the [number](Square::from_text), 1 to 32.
impl FromStr for Square {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Square, ParseError> {
        let error = ParseError::new("the number of a dark square, 1 to 32");
        Square::from_text(text).ok_or(error)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A diagonal direction on the board with rank 8 at the top. Down is towards higher numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Towards a1.
    DownLeft,
    /// Towards h1.
    DownRight,
    /// Towards h8.
    UpRight,
    /// Towards a8.
    UpLeft,
}

impl Direction {
    /// All four; the first two are forward for the side that moves first.
    pub const ALL: [Direction; 4] =
        [Direction::DownLeft, Direction::DownRight, Direction::UpRight, Direction::UpLeft];

    /// The number of slots of a step.
    #[inline]
    pub const fn slots(self) -> i8 {
        match self {
            Direction::DownLeft => 4,
            Direction::DownRight => 5,
            Direction::UpRight => -4,
            Direction::UpLeft => -5,
        }
    }

    /// Whether a step goes to a higher row.
    pub const fn is_up(self) -> bool {
        self.slots() < 0
    }

    /// The direction of a step between two neighbours.
    pub fn between(from: Square, to: Square) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| from.step(direction) == Some(to))
    }

    #[inline]
    const fn from_bits(bits: u32) -> Direction {
        match bits & 3 {
            0 => Direction::DownLeft,
            1 => Direction::DownRight,
            2 => Direction::UpRight,
            _ => Direction::UpLeft,
        }
    }
}

/// A set of dark squares.
///
/// ```
/// use crownhead_rules::dark::{Direction, SquareSet};
///
/// let men = SquareSet::numbers(1, 12);
/// assert_eq!(men.len(), 12);
/// let ahead = men.shift(Direction::DownLeft.slots()) & SquareSet::ALL & !men;
/// assert_eq!(format!("{ahead:?}"), "{13, 14, 15, 16}");
/// assert!(men.contains("12".parse()?) && !ahead.contains("12".parse()?));
/// # Ok::<(), crownhead_rules::ParseError>(())
/// ```
///
/// A set that was [shifted](SquareSet::shift) or complemented may contain slots that are no
/// squares; intersect it with a proper set, such as [`ALL`](SquareSet::ALL).
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(u64);

impl SquareSet {
    /// All 32.
    pub const ALL: SquareSet =
        SquareSet(((1 << Square::SLOTS) - 1) & !(1 << 8 | 1 << 17 | 1 << 26));
    /// Squares 1 to 4.
    pub const TOP_ROW: SquareSet = SquareSet(0b1111);
    /// Squares 29 to 32.
    pub const BOTTOM_ROW: SquareSet = SquareSet(0b1111 << 31);

    /// The squares with the numbers from `low` to `high`; none if `low` is the larger.
    ///
    /// # Panics
    ///
    /// If one of the numbers is not between 1 and 32.
    pub const fn numbers(low: u8, high: u8) -> SquareSet {
        let mut set = 0;
        let mut number = low;
        while number <= high {
            set |= match Square::from_number(number) {
                Some(square) => 1 << square.0,
                None => panic!("no such square"),
            };
            number += 1;
        }
        SquareSet(set)
    }

    /// The squares whose slots are set in a word; its other bits are ignored.
    #[inline]
    pub const fn from_bits(bits: u64) -> SquareSet {
        SquareSet(bits & SquareSet::ALL.0)
    }

    /// Moves every square by a number of slots: [`Direction::slots`] or twice that.
    #[inline]
    pub const fn shift(self, slots: i8) -> SquareSet {
        SquareSet(if slots >= 0 { self.0 << slots } else { self.0 >> -slots })
    }
}

square_set!(SquareSet, Square);

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn numbers_and_slots_agree() {
        let all: Vec<_> = Square::all().collect();
        assert_eq!(all.len(), 32);
        assert!(all.iter().all(|&s| SquareSet::ALL.contains(s)));
        assert_eq!(SquareSet::ALL.len(), 32);
        assert_eq!(
            all.iter().map(|s| s.number()).collect::<Vec<_>>(),
            (1..=32).collect::<Vec<_>>()
        );
    }

    #[test]
    fn steps_match_rows_and_files() {
        for square in Square::all() {
            for direction in Direction::ALL {
                let down = if direction.is_up() { -1 } else { 1 };
                let right = match direction {
                    Direction::DownRight | Direction::UpRight => 1,
                    Direction::DownLeft | Direction::UpLeft => -1,
                };
                let expected = Square::all().find(|other| {
                    other.row() as i8 == square.row() as i8 + down
                        && other.file() as i8 == square.file() as i8 + right
                });
                assert_eq!(square.step(direction), expected, "{square} {direction:?}");
                let shifted = SquareSet::of(square).shift(direction.slots()) & SquareSet::ALL;
                assert_eq!(shifted.first(), expected);
            }
        }
    }
}
