//! Import of classes that were solved before, from their tables.

use core::ops::Deref;

use crownhead_rules::checkers::RuleSet;
use rayon::prelude::*;

use super::distance::half_by_exits;
use super::initialize::best_exit;
use crate::distance_store::{DistanceStore, NEVER};
use crate::index::Part;
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
        self.store.begin(class);
        let solved = self.store.solved(class);
        let parts = solved.index.parts();
        (0..parts.len()).into_par_iter().for_each(|place| {
            solved.keep(place, values::<R, B>(&self.store, table, &parts[place]));
        });
    }
}

impl DistanceSolver<'_> {
    /// Imports a class from its table, as if it had been solved here.
    pub fn import<R: RuleSet, B: Deref<Target = [u8]> + Sync>(&mut self, table: &DistanceTable<B>) {
        let index = &self.store.solved(table.class()).index;
        self.distances.begin(index);
        (0..index.parts().len()).into_par_iter().for_each(|place| {
            let part = &index.parts()[place];
            let mut halves = Vec::with_capacity(index.len_of(part) as usize);
            let end = part.start + index.len_of(part);
            index.each_between(part.start, end, |view| {
                halves.push(half::<R, B>(self.store, &self.distances, table, view));
            });
            self.distances.keep(table.class(), place, halves);
        });
    }
}

fn leaves_out<R: RuleSet>(view: &BoardView) -> bool {
    RuleFamily::of::<R>().is_some_and(|family| family.leaves_out(view))
}

fn values<R: RuleSet, B: Deref<Target = [u8]>>(
    store: &ValueStore,
    table: &WldTable<B>,
    part: &Part,
) -> Packed {
    let index = table.index();
    let (begin, count) = (part.start, index.len_of(part));
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
    Packed::new(values.len(), |place| values[place])
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
