//! The initial pass of retrograde analysis: evaluates the moves that lead out of a slice, and counts
//! those that stay within.

use crownhead_rules::Position;
use crownhead_rules::checkers::{JumpRule, RuleSet, StuckRule};

use super::cell::Cell;
use crate::board_view::FAR_ROW;
use crate::{BoardView, ValueStore, Wld};

/// The moves of a position that stay within its slice.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum InnerMoves {
    /// None, because it must jump.
    None,
    /// The number of steps of kings, or one for a pass.
    Count(u32),
    /// Neither side can move: the game is a draw.
    Deadlock,
}

/// Solves a position if the moves out of its slice do, and opens it otherwise.
#[inline]
pub(super) fn initialize<R: RuleSet>(store: &ValueStore, view: &BoardView, cell: &Cell) {
    let mut best = Wld::Loss;
    let inner = each_exit::<R>(view, |next| {
        if best != Wld::Win {
            best = best.or_better(known(store, &next));
        }
    });
    match inner {
        InnerMoves::Deadlock => cell.solve(Wld::Draw),
        InnerMoves::Count(placements) if placements > 0 && best != Wld::Win => {
            cell.open(placements + u32::from(best == Wld::Draw));
        }
        _ => cell.solve(best),
    }
}

/// The best value that the moves out of the slice lead to.
pub(super) fn best_exit<R: RuleSet>(store: &ValueStore, view: &BoardView) -> Wld {
    let mut best = Wld::Loss;
    each_exit::<R>(view, |next| best = best.or_better(known(store, &next)));
    best
}

/// The known value of a position to the side that has just moved.
fn known(store: &ValueStore, next: &BoardView) -> Wld {
    store.value(next).expect("what a class leads to is solved before it").flipped()
}

/// Calls `visit` with the position after every jump and every step of a man, from the enemy's point
/// of view.
#[inline]
pub(super) fn each_exit<R: RuleSet>(
    view: &BoardView,
    mut visit: impl FnMut(BoardView),
) -> InnerMoves {
    let jumps = jumps(view);
    if jumps {
        let position = view.position::<R>();
        let empty = position.board().empty().len();
        position.each_child(|child| {
            // If jumping is optional, steps are visited too: they capture nothing.
            if child.board().empty().len() > empty {
                visit(BoardView::of(&child));
            }
        });
        if R::JUMPING == JumpRule::Must {
            return InnerMoves::None;
        }
    }
    each_step_of_man(view, visit);
    if R::STUCK == StuckRule::Passes && !jumps && !can_step(view) {
        let passes = can_move(&view.flipped());
        return if passes { InnerMoves::Count(1) } else { InnerMoves::Deadlock };
    }
    InnerMoves::Count(king_steps(view))
}

fn each_step_of_man(view: &BoardView, mut visit: impl FnMut(BoardView)) {
    let empty = view.empty();
    for slots in [4, 5] {
        let mut landings = view.our_men << slots & empty;
        while landings != 0 {
            let to = landings & landings.wrapping_neg();
            landings &= landings - 1;
            let mut next = *view;
            next.our_men ^= to >> slots;
            if to & FAR_ROW != 0 {
                next.our_kings |= to;
            } else {
                next.our_men |= to;
            }
            visit(next.flipped());
        }
    }
}

/// The number of steps of our kings.
#[inline]
fn king_steps(view: &BoardView) -> u32 {
    let (kings, empty) = (view.our_kings, view.empty());
    let count = |set: u64| (set & empty).count_ones();
    count(kings << 4) + count(kings << 5) + count(kings >> 4) + count(kings >> 5)
}

fn can_step(view: &BoardView) -> bool {
    king_steps(view) > 0 || (view.our_men << 4 | view.our_men << 5) & view.empty() != 0
}

/// Whether the side to move can move any checker.
pub(super) fn can_move(view: &BoardView) -> bool {
    can_step(view) || jumps(view)
}

/// Whether the side to move can jump.
#[inline]
pub(crate) fn jumps(view: &BoardView) -> bool {
    let (them, empty) = (view.their_men | view.their_kings, view.empty());
    let down = |set: u64, slots: u32| (set << slots & them) << slots & empty;
    let up = |set: u64, slots: u32| (set >> slots & them) >> slots & empty;
    let (all, kings) = (view.our_men | view.our_kings, view.our_kings);
    down(all, 4) | down(all, 5) | up(kings, 4) | up(kings, 5) != 0
}
