//! Two parts that lead to each other by moves of kings, solved together: what is settled is told
//! to every position that leads to it, until nothing more follows.

use crownhead_rules::checkers::{RuleSet, Stuck};
use rayon::prelude::*;

use super::cell::Cell;
use super::forward::{self, can_move};
use crate::index::{Part, men_number};
use crate::packed::Packed;
use crate::store::Solved;
use crate::view::SQUARES;
use crate::{Class, Store, Value, View};

/// A part from both sides. In a part that is the same turned both are one.
pub(super) struct Pair<'a> {
    store: &'a Store,
    sides: Vec<Half<'a>>,
}

/// The positions of a part with one side on turn.
struct Half<'a> {
    solved: &'a Solved,
    place: usize,
    cells: Vec<Cell>,
}

/// Positions that were settled, by their numbers, and their value.
type Wave = Vec<(u32, Value)>;

/// A part with fewer units than this is left to one thread.
const FEW: usize = 64;

impl<'a> Pair<'a> {
    /// The pair of a part of a class; none if it is found from the other side.
    pub(super) fn new(store: &'a Store, class: Class, place: usize) -> Option<Pair<'a>> {
        let (solved, turned) = (store.solved(class), store.solved(class.turned()));
        let other = turned.index.turned_part(&solved.index.parts()[place]);
        let same = class == class.turned();
        if same && other < place {
            return None;
        }
        let mut sides = vec![Half::new(solved, place)];
        if !(same && other == place) {
            sides.push(Half::new(turned, other));
        }
        Some(Pair { store, sides })
    }

    /// Finds the values, and keeps them in the store.
    pub(super) fn solve<R: RuleSet>(self) {
        for half in &self.sides {
            half.each(|number, view| forward::look::<R>(self.store, view, &half.cells[number]));
        }
        let last = self.sides.len() - 1;
        let mut waves: Vec<Wave> = (0..=last).map(|to| self.first_wave::<R>(last - to)).collect();
        while waves.iter().any(|wave| !wave.is_empty()) {
            waves = (0..=last).map(|to| self.next_wave::<R>(last - to, &waves[last - to])).collect();
        }
        for half in self.sides {
            let values = Packed::new(half.cells.len(), |place| half.cells[place].value());
            half.solved.keep(half.place, values);
        }
    }

    /// Tells what was settled at first sight in one half, and what that settles in the other.
    fn first_wave<R: RuleSet>(&self, from: usize) -> Wave {
        let half = &self.sides[from];
        half.collect(|number, view, wave| {
            if let Some(value) = half.cells[number].early() {
                self.tell::<R>(from, view, value, wave);
            }
        })
    }

    /// Tells what a wave has settled in one half, and what that settles in the other.
    fn next_wave<R: RuleSet>(&self, from: usize, wave: &Wave) -> Wave {
        let half = &self.sides[from];
        let tell = |told: &mut Wave, &(number, value): &(u32, Value)| {
            let view = half.solved.index.local_view(half.place, number as usize);
            self.tell::<R>(from, &view, value, told);
        };
        let chunk = |chunk: &[(u32, Value)]| {
            let mut told = Wave::new();
            chunk.iter().for_each(|settled| tell(&mut told, settled));
            told
        };
        wave.par_chunks(1 << 12).map(chunk).flatten_iter().collect()
    }

    /// Tells the value of a position to all that lead to it by a king's move or a pass.
    #[inline]
    fn tell<R: RuleSet>(&self, from: usize, view: &View, value: Value, wave: &mut Wave) {
        let other = &self.sides[self.sides.len() - 1 - from];
        let men = men_number(crate::view::turned(view.their_men), crate::view::turned(view.our_men));
        let free = SQUARES & !view.men();
        let mut hear = |their_kings: u64| {
            let index = &other.solved.index;
            let number = index.turned_number(men, free, view.our_kings, their_kings);
            if let Some(settled) = other.cells[number].hear(value) {
                wave.push((number as u32, settled));
            }
        };
        let empty = view.empty();
        let mut left = view.their_kings;
        while left != 0 {
            let king = left & left.wrapping_neg();
            left &= left - 1;
            let mut origins = (king << 4 | king << 5 | king >> 4 | king >> 5) & empty;
            while origins != 0 {
                let origin = origins & origins.wrapping_neg();
                origins &= origins - 1;
                hear(view.their_kings ^ king | origin);
            }
        }
        if R::STUCK == Stuck::Passes && can_move(view) && !can_move(&view.turned()) {
            hear(view.their_kings);
        }
    }
}

impl<'a> Half<'a> {
    fn new(solved: &'a Solved, place: usize) -> Half<'a> {
        let count = solved.index.len_of(&solved.index.parts()[place]) as usize;
        let cells = std::iter::repeat_with(Cell::default).take(count).collect();
        Half { solved, place, cells }
    }

    fn part(&self) -> &Part {
        &self.solved.index.parts()[self.place]
    }

    /// Hands every position to `visit`, on all threads.
    fn each(&self, visit: impl Fn(usize, &View) + Sync) {
        let (index, part) = (&self.solved.index, self.part());
        let units = (0..index.units(part)).into_par_iter().with_min_len(FEW);
        units.for_each(|unit| index.each_of_unit(part, unit, &visit));
    }

    /// The same, with what is made of them.
    fn collect(&self, visit: impl Fn(usize, &View, &mut Wave) + Sync) -> Wave {
        let (index, part) = (&self.solved.index, self.part());
        let units = (0..index.units(part)).into_par_iter().with_min_len(FEW);
        let unit = |mut wave: Wave, unit: usize| {
            index.each_of_unit(part, unit, |number, view| visit(number, view, &mut wave));
            wave
        };
        units.fold(Wave::new, unit).flatten_iter().collect()
    }
}
