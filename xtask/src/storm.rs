//! `cargo xtask storm`: the campaign that tries to stop the games room. Each command runs in steps,
//! adds the figures of a step to a file as soon as it is done, and continues there the next time.

mod archive;
mod fuzz;
mod noisy;
mod record;
mod simulate;
mod state;
mod swarm;

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::args::{STORM_HELP, Storm, StormOptions};
use crate::failure::Failure;
use crate::packages;
use crate::shell::{CommandLine, Shell};

/// Where the figures are recorded.
const DOCUMENT: &str = "docs/measurements/campaign.md";

/// A run of the campaign.
struct Campaign<'a> {
    shell: &'a Shell,
    /// The folder of the state.
    state: PathBuf,
    /// When the run stops.
    until: Option<Instant>,
    record: bool,
    /// Whether the kept programs are used.
    built: bool,
    /// How much less important the long runs are than other work, for the system.
    nice: String,
}

/// Runs a command of the campaign.
pub(crate) fn run(shell: &Shell, storm: &Storm, options: &StormOptions) -> Result<(), Failure> {
    let minutes = options.minutes.map(|minutes| Duration::from_secs(60 * minutes));
    let state = shell.root().join(&options.state);
    let campaign = Campaign {
        shell,
        until: minutes.map(|minutes| Instant::now() + minutes),
        record: options.record,
        built: options.built,
        nice: options.nice.to_string(),
        state,
    };
    if *storm != Storm::Help {
        campaign.make_folder("")?;
    }
    match storm {
        Storm::Kills { kills } => swarm::kills(&campaign, *kills),
        Storm::Cluster { faults } => swarm::cluster(&campaign, *faults),
        Storm::Simulate { seeds } => simulate::run(&campaign, seeds),
        Storm::Fuzz { hours } => fuzz::run(&campaign, *hours),
        Storm::Noisy { seconds, attacks } => noisy::run(&campaign, *seconds, attacks),
        Storm::Archive { matches } => archive::run(&campaign, matches),
        Storm::Help => {
            print!("{STORM_HELP}");
            Ok(())
        }
    }
}

impl Campaign<'_> {
    /// Whether the time is up.
    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }

    /// A folder below the state.
    fn make_folder(&self, name: &str) -> Result<PathBuf, Failure> {
        let folder = if name.is_empty() { self.state.clone() } else { self.state.join(name) };
        let made = fs::create_dir_all(&folder);
        made.map_err(|error| missing(&folder, error)).map(|()| folder)
    }

    /// Copies a program into the state, so that a long run does not change with the tree.
    fn keep_program(&self, from: &Path, name: &str) -> Result<String, Failure> {
        let to = self.make_folder("bin")?.join(name);
        // A program that runs cannot be overwritten, but it can be replaced.
        let new = to.with_extension("new");
        fs::copy(from, &new).map_err(|error| missing(from, error))?;
        fs::rename(&new, &to).map_err(|error| missing(&to, error))?;
        Ok(to.display().to_string())
    }

    /// The path of a program that was kept.
    fn kept_program(&self, name: &str) -> String {
        self.state.join("bin").join(name).display().to_string()
    }

    /// Builds the server and the load generator; returns the path of the load generator. The server
    /// is beside it.
    fn build_swarm(&self) -> Result<String, Failure> {
        let name = format!("crownhead-swarm{EXE_SUFFIX}");
        if self.built {
            return Ok(self.kept_program(&name));
        }
        packages::ensure(self.shell, &[packages::C])?;
        let build = "cargo build --profile storm -p crownhead-cli -p crownhead-swarm --bins";
        self.shell.run("building the server and the load generator", &CommandLine::new(build))?;
        let built = |name: &str| self.shell.path(&format!("target/storm/{name}{EXE_SUFFIX}"));
        self.keep_program(&built("crownhead"), &format!("crownhead{EXE_SUFFIX}"))?;
        self.keep_program(&built("crownhead-swarm"), &name)
    }

    /// A command line of a program with a low priority.
    fn line(&self, program: &str) -> CommandLine {
        let program = [program.to_owned()];
        match cfg!(unix) {
            true => CommandLine::new("nice -n").and(&self.nice).args(&program),
            false => CommandLine::program(program[0].clone()),
        }
    }

    /// Records a row in the state, and in the documents if that is wanted.
    fn record(&self, row: &record::Row<'_>) -> Result<(), Failure> {
        record::append(self.shell, &self.state.join("campaign.md"), row)?;
        match self.record {
            true => record::append(self.shell, &self.shell.path(DOCUMENT), row),
            false => Ok(()),
        }
    }
}

fn missing(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::Missing(format!("{}: {error}", path.display()))
}
