//! A thread pool for searches and other long work, with a bounded and fair queue. Its threads run at
//! low priority.

use parking_lot::{Mutex, MutexGuard};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crownhead_computer::{Analyst, Endgames};
use tokio::sync::oneshot;

use super::fair_queue::{Caller, FairQueue, QueueFull};
use crate::priority;

/// The maximum number of queued jobs.
const MAX_QUEUED: usize = 256;

/// The maximum number of queued jobs of a caller.
const MAX_QUEUED_PER_CALLER: usize = 4;

/// The size of each thread's transposition table, in MiB.
const TABLE_MIB: usize = 16;

/// The niceness of the threads that do other work than to search for moves.
const WORK_NICENESS: i32 = 15;

/// The work of a job: it gets an analyst and a stop flag.
type SearchWork = dyn FnOnce(&Analyst, &AtomicBool) + Send;

/// A queued job and its stop flag.
struct SearchJob {
    run: Box<SearchWork>,
    stop: Arc<AtomicBool>,
}

/// A pool of search threads.
pub struct SearchPool {
    shared: Arc<PoolState>,
}

struct PoolState {
    queue: FairQueue<SearchJob>,
    /// The stop flags of the running jobs.
    running: Mutex<Vec<Arc<AtomicBool>>>,
    /// Whether the pool is shut down.
    closing: AtomicBool,
    /// The number of jobs that panicked.
    panics: AtomicU64,
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

/// Why a caller's job was not done.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum WorkRefused {
    /// The caller has too many jobs in the queue.
    TooMany,
    /// The queue is full, or the job panicked.
    Busy,
}

impl SearchPool {
    /// Starts a pool with this many threads, or half as many as there are cores, that probe these
    /// endgame tables.
    pub fn start(threads: Option<usize>, endgames: Arc<Endgames>) -> SearchPool {
        SearchPool::start_at("thinker", priority::NICENESS, threads, endgames)
    }

    /// Starts a pool for other work, whose threads give way to those that search for moves.
    pub fn start_for_requests(endgames: Arc<Endgames>) -> SearchPool {
        SearchPool::start_at("worker", WORK_NICENESS, None, endgames)
    }

    fn start_at(
        name: &str,
        niceness: i32,
        threads: Option<usize>,
        endgames: Arc<Endgames>,
    ) -> SearchPool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let shared = Arc::new(PoolState {
            queue: FairQueue::new(MAX_QUEUED, MAX_QUEUED_PER_CALLER),
            running: Mutex::default(),
            closing: AtomicBool::new(false),
            panics: AtomicU64::new(0),
        });
        for number in 0..threads.unwrap_or(cores / 2).max(1) {
            let (shared, endgames) = (shared.clone(), endgames.clone());
            let started = std::thread::Builder::new()
                .name(format!("{name}-{number}"))
                .spawn(move || run_jobs(&shared, &endgames, niceness));
            if let Err(error) = started {
                tracing::error!(%error, "a thread for the computer cannot be started");
            }
        }
        SearchPool { shared }
    }

    /// The number of queued jobs.
    pub fn queued(&self) -> usize {
        self.shared.queue.len()
    }

    /// The number of jobs that panicked.
    pub fn panics(&self) -> u64 {
        self.shared.panics.load(Ordering::Relaxed)
    }

    /// Runs a job as soon as a thread is free. The job is stopped if the caller drops the future,
    /// or the pool is dropped.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Analyst, &AtomicBool) -> T + Send + 'static,
    ) -> Result<T, SearchPoolBusy> {
        self.run_for(Caller::Server, job).await.map_err(|_| SearchPoolBusy)
    }

    /// The same for a caller. Callers take turns, and each may have only a few jobs in the queue.
    pub async fn run_for<T: Send + 'static>(
        &self,
        caller: Caller,
        job: impl FnOnce(&Analyst, &AtomicBool) -> T + Send + 'static,
    ) -> Result<T, WorkRefused> {
        let (sender, result) = oneshot::channel();
        let stop_on_drop = StopOnDrop(Arc::default());
        let run = Box::new(move |analyst: &Analyst, stop: &AtomicBool| {
            // The caller may have gone while the job was queued.
            if !sender.is_closed() {
                let _ = sender.send(job(analyst, stop));
            }
        });
        let job = SearchJob { run, stop: stop_on_drop.0.clone() };
        self.shared.queue.push(caller, job).map_err(|full| match full {
            QueueFull::OfCaller => WorkRefused::TooMany,
            QueueFull::OfAll => WorkRefused::Busy,
        })?;
        result.await.map_err(|_| WorkRefused::Busy)
    }
}

impl Drop for SearchPool {
    fn drop(&mut self) {
        self.shared.closing.store(true, Ordering::Relaxed);
        self.shared.queue.close();
        self.shared.running().iter().for_each(|stop| stop.store(true, Ordering::Relaxed));
    }
}

impl PoolState {
    fn running(&self) -> MutexGuard<'_, Vec<Arc<AtomicBool>>> {
        self.running.lock()
    }

    /// Registers a running job. If the pool was dropped before, the job is stopped at once.
    fn job_started(&self, stop: &Arc<AtomicBool>) {
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

fn run_jobs(shared: &PoolState, endgames: &Arc<Endgames>, niceness: i32) {
    priority::set_niceness(niceness);
    let mut analyst = None;
    while let Some(SearchJob { run, stop }) = shared.queue.pop() {
        let new = || Analyst::new(TABLE_MIB).with_endgames(endgames.clone());
        let current = analyst.take().unwrap_or_else(new);
        shared.job_started(&stop);
        let job = catch_unwind(AssertUnwindSafe(|| run(&current, &stop)));
        shared.job_ended(&stop);
        match job {
            Ok(()) => analyst = Some(current),
            // The panic may have left the analyst in a bad state, so it is discarded.
            Err(_) => {
                shared.panics.fetch_add(1, Ordering::Relaxed);
                tracing::error!("a thought of the computer broke off");
            }
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
        assert_eq!(pool.panics(), 1);
    }

    #[tokio::test]
    async fn a_job_whose_caller_left_is_stopped() {
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
