//! Solving classes: the values of all their positions, and how many plies they take, from those of
//! the classes that they lead to.

mod adopt;
mod backward;
mod cell;
mod forward;
mod measure;
mod neighbours;

use crownhead_rules::checkers::RuleSet;
use rayon::prelude::*;

use crate::distances::Distances;
use crate::{Class, Store};
pub(crate) use forward::jumps;
use neighbours::Neighbours;

/// Finds out who wins, class after class.
#[derive(Debug)]
pub struct Builder {
    store: Store,
}

impl Builder {
    /// A builder for classes of at most so many checkers.
    pub fn new(most: u8) -> Builder {
        Builder { store: Store::new(most) }
    }

    /// Solves a class and the same turned. All classes of fewer checkers must have been solved, and
    /// those of as many with fewer men.
    pub fn solve<R: RuleSet>(&mut self, class: Class) {
        let turned = class.turned();
        self.store.begin(class);
        if turned != class {
            self.store.begin(turned);
        }
        each_pair(&self.store, class, |pair| backward::solve::<R>(&self.store, pair));
    }

    /// What was solved.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Everything of at most so many checkers.
    pub fn all<R: RuleSet>(most: u8) -> Store {
        let mut builder = Builder::new(most);
        for class in (2..=most).flat_map(Class::all).filter(|class| *class <= class.turned()) {
            builder.solve::<R>(class);
        }
        builder.store
    }
}

/// Finds out how many plies wins and losses take, class after class, where it is known who wins.
#[derive(Debug)]
pub struct Measurer<'a> {
    store: &'a Store,
    distances: Distances,
}

impl<'a> Measurer<'a> {
    /// A measurer for classes of at most so many checkers, all of which are in the store.
    pub fn new(store: &'a Store, most: u8) -> Measurer<'a> {
        Measurer { store, distances: Distances::new(most) }
    }

    /// Measures a class and the same turned, in the order in which classes are solved.
    pub fn measure<R: RuleSet>(&mut self, class: Class) {
        for class in [class, class.turned()] {
            self.distances.begin(&self.store.solved(class).index);
        }
        each_pair(self.store, class, |pair| {
            measure::measure::<R>(self.store, &self.distances, &pair);
        });
    }

    /// What was measured.
    pub fn distances(&self) -> &Distances {
        &self.distances
    }

    /// Everything of at most so many checkers.
    pub fn all<R: RuleSet>(store: &'a Store, most: u8) -> Distances {
        let mut measurer = Measurer::new(store, most);
        for class in (2..=most).flat_map(Class::all).filter(|class| *class <= class.turned()) {
            measurer.measure::<R>(class);
        }
        measurer.distances
    }
}

/// Hands every part of a class with its neighbour to `visit`, on all threads. Parts whose men have
/// come as far do not lead to each other; those whose men have come further are done before.
fn each_pair(store: &Store, class: Class, visit: impl Fn(Neighbours<'_>) + Sync) {
    let parts = store.solved(class).index.parts();
    let mut begin = 0;
    for level in parts.chunk_by(|one, next| one.advance == next.advance) {
        let end = begin + level.len();
        let places = (begin..end).into_par_iter();
        places.filter_map(|place| Neighbours::new(store, class, place)).for_each(&visit);
        begin = end;
    }
}
