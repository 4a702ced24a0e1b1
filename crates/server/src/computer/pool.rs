//! The thread pool in which the computer searches, with a bounded queue. Its threads run at low
//! priority.

use parking_lot::{Mutex, MutexGuard};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use crownhead_computer::{Analyst, Endgames};
use tokio::sync::oneshot;

use crate::priority::lower_priority;

/// The maximum number of queued jobs.
const MAX_QUEUED: usize = 256;

/// The size of each thread's transposition table, in MiB.
const TABLE_MIB: usize = 16;

/// The work of a job: it gets an analyst and a stop flag.
type SearchWork = dyn FnOnce(&Analyst, &AtomicBool) + Send;

/// A queued job and its stop flag.
struct SearchJob {
    run: Box<SearchWork>,
    stop: Arc<AtomicBool>,
}

/// A pool of search threads.
pub struct SearchPool {
    queue: SyncSender<SearchJob>,
    shared: Arc<PoolState>,
}

#[derive(Default)]
struct PoolState {
    /// The stop flags of the running jobs.
    running: Mutex<Vec<Arc<AtomicBool>>>,
    /// Whether the pool is shut down.
    closing: AtomicBool,
    /// The number of queued jobs.
    queued: AtomicUsize,
}

/// Stops a job whose caller has gone.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The queue is full, or the job panicked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SearchPoolBusy;

impl SearchPool {
    /// Starts a pool with this many threads, or half as many as there are cores, that probe these
    /// endgame tables.
    pub fn start(threads: Option<usize>, endgames: Arc<Endgames>) -> SearchPool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (queue, jobs) = sync_channel(MAX_QUEUED);
        let (jobs, shared) = (Arc::new(Mutex::new(jobs)), Arc::<PoolState>::default());
        for number in 0..threads.unwrap_or(cores / 2).max(1) {
            let (jobs, shared, endgames) = (jobs.clone(), shared.clone(), endgames.clone());
            let started = std::thread::Builder::new()
                .name(format!("thinker-{number}"))
                .spawn(move || run_jobs(&jobs, &shared, &endgames));
            if let Err(error) = started {
                tracing::error!(%error, "a thread for the computer cannot be started");
            }
        }
        SearchPool { queue, shared }
    }

    /// The number of queued jobs.
    pub fn queued(&self) -> usize {
        self.shared.queued.load(Ordering::Relaxed)
    }

    /// Runs a job as soon as a thread is free. The job is stopped if the caller drops the future,
    /// or the pool is dropped.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Analyst, &AtomicBool) -> T + Send + 'static,
    ) -> Result<T, SearchPoolBusy> {
        let (sender, result) = oneshot::channel();
        let stop_on_drop = StopOnDrop(Arc::default());
        let run = Box::new(move |analyst: &Analyst, stop: &AtomicBool| {
            // The caller may have gone while the job was queued.
            if !sender.is_closed() {
                let _ = sender.send(job(analyst, stop));
            }
        });
        self.shared.queued.fetch_add(1, Ordering::Relaxed);
        if self.queue.try_send(SearchJob { run, stop: stop_on_drop.0.clone() }).is_err() {
            self.shared.queued.fetch_sub(1, Ordering::Relaxed);
            return Err(SearchPoolBusy);
        }
        result.await.map_err(|_| SearchPoolBusy)
    }
}

impl Drop for SearchPool {
    fn drop(&mut self) {
        self.shared.closing.store(true, Ordering::Relaxed);
        self.shared.running().iter().for_each(|stop| stop.store(true, Ordering::Relaxed));
    }
}

impl PoolState {
    fn running(&self) -> MutexGuard<'_, Vec<Arc<AtomicBool>>> {
        self.running.lock()
    }

    /// Registers a running job. If the pool was dropped before, the job is stopped at once.
    fn job_started(&self, stop: &Arc<AtomicBool>) {
        self.queued.fetch_sub(1, Ordering::Relaxed);
        let mut running = self.running();
        running.push(stop.clone());
        if self.closing.load(Ordering::Relaxed) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn job_ended(&self, stop: &Arc<AtomicBool>) {
        self.running().retain(|running| !Arc::ptr_eq(running, stop));
    }
}

fn run_jobs(jobs: &Mutex<Receiver<SearchJob>>, shared: &PoolState, endgames: &Arc<Endgames>) {
    lower_priority();
    let mut analyst = None;
    loop {
        let next = jobs.lock().recv();
        let Ok(SearchJob { run, stop }) = next else { return };
        let new = || Analyst::new(TABLE_MIB).with_endgames(endgames.clone());
        let current = analyst.take().unwrap_or_else(new);
        shared.job_started(&stop);
        let job = catch_unwind(AssertUnwindSafe(|| run(&current, &stop)));
        shared.job_ended(&stop);
        match job {
            Ok(()) => analyst = Some(current),
            // The panic may have left the analyst in a bad state, so it is discarded.
            Err(_) => tracing::error!("a thought of the computer broke off"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;
    use std::task::Poll;

    use super::*;

    #[tokio::test]
    async fn a_job_that_panics_does_not_stop_the_others() {
        let pool = SearchPool::start(Some(1), Arc::default());
        assert_eq!(pool.run(|_, _| -> u8 { panic!("this is a test") }).await, Err(SearchPoolBusy));
        assert_eq!(pool.run(|_, _| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn a_job_whose_caller_has_gone_is_stopped() {
        let pool = SearchPool::start(Some(1), Arc::default());
        let (begun, has_begun) = oneshot::channel();
        let (stopped, is_stopped) = oneshot::channel();
        let job = pool.run(move |_, stop| {
            begun.send(()).unwrap();
            while !stop.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            stopped.send(()).unwrap();
        });
        tokio::select! {
            _ = job => panic!("it ended by itself"),
            begun = has_begun => begun.unwrap(),
        }
        let minute = std::time::Duration::from_secs(60);
        tokio::time::timeout(minute, is_stopped).await.unwrap().unwrap();
        // Another job runs to its end.
        assert_eq!(pool.run(|_, stop| stop.load(Ordering::Relaxed)).await, Ok(false));
    }

    async fn is_ready<T>(job: &mut Pin<Box<impl Future<Output = T>>>) -> bool {
        std::future::poll_fn(|with| Poll::Ready(job.as_mut().poll(with).is_ready())).await
    }

    #[tokio::test]
    async fn jobs_beyond_the_queue_are_refused() {
        let pool = SearchPool::start(Some(1), Arc::default());
        let (go, gone) = std::sync::mpsc::channel::<()>();
        let first = pool.run(move |_, _| gone.recv().is_ok());
        let mut first = Box::pin(first);
        assert!(!is_ready(&mut first).await);
        let queued: Vec<_> = (0..MAX_QUEUED + 2).map(|_| Box::pin(pool.run(|_, _| ()))).collect();
        let mut refused = 0;
        for mut job in queued {
            if is_ready(&mut job).await {
                refused += 1;
            }
        }
        // The thread may have taken the first job from the queue, or not yet.
        assert!((2..=3).contains(&refused), "{refused}");
        go.send(()).unwrap();
        assert_eq!(first.await, Ok(true));
    }
}
