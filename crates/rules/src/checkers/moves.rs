//! What a player can decide in the checkers family, and finding all of it.

use core::fmt;
use core::marker::PhantomData;

use super::board::Board;
use super::rule_set::{JumpRule, RuleSet};
use crate::Side;
use crate::dark::{Direction, Path, Square, SquareSet};

/// One decision of a player.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A checker steps or jumps.
    Go {
        /// Its way.
        path: Path,
        /// The checkers that it takes.
        captured: SquareSet,
        /// Whether it is crowned on the way.
        crowned: bool,
    },
    /// Regal: a player who cannot move passes.
    Pass,
    /// Parker: take the move back, and make the jump.
    Compel,
    /// Parker: the checker on this square should have jumped, and is taken off.
    Huff(Square),
    /// Parker: the move stands as it is.
    Stand,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Go { path, .. } => path.fmt(f),
            Move::Pass => f.write_str("pass"),
            Move::Compel => f.write_str("compel"),
            Move::Huff(square) => write!(f, "huff {square}"),
            Move::Stand => f.write_str("stand"),
        }
    }
}

/// Visits every step of a side.
#[inline(always)]
pub(super) fn each_step(board: &Board, side: Side, visit: &mut impl FnMut(Move)) {
    for direction in Board::forward(side) {
        for from in board.steppers(side, direction) {
            let path = Path::step(from, direction);
            let crowned = Board::far_row(side).contains(path.to()) & !board.kings().contains(from);
            visit(Move::Go { path, captured: SquareSet::EMPTY, crowned });
        }
    }
    if !(board.kings() & board.of(side)).is_empty() {
        each_step_back(board, side, visit);
    }
}

#[inline(never)]
fn each_step_back(board: &Board, side: Side, visit: &mut impl FnMut(Move)) {
    for direction in Board::forward(!side) {
        for from in board.steppers(side, direction) {
            let path = Path::step(from, direction);
            visit(Move::Go { path, captured: SquareSet::EMPTY, crowned: false });
        }
    }
}

/// Visits every jump of a side that is allowed as a whole move: complete ones, and where a player
/// may stop a jump those that stop, too.
#[inline(always)]
pub(super) fn each_jump<R: RuleSet>(
    board: &Board,
    side: Side,
    complete_only: bool,
    visit: &mut impl FnMut(Move),
) {
    let mut jumper = Jumper::<R, _>::new(board, side, complete_only, visit);
    let men = board.of(side) & !board.kings();
    for (direction, open) in Board::forward(side).into_iter().zip(jumper.open) {
        for from in men & open {
            jumper.man_hop(Path::standing(from), SquareSet::EMPTY, direction);
        }
    }
    let kings = board.of(side) & board.kings();
    if !kings.is_empty() {
        jumper.kings(kings);
    }
}

/// What stays the same while the checkers of one side are looked at.
struct Jumper<'a, R, V> {
    side: Side,
    enemies: SquareSet,
    empty: SquareSet,
    /// From where a man can jump, for each forward direction. Men only go forward, so nothing
    /// that a man leaves or takes on its way changes it.
    open: [SquareSet; 2],
    stops: bool,
    visit: &'a mut V,
    rules: PhantomData<R>,
}

impl<'a, R: RuleSet, V: FnMut(Move)> Jumper<'a, R, V> {
    #[inline(always)]
    fn new(board: &Board, side: Side, complete_only: bool, visit: &'a mut V) -> Self {
        Jumper {
            side,
            enemies: board.of(!side),
            empty: board.empty(),
            open: Board::forward(side).map(|direction| board.open_to_jump(side, direction)),
            stops: R::JUMPING != JumpRule::Must && !complete_only,
            visit,
            rules: PhantomData,
        }
    }

    /// A man's jump, known to be open, and every way to go on after it.
    #[inline(always)]
    fn man_hop(&mut self, path: Path, captured: SquareSet, direction: Direction) {
        let over = SquareSet::of(path.to()).shift(direction.slots());
        let (path, captured) = (path.jump(direction), captured | over);
        let crowned = Board::far_row(self.side).contains(path.to());
        let mut goes_on = (self.open[0] | self.open[1]).contains(path.to());
        if goes_on {
            self.man_goes_on(path, captured);
        } else if R::CROWNED_GOES_ON && crowned {
            goes_on = self.king_goes_on(path, captured, true);
        }
        if !goes_on || self.stops {
            (self.visit)(Move::Go { path, captured, crowned });
        }
    }

    #[inline(never)]
    fn man_goes_on(&mut self, path: Path, captured: SquareSet) {
        for (direction, open) in Board::forward(self.side).into_iter().zip(self.open) {
            if open.contains(path.to()) {
                self.man_hop_on(path, captured, direction);
            }
        }
    }

    fn man_hop_on(&mut self, path: Path, captured: SquareSet, direction: Direction) {
        self.man_hop(path, captured, direction);
    }

    #[inline(never)]
    fn kings(&mut self, kings: SquareSet) {
        for from in kings {
            self.king_goes_on(Path::standing(from), SquareSet::EMPTY, false);
        }
    }

    /// Visits every way to go on as a king, and tells whether there was one. What was taken, and
    /// the square that the checker came from, are open to it.
    fn king_goes_on(&mut self, path: Path, captured: SquareSet, crowned: bool) -> bool {
        let open = self.empty | captured | SquareSet::of(path.from());
        let mut any = false;
        for direction in Direction::ALL {
            let over = SquareSet::of(path.to()).shift(direction.slots()) & self.enemies & !captured;
            if (over.shift(direction.slots()) & open).is_empty() {
                continue;
            }
            any = true;
            let (path, captured) = (path.jump(direction), captured | over);
            let goes_on = self.king_goes_on(path, captured, crowned);
            if !goes_on || self.stops {
                (self.visit)(Move::Go { path, captured, crowned });
            }
        }
        any
    }
}
