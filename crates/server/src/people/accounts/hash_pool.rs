//! The threads that hash passwords: few, at low priority, with a bounded queue, so that signing in
//! never slows play.
//!
//! Hashing is slow on purpose. Whoever sends many passwords fills the queue of everybody else, so known
//! devices and signed-in players have a queue of their own, which gets three turns of four. In it the
//! accounts take turns, in the other one the addresses, and nobody has more than a few places.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Once};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use tokio::sync::oneshot;

use super::AccountId;
use crate::priority::lower_priority;
use crate::rooms::RoomError;

/// The maximum number of threads. A hash takes 19 MiB and a few hundredths of a second of one.
const MAX_THREADS: usize = 2;

/// The maximum number of waiting jobs for known clients, and of waiting and running ones for one account
/// and one address of those.
const MAX_KNOWN: usize = 64;
const MAX_KNOWN_OF_ACCOUNT: usize = 4;
const MAX_KNOWN_OF_ADDRESS: usize = 32;

/// The maximum number of waiting jobs for all others, and of waiting and running ones for one address of
/// those: room for a class that signs up together.
const MAX_OTHERS: usize = 256;
const MAX_OTHERS_OF_ADDRESS: usize = 32;

/// How many jobs for known clients run before one for the others, if both wait.
const KNOWN_IN_A_ROW: usize = 3;

/// How long a request waits for its result.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Whom a job is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Client {
    /// A known device of an account, a player signed in to it, its operator, or who has the secret of a
    /// mail to it; and the address, if it is known.
    Known(AccountId, Option<IpAddr>),
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
    jobs: Mutex<Jobs>,
    changed: Condvar,
}

#[derive(Default)]
struct Jobs {
    /// By account.
    known: TurnQueue<AccountId>,
    /// By address.
    others: TurnQueue<Option<IpAddr>>,
    /// Whom the running jobs are for.
    running: Vec<Client>,
    /// How many jobs for known clients were taken since the last one for others.
    known_in_a_row: usize,
    closed: bool,
}

/// Waiting jobs, whose owners take turns.
struct TurnQueue<K> {
    by_owner: VecDeque<(K, VecDeque<Job>)>,
    count: usize,
}

struct Job {
    client: Client,
    run: Box<dyn FnOnce() + Send>,
}

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
        let run = Box::new(move || {
            // The caller may have gone while the job was waiting.
            if !sender.is_closed() {
                let _ = sender.send(job());
            }
        });
        self.queue.push(Job { client, run }).ok_or(RoomError::Busy)?;
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
    fn push(&self, job: Job) -> Option<()> {
        let mut jobs = self.jobs.lock();
        if !jobs.has_room_for(&job.client) {
            return None;
        }
        match &job.client {
            Client::Known(account, _) => jobs.known.push(account.clone(), job),
            Client::Other(address) => jobs.others.push(*address, job),
        }
        self.changed.notify_one();
        Some(())
    }

    fn run_jobs(&self) {
        lower_priority();
        while let Some(Job { client, run }) = self.next() {
            if catch_unwind(AssertUnwindSafe(run)).is_err() {
                tracing::error!("hashing a password broke off");
            }
            self.jobs.lock().finish(&client);
        }
    }

    /// Waits for a job, which counts as running then.
    fn next(&self) -> Option<Job> {
        let mut jobs = self.jobs.lock();
        loop {
            if jobs.closed {
                return None;
            }
            if let Some(job) = jobs.pop() {
                jobs.running.push(job.client.clone());
                return Some(job);
            }
            self.changed.wait(&mut jobs);
        }
    }
}

impl Jobs {
    fn has_room_for(&self, client: &Client) -> bool {
        let count = |counts: &dyn Fn(&Client) -> bool| {
            let waiting = self.known.clients().chain(self.others.clients());
            waiting.chain(&self.running).filter(|client| counts(client)).count()
        };
        match client {
            Client::Known(account, address) => {
                let of_account =
                    |other: &Client| matches!(other, Client::Known(owner, _) if owner == account);
                let of_address =
                    |other: &Client| matches!(other, Client::Known(_, at) if at == address);
                self.known.count < MAX_KNOWN
                    && count(&of_account) < MAX_KNOWN_OF_ACCOUNT
                    && (address.is_none() || count(&of_address) < MAX_KNOWN_OF_ADDRESS)
            }
            Client::Other(address) => {
                self.others.count < MAX_OTHERS
                    && (address.is_none()
                        || count(&|other| other == client) < MAX_OTHERS_OF_ADDRESS)
            }
        }
    }

    /// The next job: three for known clients, and then one for others.
    fn pop(&mut self) -> Option<Job> {
        let job = if self.known_in_a_row < KNOWN_IN_A_ROW {
            self.known.pop().or_else(|| self.others.pop())
        } else {
            self.others.pop().or_else(|| self.known.pop())
        }?;
        self.known_in_a_row = match job.client {
            Client::Known(..) => self.known_in_a_row + 1,
            Client::Other(_) => 0,
        };
        Some(job)
    }

    fn finish(&mut self, client: &Client) {
        if let Some(index) = self.running.iter().position(|running| running == client) {
            self.running.swap_remove(index);
        }
    }
}

impl<K> Default for TurnQueue<K> {
    fn default() -> TurnQueue<K> {
        TurnQueue { by_owner: VecDeque::new(), count: 0 }
    }
}

impl<K: PartialEq> TurnQueue<K> {
    fn push(&mut self, owner: K, job: Job) {
        self.count += 1;
        match self.by_owner.iter_mut().find(|(other, _)| *other == owner) {
            Some((_, jobs)) => jobs.push_back(job),
            None => self.by_owner.push_back((owner, VecDeque::from([job]))),
        }
    }

