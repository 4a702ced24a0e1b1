//! `crownhead swarm`: many players at once, and what came of it.

use std::io::Write;
use std::time::Duration;

use crownhead_games::english::counted;
use crownhead_swarm::Plan;

use crate::args::SwarmArgs;
use crate::failure::{Failure, complain};

/// Lets them play, and prints what was found.
pub(crate) fn run(how: SwarmArgs, out: &mut impl Write) -> Result<(), Failure> {
    let program = std::env::current_exe()?;
    let plan = Plan {
        nodes: how.nodes,
        program,
        cluster: how.cluster,
        unix: how.unix,
        matches: how.matches as usize,
        given: how.given,
        spectators: how.spectators as usize,
        idle: how.idle as usize,
        rate: how.rate.map(f64::from),
        time: Duration::from_secs(u64::from(how.seconds)),
        breaks: f64::from(how.breaks) / 1000.0,
        kills: how.kills,
        seed: how.seed,
    };
    let report = crownhead_swarm::run(plan, complain);
    let report = report.map_err(|why| Failure::Machine(why.to_string()))?;
    write!(out, "{report}")?;
    match report.faults {
        0 => Ok(()),
        faults => {
            let were = if faults == 1 { "was" } else { "were" };
            let promises = counted(faults as u64, "promise");
            Err(Failure::Machine(format!("{promises} {were} not kept")))
        }
    }
}
