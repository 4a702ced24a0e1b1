//! `Db`: a store together with the clock that dates what is written to it.

use std::sync::Arc;
use std::time::SystemTime;

use crownhead_arbiter::Timestamp;

use crate::Store;

/// A store and a clock. Code that needs only data takes this, and clones share both.
#[derive(Clone)]
pub struct Db {
    store: Arc<dyn Store>,
    clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
}

impl Db {
    /// A store with the system's clock.
    pub fn new(store: Arc<dyn Store>) -> Db {
        Db::with_clock(store, system_time)
    }

    /// A store with another clock.
    pub fn with_clock(
        store: Arc<dyn Store>,
        clock: impl Fn() -> Timestamp + Send + Sync + 'static,
    ) -> Db {
        Db { store, clock: Arc::new(clock) }
    }

    /// The store.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// The present time.
    pub fn now(&self) -> Timestamp {
        (self.clock)()
    }
}

/// The system's time, in milliseconds since 1970.
pub fn system_time() -> Timestamp {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
