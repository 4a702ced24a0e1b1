//! `cargo xtask storm`: the long version of the kill tests, with many players over real sockets.

use std::env::consts::EXE_SUFFIX;

use crate::failure::Failure;
use crate::packages;
use crate::shell::{Line, Shell};

/// How many seconds are played for each kill, beside what it takes until all are back.
const SECONDS: u32 = 2;

/// Kills a server so many times, and fails if a promise was not kept.
pub(crate) fn run(shell: &Shell, kills: u32, cluster: bool) -> Result<(), Failure> {
    let servers: &[_] = if cluster { &[packages::POSTGRESQL, packages::NATS] } else { &[] };
    packages::ensure(shell, &[&[packages::C], servers].concat())?;
    let seconds = (kills + 1).saturating_mul(SECONDS);
    let build = "cargo build --release -p crownhead-cli -p crownhead-swarm --bins";
    shell.run("building the server and the load generator", &Line::new(build))?;
    let mut swarm = Line::new(&format!("target/release/crownhead-swarm{EXE_SUFFIX}"))
        .and("--matches 100 --spectators 1 --idle 100 --breaks 10")
        .and(&format!("--kills {kills} --seconds {seconds}"));
    if cluster {
        swarm = swarm.and("--cluster");
    }
    shell.run("the storm", &swarm)
}
