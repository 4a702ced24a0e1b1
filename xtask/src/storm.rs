//! `cargo xtask storm`: the long version of the kill tests, with many players over real sockets.

use std::env::consts::EXE_SUFFIX;

use crate::failure::Failure;
use crate::packages;
use crate::shell::{CommandLine, Shell};

/// Seconds of play for each kill, beside the time until all clients have reconnected.
const SECONDS: u32 = 2;

/// Kills servers so many times, and fails if a promise was broken.
pub(crate) fn run(shell: &Shell, kills: u32, cluster: bool) -> Result<(), Failure> {
    let servers: &[_] = if cluster { &[packages::POSTGRESQL, packages::NATS] } else { &[] };
    packages::ensure(shell, &[&[packages::C], servers].concat())?;
    let seconds = (kills + 1).saturating_mul(SECONDS);
    let build = "cargo build --release -p crownhead-cli -p crownhead-swarm --bins";
    shell.run("building the server and the load generator", &CommandLine::new(build))?;
    let mut swarm = CommandLine::new(&format!("target/release/crownhead-swarm{EXE_SUFFIX}"))
        .and("--matches 100 --spectators 1 --idle 100 --breaks 10")
        .and(&format!("--kills {kills} --seconds {seconds}"));
    if cluster {
        swarm = swarm.and("--cluster");
    }
    shell.run("the storm", &swarm)
}
