//! The first look at a position: all its moves that lead out of its part, to what is known, and
//! how many are left.

use crownhead_rules::Position;
use crownhead_rules::checkers::{Jumping, RuleSet, Stuck};

use super::cell::Cell;
use crate::view::FAR_ROW;
use crate::{Store, Value, View};

/// What a position has besides the moves that lead out of its part.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Besides {
    /// Nothing: it must jump.
    Nothing,
    /// So many steps of kings, or a pass.
    Ways(u32),
    /// Neither side can move, and the game is a draw.
    Deadlock,
}

/// Settles a position if what is known does, and opens it otherwise.
#[inline]
pub(super) fn look<R: RuleSet>(store: &Store, view: &View, cell: &Cell) {
    let mut best = Value::Loss;
    let besides = each_way_out::<R>(view, |next| {
        if best != Value::Win {
            best = best.or_better(known(store, &next));
        }
    });
    match besides {
        Besides::Deadlock => cell.settle(Value::Draw),
        Besides::Ways(ways) if ways > 0 && best != Value::Win => {
            cell.open(ways + u32::from(best == Value::Draw));
        }
        _ => cell.settle(best),
    }
}

/// The best value that the ways out of a part lead to.
pub(super) fn best_way_out<R: RuleSet>(store: &Store, view: &View) -> Value {
    let mut best = Value::Loss;
    each_way_out::<R>(view, |next| best = best.or_better(known(store, &next)));
    best
}

/// The value of a position to the side that has just moved.
fn known(store: &Store, next: &View) -> Value {
    store.value(next).expect("what a class leads to is solved before it").turned()
}

/// Hands the position after every jump and every step of a man to `visit`, as the enemy sees it.
#[inline]
pub(super) fn each_way_out<R: RuleSet>(view: &View, mut visit: impl FnMut(View)) -> Besides {
    let jumps = jumps(view);
    if jumps {
        let position = view.position::<R>();
        let empty = position.board().empty().len();
        position.each_child(|child| {
            // Where a jump is a choice, steps come along: they take nothing off the board.
            if child.board().empty().len() > empty {
                visit(View::of(&child));
            }
        });
        if R::JUMPING == Jumping::Must {
            return Besides::Nothing;
        }
    }
    each_step_of_man(view, visit);
    if R::STUCK == Stuck::Passes && !jumps && !can_step(view) {
        let passes = can_move(&view.turned());
        return if passes { Besides::Ways(1) } else { Besides::Deadlock };
    }
    Besides::Ways(king_steps(view))
}

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
fn king_steps(view: &View) -> u32 {
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

/// Whether the side to move can jump.
#[inline]
pub(crate) fn jumps(view: &View) -> bool {
    let (them, empty) = (view.their_men | view.their_kings, view.empty());
    let down = |set: u64, slots: u32| (set << slots & them) << slots & empty;
    let up = |set: u64, slots: u32| (set >> slots & them) >> slots & empty;
    let (all, kings) = (view.our_men | view.our_kings, view.our_kings);
    down(all, 4) | down(all, 5) | up(kings, 4) | up(kings, 5) != 0
}
