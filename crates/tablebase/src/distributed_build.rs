//! Distributed builds: several machines share the classes of a build. A coordinator decides who
//! builds what and carries the files; this module only defines the interface.

use std::io;
use std::time::Duration;

use crate::{Class, RuleFamily};

/// The interval at which a waiting machine polls the coordinator.
const PAUSE: Duration = Duration::from_millis(200);

/// A class to build, together with its flipped class.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BuildJob {
    /// The rule family.
    pub family: RuleFamily,
    /// The class, which stands for its flipped class too.
    pub class: Class,
    /// Whether to build distances, not values.
    pub distances: bool,
}

/// What a machine does about a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assignment {
    /// Build it here, then [submit](BuildCoordinator::submit) it.
    Build,
    /// Another machine has built it: these are the files of the class, and of its flipped class if
    /// that is another.
    Download(Vec<Vec<u8>>),
    /// Another machine is building it.
    Wait,
}

/// Distributes the jobs of a build.
pub trait BuildCoordinator: Send {
    /// Decides about a job whose files are missing here. All its dependencies are done.
    fn assign(&mut self, job: BuildJob) -> io::Result<Assignment>;

    /// Submits files that were built here.
    fn submit(&mut self, job: BuildJob, files: &[Vec<u8>]) -> io::Result<()>;

    /// Waits for one polling interval.
    fn wait(&self) {
        std::thread::sleep(PAUSE);
    }
}

/// A build on one machine.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct SingleMachine;

impl BuildCoordinator for SingleMachine {
    fn assign(&mut self, _: BuildJob) -> io::Result<Assignment> {
        Ok(Assignment::Build)
    }

    fn submit(&mut self, _: BuildJob, _: &[Vec<u8>]) -> io::Result<()> {
        Ok(())
    }
}
