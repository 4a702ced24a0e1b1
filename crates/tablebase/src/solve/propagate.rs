//! Backward propagation of retrograde analysis: a solved position updates every position that leads
//! to it, until nothing changes.

use crownhead_rules::checkers::RuleSet;
use rayon::prelude::*;

use super::cell::Cell;
use super::initialize;
use super::neighbours::Neighbours;
use crate::packed::Packed;
use crate::{BoardView, ValueStore, Wld};

/// A slice being solved, from the points of view of both sides.
struct OpenSlice<'a> {
    neighbours: Neighbours<'a>,
    cells: Vec<Vec<Cell>>,
}

/// The positions solved in one iteration: number and value.
type SolvedPositions = Vec<(u32, Wld)>;

/// Units per task of parallel work.
const UNITS_PER_TASK: usize = 64;

/// Solves a slice and its neighbour, and stores their values.
pub(super) fn solve<R: RuleSet>(store: &ValueStore, neighbours: Neighbours<'_>) {
    let cells = |count| std::iter::repeat_with(Cell::default).take(count).collect();
    let cells = neighbours.sides.iter().map(|side| cells(side.len())).collect();
    let open = OpenSlice { neighbours, cells };
    let sides = 0..open.cells.len();
    for side in sides.clone() {
        open.walk(side, |number, view, _| {
            initialize::initialize::<R>(store, view, &open.cells[side][number]);
        });
    }
    let other = |side| open.neighbours.other(side);
    let mut waves: Vec<SolvedPositions> =
        sides.clone().map(|side| open.first::<R>(other(side))).collect();
    while waves.iter().any(|wave| !wave.is_empty()) {
        let next = |side| open.next::<R>(other(side), &waves[other(side)]);
        waves = sides.clone().map(next).collect();
    }
    for (side, cells) in open.neighbours.sides.iter().zip(&open.cells) {
        side.solved
            .store(side.slice_number, Packed::new(cells.len(), |number| cells[number].value()));
    }
}

impl OpenSlice<'_> {
    /// Propagates the positions that the initial pass solved on one side; returns those that it
    /// solves on the other.
    fn first<R: RuleSet>(&self, from: usize) -> SolvedPositions {
        self.walk(from, |number, view, wave| {
            if let Some(value) = self.cells[from][number].initial() {
                self.propagate::<R>(from, view, value, wave);
            }
        })
    }

    /// Propagates solved positions of one side; returns those that it solves on the other.
    fn next<R: RuleSet>(&self, from: usize, wave: &SolvedPositions) -> SolvedPositions {
        let side = &self.neighbours.sides[from];
        let stretch = |settled: &[(u32, Wld)]| {
            let mut known = SolvedPositions::new();
            for &(number, value) in settled {
                let view = side.index().local_view(side.slice_number, number as usize);
                self.propagate::<R>(from, &view, value, &mut known);
            }
            known
        };
        wave.par_chunks(1 << 12).map(stretch).flatten_iter().collect()
    }

    #[inline]
    fn propagate<R: RuleSet>(
        &self,
        from: usize,
        view: &BoardView,
        value: Wld,
        wave: &mut SolvedPositions,
    ) {
        let cells = &self.cells[self.neighbours.other(from)];
        self.neighbours.each_predecessor::<R>(from, view, |number| {
            if let Some(settled) = cells[number].update(value) {
                wave.push((number as u32, settled));
            }
        });
    }

    /// Calls `visit` with every position of a side, on all threads, with a list to push solved
    /// positions to.
    fn walk(
        &self,
        side: usize,
        visit: impl Fn(usize, &BoardView, &mut SolvedPositions) + Sync,
    ) -> SolvedPositions {
        let (index, slice) =
            (self.neighbours.sides[side].index(), self.neighbours.sides[side].slice());
        let units = (0..index.units(slice)).into_par_iter().with_min_len(UNITS_PER_TASK);
        let unit = |mut wave: SolvedPositions, unit: usize| {
            index.each_of_unit(slice, unit, |number, view| visit(number, view, &mut wave));
            wave
        };
        units.fold(SolvedPositions::new, unit).flatten_iter().collect()
    }
}
