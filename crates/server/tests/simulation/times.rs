//! The clocks of a node: monotonic time is right, and the system clock is not.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use crownhead_arbiter::Timestamp;
use crownhead_store::TimeSource;
use tokio::time::Instant;

/// The true time at which a world begins, in milliseconds.
pub(crate) const BEGIN: u64 = 1_000_000_000;

/// By how much a system clock may be wrong, in milliseconds.
const MOST: u64 = 7_200_000;

/// The clocks of a node.
pub(crate) struct NodeTime {
    pub(crate) begun: Instant,
    pub(crate) last: Instant,
    /// By how much the system clock is ahead, in milliseconds.
    pub(crate) error: Arc<AtomicI64>,
}

impl TimeSource for NodeTime {
    fn wall(&mut self) -> Timestamp {
        let since = u64::try_from(self.begun.elapsed().as_millis()).unwrap();
        let error = self.error.load(Ordering::SeqCst);
        Timestamp::from_millis((BEGIN + since).checked_add_signed(error).unwrap())
    }

    fn elapsed(&mut self) -> Duration {
        let now = Instant::now();
        let elapsed = now - self.last;
        self.last = now;
        elapsed
    }
}

/// A random error of a system clock, forward or back.
pub(crate) fn error(span: impl Fn(u64) -> Duration) -> i64 {
    i64::try_from(span(2 * MOST).as_millis()).unwrap() - i64::try_from(MOST).unwrap()
}
