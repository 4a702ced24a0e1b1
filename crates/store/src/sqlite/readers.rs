//! Pools of reading connections. Each class of reads has its own, so that one cannot starve another.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use rusqlite::Connection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::{read_only, schema};
use crate::codec::with_time_limit;
use crate::{StoreError, TIME_LIMIT};

/// After so many steps of its virtual machine, SQLite asks whether a query is still wanted.
const STEPS_BETWEEN_CHECKS: i32 = 1000;

/// How often a closing pool looks whether its last query has ended.
const CLOSING_POLL: Duration = Duration::from_millis(2);

/// A pool of reading connections. A query that nobody waits for any more is stopped.
pub(super) struct Readers(Arc<Pool>);

struct Pool {
    size: usize,
    idle: Mutex<Vec<Connection>>,
    /// A permit belongs to the work and not to its caller: it returns when the query has ended.
    permits: Arc<Semaphore>,
    /// One for each caller who has a permit or waits for one.
    places: Semaphore,
}

/// Stops a query when its caller is gone.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Whether a query is to stop: nobody waits for it any more, or the pool is closed.
struct Stop {
    caller_is_gone: Arc<AtomicBool>,
    permits: Arc<Semaphore>,
}

impl Stop {
    /// Watches the queries on a connection from now on.
    fn watch(self: &Arc<Self>, connection: &Connection) -> rusqlite::Result<()> {
        let stop = self.clone();
        let is_due =
            move || stop.caller_is_gone.load(Ordering::Relaxed) || stop.permits.is_closed();
        connection.progress_handler(STEPS_BETWEEN_CHECKS, Some(is_due))
    }
}

impl Readers {
    /// A pool of so many connections, for which so many more callers may wait.
    pub(super) fn new(size: usize, waiting: usize) -> Readers {
        Readers(Arc::new(Pool {
            size,
            idle: Mutex::default(),
            permits: Arc::new(Semaphore::new(size)),
            places: Semaphore::new(size + waiting),
        }))
    }

    /// Runs queries in a blocking thread, on a connection of the pool.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        path: &Path,
        read: impl Fn(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let path = path.to_owned();
        let pool = self.0.clone();
        self.run_with(move |permit, stop| {
            let pooled = pool.idle.lock().pop();
            let connection = match pooled {
                Some(connection) => connection,
                None => schema::connect(&path)?,
            };
            stop.watch(&connection)?;
            // A connection on which a query failed is not used again.
            let found = read(&connection)?;
            pool.put_back(connection, permit);
            Ok(found)
        })
        .await
    }

    /// Runs queries in a blocking thread, without a trace beside the store.
    pub(super) async fn run_read_only<T: Send + 'static>(
        &self,
        path: &Path,
        read: impl Fn(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let path = path.to_owned();
        self.run_with(move |_permit, stop| {
            read_only::read(&path, StoreError::from, |on| {
                stop.watch(on)?;
                Ok(read(on)?)
            })
        })
        .await
    }

    async fn run_with<T: Send + 'static>(
        &self,
        work: impl FnOnce(OwnedSemaphorePermit, Arc<Stop>) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let _place = self.0.places.try_acquire().map_err(|_| StoreError::Busy)?;
        with_time_limit(async {
            let permit = self.0.permits.clone().acquire_owned().await;
            let permit = permit.map_err(|_| StoreError::Closed)?;
            let caller = StopOnDrop(Arc::default());
            let stop = Stop { caller_is_gone: caller.0.clone(), permits: self.0.permits.clone() };
            let done = tokio::task::spawn_blocking(move || work(permit, Arc::new(stop)));
            done.await.map_err(StoreError::failed)?
        })
        .await
    }

    /// Closes the connections, and waits until running queries have ended.
    pub(super) async fn close(&self) {
        self.0.permits.close();
        self.0.idle.lock().clear();
        let begun = Instant::now();
        while self.0.permits.available_permits() < self.0.size && begun.elapsed() < TIME_LIMIT {
            tokio::time::sleep(CLOSING_POLL).await;
        }
    }
}

impl Pool {
    fn put_back(&self, connection: Connection, permit: OwnedSemaphorePermit) {
        let mut idle = self.idle.lock();
        if !self.permits.is_closed() {
            idle.push(connection);
        }
        drop(idle);
        drop(permit);
    }
}
