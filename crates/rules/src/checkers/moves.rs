//! The moves of the checkers family and their generator.

use core::fmt;
use core::marker::PhantomData;

use super::board::Board;
use super::rule_set::{JumpRule, RuleSet};
use crate::Side;
use crate::dark::{Direction, Path, Square, SquareSet};

/// One whole decision of a player.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A checker steps or jumps.
    Go {
        /// The squares it passes.
        path: Path,
        /// The squares of the captured checkers.
        captured: SquareSet,
        /// Whether it is a man that is crowned by this move.
        crowned: bool,
    },
    /// Regal: a player who cannot move passes.
    Pass,
    /// Parker: the opponent must take the move back and jump.
    Compel,
    /// Parker: removes the checker on this square, which should have jumped.
    Huff(Square),
    /// Parker: the opponent's move stands.
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
    if !(board.kings() & board.pieces(side)).is_empty() {
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

/// Visits every jump of a side that is a whole move: complete jumps, and those that stop early
/// where the rules allow it.
#[inline(always)]
pub(super) fn each_jump<R: RuleSet>(
    board: &Board,
    side: Side,
    complete_only: bool,
    visit: &mut impl FnMut(Move),
) {
    let mut jumper = Jumper::<R, _>::new(board, side, complete_only, visit);
    let men = board.pieces(side) & !board.kings();
    for (direction, open) in Board::forward(side).into_iter().zip(jumper.open) {
        for from in men & open {
            jumper.man_hop(Path::new(from), SquareSet::EMPTY, direction);
        }
    }
    let kings = board.pieces(side) & board.kings();
    if !kings.is_empty() {
        jumper.kings(kings);
    }
}

/// The state that all jumps of one side share.
struct Jumper<'a, R, V> {
    side: Side,
    enemies: SquareSet,
    empty: SquareSet,
    /// The squares from which a man can jump, for each forward direction. Men only move forward, so
    /// nothing that a man leaves or captures changes them.
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
            enemies: board.pieces(!side),
            empty: board.empty(),
            open: Board::forward(side).map(|direction| board.jump_origins(side, direction)),
            stops: R::JUMPING != JumpRule::Must && !complete_only,
            visit,
            rules: PhantomData,
        }
    }

    /// A man's jump, known to be possible, and all its continuations.
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
            self.king_goes_on(Path::new(from), SquareSet::EMPTY, false);
        }
    }

    /// Visits all continuations as a king, and returns whether there are any. The captured squares
    /// and the start square count as empty.
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
