//! A run of the swarm, from opening the matches to the report.

use std::fmt;
use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crownhead_arbiter::Seat;
use crownhead_games::english::pluralize;
use hdrhistogram::Histogram;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::client::Client;
use crate::fleet::Fleet;
use crate::idle::IdleConnections;
use crate::plan::Plan;
use crate::report::RunReport;
use crate::shared_match::SharedMatch;
use crate::socket::BrokenConnection;
use crate::{audit, kills};

/// The maximum number of matches that are opened concurrently.
const MAX_CONCURRENT_OPENS: usize = 32;

/// How long the clients may take to connect, and to finish.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(120);

/// The maximum number of faults in the report.
const MAX_SHOWN_FAULTS: usize = 10;

/// The state that all clients share.
pub(crate) struct Swarm {
    pub(crate) plan: Plan,
    pub(crate) nodes: Vec<String>,
    /// The time between two moves of a match.
    pub(crate) pace: Option<Duration>,
    /// Changes when no more commands are to be sent, and with every acknowledgement after that.
    pub(crate) ending: watch::Sender<()>,
    is_ending: AtomicBool,
    is_over: AtomicBool,
    pub(crate) online: AtomicI64,
    pub(crate) moves: AtomicU64,
    pub(crate) unanswered: AtomicI64,
    pub(crate) refusals: AtomicU64,
    pub(crate) unsure: AtomicU64,
    pub(crate) breaks: AtomicU64,
    /// The reason of the last broken connection.
    last_break: Mutex<String>,
    faults: Mutex<Vec<String>>,
    latency: Mutex<Histogram<u64>>,
    spectator_delay: Mutex<Histogram<u64>>,
}

/// The reason why a run failed.
#[derive(Debug)]
pub struct SwarmError(pub(crate) String);

impl fmt::Display for SwarmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SwarmError {}

impl From<String> for SwarmError {
    fn from(error: String) -> SwarmError {
        SwarmError(error)
    }
}

/// Runs a plan. `log` receives progress messages.
pub(crate) async fn run(plan: Plan, mut log: impl FnMut(&str)) -> Result<RunReport, SwarmError> {
    let mut fleet = match plan.nodes.is_empty() {
        true => Some(Fleet::start(&plan)?),
        false => None,
    };
    let nodes = fleet.as_ref().map_or_else(|| plan.nodes.clone(), Fleet::addresses);
    let swarm = Arc::new(Swarm::new(plan, nodes)?);
    let mut report = RunReport::default();
    if swarm.plan.idle > 0 {
        log(&pluralize(swarm.plan.idle as u64, "idle connection"));
    }
    let idle = IdleConnections::open(&swarm, fleet.as_ref(), &mut report).await?;
    log(&pluralize(swarm.plan.matches as u64, "match"));
    let matches = open(&swarm, swarm.plan.matches).await?;
    let clients = start(&swarm, &matches);
    let client_count = i64::try_from(clients.len()).unwrap_or(i64::MAX);
    swarm.wait_for(client_count).await?;
    report.sockets = clients.len() + idle.count();
    log("all are there");

    let (begun, before) = (Instant::now(), swarm.moves.load(Ordering::Relaxed));
    kills::run_with_kills(&swarm, fleet.as_mut(), client_count, &idle, &mut report, &mut log)
        .await?;
    report.moves = swarm.moves.load(Ordering::Relaxed) - before;
    report.time = begun.elapsed();

    log("finishing");
    finish(&swarm, clients).await;
    idle.close().await;
    audit::all(&swarm, &matches, &mut report).await?;
    swarm.fill_in(&mut report);
    Ok(report)
}

/// Lets the clients finish what they have begun, and stops them.
pub(crate) async fn finish(swarm: &Swarm, mut clients: JoinSet<()>) {
    swarm.end();
    let finished = tokio::time::timeout(CLIENT_TIMEOUT, async {
        while clients.join_next().await.is_some() {}
    });
    if finished.await.is_err() {
        let unanswered = swarm.unanswered.load(Ordering::SeqCst);
        swarm.record_fault(format!(
            "{} clients did not finish, {unanswered} unanswered",
            clients.len()
        ));
    }
    swarm.is_over.store(true, Ordering::SeqCst);
    clients.shutdown().await;
}

/// Opens matches, several at a time.
pub(crate) async fn open(
    swarm: &Arc<Swarm>,
    count: usize,
) -> Result<Vec<Arc<SharedMatch>>, SwarmError> {
    let mut opening = JoinSet::new();
    let mut matches = Vec::new();
    for number in 0..count {
        if opening.len() >= MAX_CONCURRENT_OPENS
            && let Some(opened) = opening.join_next().await
        {
            matches.push(shared(opened)?);
        }
        let swarm = swarm.clone();
        opening
            .spawn(async move { SharedMatch::open(swarm.node(number), number, &swarm.plan).await });
    }
    while let Some(opened) = opening.join_next().await {
        matches.push(shared(opened)?);
    }
    Ok(matches)
}

fn shared(
    opened: Result<Result<SharedMatch, String>, tokio::task::JoinError>,
) -> Result<Arc<SharedMatch>, SwarmError> {
    Ok(Arc::new(opened.map_err(|error| error.to_string())??))
}

