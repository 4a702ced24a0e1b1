//! The noisy neighbour: one address does everything that a stranger may do, as fast as it can, while
//! others play from addresses of their own. It measures their moves, and whether the server answers
//! its health check all the time.

mod attack;
mod disk;
mod fill;
mod holding;
mod report;
mod routes;
mod visitor;

use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tokio::runtime::{Builder, Handle, Runtime};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::audit;
use crate::fleet::{Node, Port};
use crate::http_connection::{Call, Connection};
use crate::memory::resident;
use crate::plan::{LONG_CLOCK, Plan};
use crate::report::RunReport;
use crate::run::{self, Swarm, SwarmError};
use crate::shared_match::SharedMatch;
use attack::{Attack, Tally};
use disk::{Commits, DiskProbe};
pub use report::{NoisyReport, NoisyRow};
use visitor::Visitor;

/// The address that asks whether the server is healthy.
const DOCTOR: Ipv4Addr = Ipv4Addr::new(127, 0, 3, 1);

/// How long the health check may be unanswered before it is given up.
const LIVEZ_TIMEOUT: Duration = Duration::from_secs(5);

/// How long everybody may take to come back after an attack.
const COME_BACK_TIMEOUT: Duration = Duration::from_secs(120);

/// The quiet time after an attack.
const SETTLE_TIME: Duration = Duration::from_millis(500);

/// How much less important the noisy visitor is than the server and the players, for the system.
#[cfg(unix)]
const NICE: i32 = 10;

/// The plan of a run.
#[derive(Clone, Debug)]
pub struct NoisyPlan {
    /// The program to start as a server.
    pub program: PathBuf,
    /// The database, filled if it does not exist; a temporary one if there is none.
    pub database: Option<PathBuf>,
    /// How many finished games the archive of a new database gets.
    pub games: u64,
    /// How long each attack takes.
    pub time: Duration,
    /// How many others play.
    pub players: usize,
    /// How many moves they make per second in all.
    pub rate: f64,
    /// The attacks to run, by name; all of them, and then all at once, if empty.
    pub attacks: Vec<String>,
    /// The random seed.
    pub seed: u64,
}

/// What an attack needs and measures.
struct Scene {
    swarm: Arc<Swarm>,
    matches: Vec<Arc<SharedMatch>>,
    clients: i64,
    visitor: Arc<Visitor>,
    routes: Vec<String>,
    noise: Handle,
    process: u32,
    time: Duration,
    /// The folder of the database.
    folder: PathBuf,
}

/// Runs a plan. `log` receives progress messages.
pub fn run(plan: &NoisyPlan, mut log: impl FnMut(&str)) -> Result<NoisyReport, SwarmError> {
    let chosen = chosen(&plan.attacks)?;
    let quiet = Builder::new_multi_thread().enable_all().build().map_err(message)?;
    let noise = noise_runtime().map_err(message)?;
    quiet.block_on(attack_all(plan, &chosen, noise.handle(), &mut log))
}

/// The attacks of these names, one after the other, and all at once.
fn chosen(names: &[String]) -> Result<Vec<(String, Vec<Attack>)>, SwarmError> {
    let alone = |attack: Attack| (attack.name().to_owned(), vec![attack]);
    if names.is_empty() {
        let all = ("all of them".to_owned(), Attack::ALL.to_vec());
        return Ok(Attack::ALL.into_iter().map(alone).chain([all]).collect());
    }
    let find = |name: &String| {
        if name == "all" {
            return Ok(("all of them".to_owned(), Attack::ALL.to_vec()));
        }
        let found = Attack::ALL.into_iter().find(|attack| attack.name() == name);
        found.map(alone).ok_or_else(|| {
            let all = Attack::ALL.map(Attack::name).join(", ");
            SwarmError(format!("no attack `{name}` (there are: all, {all})"))
        })
    };
    names.iter().map(find).collect()
}

