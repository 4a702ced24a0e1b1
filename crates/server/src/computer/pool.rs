//! The thread pool in which the computer thinks, with a short queue. Its threads run at low priority.

use parking_lot::{Mutex, MutexGuard};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use crownhead_computer::{Analyst, Endgames};
use tokio::sync::oneshot;

/// How many thoughts can wait.
const QUEUE: usize = 256;

/// How many mebibytes each thread remembers in.
const MEMORY: usize = 16;

/// How far the threads step back behind all others.
#[cfg(unix)]
const NICE: i32 = 10;

/// Work for a thread: it is handed what to think with, and what stops it.
type Think = dyn FnOnce(&Analyst, &AtomicBool) + Send;

/// What a thread is to think, and what stops it.
struct ThinkJob {
    think: Box<Think>,
    stop: Arc<AtomicBool>,
}

/// Threads that think.
pub struct Pool {
    queue: SyncSender<ThinkJob>,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// What stops the thoughts that are being thought.
    running: Mutex<Vec<Arc<AtomicBool>>>,
    /// Whether nothing more is to be thought.
    closing: AtomicBool,
    /// How many thoughts wait for a thread.
    waiting: AtomicUsize,
}

/// Stops a thought that nobody waits for any more.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// There are too many thoughts already.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PoolBusy;

impl Pool {
    /// A pool of half as many threads as there are cores, or of so many, that ask these tables.
    pub fn start(threads: Option<usize>, endgames: Arc<Endgames>) -> Pool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (queue, thoughts) = sync_channel(QUEUE);
        let (thoughts, shared) = (Arc::new(Mutex::new(thoughts)), Arc::<Shared>::default());
        for number in 0..threads.unwrap_or(cores / 2).max(1) {
            let (thoughts, shared, endgames) = (thoughts.clone(), shared.clone(), endgames.clone());
            let started = std::thread::Builder::new()
                .name(format!("thinker-{number}"))
                .spawn(move || work(&thoughts, &shared, &endgames));
            if let Err(why) = started {
                tracing::error!(%why, "a thread for the computer cannot be started");
            }
        }
        Pool { queue, shared }
    }

    /// How many thoughts wait for a thread.
    pub fn waiting(&self) -> usize {
        self.shared.waiting.load(Ordering::Relaxed)
    }

    /// Thinks when there is time for it. A thought is stopped when nobody waits for it any more,
    /// and when the pool is dropped.
    pub async fn think<T: Send + 'static>(
        &self,
        thought: impl FnOnce(&Analyst, &AtomicBool) -> T + Send + 'static,
    ) -> Result<T, PoolBusy> {
        let (answer, answered) = oneshot::channel();
        let wanted = StopOnDrop(Arc::default());
        let think = Box::new(move |analyst: &Analyst, stop: &AtomicBool| {
            // Whoever asked may have gone; then there is nothing to think about.
            if !answer.is_closed() {
                let _ = answer.send(thought(analyst, stop));
            }
        });
        self.shared.waiting.fetch_add(1, Ordering::Relaxed);
        if self.queue.try_send(ThinkJob { think, stop: wanted.0.clone() }).is_err() {
            self.shared.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(PoolBusy);
        }
        answered.await.map_err(|_| PoolBusy)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.closing.store(true, Ordering::Relaxed);
        self.shared.running().iter().for_each(|stop| stop.store(true, Ordering::Relaxed));
    }
}

impl Shared {
    fn running(&self) -> MutexGuard<'_, Vec<Arc<AtomicBool>>> {
        self.running.lock()
    }

    /// A thought has begun. If the pool was dropped before, it is stopped at once.
    fn begin(&self, stop: &Arc<AtomicBool>) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        let mut running = self.running();
        running.push(stop.clone());
        if self.closing.load(Ordering::Relaxed) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn end(&self, stop: &Arc<AtomicBool>) {
        self.running().retain(|running| !Arc::ptr_eq(running, stop));
    }
}

fn work(thoughts: &Mutex<Receiver<ThinkJob>>, shared: &Shared, endgames: &Arc<Endgames>) {
    step_back();
    let mut analyst = None;
    loop {
        let next = thoughts.lock().recv();
        let Ok(ThinkJob { think, stop }) = next else { return };
        let new = || Analyst::new(MEMORY).with_endgames(endgames.clone());
        let thinking = analyst.take().unwrap_or_else(new);
        shared.begin(&stop);
        let thought = catch_unwind(AssertUnwindSafe(|| think(&thinking, &stop)));
        shared.end(&stop);
        match thought {
            Ok(()) => analyst = Some(thinking),
            // What it remembers is not to be trusted any more.
            Err(_) => tracing::error!("a thought of the computer broke off"),
        }
    }
}

/// Play goes before thinking: where both want a core, the thinker has the smaller share.
fn step_back() {
    #[cfg(unix)]
    if let Err(why) = rustix::process::nice(NICE) {
        tracing::warn!(%why, "the computer thinks at the same priority as the server");
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;
    use std::task::Poll;

    use super::*;

    #[tokio::test]
    async fn a_thought_that_breaks_off_costs_no_other() {
        let pool = Pool::start(Some(1), Arc::default());
        assert_eq!(pool.think(|_, _| -> u8 { panic!("this is a test") }).await, Err(PoolBusy));
        assert_eq!(pool.think(|_, _| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn a_thought_that_nobody_waits_for_is_stopped() {
        let pool = Pool::start(Some(1), Arc::default());
        let (begun, has_begun) = oneshot::channel();
        let (stopped, is_stopped) = oneshot::channel();
        let thought = pool.think(move |_, stop| {
            begun.send(()).unwrap();
            while !stop.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            stopped.send(()).unwrap();
        });
        tokio::select! {
            _ = thought => panic!("it ended by itself"),
            begun = has_begun => begun.unwrap(),
        }
        let minute = std::time::Duration::from_secs(60);
        tokio::time::timeout(minute, is_stopped).await.unwrap().unwrap();
        // Another is thought, and to its end.
        assert_eq!(pool.think(|_, stop| stop.load(Ordering::Relaxed)).await, Ok(false));
    }

    async fn is_ready<T>(thought: &mut Pin<Box<impl Future<Output = T>>>) -> bool {
        std::future::poll_fn(|with| Poll::Ready(thought.as_mut().poll(with).is_ready())).await
    }

    #[tokio::test]
    async fn too_many_thoughts_are_refused() {
        let pool = Pool::start(Some(1), Arc::default());
        let (go, gone) = std::sync::mpsc::channel::<()>();
        let first = pool.think(move |_, _| gone.recv().is_ok());
        let mut first = Box::pin(first);
        assert!(!is_ready(&mut first).await);
        let waiting: Vec<_> = (0..QUEUE + 2).map(|_| Box::pin(pool.think(|_, _| ()))).collect();
        let mut refused = 0;
        for mut thought in waiting {
            if is_ready(&mut thought).await {
                refused += 1;
            }
        }
        // The thread may have begun with the first, or not yet.
        assert!((2..=3).contains(&refused), "{refused}");
        go.send(()).unwrap();
        assert_eq!(first.await, Ok(true));
    }
}
