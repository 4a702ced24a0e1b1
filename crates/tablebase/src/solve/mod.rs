//! Retrograde analysis: solves the values and distances of a class from those of the classes that it
//! leads to.

mod cell;
mod distance;
mod import;
mod initialize;
mod neighbours;
mod propagate;

use crownhead_rules::checkers::RuleSet;
use rayon::prelude::*;

use crate::distance_store::DistanceStore;
use crate::{Class, ValueStore};
pub(crate) use initialize::jumps;
use neighbours::Neighbours;

/// Retrograde analysis of values: the winner of each position, class after class.
#[derive(Debug)]
pub struct RetrogradeSolver {
    store: ValueStore,
}

impl RetrogradeSolver {
    /// A solver for classes of at most `most` checkers.
    pub fn new(most: u8) -> RetrogradeSolver {
        RetrogradeSolver { store: ValueStore::new(most) }
    }

    /// Solves a class and its flipped class. All classes of fewer checkers must be solved, and those
    /// of as many checkers with fewer men.
    ///
    /// # Panics
    ///
    /// If they are not, or if the class has more checkers than the solver was created for.
    pub fn solve<R: RuleSet>(&mut self, class: Class) {
        let flipped = class.flipped();
        self.store.reserve(class);
        if flipped != class {
            self.store.reserve(flipped);
        }
        each_pair(&self.store, class, |pair| propagate::solve::<R>(&self.store, pair));
    }

    /// The solved values.
    pub fn store(&self) -> &ValueStore {
        &self.store
    }

    /// Solves all classes of at most `most` checkers.
    pub fn all<R: RuleSet>(most: u8) -> ValueStore {
        let mut solver = RetrogradeSolver::new(most);
        for class in (2..=most).flat_map(Class::all).filter(|class| *class <= class.flipped()) {
            solver.solve::<R>(class);
        }
        solver.store
    }
}

/// Retrograde analysis of distances, class after class. The values must be known.
#[derive(Debug)]
pub struct DistanceSolver<'a> {
    store: &'a ValueStore,
    distances: DistanceStore,
}

impl<'a> DistanceSolver<'a> {
    /// A solver for classes of at most `most` checkers, all of which must be in the store.
    pub fn new(store: &'a ValueStore, most: u8) -> DistanceSolver<'a> {
        DistanceSolver { store, distances: DistanceStore::new(most) }
    }

    /// Solves a class and its flipped class, in the same order as values.
    pub fn solve<R: RuleSet>(&mut self, class: Class) {
        for class in [class, class.flipped()] {
            self.distances.reserve(&self.store.solved(class).index);
        }
        each_pair(self.store, class, |pair| {
            distance::solve::<R>(self.store, &self.distances, &pair);
        });
    }

    /// The solved distances.
    pub fn distances(&self) -> &DistanceStore {
        &self.distances
    }

    /// Solves all classes of at most `most` checkers.
    pub fn all<R: RuleSet>(store: &'a ValueStore, most: u8) -> DistanceStore {
        let mut solver = DistanceSolver::new(store, most);
        for class in (2..=most).flat_map(Class::all).filter(|class| *class <= class.flipped()) {
            solver.solve::<R>(class);
        }
        solver.distances
    }
}

/// Calls `visit` with every slice of a class and its neighbour, on all threads. Slices whose men
/// have advanced equally far do not lead to each other; those whose men have advanced further are
/// done before.
fn each_pair(store: &ValueStore, class: Class, visit: impl Fn(Neighbours<'_>) + Sync) {
    let slices = store.solved(class).index.slices();
    let mut begin = 0;
    for level in slices.chunk_by(|one, next| one.advance == next.advance) {
        let end = begin + level.len();
        let places = (begin..end).into_par_iter();
        places
            .filter_map(|slice_number| Neighbours::new(store, class, slice_number))
            .for_each(&visit);
        begin = end;
    }
}
