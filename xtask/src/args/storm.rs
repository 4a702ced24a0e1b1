//! The command-line arguments of `cargo xtask storm`.

use std::ops::Range;
use std::path::PathBuf;

use super::usage;
use crate::failure::Failure;

/// The output of `cargo xtask storm --help`.
pub(crate) const HELP: &str = "\
The campaign that tries to stop the games room. Each command continues where its last run with the
same --state stopped, and its figures add up. A run that finds a broken promise fails.

  cargo xtask storm kills [--kills N]       kill -9 of a server over SQLite under load, at random
                                            moments, N times in all (1000)
  cargo xtask storm cluster [--faults N]    two or three nodes over PostgreSQL and NATS, and N faults in
                                            all (200): nodes killed, frozen and cut off, clocks that
                                            jump, servers stopped, a full disk. Linux only, as root
  cargo xtask storm simulate [--seeds A..B] seeded schedules in simulated time (1..1000001)
  cargo xtask storm fuzz [--hours N]        all fuzz targets in turn, N hours of processor time in all
                                            (24)
  cargo xtask storm noisy [--seconds N] [--attack NAME]...
                                            one address attacks every route, N seconds for each attack
                                            (10), while 20 others play; their p99 must stay below
                                            100 ms, and /livez must answer within a second
  cargo xtask storm archive [--matches N,M] servers over databases of so many finished matches
                                            (1000,1000000): their start, memory and lists

  --state FOLDER    where the figures, the corpus and the programs of the campaign are kept
                    (target/storm)
  --minutes N       stop after about so many minutes
  --built           use the programs that the last run kept in that folder, and build nothing
  --nice N          the priority of the long runs, from 1 to 19, the lowest (19)
  --record          append the figures to docs/measurements/campaign.md
";

/// The default folder of the campaign, below the root.
const STATE: &str = "target/storm";

/// The lowest priority of a process.
const NICE: u64 = 19;

/// A command of the campaign.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Storm {
    /// Kill a server.
    Kills { kills: u64 },
    /// Break a cluster.
    Cluster { faults: u64 },
    /// Run seeded schedules.
    Simulate { seeds: Range<u64> },
    /// Fuzz.
    Fuzz { hours: u64 },
    /// Attack from one address.
    Noisy { seconds: u64, attacks: Vec<String> },
    /// Measure servers over small and large archives.
    Archive { matches: Vec<u64> },
    /// Print the help.
    Help,
}

/// The options that all commands have.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct StormOptions {
    pub(crate) state: PathBuf,
    pub(crate) minutes: Option<u64>,
    pub(crate) record: bool,
    pub(crate) built: bool,
    pub(crate) nice: u64,
}

/// Parses the arguments after `cargo xtask storm`.
pub(super) fn parse(
    mut args: impl Iterator<Item = String>,
) -> Result<(Storm, StormOptions), Failure> {
    let state = PathBuf::from(STATE);
    let mut options =
        StormOptions { state, minutes: None, record: false, built: false, nice: NICE };
    let mut storm = match args.next().as_deref() {
        Some("kills") => Storm::Kills { kills: 1000 },
        Some("cluster") => Storm::Cluster { faults: 200 },
        Some("simulate") => Storm::Simulate { seeds: 1..1_000_001 },
        Some("fuzz") => Storm::Fuzz { hours: 24 },
        Some("noisy") => Storm::Noisy { seconds: 10, attacks: Vec::new() },
        Some("archive") => Storm::Archive { matches: vec![1000, 1_000_000] },
        Some("help" | "--help" | "-h") => return Ok((Storm::Help, options)),
        Some(word) => return Err(usage(&format!("no storm `{word}`; see `storm --help`"))),
        None => return Err(usage("which storm? See `storm --help`")),
    };
    while let Some(flag) = args.next() {
        let mut value = || args.next().unwrap_or_default();
        match (flag.as_str(), &mut storm) {
            ("--help" | "-h", _) => return Ok((Storm::Help, options)),
            ("--state", _) => match value() {
                folder if folder.is_empty() => return Err(usage("`--state` wants a folder")),
                folder => options.state = folder.into(),
            },
            ("--minutes", _) => options.minutes = Some(number(&flag, &value())?),
            ("--nice", _) => options.nice = number(&flag, &value())?.min(NICE),
            ("--record", _) => options.record = true,
            ("--built", _) => options.built = true,
            ("--kills", Storm::Kills { kills }) => *kills = number(&flag, &value())?,
            ("--faults", Storm::Cluster { faults }) => *faults = number(&flag, &value())?,
            ("--hours", Storm::Fuzz { hours }) => *hours = number(&flag, &value())?,
            ("--seconds", Storm::Noisy { seconds, .. }) => *seconds = number(&flag, &value())?,
            ("--attack", Storm::Noisy { attacks, .. }) => attacks.push(value()),
            ("--matches", Storm::Archive { matches }) => {
                let text = value();
                let counts = text.split(',').map(|count| number(&flag, count));
                *matches = counts.collect::<Result<_, _>>()?;
            }
            ("--seeds", Storm::Simulate { seeds }) => {
                let text = value();
                let ends = text.split_once("..").map(|(a, b)| (a.parse().ok(), b.parse().ok()));
                *seeds = match ends {
                    Some((Some(first), Some(end))) if first < end => first..end,
                    _ => return Err(usage(&format!("`--seeds` wants A..B, not `{text}`"))),
                };
            }
            _ => return Err(usage(&format!("this storm takes no `{flag}`"))),
        }
    }
    Ok((storm, options))
}

fn number(flag: &str, text: &str) -> Result<u64, Failure> {
    match text.parse() {
        Ok(0) | Err(_) => Err(usage(&format!("`{flag}` wants 1 or more, not `{text}`"))),
        Ok(number) => Ok(number),
    }
}
