//! Import of classes that were solved before, from their tables.

use core::ops::Deref;

use crownhead_rules::checkers::RuleSet;
use rayon::prelude::*;

use super::distance::half_by_exits;
use super::initialize::best_exit;
use crate::distance_store::{DistanceStore, NEVER};
use crate::index::Slice;
use crate::packed::Packed;
use crate::run_length::BLOCK;
use crate::{
    BoardView, DistanceSolver, DistanceTable, RetrogradeSolver, RuleFamily, ValueStore, Wld,
    WldTable,
};

impl RetrogradeSolver {
    /// Imports a class from its table, as if it had been solved here. All classes of fewer checkers
    /// must be known: they have the values that the table leaves out.
    pub fn import<R: RuleSet, B: Deref<Target = [u8]> + Sync>(&mut self, table: &WldTable<B>) {
        let class = table.index().class();
        self.store.reserve(class);
        let solved = self.store.solved(class);
        let slices = solved.index.slices();
        (0..slices.len()).into_par_iter().for_each(|slice_number| {
            solved.store(slice_number, values::<R, B>(&self.store, table, &slices[slice_number]));
        });
    }
}

impl DistanceSolver<'_> {
    /// Imports a class from its table, as if it had been solved here.
    pub fn import<R: RuleSet, B: Deref<Target = [u8]> + Sync>(&mut self, table: &DistanceTable<B>) {
        let index = &self.store.solved(table.class()).index;
        self.distances.reserve(index);
        (0..index.slices().len()).into_par_iter().for_each(|slice_number| {
            let slice = &index.slices()[slice_number];
            let mut halves = Vec::with_capacity(index.len_of(slice) as usize);
            let end = slice.start + index.len_of(slice);
            index.each_between(slice.start, end, |view| {
                halves.push(half::<R, B>(self.store, &self.distances, table, view));
            });
            self.distances.store(table.class(), slice_number, halves);
        });
    }
}

fn leaves_out<R: RuleSet>(view: &BoardView) -> bool {
    RuleFamily::of::<R>().is_some_and(|family| family.leaves_out(view))
}

fn values<R: RuleSet, B: Deref<Target = [u8]>>(
    store: &ValueStore,
    table: &WldTable<B>,
    slice: &Slice,
) -> Packed {
    let index = table.index();
    let (begin, count) = (slice.start, index.len_of(slice));
    let mut values: Vec<Wld> = Vec::with_capacity(count as usize);
    let mut block = (u64::MAX, Vec::new());
    index.each_between(begin, begin + count, |view| {
        let number = begin + values.len() as u64;
        let at = number / BLOCK as u64;
        if block.0 != at {
            block = (at, table.values_of(at as usize));
        }
        values.push(match leaves_out::<R>(view) {
            true => best_exit::<R>(store, view),
            false => block.1[(number % BLOCK as u64) as usize],
        });
    });
    Packed::new(values.len(), |slice_number| values[slice_number])
}

fn half<R: RuleSet, B: Deref<Target = [u8]>>(
    store: &ValueStore,
    distances: &DistanceStore,
    table: &DistanceTable<B>,
    view: &BoardView,
) -> u8 {
    let value = store.value(view).unwrap_or(Wld::Draw);
    if value == Wld::Draw {
        return NEVER;
    }
    if !leaves_out::<R>(view) {
        return table.half(view).unwrap_or(NEVER);
    }
    half_by_exits::<R>(store, distances, view, value).0
}
