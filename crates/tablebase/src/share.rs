//! Sharing the work: which classes are made here, and which are taken from others. What carries
//! them from one to the other is another's.

use std::io;
use std::time::Duration;

use crate::{Class, Family};

/// How long one waits for others before looking again.
const PAUSE: Duration = Duration::from_millis(200);

/// A class and the same turned that are to be made.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The rules.
    pub family: Family,
    /// The class.
    pub class: Class,
    /// Whether its plies are counted, or else who wins is found out.
    pub plies: bool,
}

/// What is to be done about a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// It is made here, and [handed in](Share::hand_in).
    Make,
    /// It was made elsewhere: the files of the class and of the turned class, if that is another.
    Take(Vec<Vec<u8>>),
    /// Somebody else is at it.
    Wait,
}

/// Those who work together.
pub trait Share: Send {
    /// What is to be done here about a job whose files are not here. All that it needs is done.
    fn task(&mut self, job: Job) -> io::Result<Task>;

    /// Takes what was made here.
    fn hand_in(&mut self, job: Job, files: &[Vec<u8>]) -> io::Result<()>;

    /// Waits a little for others.
    fn rest(&self) {
        std::thread::sleep(PAUSE);
    }
}

/// Nobody else works on it.
pub struct Alone;

impl Share for Alone {
    fn task(&mut self, _: Job) -> io::Result<Task> {
        Ok(Task::Make)
    }

    fn hand_in(&mut self, _: Job, _: &[Vec<u8>]) -> io::Result<()> {
        Ok(())
    }
}
