//! `cargo xtask storm`: the long version of the kill tests, with many players over real sockets.

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
    let mut swarm = Line::new("cargo run --release -p crownhead-cli --bin crownhead -- swarm")
        .and("--matches 100 --spectators 1 --idle 100 --breaks 10")
        .and(&format!("--kills {kills} --seconds {seconds}"));
    if cluster {
        swarm = swarm.and("--cluster");
    }
    shell.run("the storm", &swarm)
}
