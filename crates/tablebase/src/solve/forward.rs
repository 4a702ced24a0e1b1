//! The first look at a position: all its moves that lead out of its part, to values that are
//! known, and how many kings' moves are left.

use crownhead_rules::Position;
use crownhead_rules::checkers::{Checkers, Jumping, RuleSet, Stuck};

use super::cell::Cell;
use crate::view::FAR_ROW;
use crate::{Store, Value, View};

/// Settles a position if what is known does, and opens it otherwise.
#[inline]
pub(super) fn look<R: RuleSet>(store: &Store, view: &View, cell: &Cell) {
    let mut best = Value::Loss;
    let position = view.position::<R>();
    let jumps = !position.board().all_jumpers(position.side()).is_empty();
    if jumps {
        best = best_jump(store, &position);
        if R::JUMPING == Jumping::Must {
            return cell.settle(best);
        }
    }
    best = best.or_better(best_step_of_man(store, view));
    if best == Value::Win {
        return cell.settle(best);
    }
    let ways = king_steps(view);
    let draws = u32::from(best == Value::Draw);
    if ways > 0 {
        return cell.open(ways + draws);
    }
    if R::STUCK == Stuck::Passes && !jumps && !can_step(view) {
        return if can_move(&view.turned()) { cell.open(1) } else { cell.settle(Value::Draw) };
    }
    cell.settle(best);
}

/// The best value that a jump leads to.
fn best_jump<R: RuleSet>(store: &Store, position: &Checkers<R>) -> Value {
    let mut best = Value::Loss;
    let open = position.board().empty().len();
    position.each_child(|child| {
        // Where a jump is a choice, steps come along: they take nothing off the board.
        if best != Value::Win && child.board().empty().len() > open {
            best = best.or_better(known(store, &View::of(&child)));
        }
    });
    best
}

fn best_step_of_man(store: &Store, view: &View) -> Value {
    let mut best = Value::Loss;
    each_step_of_man(view, |next| {
        if best != Value::Win {
            best = best.or_better(known(store, &next));
        }
    });
    best
}

/// The value of a position to the side that has just moved.
fn known(store: &Store, next: &View) -> Value {
    store.value(next).expect("what a class leads to is solved before it").turned()
}

/// Hands the position after every step of a man to `visit`, as the enemy sees it.
fn each_step_of_man(view: &View, mut visit: impl FnMut(View)) {
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
            visit(next.turned());
        }
    }
}

/// How many steps our kings have.
#[inline]
pub(super) fn king_steps(view: &View) -> u32 {
    let (kings, empty) = (view.our_kings, view.empty());
    let count = |set: u64| (set & empty).count_ones();
    count(kings << 4) + count(kings << 5) + count(kings >> 4) + count(kings >> 5)
}

fn can_step(view: &View) -> bool {
    king_steps(view) > 0 || (view.our_men << 4 | view.our_men << 5) & view.empty() != 0
}

/// Whether the side to move can move any checker.
pub(super) fn can_move(view: &View) -> bool {
    can_step(view) || jumps(view)
}

fn jumps(view: &View) -> bool {
    let (them, empty) = (view.their_men | view.their_kings, view.empty());
    let down = |set: u64, slots: u32| (set << slots & them) << slots & empty;
    let up = |set: u64, slots: u32| (set >> slots & them) >> slots & empty;
    let (all, kings) = (view.our_men | view.our_kings, view.our_kings);
    down(all, 4) | down(all, 5) | up(kings, 4) | up(kings, 5) != 0
}
