//! A bounded queue that is fair to its callers: they take turns, and each may have only a few jobs
//! waiting.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;

use parking_lot::{Condvar, Mutex};

/// The caller of a job.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Caller {
    /// The server itself, or anybody if there are no limits. Its jobs are limited only in total.
    Server,
    /// A client, by its address.
    Address(IpAddr),
}

/// Why a job is not queued.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum QueueFull {
    /// The caller has too many jobs waiting.
    OfCaller,
    /// There are too many jobs, or the queue is closed.
    OfAll,
}

pub(super) struct FairQueue<J> {
    max: usize,
    max_per_caller: usize,
    state: Mutex<State<J>>,
    changed: Condvar,
}

struct State<J> {
    waiting: HashMap<Caller, VecDeque<J>>,
    /// The callers with jobs, in the order of their turns.
    turns: VecDeque<Caller>,
    count: usize,
    is_closed: bool,
}

impl<J> FairQueue<J> {
    pub(super) fn new(max: usize, max_per_caller: usize) -> FairQueue<J> {
        let (waiting, turns) = (HashMap::new(), VecDeque::new());
        let state = State { waiting, turns, count: 0, is_closed: false };
        FairQueue { max, max_per_caller, state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Adds a job.
    pub(super) fn push(&self, caller: Caller, job: J) -> Result<(), QueueFull> {
        let mut state = self.state.lock();
        if state.is_closed || state.count >= self.max {
            return Err(QueueFull::OfAll);
        }
        let own = state.waiting.get(&caller).map_or(0, VecDeque::len);
        if caller != Caller::Server && own >= self.max_per_caller {
            return Err(QueueFull::OfCaller);
        }
        if own == 0 {
            state.turns.push_back(caller);
        }
        state.waiting.entry(caller).or_default().push_back(job);
        state.count += 1;
        self.changed.notify_one();
        Ok(())
    }

    /// Waits for the next job; `None` when the queue is closed and empty.
    pub(super) fn pop(&self) -> Option<J> {
        let mut state = self.state.lock();
        loop {
            if let Some(job) = state.next() {
                return Some(job);
            }
            if state.is_closed {
                return None;
            }
            self.changed.wait(&mut state);
        }
    }

    /// The number of jobs.
    pub(super) fn len(&self) -> usize {
        self.state.lock().count
    }

    /// Takes no more jobs.
    pub(super) fn close(&self) {
        self.state.lock().is_closed = true;
        self.changed.notify_all();
    }
}

impl<J> State<J> {
    fn next(&mut self) -> Option<J> {
        let caller = self.turns.pop_front()?;
        let own = self.waiting.get_mut(&caller)?;
        let job = own.pop_front()?;
        if own.is_empty() {
            self.waiting.remove(&caller);
        } else {
            self.turns.push_back(caller);
        }
        self.count -= 1;
        Some(job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(number: u8) -> Caller {
        Caller::Address(IpAddr::from([192, 0, 2, number]))
    }

    #[test]
    fn callers_take_turns() {
        let queue = FairQueue::new(100, 4);
        for job in 0..4 {
            queue.push(caller(1), (1, job)).unwrap();
        }
        queue.push(caller(2), (2, 0)).unwrap();
        queue.push(Caller::Server, (3, 0)).unwrap();
        queue.push(caller(2), (2, 1)).unwrap();
        queue.close();
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (1, 2), (1, 3)]);
        assert!(queue.state.lock().waiting.is_empty());
    }

    #[test]
    fn a_caller_and_all_together_have_a_limit() {
        let queue = FairQueue::new(8, 2);
        let push = |number| queue.push(caller(number), ());
        assert_eq!([push(1), push(1), push(1)], [Ok(()), Ok(()), Err(QueueFull::OfCaller)]);
        for _ in 0..6 {
            queue.push(Caller::Server, ()).unwrap();
        }
        assert_eq!(queue.push(caller(2), ()), Err(QueueFull::OfAll));
        assert_eq!(queue.len(), 8);
    }
}
