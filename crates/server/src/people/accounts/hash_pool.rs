//! The threads that hash passwords: few, at low priority, with a bounded queue, so that signing in
//! never slows play.
//!
//! Hashing is slow on purpose. Whoever sends many passwords fills the queue of everybody else, so known
//! devices and signed-in players have a queue of their own that goes first, and one address gets only
//! a few places.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Once};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use tokio::sync::oneshot;

use crate::priority::lower_priority;
use crate::rooms::RoomError;

/// The maximum number of threads. A hash takes 19 MiB and a few hundredths of a second of one.
const MAX_THREADS: usize = 2;

/// The maximum number of waiting jobs of known clients, of all others, and of one address of those.
const MAX_KNOWN: usize = 32;
const MAX_OTHERS: usize = 64;
const MAX_OF_ADDRESS: usize = 8;

/// How long a request waits for its result.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Whom a job is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Client {
    /// A known device, a signed-in player, the operator, or who has the secret of a mail.
    Known,
    /// Anybody else, by address.
    Other(Option<IpAddr>),
}

/// The threads and their queue. They start with the first job.
pub(super) struct HashPool {
    queue: Arc<JobQueue>,
    started: Once,
    threads: usize,
    timeout: Duration,
}

#[derive(Default)]
struct JobQueue {
    jobs: Mutex<WaitingJobs>,
    changed: Condvar,
}

#[derive(Default)]
struct WaitingJobs {
    known: VecDeque<Job>,
    others: VecDeque<(Option<IpAddr>, Job)>,
    closed: bool,
}

type Job = Box<dyn FnOnce() + Send>;

impl Default for HashPool {
    fn default() -> HashPool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        HashPool::new((cores / 2).clamp(1, MAX_THREADS), TIMEOUT)
    }
}

impl HashPool {
    fn new(threads: usize, timeout: Duration) -> HashPool {
        HashPool { queue: Arc::default(), started: Once::new(), threads, timeout }
    }

    /// Runs a job as soon as a thread is free. It is busy if the queue is full or the wait too long.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        client: Client,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, RoomError> {
        let (sender, result) = oneshot::channel();
        let job = Box::new(move || {
            // The caller may have gone while the job was waiting.
            if !sender.is_closed() {
                let _ = sender.send(job());
            }
        });
        self.queue.push(client, job).ok_or(RoomError::Busy)?;
        self.started.call_once(|| self.start());
        match tokio::time::timeout(self.timeout, result).await {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(_)) | Err(_) => Err(RoomError::Busy),
        }
    }

    fn start(&self) {
        for number in 0..self.threads {
            let queue = self.queue.clone();
            let started = std::thread::Builder::new()
                .name(format!("passwords-{number}"))
                .spawn(move || queue.run_jobs());
            if let Err(error) = started {
                tracing::error!(%error, "a thread for passwords cannot be started");
            }
        }
    }
}

impl Drop for HashPool {
    fn drop(&mut self) {
        self.queue.jobs.lock().closed = true;
        self.queue.changed.notify_all();
    }
}

impl JobQueue {
    /// Queues a job, if there is room.
    fn push(&self, client: Client, job: Job) -> Option<()> {
        let mut jobs = self.jobs.lock();
        match client {
            Client::Known if jobs.known.len() < MAX_KNOWN => jobs.known.push_back(job),
            Client::Other(from) if jobs.has_room_for(from) => jobs.others.push_back((from, job)),
            Client::Known | Client::Other(_) => return None,
        }
        self.changed.notify_one();
        Some(())
    }

    fn run_jobs(&self) {
        lower_priority();
        while let Some(job) = self.next() {
            if catch_unwind(AssertUnwindSafe(job)).is_err() {
                tracing::error!("hashing a password broke off");
            }
        }
    }

    /// Waits for a job.
    fn next(&self) -> Option<Job> {
        let mut jobs = self.jobs.lock();
        loop {
            if jobs.closed {
                return None;
            }
            let next = jobs.known.pop_front();
            if let Some(job) = next.or_else(|| jobs.others.pop_front().map(|(_, job)| job)) {
                return Some(job);
            }
            self.changed.wait(&mut jobs);
        }
    }
}

impl WaitingJobs {
    fn has_room_for(&self, from: Option<IpAddr>) -> bool {
        let of_address = || self.others.iter().filter(|(other, _)| *other == from).count();
        self.others.len() < MAX_OTHERS && (from.is_none() || of_address() < MAX_OF_ADDRESS)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::task::Poll;

    use super::*;

    fn address(number: u8) -> Client {
        Client::Other(Some(IpAddr::from([10, 0, 0, number])))
    }

    /// Polls a job once; whether it was refused at once.
    async fn is_refused(job: &mut (impl Future<Output = Result<(), RoomError>> + Unpin)) -> bool {
        let mut job = std::pin::pin!(job);
        std::future::poll_fn(|with| {
            Poll::Ready(match job.as_mut().poll(with) {
                Poll::Ready(result) => result == Err(RoomError::Busy),
                Poll::Pending => false,
            })
        })
        .await
    }

    /// One address cannot fill the queue, all together can, and known clients go first all the same.
    #[tokio::test]
    async fn a_flood_neither_fills_the_queue_nor_delays_known_clients() {
        let pool = HashPool::new(1, Duration::from_secs(600));
        let (go, gone) = mpsc::channel::<()>();
        let (begun, has_begun) = oneshot::channel();
        let mut blocked = Box::pin(pool.run(Client::Known, move || {
            let _ = begun.send(());
            let _ = gone.recv();
        }));
        assert!(!is_refused(&mut blocked).await);
        has_begun.await.unwrap();
        let (order, done) = mpsc::channel();
        let mut waiting = Vec::new();
        for number in 0..9 {
            for place in 0..MAX_OF_ADDRESS + 1 {
                let order = order.clone();
                let job = pool.run(address(number), move || {
                    let _ = order.send("other");
                });
                let mut job = Box::pin(job);
                let full = place >= MAX_OF_ADDRESS || number == 8;
                assert_eq!(is_refused(&mut job).await, full, "{number} {place}");
                if !full {
                    waiting.push(job);
                }
            }
        }
        assert_eq!(waiting.len(), MAX_OTHERS);
        let first = order.clone();
        let mut known = Box::pin(pool.run(Client::Known, move || {
            let _ = first.send("known");
        }));
        assert!(!is_refused(&mut known).await);
        drop((go, order));
        assert_eq!((blocked.await, known.await), (Ok(()), Ok(())));
        futures_util::future::join_all(waiting).await;
        let order: Vec<_> = done.try_iter().collect();
        assert_eq!(order.len(), MAX_OTHERS + 1);
        assert_eq!(order[0], "known");
    }

    #[tokio::test]
    async fn a_job_that_panics_or_is_not_wanted_any_more_costs_nothing() {
        let pool = HashPool::new(1, Duration::from_secs(600));
        let broken = pool.run(Client::Known, || -> u8 { panic!("this is a test") });
        assert_eq!(broken.await, Err(RoomError::Busy));
        assert_eq!(pool.run(Client::Known, || 7).await, Ok(7));
    }
}
