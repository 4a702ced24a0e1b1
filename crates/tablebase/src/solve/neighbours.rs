//! Neighbouring slices: two slices that lead to each other by moves of kings, one for each side to move.

use crownhead_rules::checkers::{RuleSet, StuckRule};

use super::initialize::can_move;
use crate::board_view::{SQUARES, flipped};
use crate::index::{ClassIndex, Slice, men_number};
use crate::value_store::SolvedClass;
use crate::{BoardView, Class, ValueStore};

/// A slice from both points of view. If the slice is its own flipped slice, both are one.
pub(super) struct Neighbours<'a> {
    pub(super) sides: Vec<OneSide<'a>>,
}

/// A slice with one side to move.
pub(super) struct OneSide<'a> {
    pub(super) solved: &'a SolvedClass,
    pub(super) slice_number: usize,
}

impl<'a> Neighbours<'a> {
    /// A slice of a class and its neighbour; none if the neighbour comes first and includes it.
    pub(super) fn new(
        store: &'a ValueStore,
        class: Class,
        slice_number: usize,
    ) -> Option<Neighbours<'a>> {
        let (solved, flipped) = (store.solved(class), store.solved(class.flipped()));
        let other = flipped.index.flipped_slice(&solved.index.slices()[slice_number]);
        let same = class == class.flipped();
        if same && other < slice_number {
            return None;
        }
        let mut sides = vec![OneSide { solved, slice_number }];
        if !(same && other == slice_number) {
            sides.push(OneSide { solved: flipped, slice_number: other });
        }
        Some(Neighbours { sides })
    }

    /// The other side, to which the moves of a side lead.
    pub(super) fn other(&self, side: usize) -> usize {
        self.sides.len() - 1 - side
    }

    /// Unmoves: calls `visit` with the number, on the other side, of every position that leads to
    /// this one by a king's move or a pass. Does not check whether the move is legal there.
    #[inline]
    pub(super) fn each_predecessor<R: RuleSet>(
        &self,
        side: usize,
        view: &BoardView,
        mut visit: impl FnMut(usize),
    ) {
        let index = &self.sides[self.other(side)].solved.index;
        let men = men_number(flipped(view.their_men), flipped(view.our_men));
        let (free, empty) = (SQUARES & !view.men(), view.empty());
        let mut number = |kings| visit(index.flipped_number(men, free, view.our_kings, kings));
        let mut left = view.their_kings;
        while left != 0 {
            let king = left & left.wrapping_neg();
            left &= left - 1;
            let mut origins = (king << 4 | king << 5 | king >> 4 | king >> 5) & empty;
            while origins != 0 {
                let origin = origins & origins.wrapping_neg();
                origins &= origins - 1;
                number(view.their_kings ^ king | origin);
            }
        }
        if R::STUCK == StuckRule::Passes && can_move(view) && !can_move(&view.flipped()) {
            number(view.their_kings);
        }
    }
}

impl<'a> OneSide<'a> {
    pub(super) fn index(&self) -> &'a ClassIndex {
        &self.solved.index
    }

    pub(super) fn slice(&self) -> &'a Slice {
        &self.solved.index.slices()[self.slice_number]
    }

    /// The number of positions.
    pub(super) fn len(&self) -> usize {
        self.index().len_of(self.slice()) as usize
    }
}
