//! Faults of a cluster while it is played on: nodes killed, frozen and cut off, clocks that jump, the
//! database and the bus stopped, and a full disk. What was promised must be kept, nobody may lose on
//! time because of a fault, all nodes must agree, and everybody must come back.

mod cluster;
mod network;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crownhead_arbiter::Span;

use crate::audit;
use crate::kills;
use crate::plan::Plan;
use crate::report::RunReport;
use crate::run::{self, Swarm, SwarmError};
use cluster::Cluster;
use network::Link;

/// How many matches are played, and how many moves they make per second in all.
const MATCHES: usize = 24;
const RATE: f64 = 60.0;

/// The clock of the matches that have one: short enough that a fault that takes time is noticed.
const CLOCK: [Span; 2] = [Span::from_secs(90), Span::from_secs(3)];

/// How long a fault lasts, in seconds, and how long all is well before the next.
const FAULT: std::ops::Range<u64> = 2..13;
const PEACE: f64 = 4.0;

/// How far a clock jumps at most, in seconds.
const JUMP: i64 = 120;

/// The plan of a run.
#[derive(Clone, Debug)]
pub struct FaultPlan {
    /// The program to start as a server.
    pub program: PathBuf,
    /// How many nodes there are.
    pub nodes: usize,
    /// How many faults there are.
    pub faults: u32,
    /// The random seed.
    pub seed: u64,
}

/// Runs the command again in network and mount namespaces of its own.
pub fn isolate(args: impl Iterator<Item = OsString>) -> Result<ExitCode, SwarmError> {
    let program = std::env::current_exe().map_err(message)?;
    let mut command = Command::new("unshare");
    command.args(["--net", "--mount", "--"]).arg(program).args(args.skip(1)).arg("--isolated");
    let status = command.status().map_err(|error| SwarmError(format!("unshare: {error}")))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs a plan, in namespaces of its own. `log` receives progress messages.
pub fn run(plan: &FaultPlan, mut log: impl FnMut(&str)) -> Result<RunReport, SwarmError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(message)?.block_on(break_all(plan, &mut log))
}

async fn break_all(plan: &FaultPlan, log: &mut impl FnMut(&str)) -> Result<RunReport, SwarmError> {
    let mut cluster = Cluster::start(&plan.program, plan.nodes)?;
    let mut report = RunReport::default();
    let swarm = Arc::new(Swarm::new(players(plan), cluster.addresses())?);
    let matches = run::open(&swarm, MATCHES).await?;
    let clients = run::start(&swarm, &matches);
    let client_count = i64::try_from(clients.len()).unwrap_or(i64::MAX);
    swarm.wait_for(client_count).await?;
    let (begun, mut rng) = (Instant::now(), fastrand::Rng::with_seed(plan.seed));
    for _ in 0..plan.faults {
        tokio::time::sleep(Duration::from_secs_f64(PEACE * rng.f64())).await;
        let at = Instant::now();
        let name = fault(&mut cluster, plan.nodes, &mut rng).await?;
        // The disconnected clients notice it before they are counted again.
        tokio::time::sleep(Duration::from_millis(300)).await;
        swarm.wait_for(client_count).await?;
        kills::wait_for_moves(&swarm).await?;
        log(&format!("{name}; all back after {:.1} s", at.elapsed().as_secs_f64()));
        report.kills.push((name, at.elapsed()));
    }
    report.moves = swarm.moves.load(Ordering::Relaxed);
    report.time = begun.elapsed();
    report.sockets = clients.len();
    run::finish(&swarm, clients).await;
    audit::all(&swarm, &matches, &mut report).await?;
    audit::all_nodes_agree(&swarm, &matches).await?;
    audit::nobody_lost_time(&swarm, &matches);
    swarm.fill_in(&mut report);
    Ok(report)
}

/// Makes something break, waits, and mends it. Returns what it was.
async fn fault(
    cluster: &mut Cluster,
    nodes: usize,
    rng: &mut fastrand::Rng,
) -> Result<String, SwarmError> {
    let node = rng.usize(..nodes);
    let time = Duration::from_secs(rng.u64(FAULT));
    let wait = || tokio::time::sleep(time);
    let name = match rng.u32(..10) {
        0 => {
            cluster.kill_node(node)?;
            "a node was killed"
        }
        1 => {
            cluster.freeze_node(node, true)?;
            wait().await;
            cluster.freeze_node(node, false)?;
            "a node was frozen"
        }
        2 => {
            cluster.set_link(Link::Back, node, false)?;
            wait().await;
            cluster.set_link(Link::Back, node, true)?;
            "a node was cut off from the database and the bus"
        }
        3 => {
            cluster.set_link(Link::Front, node, false)?;
            wait().await;
            cluster.set_link(Link::Front, node, true)?;
            "a node was cut off from its clients"
        }
        4 => {
            for up in [false, true] {
                for node in 0..nodes {
                    cluster.set_link(Link::Back, node, up)?;
                }
                if !up {
                    wait().await;
                }
            }
            "all nodes were cut off from the database and the bus"
        }
        5 | 6 => {
            cluster.set_clock(node, rng.i64(-JUMP..=JUMP))?;
            wait().await;
            cluster.set_clock(node, 0)?;
            "a clock jumped, and back"
        }
        7 => {
            cluster.kill_postgres()?;
            "PostgreSQL was killed"
        }
        8 if rng.bool() => {
            cluster.freeze_nats(true)?;
            wait().await;
            cluster.freeze_nats(false)?;
            "NATS was frozen"
        }
        8 => {
            cluster.kill_nats()?;
            "NATS was killed"
        }
        _ => {
            cluster.fill_disk(true)?;
            wait().await;
            cluster.fill_disk(false)?;
            "the disk of the database was full"
        }
    };
    Ok(name.to_owned())
}

/// The players: prompt, and at a pace that a busy machine sustains.
fn players(plan: &FaultPlan) -> Plan {
    Plan {
        nodes: Vec::new(),
        program: plan.program.clone(),
        cluster: true,
        unix: false,
        matches: MATCHES,
        given: true,
        clock: CLOCK,
        spectators: 1,
        idle: 0,
        rate: Some(RATE),
        time: Duration::ZERO,
        breaks: 0.002,
        kills: 0,
        spread: false,
        seed: plan.seed,
    }
}

fn message(error: impl std::fmt::Display) -> SwarmError {
    SwarmError(error.to_string())
}
