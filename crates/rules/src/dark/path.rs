//! Paths: the squares that a checker passes on the dark squares in one turn.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{Direction, ParsedMove, Square, single_jump};
use crate::ParseError;

/// The path of one checker in one turn: a step, or one to twelve jumps. Written `11-15`, or
/// `22x15x8` with every square that a jump lands on.
///
/// A path is geometry only. Whether it is a legal move, and what a shortened text such as `22x8`
/// stands for, depends on the position: see [`Notation::parse_move`](crate::Notation::parse_move).
///
/// ```
/// use crownhead_rules::dark::Path;
///
/// let path: Path = "22x15x6".parse()?;
/// let jumped: Vec<u8> = path.jumps().map(|(over, _)| over.number()).collect();
/// assert_eq!(jumped, [18, 10]);
/// assert_eq!(path.to_string(), "22x15x6");
/// assert!("22x6".parse::<Path>().is_err());
/// # Ok::<(), crownhead_rules::ParseError>(())
/// ```
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
    /// A step to a neighbour. There must be one in that direction; see [`Square::step`].
    #[inline]
    pub const fn step(from: Square, direction: Direction) -> Path {
        let to = Square((from.0 as i8 + direction.slots()) as u8);
        Path { directions: direction as u32, from, to, jumps: 0 }
    }

    /// The path of a checker that has not moved yet, to be extended by [jumps](Path::jump).
    #[inline]
    pub const fn new(from: Square) -> Path {
        Path { directions: 0, from, to: from, jumps: 0 }
    }

    /// The path with one more jump: at most twelve in all, and none over the edge.
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

    /// A number that is unique among the paths from one square, for tables.
    #[inline]
    pub const fn code(self) -> u32 {
        self.directions | (self.jumps as u32) << 24
    }

    /// The first square.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The last square.
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }

    /// Whether it consists of jumps; otherwise it is a step.
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

    /// Every square of the path in order, both ends included.
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

/// Parses a step between neighbours, or a jump with every square that it lands on.
impl FromStr for Path {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Path, ParseError> {
        let path = match ParsedMove::parse(text) {
            Ok(ParsedMove::Step(from, to)) => {
                Direction::between(from, to).map(|way| Path::step(from, way))
            }
            Ok(ParsedMove::Jump(squares)) => {
                squares.windows(2).try_fold(Path::new(squares[0]), |path, hop| {
                    Some(path.jump(single_jump(hop[0], hop[1])?.0))
                })
            }
            Err(_) => None,
        };
        path.ok_or(ParseError::new(
            "a step such as 11-15, or a jump with all its landings, 22x15x8",
        ))
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
    fn a_path_is_written_with_every_landing() {
        let from = Square::from_number(22).unwrap();
        let path = Path::new(from).jump(Direction::UpRight).jump(Direction::UpLeft);
        assert_eq!(path.to_string(), "22x15x6");
        assert_eq!(path.squares().len(), 3);
        assert_eq!(path.jumps().map(|(over, _)| over.number()).collect::<Vec<_>>(), [18, 10]);
        assert_eq!(Path::step(from, Direction::DownLeft).to_string(), "22-25");
    }
}
