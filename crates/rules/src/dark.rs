//! The 32 dark squares, as checkers and Stack'Em use them: squares, sets of squares, directions,
//! and the path of a checker over them.
//!
//! Inside, a square is a *slot*: its number with one slot left free after every second row,
//!
//! ```text
//!      0  1  2  3        slots 8, 17 and 26 are no squares, nor is any above 34,
//!    4  5  6  7  (8)     so that every diagonal step is the same number of slots
//!      9 10 11 12        from every square (±4, ±5), and a step over the edge lands
//!   13 14 15 16 (17)     on no square.
//! ```
//!
//! and a set of squares is 35 bits of a word that shift as one.

use alloc::vec::Vec;
use core::fmt;

use crate::bitwise::bitwise;

/// One of the 32 dark squares. Written as its number, 1 (b8) to 32 (g1).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many slots there are: the size of a table that is indexed by [`Square::slot`].
    pub const SLOTS: usize = 35;

    /// The square with this number, 1 to 32.
    pub const fn from_number(number: u8) -> Option<Square> {
        match number {
            1..=32 => Some(Square(number - 1 + (number - 1) / 8)),
            _ => None,
        }
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

    /// Every square, in order of number.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (1..=32).filter_map(Square::from_number)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A diagonal direction on the board with rank 8 at the top. Down is towards higher numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
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
    /// All four: first the two in which the side that moves first goes forward.
    pub const ALL: [Direction; 4] =
        [Direction::DownLeft, Direction::DownRight, Direction::UpRight, Direction::UpLeft];

    /// How many slots a step is.
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
/// A set that was [shifted](SquareSet::shift) or complemented may hold slots that are no squares;
/// it is made proper by intersecting it with a proper one.
#[derive(Copy, Clone, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(u64);

impl SquareSet {
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// All 32.
    pub const ALL: SquareSet =
        SquareSet(((1 << Square::SLOTS) - 1) & !(1 << 8 | 1 << 17 | 1 << 26));
    /// Squares 1 to 4.
    pub const TOP_ROW: SquareSet = SquareSet(0b1111);
    /// Squares 29 to 32.
    pub const BOTTOM_ROW: SquareSet = SquareSet(0b1111 << 31);

    /// The squares with the numbers from `low` to `high`, which must be between 1 and 32.
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

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> SquareSet {
        SquareSet(1 << square.0)
    }

    /// The bits, one a slot.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether there is nothing in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many squares there are in it.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether a square is in it.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    /// Puts a square in.
    pub fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    /// Takes a square out.
    pub fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.0);
    }

    /// Every square of it moved a number of slots, as [`Direction::slots`] or twice that.
    #[inline]
    pub const fn shift(self, slots: i8) -> SquareSet {
        SquareSet(if slots >= 0 { self.0 << slots } else { self.0 >> -slots })
    }

    /// The square with the lowest number.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square(self.0.trailing_zeros() as u8)) }
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, |set, square| set | SquareSet::of(square))
    }
}

/// The squares of a set, in rising order of number.
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = SquareSet(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

bitwise!(SquareSet);

/// The way of one checker in one turn: a step, or one to twelve jumps.
///
/// Twelve are enough for every game here, because each jump takes a checker from an enemy who
/// never has more than twelve.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Path {
    /// Two bits a hop, the first hop lowest.
    directions: u32,
    from: Square,
    to: Square,
    jumps: u8,
}

impl Path {
    /// A step to a neighbour.
    #[inline]
    pub const fn step(from: Square, direction: Direction) -> Path {
        let to = Square((from.0 as i8 + direction.slots()) as u8);
        Path { directions: direction as u32, from, to, jumps: 0 }
    }

    /// The path of a checker that has not moved yet, to be prolonged by [jumps](Path::jump).
    #[inline]
    pub const fn standing(from: Square) -> Path {
        Path { directions: 0, from, to: from, jumps: 0 }
    }

    /// The path with one more jump.
    #[inline]
    #[must_use]
    pub const fn jump(self, direction: Direction) -> Path {
        Path {
            directions: self.directions | (direction as u32) << (2 * self.jumps),
            from: self.from,
            to: Square((self.to.0 as i8 + 2 * direction.slots()) as u8),
            jumps: self.jumps + 1,
        }
    }

    /// Where it begins.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// Where it ends.
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }

    /// Whether it is made of jumps.
    #[inline]
    pub const fn is_jump(self) -> bool {
        self.jumps > 0
    }

    /// The jumps, one by one: the square that is jumped and the square landed on.
    pub fn jumps(self) -> impl Iterator<Item = (Square, Square)> {
        let mut at = self.from.0 as i8;
        (0..self.jumps).map(move |hop| {
            let slots = Direction::from_bits(self.directions >> (2 * hop)).slots();
            let over = Square((at + slots) as u8);
            at += 2 * slots;
            (over, Square(at as u8))
        })
    }

    /// Every square of the path, from its beginning to its end.
    pub fn squares(self) -> Vec<Square> {
        let mut squares = Vec::from([self.from]);
        if self.is_jump() {
            squares.extend(self.jumps().map(|(_, landing)| landing));
        } else {
            squares.push(self.to);
        }
        squares
    }
}

/// `11-15`, or `22x15x8` with every square that a jump lands on.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_jump() {
            return write!(f, "{}-{}", self.from, self.to);
        }
        write!(f, "{}", self.from)?;
        self.jumps().try_for_each(|(_, landing)| write!(f, "x{landing}"))
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

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
    fn steps_are_the_steps_of_the_board() {
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

    #[test]
    fn a_path_is_written_with_every_landing() {
        let from = Square::from_number(22).unwrap();
        let path = Path::standing(from).jump(Direction::UpRight).jump(Direction::UpLeft);
        assert_eq!(path.to_string(), "22x15x6");
        assert_eq!(path.squares().len(), 3);
        assert_eq!(path.jumps().map(|(over, _)| over.number()).collect::<Vec<_>>(), [18, 10]);
        assert_eq!(Path::step(from, Direction::DownLeft).to_string(), "22-25");
    }
}