/// A runtime of one thread, which the system prefers less than the players' threads: a noisy visitor
/// has a machine of its own.
fn noise_runtime() -> std::io::Result<Runtime> {
    let mut builder = Builder::new_multi_thread();
    builder.worker_threads(1).enable_all();
    #[cfg(unix)]
    builder.on_thread_start(|| {
        let _ = rustix::process::nice(NICE);
    });
    builder.build()
}

async fn attack_all(
    plan: &NoisyPlan,
    chosen: &[(String, Vec<Attack>)],
    noise: &Handle,
    log: &mut impl FnMut(&str),
) -> Result<NoisyReport, SwarmError> {
    let folder = tempfile::tempdir().map_err(message)?;
    let database = plan.database.clone().unwrap_or_else(|| folder.path().join("noisy.db"));
    let mut report = NoisyReport::default();
    if !database.exists() && plan.games > 0 {
        log(&format!("filling the archive with {} games", plan.games));
        let (_port, node) = start(&plan.program, &database, &["--rate", "0"])?;
        fill::fill(&node.address(), plan.games).await?;
        report.games = plan.games;
    }
    let (_port, node) = start(&plan.program, &database, &[])?;
    let address = node.address();
    let swarm = Arc::new(Swarm::new(quiet_plan(plan), vec![address.clone()])?);
    let matches = run::open(&swarm, swarm.plan.matches).await?;
    let players = run::start(&swarm, &matches);
    let clients = i64::try_from(players.len()).unwrap_or(i64::MAX);
    swarm.wait_for(clients).await?;
    log("the players are there; the noisy visitor comes");
    let visitor = Arc::new(Visitor::come(&address, plan.seed).await?);
    let routes = routes::list(&address).await?;
    routes::check(&routes, &visitor).await?;
    report.routes = routes.len();
    let scene = Scene {
        swarm: swarm.clone(),
        matches: matches.clone(),
        clients,
        visitor,
        routes,
        noise: noise.clone(),
        process: node.process(),
        time: plan.time,
        folder: database.parent().filter(|it| *it != Path::new("")).unwrap_or(".".as_ref()).into(),
    };
    report.rows.push(scene.measure("nothing", &[]).await);
    for (name, attacks) in chosen {
        let row = scene.measure(name, attacks).await;
        let [_, p99, slowest] = row.latency.map(|time| time.as_millis());
        let disk = row.disk[0].as_millis();
        let complaints = row.complaints().join("; ");
        log(&format!("{name}: p99 {p99} ms (disk {disk} ms), slowest {slowest} ms {complaints}"));
        report.rows.push(row);
        scene.wait_until_all_are_back(name).await;
    }
    run::finish(&swarm, players).await;
    let mut audited = RunReport::default();
    audit::all(&swarm, &matches, &mut audited).await?;
    swarm.fill_in(&mut audited);
    report.faults = audited.faults;
    report.first_faults = audited.first_faults;
    Ok(report)
}

/// The players who are not noisy.
fn quiet_plan(plan: &NoisyPlan) -> Plan {
    Plan {
        nodes: Vec::new(),
        program: plan.program.clone(),
        cluster: false,
        unix: false,
        matches: plan.players.div_ceil(2),
        given: true,
        clock: LONG_CLOCK,
        spectators: 0,
        idle: 0,
        rate: Some(plan.rate),
        time: plan.time,
        breaks: 0.0,
        kills: 0,
        spread: true,
        seed: plan.seed,
    }
}

/// Starts a server with these arguments.
fn start(program: &Path, database: &Path, args: &[&str]) -> Result<(Port, Node), SwarmError> {
    let port = Port::reserve()?;
    let database = database.display().to_string();
    let args = [&["--database", &database], args].concat();
    let node = Node::start(program, format!("127.0.0.1:{}", port.number()), &args)?;
    Ok((port, node))
}