/// The loopback address of the client with a number.
fn source(number: u16) -> Ipv4Addr {
    let [high, low] = number.to_be_bytes();
    Ipv4Addr::new(127, 1, high, low)
}

/// Starts all players and spectators.
pub(crate) fn start(swarm: &Arc<Swarm>, matches: &[Arc<SharedMatch>]) -> JoinSet<()> {
    let mut clients = JoinSet::new();
    let mut seeds = fastrand::Rng::with_seed(swarm.plan.seed);
    let mut sources =
        (1..=u16::MAX).cycle().map(|number| swarm.plan.spread.then(|| source(number)));
    for shared in matches {
        let mut come = |seat, from_beginning| {
            let (swarm, shared) = (swarm.clone(), shared.clone());
            let source = sources.next().flatten();
            let client = Client::new(swarm, shared, seat, from_beginning, source, seeds.u64(..));
            clients.spawn(client.run());
        };
        Seat::ALL.into_iter().for_each(|seat| come(Some(seat), true));
        (0..swarm.plan.spectators).for_each(|number| come(None, number == 0));
    }
    clients
}

impl Swarm {
    pub(crate) fn new(plan: Plan, nodes: Vec<String>) -> Result<Swarm, SwarmError> {
        let pace = plan.rate.map(|rate| Duration::from_secs_f64(plan.matches as f64 / rate));
        let histogram =
            || Histogram::new_with_bounds(1, 60_000_000, 3).map_err(|error| error.to_string());
        let (latency, spectator_delay) = (histogram()?, histogram()?);
        Ok(Swarm {
            plan,
            nodes,
            pace,
            ending: watch::channel(()).0,
            is_ending: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            online: AtomicI64::new(0),
            moves: AtomicU64::new(0),
            unanswered: AtomicI64::new(0),
            refusals: AtomicU64::new(0),
            unsure: AtomicU64::new(0),
            breaks: AtomicU64::new(0),
            last_break: Mutex::default(),
            faults: Mutex::default(),
            latency: Mutex::new(latency),
            spectator_delay: Mutex::new(spectator_delay),
        })
    }

    /// The node that first serves the match with a number.
    pub(crate) fn node(&self, number: usize) -> &str {
        &self.nodes[number % self.nodes.len()]
    }

    /// Whether no more commands are to be sent.
    pub(crate) fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::SeqCst)
    }

    /// Whether all clients are to stop.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }

    /// Sends no more commands from now on.
    pub(crate) fn end(&self) {
        self.is_ending.store(true, Ordering::SeqCst);
        self.ending.send_replace(());
    }

    /// Waits until this many clients are connected.
    pub(crate) async fn wait_for(&self, clients: i64) -> Result<Duration, SwarmError> {
        let begun = Instant::now();
        while self.online.load(Ordering::Relaxed) < clients {
            if begun.elapsed() > CLIENT_TIMEOUT {
                let online = self.online.load(Ordering::Relaxed);
                let last = self.last_break.lock().unwrap_or_else(PoisonError::into_inner);
                return Err(SwarmError(format!("only {online} of {clients} came in: {last}")));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(begun.elapsed())
    }

    /// Records a broken or failed connection.
    pub(crate) fn record_break(&self, error: BrokenConnection) {
        *self.last_break.lock().unwrap_or_else(PoisonError::into_inner) = error.0;
    }

    /// Records a broken promise of the server.
    pub(crate) fn record_fault(&self, what: String) {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).push(what);
    }

    /// Records the latency of a move.
    pub(crate) fn record_latency(&self, after: Duration) {
        let micros = u64::try_from(after.as_micros()).unwrap_or(u64::MAX);
        self.latency.lock().unwrap_or_else(PoisonError::into_inner).saturating_record(micros);
    }

    /// Records how long after its acknowledgement a spectator saw a move.
    pub(crate) fn record_spectator_delay(&self, delay: Duration) {
        let micros = u64::try_from(delay.as_micros()).unwrap_or(u64::MAX);
        let mut delays = self.spectator_delay.lock().unwrap_or_else(PoisonError::into_inner);
        delays.saturating_record(micros);
    }

    /// The latencies since the last call.
    pub(crate) fn take_latencies(&self) -> Histogram<u64> {
        let mut latency = self.latency.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = latency.clone();
        latency.reset();
        taken
    }

    pub(crate) fn fill_in(&self, report: &mut RunReport) {
        let quantiles = |histogram: &Mutex<Histogram<u64>>| {
            let histogram = histogram.lock().unwrap_or_else(PoisonError::into_inner);
            let quantile = |q: f64| Duration::from_micros(histogram.value_at_quantile(q));
            [quantile(0.5), quantile(0.99), quantile(1.0)]
        };
        report.latency = quantiles(&self.latency);
        report.spectator_delay =
            (self.plan.spectators > 0).then(|| quantiles(&self.spectator_delay));
        report.refusals = self.refusals.load(Ordering::Relaxed);
        report.unsure = self.unsure.load(Ordering::Relaxed);
        report.breaks = self.breaks.load(Ordering::Relaxed);
        let faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        report.faults = faults.len();
        report.first_faults = faults.iter().take(MAX_SHOWN_FAULTS).cloned().collect();
    }
}
