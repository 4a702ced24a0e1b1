//! Readiness: whether this node has what play needs. The checks use what play uses, and their
//! outcome is kept for a moment, so that asking often costs nothing.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use crownhead_arbiter::{Timestamp, Version};
use crownhead_store::sql::Statement;
use crownhead_store::{Store, StoreError};
use futures_util::FutureExt;
use parking_lot::Mutex;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use crate::app::App;

/// How long an outcome counts.
const MAX_AGE: Duration = Duration::from_secs(1);

/// How often a node checks itself if nobody asks.
const INTERVAL: Duration = Duration::from_secs(5);

/// How long the store may take.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// The backlog of the store's writer from which on a node is not ready. It is less than the capacity
/// of its queue.
const MAX_BACKLOG: usize = 3072;

/// How many matches the read check loads.
const MATCHES: u32 = 4;

/// What play needs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Check {
    Write,
    Read,
    Backlog,
    Bus,
    Jobs,
    Requests,
    Connections,
}

/// The outcome of the checks.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// The checks that did not pass, in the order of their list.
    failed: Vec<Check>,
}

/// The readiness of a node.
#[derive(Default)]
pub(crate) struct Readiness {
    /// The holder of the lock checks; others wait.
    checking: tokio::sync::Mutex<()>,
    last: Mutex<Option<(Instant, Arc<Outcome>)>>,
}

impl Readiness {
    /// Checks regularly, forever, so that a change is logged even if nobody asks.
    pub(crate) async fn run(&self, app: &App) {
        let mut interval = interval(INTERVAL);
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            interval.tick().await;
            self.check(app).await;
        }
    }

    /// The outcome of the checks, at most a second old.
    pub(crate) async fn check(&self, app: &App) -> Arc<Outcome> {
        let _checking = self.checking.lock().await;
        let last = self.last.lock().clone();
        if let Some((at, outcome)) = &last
            && at.elapsed() < MAX_AGE
        {
            return outcome.clone();
        }
        let outcome = Arc::new(check_all(app).await);
        for check in Check::ALL {
            let passed = !outcome.failed.contains(&check);
            app.rooms.metrics().record_check(check.name(), passed);
            let passed_before = last.as_ref().is_none_or(|(_, last)| !last.failed.contains(&check));
            match (passed_before, passed) {
                (true, false) => tracing::warn!(
                    check = check.name(),
                    "this node is not ready: {}",
                    check.failure()
                ),
                (false, true) => {
                    tracing::warn!(check = check.name(), "this check of readiness passes again");
                }
                (true, true) | (false, false) => {}
            }
        }
        *self.last.lock() = Some((Instant::now(), outcome.clone()));
        outcome
    }
}

async fn check_all(app: &App) -> Outcome {
    let store = app.db.store();
    let now = app.db.now();
    let (is_written, is_read) =
        tokio::join!(succeeds(write(store, now)), succeeds(read(store, now)));
    let passed = |check| match check {
        Check::Write => is_written,
        Check::Read => is_read,
        Check::Backlog => store.backlog() < MAX_BACKLOG,
        Check::Bus => app.rooms.is_bus_connected(),
        Check::Jobs => app.jobs.stopped().is_empty(),
        Check::Requests => app.requests.available_permits() > 0,
        Check::Connections => !app.connections.is_full() && !app.live.is_full(),
    };
    Outcome { failed: Check::ALL.into_iter().filter(|check| !passed(*check)).collect() }
}

/// Whether something succeeds in time. A panic is a failure.
async fn succeeds(operation: impl Future<Output = Result<(), StoreError>>) -> bool {
    let caught = AssertUnwindSafe(operation).catch_unwind();
    matches!(timeout(TIME_LIMIT, caught).await, Ok(Ok(Ok(()))))
}

/// A durable write, as small as possible, in the queue of play's writes.
async fn write(store: &dyn Store, now: Timestamp) -> Result<(), StoreError> {
    let write = "INSERT INTO readiness (id, checked) VALUES (1, $1)
        ON CONFLICT (id) DO UPDATE SET checked = excluded.checked";
    store.change(vec![Statement::new(write, [now.into()])]).await.map(drop)
}

/// What a room reads, for the latest matches: log, secrets and timers.
async fn read(store: &dyn Store, now: Timestamp) -> Result<(), StoreError> {
    for listed in store.live_matches(MATCHES).await? {
        store.load(listed.id, Version::new(0), u32::MAX >> 1).await?;
        store.seat_secrets(listed.id).await?;
    }
    store.due_matches(now, 1).await.map(drop)
}

impl Outcome {
    /// Sentences about what failed; `None` if the node is ready.
    pub(crate) fn failures(&self) -> Option<String> {
        let sentences: Vec<_> = self.failed.iter().map(|check| check.failure()).collect();
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }
}

impl Check {
    const ALL: [Check; 7] = [
        Check::Write,
        Check::Read,
        Check::Backlog,
        Check::Bus,
        Check::Jobs,
        Check::Requests,
        Check::Connections,
    ];

    fn name(self) -> &'static str {
        match self {
            Check::Write => "write",
            Check::Read => "read",
            Check::Backlog => "backlog",
            Check::Bus => "bus",
            Check::Jobs => "jobs",
            Check::Requests => "requests",
            Check::Connections => "connections",
        }
    }

    fn failure(self) -> &'static str {
        match self {
            Check::Write => "The store cannot be written.",
            Check::Read => "The store cannot be read.",
            Check::Backlog => "Too many writes wait for the store.",
            Check::Bus => "The bus is not connected.",
            Check::Jobs => "A background job does not run.",
            Check::Requests => "There are too many requests.",
            Check::Connections => "There are too many connections.",
        }
    }
}
