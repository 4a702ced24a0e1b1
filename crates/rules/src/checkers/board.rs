//! The bitboards of the checkers family, and which checkers can step or jump. Nothing here depends
//! on a rule set.

use crate::dark::{Direction, Path, Square, SquareSet};
use crate::{BySide, Side};

/// The checkers on the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    pieces: BySide<SquareSet>,
    kings: SquareSet,
}

impl Board {
    /// Twelve men a side on the first three rows.
    pub const START: Board = Board {
        pieces: BySide::new(SquareSet::numbers(1, 12), SquareSet::numbers(21, 32)),
        kings: SquareSet::EMPTY,
    };

    /// A board with these checkers; `kings` says which of them are crowned.
    pub const fn new(pieces: BySide<SquareSet>, kings: SquareSet) -> Board {
        Board { pieces, kings }
    }

    /// All checkers of a side.
    #[inline]
    pub fn pieces(&self, side: Side) -> SquareSet {
        self.pieces[side]
    }

    /// The kings of both sides.
    #[inline]
    pub const fn kings(&self) -> SquareSet {
        self.kings
    }

    /// The squares with no checker.
    #[inline]
    pub fn empty(&self) -> SquareSet {
        SquareSet::ALL & !(self.pieces.first | self.pieces.second)
    }

    /// The king row of a side: where its men are crowned.
    #[inline]
    pub const fn far_row(side: Side) -> SquareSet {
        match side {
            Side::First => SquareSet::BOTTOM_ROW,
            Side::Second => SquareSet::TOP_ROW,
        }
    }

    /// The two directions in which the men of a side move.
    #[inline]
    pub const fn forward(side: Side) -> [Direction; 2] {
        match side {
            Side::First => [Direction::DownLeft, Direction::DownRight],
            Side::Second => [Direction::UpRight, Direction::UpLeft],
        }
    }

    /// Whether only kings of a side move in a direction.
    #[inline]
    pub const fn is_backward(side: Side, direction: Direction) -> bool {
        matches!(side, Side::First) == direction.is_up()
    }

    /// The checkers of a side that may move in a direction if nothing blocks them.
    #[inline]
    pub fn movers(&self, side: Side, direction: Direction) -> SquareSet {
        let pieces = self.pieces[side];
        if Board::is_backward(side, direction) { pieces & self.kings } else { pieces }
    }

    /// The checkers of a side that can step in a direction.
    #[inline]
    pub fn steppers(&self, side: Side, direction: Direction) -> SquareSet {
        self.movers(side, direction) & self.empty().shift(-direction.slots())
    }

    /// The squares from which a checker of a side could jump in a direction.
    #[inline]
    pub fn jump_origins(&self, side: Side, direction: Direction) -> SquareSet {
        let slots = direction.slots();
        self.pieces[!side].shift(-slots) & self.empty().shift(-2 * slots)
    }

    /// The checkers of a side that can jump in a direction.
    #[inline]
    pub fn jumpers(&self, side: Side, direction: Direction) -> SquareSet {
        self.movers(side, direction) & self.jump_origins(side, direction)
    }

    /// The checkers of a side that can jump.
    #[inline]
    pub fn all_jumpers(&self, side: Side) -> SquareSet {
        let [a, b] = Board::forward(side);
        let mut jumpers = self.jumpers(side, a) | self.jumpers(side, b);
        if !(self.kings & self.pieces[side]).is_empty() {
            let [c, d] = Board::forward(!side);
            jumpers |= self.jumpers(side, c) | self.jumpers(side, d);
        }
        jumpers
    }

    /// Whether a side can move any checker.
    pub fn can_move(&self, side: Side) -> bool {
        let steps = |direction| !self.steppers(side, direction).is_empty();
        Direction::ALL.into_iter().any(steps) || !self.all_jumpers(side).is_empty()
    }

    /// Moves a checker of `side` along a path, removes the captured checkers, and crowns it if
    /// `crowned`.
    #[inline(always)]
    pub fn move_checker(&mut self, side: Side, path: Path, captured: SquareSet, crowned: bool) {
        let from = SquareSet::of(path.from());
        let to = SquareSet::of(path.to());
        // A jump around a ring ends where it began, and this is empty.
        let moved = from ^ to;
        let (first, second) = match side {
            Side::First => (moved, captured),
            Side::Second => (captured, moved),
        };
        self.pieces.first ^= first;
        self.pieces.second ^= second;
        if !(self.kings & from).is_empty() {
            self.kings ^= moved;
        }
        self.kings &= !captured;
        if crowned {
            self.kings |= to;
        }
    }

    /// Takes a checker off the board.
    pub fn remove(&mut self, square: Square) {
        self.pieces.first.remove(square);
        self.pieces.second.remove(square);
        self.kings.remove(square);
    }
}