    /// The oldest job of the owner whose turn it is.
    fn pop(&mut self) -> Option<Job> {
        let (owner, mut jobs) = self.by_owner.pop_front()?;
        let job = jobs.pop_front();
        if !jobs.is_empty() {
            self.by_owner.push_back((owner, jobs));
        }
        self.count -= usize::from(job.is_some());
        job
    }

    fn clients(&self) -> impl Iterator<Item = &Client> {
        self.by_owner.iter().flat_map(|(_, jobs)| jobs).map(|job| &job.client)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::task::Poll;

    use super::*;

    fn address(number: usize) -> Option<IpAddr> {
        Some(IpAddr::from([10, 0, 0, u8::try_from(number).unwrap()]))
    }

    fn other(number: usize) -> Client {
        Client::Other(address(number))
    }

    fn known(account: usize, at: usize) -> Client {
        Client::Known(AccountId(format!("account{account}")), address(at))
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

    /// A pool whose only thread is busy until the sender is dropped.
    async fn busy() -> (Arc<HashPool>, mpsc::Sender<()>) {
        let pool = Arc::new(HashPool::new(1, Duration::from_secs(600)));
        let (go, gone) = mpsc::channel::<()>();
        let (begun, has_begun) = oneshot::channel();
        let blocked = pool.clone();
        tokio::spawn(async move {
            let job = move || {
                let _ = begun.send(());
                let _ = gone.recv();
            };
            blocked.run(known(0, 0), job).await
        });
        has_begun.await.unwrap();
        (pool, go)
    }

    /// Queues jobs for clients, and returns whether each was refused, and in which order the others ran.
    async fn order(clients: impl IntoIterator<Item = Client>) -> (Vec<bool>, Vec<Client>) {
        let (pool, go) = busy().await;
        let (order, done) = mpsc::channel();
        let (mut refused, mut waiting) = (Vec::new(), Vec::new());
        for client in clients {
            let order = order.clone();
            let name = client.clone();
            let mut job = Box::pin(pool.run(client, move || {
                let _ = order.send(name);
            }));
            refused.push(is_refused(&mut job).await);
            waiting.extend(refused.last().is_some_and(|refused| !refused).then_some(job));
        }
        drop((go, order));
        for result in futures_util::future::join_all(waiting).await {
            assert_eq!(result, Ok(()));
        }
        (refused, done.try_iter().collect())
    }

    /// One address cannot fill the queue, all together can, and known clients go first all the same.
    #[tokio::test]
    async fn a_flood_neither_fills_the_queue_nor_delays_known_clients() {
        let flood = (0..9).flat_map(|number| (0..33).map(move |place| (number, place)));
        let clients = flood.clone().map(|(number, _)| other(number));
        let (refused, order) = order(clients.chain([known(1, 1)])).await;
        for ((number, place), refused) in flood.zip(&refused) {
            assert_eq!(*refused, place == 32 || number == 8, "{number} {place}");
        }
        assert_eq!(refused.last(), Some(&false));
        assert_eq!(order.len(), MAX_OTHERS + 1);
        assert_eq!(order[0], known(1, 1));
        // The addresses take turns.
        assert_eq!(order[1..9], std::array::from_fn::<_, 8, _>(other));
        assert_eq!(order[9..17], order[1..9]);
    }

    /// Accounts that use their known devices to send passwords keep nobody else out.
    #[tokio::test]
    async fn a_flood_of_known_clients_leaves_turns_to_everybody() {
        // Account 0 has a job running.
        let flood = [known(0, 1), known(0, 2), known(0, 3), known(0, 4)];
        let clients = flood.into_iter().chain((0..5).map(|_| known(1, 1)));
        let clients = clients.chain([other(1), other(2), known(2, 2)]);
        let (refused, order) = order(clients).await;
        let refused: Vec<_> = (0..).zip(refused).filter(|(_, refused)| *refused).collect();
        assert_eq!(refused, [(3, true), (8, true)]);
        let accounts = [known(0, 1), known(1, 1), other(1), known(2, 2), known(0, 2), known(1, 1)];
        assert_eq!(order[..6], accounts);
        assert_eq!((&order[6], order.len()), (&other(2), 10));
    }

    #[tokio::test]
    async fn an_address_has_few_places_whatever_its_accounts() {
        let clients = (1..=40).map(|account| known(account, 1)).chain([known(41, 2)]);
        let (refused, order) = order(clients).await;
        assert_eq!(refused.iter().filter(|refused| **refused).count(), 8);
        assert_eq!((refused[31], refused[32], refused[40]), (false, true, false));
        assert_eq!(order.len(), 33);
    }

    #[tokio::test]
    async fn a_job_that_panics_or_is_not_wanted_any_more_costs_nothing() {
        let pool = HashPool::new(1, Duration::from_secs(600));
        let broken = pool.run(other(1), || -> u8 { panic!("this is a test") });
        assert_eq!(broken.await, Err(RoomError::Busy));
        assert_eq!(pool.run(other(1), || 7).await, Ok(7));

        let (pool, go) = busy().await;
        let (ran, has_run) = mpsc::channel();
        let first = ran.clone();
        let mut unwanted = Box::pin(pool.run(other(1), move || {
            let _ = first.send("unwanted");
        }));
        assert!(!is_refused(&mut unwanted).await);
        drop(unwanted);
        let mut wanted = Box::pin(pool.run(other(1), move || {
            let _ = ran.send("wanted");
        }));
        assert!(!is_refused(&mut wanted).await);
        drop(go);
        assert_eq!(wanted.await, Ok(()));
        assert_eq!(has_run.iter().collect::<Vec<_>>(), ["wanted"]);
        assert_eq!(pool.run(other(1), || 7).await, Ok(7));
    }
}
