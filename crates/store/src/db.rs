//! `Db`: a store together with the clock that dates what is written to it.

use std::sync::Arc;

use crownhead_arbiter::Timestamp;

use crate::Store;
use crate::steady_clock::{SteadyClock, TimeFunction};

/// A store and a clock. Code that needs only data takes this, and clones share both.
#[derive(Clone)]
pub struct Db {
    store: Arc<dyn Store>,
    clock: SteadyClock,
}

impl Db {
    /// A store with a clock that starts at the system's time.
    pub fn new(store: Arc<dyn Store>) -> Db {
        Db::with_steady_clock(store, SteadyClock::new())
    }

    /// A store with another clock: a function that never goes back.
    pub fn with_clock(
        store: Arc<dyn Store>,
        clock: impl Fn() -> Timestamp + Send + Sync + 'static,
    ) -> Db {
        let last = clock();
        Db::with_steady_clock(store, SteadyClock::with_source(TimeFunction { now: clock, last }))
    }

    /// A store whose time comes from this clock.
    pub fn with_steady_clock(store: Arc<dyn Store>, clock: SteadyClock) -> Db {
        Db { store, clock }
    }

    /// The store.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// The clock.
    pub fn clock(&self) -> &SteadyClock {
        &self.clock
    }

    /// The present time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }
}
