//! The move generator of Stack'Em: steps, and jumps with all their routes. Playing a move is in the
//! parent module.

use super::{Stack, StackEm};
use crate::dark::{Direction, Path, Square, SquareSet};
use crate::{BySide, Side};

impl StackEm {
    /// The squares with no checker.
    #[inline]
    pub(super) fn empty(&self) -> SquareSet {
        SquareSet::ALL & !(self.tops.first | self.tops.second)
    }

    /// The stacks that a side may move in a direction: all forward, only kings backward.
    #[inline]
    fn movers(&self, side: Side, direction: Direction) -> SquareSet {
        let ours = self.tops[side];
        if direction.is_up() == (side == Side::Second) { ours } else { ours & self.kings }
    }

    /// The stacks that can step in a direction, even if a jump is mandatory.
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

    /// Whether a side could jump if it were to move. Cheap: it generates no moves.
    #[inline]
    pub fn can_jump(&self, side: Side) -> bool {
        !self.jumped_by(side).is_empty()
    }

    /// The stacks that a side could jump first if it were to move.
    #[inline]
    pub fn jumped_by(&self, side: Side) -> SquareSet {
        Direction::ALL.into_iter().fold(SquareSet::EMPTY, |set, direction| {
            set | self.jumpers_of(side, direction).shift(direction.slots())
        })
    }

    /// The stacks that can jump in any direction.
    #[inline]
    pub(super) fn all_jumpers(&self) -> SquareSet {
        Direction::ALL
            .into_iter()
            .fold(SquareSet::EMPTY, |set, direction| set | self.jumpers(direction))
    }

    /// Whether the side to move has a move.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        Direction::ALL
            .into_iter()
            .any(|direction| !(self.steppers(direction) | self.jumpers(direction)).is_empty())
    }

    /// Visits every step, even if a jump is mandatory.
    #[inline]
    pub(super) fn each_step(&self, mut visit: impl FnMut(Path)) {
        for direction in Direction::ALL {
            for from in self.steppers(direction) {
                visit(Path::step(from, direction));
            }
        }
    }

    /// The number of steps that [`StackEm::each_step`] visits.
    #[inline]
    pub(super) fn count_steps(&self) -> u64 {
        Direction::ALL.into_iter().map(|direction| u64::from(self.steppers(direction).len())).sum()
    }

    /// Visits every complete jump, with as much of its route as `R` records.
    ///
    /// Each jump takes a checker off the top of an enemy stack and buries it for the rest of the
    /// turn. The enemy has at most twelve, so the recursion ends after at most twelve jumps.
    #[inline]
    pub(super) fn each_jump<R: Route>(&self, mut visit: impl FnMut(R)) {
        let theirs = self.tops[!self.side];
        let mut turn = Turn { them: !self.side, stacks: self.stacks, landings: SquareSet::EMPTY };
        for direction in Direction::ALL {
            for from in self.jumpers(direction) {
                turn.landings = self.empty() | SquareSet::of(from);
                turn.jump(from, direction, theirs, R::start(from), &mut visit);
            }
        }
    }
}

/// The record of a jump's route: a [`Path`], or nothing when jumps are only counted.
pub(super) trait Route: Copy {
    fn start(from: Square) -> Self;
    fn jump(self, direction: Direction) -> Self;
}

impl Route for Path {
    #[inline]
    fn start(from: Square) -> Path {
        Path::new(from)
    }

    #[inline]
    fn jump(self, direction: Direction) -> Path {
        Path::jump(self, direction)
    }
}

impl Route for () {
    #[inline]
    fn start(_: Square) {}

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
    /// Makes a possible jump and all its continuations, and undoes them.
    fn jump<R: Route>(
        &mut self,
        from: Square,
        direction: Direction,
        theirs: SquareSet,
        route: R,
        visit: &mut impl FnMut(R),
    ) {
        let over = SquareSet::of(from).shift(direction.slots());
        let landing = over.shift(direction.slots());
        let (Some(jumped), Some(at)) = (over.first(), landing.first()) else { return };
        let before = self.stacks[jumped.slot()];
        let rest = before.without_top();
        let theirs = if rest.top() == Some(self.them) { theirs } else { theirs & !over };
        self.stacks[jumped.slot()] = rest;
        self.continue_jump(at, theirs, route.jump(direction), visit);
        self.stacks[jumped.slot()] = before;
    }

    fn continue_jump<R: Route>(
        &mut self,
        at: Square,
        theirs: SquareSet,
        route: R,
        visit: &mut impl FnMut(R),
    ) {
        let mut complete = true;
        for direction in Direction::ALL {
            let over = SquareSet::of(at).shift(direction.slots()) & theirs;
            if !(over.shift(direction.slots()) & self.landings).is_empty() {
                complete = false;
                self.jump(at, direction, theirs, route, visit);
            }
        }
        if complete {
            visit(route);
        }
    }
}

/// The row where a side's men are crowned and its stacks cleared of enemies.
pub(super) const KING_ME_ROW: BySide<SquareSet> =
    BySide::new(SquareSet::BOTTOM_ROW, SquareSet::TOP_ROW);
