//! Which stacks can move and how: steps, and jumps with all their ways. Playing a move is not
//! here.

use super::{Stack, StackEm};
use crate::dark::{Direction, Path, Square, SquareSet};
use crate::{BySide, Side};

impl StackEm {
    /// The squares with no checker.
    #[inline]
    pub(super) fn empty(&self) -> SquareSet {
        SquareSet::ALL & !(self.tops.first | self.tops.second)
    }

    /// What the side to move controls and may move in a direction: everything forward, only
    /// kings backward.
    #[inline]
    fn movers(&self, direction: Direction) -> SquareSet {
        let ours = self.tops[self.side];
        if direction.is_up() == (self.side == Side::Second) { ours } else { ours & self.kings }
    }

    /// The stacks that can step in a direction, whatever they should do.
    #[inline]
    pub(super) fn steppers(&self, direction: Direction) -> SquareSet {
        self.movers(direction) & self.empty().shift(-direction.slots())
    }

    /// The stacks that can jump in a direction.
    #[inline]
    pub(super) fn jumpers(&self, direction: Direction) -> SquareSet {
        let slots = direction.slots();
        self.movers(direction)
            & self.tops[!self.side].shift(-slots)
            & self.empty().shift(-2 * slots)
    }

    /// The stacks that can jump at all.
    #[inline]
    pub(super) fn all_jumpers(&self) -> SquareSet {
        Direction::ALL.into_iter().fold(SquareSet::EMPTY, |set, way| set | self.jumpers(way))
    }

    /// Whether the side to move has a move.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        Direction::ALL.into_iter().any(|way| !(self.steppers(way) | self.jumpers(way)).is_empty())
    }

    /// Visits every step there would be if jumping were no must.
    #[inline]
    pub(super) fn each_step(&self, mut visit: impl FnMut(Path)) {
        for direction in Direction::ALL {
            for from in self.steppers(direction) {
                visit(Path::step(from, direction));
            }
        }
    }

    /// How many steps [`StackEm::each_step`] visits.
    #[inline]
    pub(super) fn count_steps(&self) -> u64 {
        Direction::ALL.into_iter().map(|way| u64::from(self.steppers(way).len())).sum()
    }

    /// Visits every complete jump, with as much of its way as `W` remembers.
    ///
    /// Each jump takes a checker off the top of an enemy stack and buries it for the rest of the
    /// turn. The enemy has at most twelve, so there is an end, after twelve jumps or fewer.
    #[inline]
    pub(super) fn each_jump<W: Way>(&self, mut visit: impl FnMut(W)) {
        let mut turn = Turn { us: self.side, stacks: self.stacks };
        for direction in Direction::ALL {
            for from in self.jumpers(direction) {
                let board = Board {
                    theirs: self.tops[!self.side],
                    empty: self.empty() | SquareSet::of(from),
                };
                turn.jump(from, direction, board, W::standing(from), &mut visit);
            }
        }
    }
}

/// What is remembered of the way of a jump: all of it, or nothing when jumps are only counted.
pub(super) trait Way: Copy {
    fn standing(from: Square) -> Self;
    fn jump(self, direction: Direction) -> Self;
}

impl Way for Path {
    #[inline]
    fn standing(from: Square) -> Path {
        Path::standing(from)
    }

    #[inline]
    fn jump(self, direction: Direction) -> Path {
        Path::jump(self, direction)
    }
}

impl Way for () {
    #[inline]
    fn standing(_: Square) {}

    #[inline]
    fn jump(self, _: Direction) {}
}

/// What can be jumped and where a jump can land, with the jumping stack lifted off the board.
#[derive(Copy, Clone)]
struct Board {
    theirs: SquareSet,
    empty: SquareSet,
}

/// The stacks in the middle of a turn. What happens to the jumping stack itself changes none of
/// its jumps, because after the first it has a king on top.
struct Turn {
    us: Side,
    stacks: [Stack; Square::SLOTS],
}

impl Turn {
    /// Makes a jump that is possible and every jump after it, and takes them back.
    fn jump<W: Way>(
        &mut self,
        from: Square,
        direction: Direction,
        board: Board,
        way: W,
        visit: &mut impl FnMut(W),
    ) {
        let over = SquareSet::of(from).shift(direction.slots());
        let landing = over.shift(direction.slots());
        let (Some(over_square), Some(at)) = (over.first(), landing.first()) else { return };
        let jumped = self.stacks[over_square.slot()];
        let rest = jumped.without_top();
        self.stacks[over_square.slot()] = rest;
        self.go_on(at, board.after_jump(over, rest, self.us), way.jump(direction), visit);
        self.stacks[over_square.slot()] = jumped;
    }

    fn go_on<W: Way>(&mut self, at: Square, board: Board, way: W, visit: &mut impl FnMut(W)) {
        let mut complete = true;
        for direction in Direction::ALL {
            let over = SquareSet::of(at).shift(direction.slots()) & board.theirs;
            if !(over.shift(direction.slots()) & board.empty).is_empty() {
                complete = false;
                self.jump(at, direction, board, way, visit);
            }
        }
        if complete {
            visit(way);
        }
    }
}

impl Board {
    /// The board when the top on `over` has been taken and `rest` is left there.
    #[inline]
    fn after_jump(self, over: SquareSet, rest: Stack, us: Side) -> Board {
        match rest.top() {
            None => Board { theirs: self.theirs & !over, empty: self.empty | over },
            Some(owner) if owner == us => Board { theirs: self.theirs & !over, ..self },
            Some(_) => self,
        }
    }
}

/// The row where a side's men are crowned and its stacks cleared of enemies.
pub(super) const KING_ME_ROW: BySide<SquareSet> =
    BySide::new(SquareSet::BOTTOM_ROW, SquareSet::TOP_ROW);
