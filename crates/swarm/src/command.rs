//! The command line of the load generator: its arguments, and what it prints.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::{Parser, Subcommand};
use serde::Serialize;

use crate::archive::ArchivePlan;
use crate::noisy::NoisyPlan;
use crate::plan::LONG_CLOCK;
use crate::{Plan, SwarmError};

/// The command: a run of many players, or a noisy neighbour.
#[derive(Parser, Debug)]
#[command(args_conflicts_with_subcommands = true, version)]
struct Cli {
    #[command(subcommand)]
    other: Option<Other>,
    #[command(flatten)]
    args: Args,
    /// Print the report as JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum Other {
    /// One address does everything that it may, as fast as it can, while others play
    Noisy(NoisyArgs),
    /// A server over a filled database: its start, its memory and its lists
    Archive(ArchiveArgs),
    /// Nodes, database, bus, network, clocks and disk of a cluster break in turn; as root
    #[cfg(target_os = "linux")]
    Faults(FaultArgs),
}

/// Nodes over PostgreSQL and NATS, in networks of their own, that are killed, frozen and cut off, with
/// clocks that jump and a disk that is full, while others play. Needs root, `ip` and libfaketime.
#[cfg(target_os = "linux")]
#[derive(Parser, Debug)]
struct FaultArgs {
    /// The crownhead program to start as a server [default: the one beside this program]
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,
    /// How many nodes there are
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = between(2, 9))]
    nodes: u64,
    /// How many faults there are
    #[arg(long, value_name = "N", default_value_t = 20)]
    faults: u32,
    /// The random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Already in namespaces of its own
    #[arg(long, hide = true)]
    isolated: bool,
}

/// Starts a server over a database that the example `fill` of the crate `store` has filled, and measures
/// its start, its memory, and how long the lobby, the archive and a profile take.
#[derive(Parser, Debug)]
struct ArchiveArgs {
    /// The crownhead program to start as a server [default: the one beside this program]
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,
    /// The filled SQLite database
    #[arg(long, value_name = "FILE")]
    database: PathBuf,
    /// How often to ask for each list
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = between(1, 100_000))]
    times: u64,
}

/// One address does everything that it may, as fast as it can, on every route of the server's OpenAPI
/// document. Others play meanwhile, from other loopback addresses, and the server must stay healthy:
/// the 99th percentile of their moves below 100 ms, and /livez answered within a second.
#[derive(Parser, Debug)]
pub struct NoisyArgs {
    /// The crownhead program to start as a server [default: the one beside this program]
    #[arg(long, value_name = "PATH")]
    program: Option<PathBuf>,
    /// The SQLite database; if it does not exist, it is made and filled [default: a temporary one]
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// How many finished games the archive of a new database gets
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    games: u64,
    /// How long each attack takes
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = between(1, 3_600))]
    seconds: u64,
    /// How many others play
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = between(2, 1_000))]
    players: u64,
    /// How many moves the others make per second
    #[arg(long, value_name = "R", default_value_t = 50, value_parser = between(1, 100_000))]
    rate: u64,
    /// Only this attack, or `all` for all at once; repeat it for several
    #[arg(long = "attack", value_name = "NAME")]
    attacks: Vec<String>,
    /// The random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

impl NoisyArgs {
    /// The plan that the arguments describe.
    pub fn plan(self) -> std::io::Result<NoisyPlan> {
        Ok(NoisyPlan {
            program: beside_this(self.program)?,
            database: self.database,
            games: self.games,
            time: Duration::from_secs(self.seconds),
            players: self.players as usize,
            rate: self.rate as f64,
            attacks: self.attacks,
            seed: self.seed,
        })
    }
}

/// The given program, or the one beside this program.
fn beside_this(program: Option<PathBuf>) -> std::io::Result<PathBuf> {
    match program {
        Some(program) => Ok(program),
        None => Ok(std::env::current_exe()?
            .with_file_name(format!("crownhead{}", std::env::consts::EXE_SUFFIX))),
    }
}

/// Plays many matches at once against a games server, and checks that it keeps its promises.
#[derive(Parser, Debug)]
#[command(
    name = "crownhead-swarm",
    version,
    after_help = "Without --node it starts a server of its own, and stops it at the end. It checks that the
