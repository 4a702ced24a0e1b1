//! Who wins the positions of a part: what is settled is told to every position that leads to it,
//! until nothing more follows.

use crownhead_rules::checkers::RuleSet;
use rayon::prelude::*;

use super::cell::Cell;
use super::forward;
use super::neighbours::Neighbours;
use crate::packed::Packed;
use crate::{Store, Value, View};

/// A part with what is known of it, from both sides.
struct Open<'a> {
    neighbours: Neighbours<'a>,
    cells: Vec<Vec<Cell>>,
}

/// Positions that were settled, by their numbers, and their value.
type Wave = Vec<(u32, Value)>;

/// Units of a part that are left to one thread.
const FEW: usize = 64;

/// Finds the values of a part and its neighbour, and keeps them in the store.
pub(super) fn solve<R: RuleSet>(store: &Store, neighbours: Neighbours<'_>) {
    let cells = |count| std::iter::repeat_with(Cell::default).take(count).collect();
    let cells = neighbours.sides.iter().map(|side| cells(side.len())).collect();
    let open = Open { neighbours, cells };
    let sides = 0..open.cells.len();
    for side in sides.clone() {
        open.walk(side, |number, view, _| {
            forward::look::<R>(store, view, &open.cells[side][number]);
        });
    }
    let other = |side| open.neighbours.other(side);
    let mut waves: Vec<Wave> = sides.clone().map(|side| open.first::<R>(other(side))).collect();
    while waves.iter().any(|wave| !wave.is_empty()) {
        let next = |side| open.next::<R>(other(side), &waves[other(side)]);
        waves = sides.clone().map(next).collect();
    }
    for (side, cells) in open.neighbours.sides.iter().zip(&open.cells) {
        side.solved.keep(side.place, Packed::new(cells.len(), |number| cells[number].value()));
    }
}

impl Open<'_> {
    /// Tells what was settled at first sight on one side, and gives what that settles on the other.
    fn first<R: RuleSet>(&self, from: usize) -> Wave {
        self.walk(from, |number, view, wave| {
            if let Some(value) = self.cells[from][number].early() {
                self.tell::<R>(from, view, value, wave);
            }
        })
    }

    /// Tells what a wave has settled on one side, and gives what that settles on the other.
    fn next<R: RuleSet>(&self, from: usize, wave: &Wave) -> Wave {
        let side = &self.neighbours.sides[from];
        let stretch = |settled: &[(u32, Value)]| {
            let mut told = Wave::new();
            for &(number, value) in settled {
                let view = side.index().local_view(side.place, number as usize);
                self.tell::<R>(from, &view, value, &mut told);
            }
            told
        };
        wave.par_chunks(1 << 12).map(stretch).flatten_iter().collect()
    }

    #[inline]
    fn tell<R: RuleSet>(&self, from: usize, view: &View, value: Value, wave: &mut Wave) {
        let cells = &self.cells[self.neighbours.other(from)];
        self.neighbours.each_before::<R>(from, view, |number| {
            if let Some(settled) = cells[number].hear(value) {
                wave.push((number as u32, settled));
            }
        });
    }

    /// Hands every position of a side to `visit`, on all threads, with a wave to add to.
    fn walk(&self, side: usize, visit: impl Fn(usize, &View, &mut Wave) + Sync) -> Wave {
        let (index, part) =
            (self.neighbours.sides[side].index(), self.neighbours.sides[side].part());
        let units = (0..index.units(part)).into_par_iter().with_min_len(FEW);
        let unit = |mut wave: Wave, unit: usize| {
            index.each_of_unit(part, unit, |number, view| visit(number, view, &mut wave));
            wave
        };
        units.fold(Wave::new, unit).flatten_iter().collect()
    }
}
