//! Background jobs: each is started again after a panic, and whether it runs is known.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use parking_lot::Mutex;

use crate::metrics::{Metrics, PanicPlace};

/// The pause before a job is started again.
const RESTART_DELAY: Duration = Duration::from_secs(1);

/// The background jobs of a node.
pub(crate) struct Jobs {
    metrics: Arc<Metrics>,
    /// Whether each job that was ever started runs.
    running: Mutex<BTreeMap<&'static str, bool>>,
}

impl Jobs {
    pub(crate) fn new(metrics: Arc<Metrics>) -> Jobs {
        Jobs { metrics, running: Mutex::default() }
    }

    /// Runs a job until it returns. After a panic it is started again.
    pub(crate) async fn keep<F: Future<Output = ()>>(
        &self,
        name: &'static str,
        start: impl Fn() -> F,
    ) {
        loop {
            self.set(name, true);
            let ended = AssertUnwindSafe(async { start().await }).catch_unwind().await;
            self.set(name, false);
            if ended.is_ok() {
                return;
            }
            self.metrics.record_panic(PanicPlace::Job);
            tracing::error!(job = name, "a background job broke off and is started again");
            tokio::time::sleep(RESTART_DELAY).await;
        }
    }

    /// The jobs that should run and do not.
    pub(crate) fn stopped(&self) -> Vec<&'static str> {
        let running = self.running.lock();
        running.iter().filter(|(_, running)| !**running).map(|(name, _)| *name).collect()
    }

    fn set(&self, name: &'static str, running: bool) {
        self.running.lock().insert(name, running);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_job_that_panics_is_started_again() {
        let metrics = Arc::<Metrics>::default();
        let (jobs, starts) = (Jobs::new(metrics.clone()), AtomicU32::new(0));
        let job = jobs.keep("test", || async {
            if starts.fetch_add(1, Ordering::Relaxed) < 2 {
                tokio::task::yield_now().await;
                panic!("this is a test");
            }
            assert!(jobs.stopped().is_empty());
        });
        job.await;
        assert_eq!(starts.load(Ordering::Relaxed), 3);
        assert_eq!(metrics.panics(PanicPlace::Job), 2);
        // It ended by itself, which no job should.
        assert_eq!(jobs.stopped(), ["test"]);
    }
}