server loses no acknowledged move, shows everybody the same events without gaps, ends each game
once, and gives nobody extra time. If one of these fails, the exit code is 1. Examples:
  crownhead-swarm --matches 1000 --given --seconds 20
  crownhead-swarm --matches 500 --rate 1000 --idle 9000
  crownhead-swarm --matches 100 --seconds 60 --kills 20
  crownhead-swarm --matches 100 --seconds 60 --kills 8 --cluster
  crownhead-swarm --matches 1 --spectators 5000 --rate 2 --breaks 0 --seconds 20
  crownhead-swarm --node 127.0.0.1:8080 --spectators 10
  crownhead-swarm noisy --seconds 10"
)]
pub struct Args {
    /// The address of a server node; repeat it for several nodes of one server
    #[arg(long = "node", value_name = "HOST:PORT|unix:PATH")]
    nodes: Vec<String>,
    /// The crownhead program to start as a server [default: the one beside this program]
    #[arg(long, value_name = "PATH", conflicts_with = "nodes")]
    program: Option<PathBuf>,
    /// Start two nodes, with PostgreSQL and NATS servers of their own
    #[arg(long, conflicts_with = "nodes")]
    cluster: bool,
    /// Connect to its own server over Unix sockets instead of TCP ports
    #[arg(long, conflicts_with = "nodes")]
    unix: bool,
    /// How many matches to play at a time
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = between(1, 100_000))]
    matches: u64,
    /// Fix who begins where the rules allow it, so that nearly every command is a move
    #[arg(long)]
    given: bool,
    /// How many spectators watch each match
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = between(0, 10_000))]
    spectators: u64,
    /// How many idle connections to open besides
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = between(0, 1_000_000))]
    idle: u64,
    /// How many moves to make per second [default: as many as possible]
    #[arg(long, value_name = "R", value_parser = between(1, 1_000_000))]
    rate: Option<u64>,
    /// How long to play
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = between(1, 86_400))]
    seconds: u64,
    /// How many of a thousand commands break their connection
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = between(0, 1_000))]
    breaks: u64,
    /// How often to kill a server; those of a cluster take turns
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        conflicts_with = "nodes",
        value_parser = clap::value_parser!(u32).range(0..=10_000)
    )]
    kills: u32,
    /// The random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

fn between(least: u64, most: u64) -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(least..=most)
}

impl Args {
    /// The plan that the arguments describe.
    pub fn plan(self) -> std::io::Result<Plan> {
        Ok(Plan {
            nodes: self.nodes,
            program: beside_this(self.program)?,
            cluster: self.cluster,
            unix: self.unix,
            matches: self.matches as usize,
            given: self.given,
            clock: LONG_CLOCK,
            spectators: self.spectators as usize,
            idle: self.idle as usize,
            rate: self.rate.map(|rate| rate as f64),
            time: Duration::from_secs(self.seconds),
            breaks: self.breaks as f64 / 1000.0,
            kills: self.kills,
            spread: false,
            seed: self.seed,
        })
    }
}

/// Runs the command with the arguments of the process.
pub fn main() -> ExitCode {
    let mut progress = std::io::stderr();
    let mut log = |text: &str| {
        let _ = writeln!(progress, "crownhead-swarm: {text}");
    };
    let Cli { other, args, json } = Cli::parse();
    let done = match other {
        #[cfg(target_os = "linux")]
        Some(Other::Faults(args)) if !args.isolated => {
            return crate::faults::isolate(std::env::args_os()).unwrap_or_else(|error| {
                log(&error.to_string());
                ExitCode::FAILURE
            });
        }
        #[cfg(target_os = "linux")]
        Some(Other::Faults(FaultArgs { program, nodes, faults, seed, .. })) => {
            beside_this(program).map_err(failed).and_then(|program| {
                let nodes = nodes as usize;
                let plan = crate::faults::FaultPlan { program, nodes, faults, seed };
                let report = crate::faults::run(&plan, &mut log)?;
                let kept = report.faults == 0;
                print(&report, json).map(|()| kept.then_some(()).ok_or("a promise was broken"))
            })
        }
        None => args.plan().map_err(failed).and_then(|plan| {
            let report = crate::run(plan, &mut log)?;
            let kept = report.faults == 0;
            print(&report, json).map(|()| kept.then_some(()).ok_or("the server broke a promise"))
        }),
        Some(Other::Archive(ArchiveArgs { program, database, times })) => {
            beside_this(program).map_err(failed).and_then(|program| {
                let plan = ArchivePlan { program, database, times: times as usize };
                print(&crate::archive::run(&plan, &mut log)?, json).map(|()| Ok(()))
            })
        }
        Some(Other::Noisy(args)) => args.plan().map_err(failed).and_then(|plan| {
            let report = crate::noisy::run(&plan, &mut log)?;
            let fine = report.is_acceptable();
            if json {
                log(&format!("the report\n{report}"));
            }
            print(&report, json).map(|()| fine.then_some(()).ok_or("the noise hurts the others"))
        }),
    };
    match done {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(verdict)) => {
            log(verdict);
            ExitCode::FAILURE
        }
        Err(error) => {
            log(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// Prints a report, for people or for programs.
fn print(report: &(impl Serialize + std::fmt::Display), json: bool) -> Result<(), SwarmError> {
    let text = match json {
        true => serde_json::to_string(report).map_err(failed)? + "\n",
        false => report.to_string(),
    };
    std::io::stdout().write_all(text.as_bytes()).map_err(failed)
}

fn failed(error: impl std::fmt::Display) -> SwarmError {
    SwarmError(error.to_string())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
        let args = Args::parse_from(["crownhead-swarm", "--matches", "7", "--rate", "50"]);
        let plan = args.plan().unwrap();
        assert_eq!((plan.matches, plan.rate, plan.kills), (7, Some(50.0), 0));
        assert!(plan.program.ends_with(format!("crownhead{}", std::env::consts::EXE_SUFFIX)));
        let killing_others = ["crownhead-swarm", "--node", "host:1", "--kills", "1"];
        assert!(Args::try_parse_from(killing_others).is_err());
        assert!(Args::try_parse_from(["crownhead-swarm", "--matches", "0"]).is_err());
    }
}