impl Scene {
    /// Measures the others' moves and the health check while these attacks run.
    async fn measure(&self, name: &str, attacks: &[Attack]) -> NoisyRow {
        let tally = Arc::new(Tally::default());
        self.swarm.take_latencies();
        let before = self.swarm.moves.load(Ordering::Relaxed);
        let breaks = self.swarm.breaks.load(Ordering::Relaxed);
        let commits = self.commits().await;
        let probe = DiskProbe::start(&self.folder).ok();
        let begun = Instant::now();
        let noise: Vec<JoinSet<()>> = {
            // What is spawned here runs on the threads of the noisy visitor.
            let _runtime = self.noise.enter();
            let share = attacks.len().max(1) as u64;
            let start = |&attack| attack::start(attack, share, &self.visitor, &self.routes, &tally);
            attacks.iter().map(start).collect()
        };
        let (livez, unhealthy) = self.watch_health(begun + self.time).await;
        let time = begun.elapsed();
        let mut latency = self.swarm.take_latencies();
        for shared in &self.matches {
            // A move that nobody has seen yet is as slow as it is old.
            if let Some((_, _, since)) = &shared.ledger().moved {
                let micros = u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX);
                latency.saturating_record(micros);
            }
        }
        let made = self.swarm.moves.load(Ordering::Relaxed) - before;
        let memory = resident(self.process);
        let disk = probe.map(DiskProbe::finish).unwrap_or_default();
        let commit = self.commits().await.p99_since(&commits);
        drop(noise);
        for error in tally.errors.lock().unwrap_or_else(PoisonError::into_inner).iter().take(3) {
            self.swarm.record_fault(format!("{name}: the server failed: {error}"));
        }
        let quantile = |q: f64| Duration::from_micros(latency.value_at_quantile(q));
        let rate = self.swarm.plan.rate.unwrap_or_default();
        NoisyRow {
            attack: name.to_owned(),
            time,
            answers: [&tally.answers, &tally.refused].map(|count| count.load(Ordering::Relaxed)),
            open: tally.most_open.load(Ordering::Relaxed).unsigned_abs(),
            moves: [made, (time.as_secs_f64() * rate) as u64],
            latency: [quantile(0.5), quantile(0.99), quantile(1.0)],
            commit,
            disk,
            breaks: self.swarm.breaks.load(Ordering::Relaxed) - breaks,
            livez,
            unhealthy,
            memory,
        }
    }

    /// The server's commits so far.
    async fn commits(&self) -> Commits {
        let asking = timeout(LIVEZ_TIMEOUT, async {
            let mut line = Connection::open(DOCTOR, &self.visitor.address).await?;
            line.call(&Call::get("/metrics")).await
        });
        let Ok(Ok(answer)) = asking.await else { return Commits::default() };
        Commits::of_metrics(&String::from_utf8_lossy(&answer.body))
    }

    /// Asks every second whether the server is healthy; returns the slowest answer, and how many were
    /// bad or late.
    async fn watch_health(&self, until: Instant) -> (Duration, u64) {
        let (mut slowest, mut unhealthy) = (Duration::ZERO, 0);
        while Instant::now() < until {
            let begun = Instant::now();
            let asking = timeout(LIVEZ_TIMEOUT, async {
                let mut line = Connection::open(DOCTOR, &self.visitor.address).await?;
                line.call(&Call::get("/livez")).await
            });
            let healthy = matches!(asking.await, Ok(Ok(answer)) if answer.status == 200);
            let took = begun.elapsed();
            slowest = slowest.max(took);
            unhealthy += u64::from(!healthy || took > Duration::from_secs(1));
            let next = (begun + Duration::from_secs(1)).min(until);
            tokio::time::sleep(next.saturating_duration_since(Instant::now())).await;
        }
        (slowest, unhealthy)
    }

    /// Waits until every player is connected again; a player who stays out is a broken promise.
    async fn wait_until_all_are_back(&self, name: &str) {
        let begun = Instant::now();
        tokio::time::sleep(SETTLE_TIME).await;
        while self.swarm.online.load(Ordering::Relaxed) < self.clients {
            if begun.elapsed() > COME_BACK_TIMEOUT {
                let online = self.swarm.online.load(Ordering::Relaxed);
                let all = self.clients;
                self.swarm.record_fault(format!("{name}: only {online} of {all} came back"));
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

fn message(error: impl std::fmt::Display) -> SwarmError {
    SwarmError(error.to_string())
}
