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

    /// What a side controls and may move in a direction: everything forward, only kings backward.
    #[inline]
    fn movers(&self, side: Side, direction: Direction) -> SquareSet {
        let ours = self.tops[side];
        if direction.is_up() == (side == Side::Second) { ours } else { ours & self.kings }
    }

    /// The stacks that can step in a direction, whatever they should do.
    #[inline]
    pub(super) fn steppers(&self, direction: Direction) -> SquareSet {
        self.movers(self.side, direction) & self.empty().shift(-direction.slots())
    }

    /// The stacks that can jump in a direction.
    #[inline]
    pub(super) fn jumpers(&self, direction: Direction) -> SquareSet {
        self.jumpers_of(self.side, direction)
    }

    /// The stacks of a side that could jump in a direction if it were to move.
    #[inline]
    fn jumpers_of(&self, side: Side, direction: Direction) -> SquareSet {
        let slots = direction.slots();
        self.movers(side, direction)
            & self.tops[!side].shift(-slots)
            & self.empty().shift(-2 * slots)
    }

    /// Whether a side could jump if it were to move. Bits are all it costs: no move is made.
    #[inline]
    pub fn can_jump(&self, side: Side) -> bool {
        !self.jumped_by(side).is_empty()
    }

    /// The stacks that a side could jump first if it were to move.
    #[inline]
    pub fn jumped_by(&self, side: Side) -> SquareSet {
        Direction::ALL
            .into_iter()
            .fold(SquareSet::EMPTY, |set, way| set | self.jumpers_of(side, way).shift(way.slots()))
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
        let theirs = self.tops[!self.side];
        let mut turn = Turn { them: !self.side, stacks: self.stacks, landings: SquareSet::EMPTY };
        for direction in Direction::ALL {
            for from in self.jumpers(direction) {
                turn.landings = self.empty() | SquareSet::of(from);
                turn.jump(from, direction, theirs, W::standing(from), &mut visit);
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

/// The board in the middle of a turn. What happens to the jumping stack itself changes none of
/// its jumps, because after the first it has a king on top.
struct Turn {
    them: Side,
    stacks: [Stack; Square::SLOTS],
    /// Where a jump can land: what was empty at first, and the square that the stack left. The
    /// squares that are jumped do not matter here, emptied or not: they are an odd number of rows
    /// away from the start, and all landings an even number.
    landings: SquareSet,
}

impl Turn {
    /// Makes a jump that is possible and every jump after it, and takes them back.
    fn jump<W: Way>(
        &mut self,
        from: Square,
        direction: Direction,
        theirs: SquareSet,
        way: W,
        visit: &mut impl FnMut(W),
    ) {
        let over = SquareSet::of(from).shift(direction.slots());
        let landing = over.shift(direction.slots());
        let (Some(jumped), Some(at)) = (over.first(), landing.first()) else { return };
        let before = self.stacks[jumped.slot()];
        let rest = before.without_top();
        let theirs = if rest.top() == Some(self.them) { theirs } else { theirs & !over };
        self.stacks[jumped.slot()] = rest;
        self.go_on(at, theirs, way.jump(direction), visit);
        self.stacks[jumped.slot()] = before;
    }

    fn go_on<W: Way>(&mut self, at: Square, theirs: SquareSet, way: W, visit: &mut impl FnMut(W)) {
        let mut complete = true;
        for direction in Direction::ALL {
            let over = SquareSet::of(at).shift(direction.slots()) & theirs;
            if !(over.shift(direction.slots()) & self.landings).is_empty() {
                complete = false;
                self.jump(at, direction, theirs, way, visit);
            }
        }
        if complete {
            visit(way);
        }
    }
}

/// The row where a side's men are crowned and its stacks cleared of enemies.
pub(super) const KING_ME_ROW: BySide<SquareSet> =
    BySide::new(SquareSet::BOTTOM_ROW, SquareSet::TOP_ROW);
