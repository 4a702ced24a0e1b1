//! A few threads that think, with a short queue before them. They give way to those that serve.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use crownhead_computer::{Analyst, Endgames};
use tokio::sync::oneshot;

/// How many thoughts can wait.
const QUEUE: usize = 256;

/// How many mebibytes each thread remembers in.
const MEMORY: usize = 16;

/// How far the threads step back behind all others.
#[cfg(unix)]
const NICE: i32 = 10;

type Thought = Box<dyn FnOnce(&Analyst, &AtomicBool) + Send>;

/// Threads that think.
pub struct Pool {
    queue: SyncSender<Thought>,
    stop: Arc<AtomicBool>,
}

/// There are too many thoughts already.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Busy;

impl Pool {
    /// A pool of half as many threads as there are cores, or of so many, that ask these tables.
    pub fn start(threads: Option<usize>, endgames: Arc<Endgames>) -> Pool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let (queue, thoughts) = sync_channel(QUEUE);
        let (thoughts, stop) = (Arc::new(Mutex::new(thoughts)), Arc::new(AtomicBool::new(false)));
        for number in 0..threads.unwrap_or(cores / 2).max(1) {
            let (thoughts, stop, endgames) = (thoughts.clone(), stop.clone(), endgames.clone());
            let started = std::thread::Builder::new()
                .name(format!("thinker-{number}"))
                .spawn(move || work(&thoughts, &stop, &endgames));
            if let Err(why) = started {
                tracing::error!(%why, "a thread for the computer cannot be started");
            }
        }
        Pool { queue, stop }
    }

    /// Thinks when there is time for it. A thought is stopped when the pool is dropped.
    pub async fn think<T: Send + 'static>(
        &self,
        thought: impl FnOnce(&Analyst, &AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Busy> {
        let (answer, answered) = oneshot::channel();
        let whole: Thought = Box::new(move |analyst, stop| {
            // Whoever asked may have gone; then there is nothing to think about.
            if !answer.is_closed() {
                let _ = answer.send(thought(analyst, stop));
            }
        });
        self.queue.try_send(whole).map_err(|_| Busy)?;
        answered.await.map_err(|_| Busy)
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn work(thoughts: &Mutex<Receiver<Thought>>, stop: &AtomicBool, endgames: &Arc<Endgames>) {
    step_back();
    let mut analyst = None;
    loop {
        let next = thoughts.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(thought) = next else { return };
        let new = || Analyst::new(MEMORY).with_endgames(endgames.clone());
        let thinking = analyst.take().unwrap_or_else(new);
        let thought = AssertUnwindSafe(|| thought(&thinking, stop));
        match catch_unwind(thought) {
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
        assert_eq!(pool.think(|_, _| -> u8 { panic!("this is a test") }).await, Err(Busy));
        assert_eq!(pool.think(|_, _| 7).await, Ok(7));
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
