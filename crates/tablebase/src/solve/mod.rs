//! Solving classes: the values of all their positions, from those of the classes that they lead to.

mod backward;
mod cell;
mod forward;

use crownhead_rules::checkers::RuleSet;
use rayon::prelude::*;

use crate::{Class, Counts, Store};
use backward::Pair;

/// Solves class after class.
#[derive(Debug)]
pub struct Builder {
    store: Store,
}

/// How far a builder has come.
#[derive(Copy, Clone, Debug)]
pub struct Progress {
    /// The class that was solved, and with it the same turned.
    pub class: Class,
    /// What it came to.
    pub counts: Counts,
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
        let store = &self.store;
        let parts = store.solved(class).index.parts();
        // Parts whose men have come as far do not lead to each other.
        let mut begin = 0;
        for level in parts.chunk_by(|one, next| one.advance == next.advance) {
            let end = begin + level.len();
            let pairs = (begin..end).into_par_iter().filter_map(|at| Pair::new(store, class, at));
            pairs.for_each(Pair::solve::<R>);
            begin = end;
        }
    }

    /// What was solved.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Everything of at most so many checkers; `report` is told of every class and its counterpart.
    pub fn all<R: RuleSet>(most: u8, mut report: impl FnMut(Progress)) -> Store {
        let mut builder = Builder::new(most);
        for class in (2..=most).flat_map(Class::all) {
            if class <= class.turned() {
                builder.solve::<R>(class);
            }
            if let Some(counts) = builder.store.counts(class) {
                report(Progress { class, counts });
            }
        }
        builder.store
    }
}
