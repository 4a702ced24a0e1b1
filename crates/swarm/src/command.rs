//! The command line of the load generator: its arguments, and what it prints.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use crate::Plan;
use clap::Parser;
use clap::builder::RangedU64ValueParser;

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
  crownhead-swarm --node 127.0.0.1:8080 --spectators 10"
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
        let program = match self.program {
            Some(program) => program,
            None => std::env::current_exe()?
                .with_file_name(format!("crownhead{}", std::env::consts::EXE_SUFFIX)),
        };
        Ok(Plan {
            nodes: self.nodes,
            program,
            cluster: self.cluster,
            unix: self.unix,
            matches: self.matches as usize,
            given: self.given,
            spectators: self.spectators as usize,
            idle: self.idle as usize,
            rate: self.rate.map(|rate| rate as f64),
            time: Duration::from_secs(self.seconds),
            breaks: self.breaks as f64 / 1000.0,
            kills: self.kills,
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
    let plan = Args::parse().plan().map_err(|error| error.to_string());
    let report =
        plan.and_then(|plan| crate::run(plan, &mut log).map_err(|error| error.to_string()));
    match report {
        Ok(report) => {
            let printed = write!(std::io::stdout(), "{report}");
            if printed.is_ok() && report.faults == 0 {
                return ExitCode::SUCCESS;
            }
            log("the server broke a promise");
            ExitCode::FAILURE
        }
        Err(error) => {
            log(&error);
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Args::command().debug_assert();
        let args = Args::parse_from(["crownhead-swarm", "--matches", "7", "--rate", "50"]);
        let plan = args.plan().unwrap();
        assert_eq!((plan.matches, plan.rate, plan.kills), (7, Some(50.0), 0));
        assert!(plan.program.ends_with(format!("crownhead{}", std::env::consts::EXE_SUFFIX)));
        let killing_others = ["crownhead-swarm", "--node", "host:1", "--kills", "1"];
        assert!(Args::try_parse_from(killing_others).is_err());
        assert!(Args::try_parse_from(["crownhead-swarm", "--matches", "0"]).is_err());
    }
}
