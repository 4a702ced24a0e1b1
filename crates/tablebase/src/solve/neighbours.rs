//! Two parts that lead to each other by moves of kings: a part with either side on turn.

use crownhead_rules::checkers::{RuleSet, Stuck};

use super::forward::can_move;
use crate::index::{Index, Part, men_number};
use crate::store::Solved;
use crate::view::{SQUARES, turned};
use crate::{Class, Store, View};

/// A part from both sides. In a part that is the same turned both are one.
pub(super) struct Neighbours<'a> {
    pub(super) sides: Vec<OneSide<'a>>,
}

/// A part with one side on turn.
pub(super) struct OneSide<'a> {
    pub(super) solved: &'a Solved,
    pub(super) place: usize,
}

impl<'a> Neighbours<'a> {
    /// A part of a class and its neighbour; none if they are found from the other side.
    pub(super) fn new(store: &'a Store, class: Class, place: usize) -> Option<Neighbours<'a>> {
        let (solved, turned) = (store.solved(class), store.solved(class.turned()));
        let other = turned.index.turned_part(&solved.index.parts()[place]);
        let same = class == class.turned();
        if same && other < place {
            return None;
        }
        let mut sides = vec![OneSide { solved, place }];
        if !(same && other == place) {
            sides.push(OneSide { solved: turned, place: other });
        }
        Some(Neighbours { sides })
    }

    /// The side that the moves of a side lead to.
    pub(super) fn other(&self, side: usize) -> usize {
        self.sides.len() - 1 - side
    }

    /// Hands every position that leads to one by a king's move or a pass to `tell`: its number
    /// among those of the other side. Whether the move was allowed there is not asked.
    #[inline]
    pub(super) fn each_before<R: RuleSet>(
        &self,
        side: usize,
        view: &View,
        mut tell: impl FnMut(usize),
    ) {
        let index = &self.sides[self.other(side)].solved.index;
        let men = men_number(turned(view.their_men), turned(view.our_men));
        let (free, empty) = (SQUARES & !view.men(), view.empty());
        let mut number = |kings| tell(index.turned_number(men, free, view.our_kings, kings));
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
        if R::STUCK == Stuck::Passes && can_move(view) && !can_move(&view.turned()) {
            number(view.their_kings);
        }
    }
}

impl<'a> OneSide<'a> {
    pub(super) fn index(&self) -> &'a Index {
        &self.solved.index
    }

    pub(super) fn part(&self) -> &'a Part {
        &self.solved.index.parts()[self.place]
    }

    /// How many positions it has.
    pub(super) fn len(&self) -> usize {
        self.index().len_of(self.part()) as usize
    }
}
