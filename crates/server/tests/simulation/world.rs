//! A world: nodes that die and are replaced, players, and the final comparison.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crownhead_arbiter::{
    BySeat, Match, MatchSettings, Ritual, Salt, Seat, Sha256Hash, Span, TimeControl, Timestamp,
};
use crownhead_games::GameId;
use crownhead_server::rooms::Rooms;
use crownhead_store::MatchId;
use crownhead_store::{Db, MatchSummary, NewMatch, SteadyClock};
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::bus::Hub;
use crate::chaos::Dice;
use crate::client::Client;
use crate::fairness::nobody_lost_time;
use crate::memory::{Memory, StoreConnection};
use crate::times::{self, NodeTime};
use crate::truth::Truth;

/// How many nodes there are at a time.
const NODES: usize = 3;

/// The time of each player.
const TIME: Span = Span::from_secs(40);

/// The longest pause between two faults, as a part of the storm.
const PAUSES: u32 = 13;

/// How long it takes until everybody is up to date: a node may not reach the store for half a minute
/// more, its lease lasts ten seconds, and a lost message costs two.
const CALM: Duration = Duration::from_secs(60);

/// How long nothing must happen before the players stop, besides the time until a flag may fall.
const STILL: Duration = Duration::from_secs(20);

/// The schedule of a run.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Plan {
    /// For how long faults occur.
    pub(crate) storm: Duration,
    /// Whether the players continue when that is over.
    pub(crate) plays_on: bool,
}

pub(crate) struct World {
    pub(crate) dice: Dice,
    memory: Arc<Mutex<Memory>>,
    hub: Hub,
    nodes: Mutex<Vec<Node>>,
    /// No more commands are sent.
    over: AtomicBool,
    /// Everybody has had time to catch up.
    recovered: AtomicBool,
    /// The periods in which no node served anybody.
    closed: Mutex<Vec<(Instant, Instant)>>,
    begun: Instant,
    plan: Plan,
}

/// A node, alive or dead.
struct Node {
    rooms: Arc<Rooms>,
    dead: Arc<AtomicBool>,
    cut_off: Arc<Mutex<Instant>>,
    /// By how much its system clock is ahead.
    clock_error: Arc<AtomicI64>,
    /// Its background jobs.
    chores: JoinSet<()>,
}

/// The result of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Trace {
    pub(crate) acknowledged: u64,
    pub(crate) retries: u64,
    pub(crate) deaths: usize,
    pub(crate) events: Vec<(Timestamp, String)>,
}

impl Node {
    fn kill(&mut self) {
        self.dead.store(true, Ordering::SeqCst);
        self.chores.abort_all();
    }
}

impl World {
    pub(crate) fn new(seed: u64, plan: Plan) -> World {
        World {
            dice: Dice::new(seed),
            memory: Arc::default(),
            hub: Hub::default(),
            nodes: Mutex::default(),
            over: AtomicBool::default(),
            recovered: AtomicBool::default(),
            closed: Mutex::default(),
            begun: Instant::now(),
            plan,
        }
    }

    pub(crate) async fn run(self) -> Trace {
        let (world, truth) = (Arc::new(self), Truth::default());
        for _ in 0..NODES {
            world.start_node().await;
        }
        let games = [("tictacto", GameId::TicTacToe), ("stackem1", GameId::StackEm)];
        let ids = games.map(|(name, game)| world.open(name.parse().unwrap(), game));
        let mut players = JoinSet::new();
        for (id, seat) in ids.iter().flat_map(|id| Seat::ALL.map(|seat| (*id, seat))) {
            let client = Client::new(world.clone(), id, seat);
            let truth = truth.clone();
            players.spawn(async move { (id, client.run(truth).await) });
        }
        let Plan { storm, plays_on } = world.plan;
        let longest_pause = (storm / PAUSES).as_millis() as u64 + 750;
        while world.begun.elapsed() < storm {
            tokio::time::sleep(world.dice.span(longest_pause)).await;
            match world.dice.below(10) {
                0 => world.close().await,
                1 => world.cut_off_all().await,
                2 => world.cut_off_any(),
                3 | 4 => world.set_any_clock(),
                _ => {
                    world.kill_any();
                    world.start_node().await;
                }
            }
        }
        world.dice.calm_down();
        world.over.store(!plays_on, Ordering::SeqCst);
        tokio::time::sleep(CALM).await;
        world.over.store(true, Ordering::SeqCst);
        world.recovered.store(true, Ordering::SeqCst);
        let (mut seen, mut links) = (Vec::new(), Vec::new());
        while let Some(ended) = players.join_next().await {
            let (id, (game_match, link)) = ended.expect("a player ends well");
            seen.push((id, game_match));
            links.push(link);
        }
        world.compare(&truth, &ids, &seen).await
    }

    /// Opens a match, under a name that is the same in every run: the order of names matters.
    fn open(&self, id: MatchId, game: GameId) -> MatchId {
        let mut settings = MatchSettings::casual(game.rules());
        settings.ritual = Ritual::Given { first: Seat::One };
        settings.clock = TimeControl::Main { time: TIME, increment: Span::from_secs(1) };
        let (game_match, events) =
            Match::open(settings, Timestamp::from_millis(1_000_000), Salt([7; 16])).unwrap();
        let secrets = BySeat::both(Sha256Hash([0; 32]));
        let summary = MatchSummary::of(&game_match);
        self.memory.lock().unwrap().create(NewMatch {
            id,
            secrets,
            events,
            summary,
            statements: Vec::new(),
        });
        id
    }

    async fn start_node(&self) {
        let dead = Arc::<AtomicBool>::default();
        let cut_off = Arc::new(Mutex::new(Instant::now()));
        let way = StoreConnection {
            memory: self.memory.clone(),
            dice: self.dice.clone(),
            dead: dead.clone(),
            cut_off: cut_off.clone(),
        };
        let line = self.hub.connect(self.dice.clone(), dead.clone());
        let error = Arc::new(AtomicI64::new(times::error(|limit| self.dice.span(limit))));
        let time = NodeTime { begun: self.begun, last: Instant::now(), error: error.clone() };
        let db = Db::with_steady_clock(Arc::new(way), SteadyClock::with_source(time));
        let rooms = Arc::new(Rooms::new(db, Arc::new(line)));
        rooms.timekeeper.join(true).await;
        let mut chores = JoinSet::new();
        let (timer, listener, lease) = (rooms.clone(), rooms.clone(), rooms.clone());
        let keeper = rooms.clone();
        chores.spawn(async move { timer.timers.run().await });
        chores.spawn(async move { listener.sync.run().await });
        chores.spawn(async move { lease.lease.run().await });
        chores.spawn(async move { keeper.timekeeper.run().await });
        let node = Node { rooms, dead, cut_off, clock_error: error, chores };
        self.nodes.lock().unwrap().push(node);
    }

    /// Applies something to a living node.
    fn to_any(&self, change: impl FnOnce(&mut Node)) {
        let mut nodes = self.nodes.lock().unwrap();
        let mut living: Vec<_> =
            nodes.iter_mut().filter(|node| !node.dead.load(Ordering::SeqCst)).collect();
        let victim = self.dice.below(living.len());
        change(living[victim]);
    }

    fn kill_any(&self) {
        self.to_any(Node::kill);
    }

    fn set_any_clock(&self) {
        let error = times::error(|limit| self.dice.span(limit));
        self.to_any(|node| node.clock_error.store(error, Ordering::SeqCst));
    }

    fn cut_off_any(&self) {
        let back = Instant::now() + self.dice.span(30_000);
        self.to_any(|node| *node.cut_off.lock().unwrap() = back);
    }

    /// No node reaches the store for a while.
    async fn cut_off_all(&self) {
        let since = Instant::now();
        let back = since + Duration::from_secs(10) + self.dice.span(50_000);
        for node in &*self.nodes.lock().unwrap() {
            *node.cut_off.lock().unwrap() = back;
        }
        tokio::time::sleep_until(back).await;
        self.closed.lock().unwrap().push((since, back));
    }

    /// All nodes die, and new ones come after a while.
    async fn close(&self) {
        let since = Instant::now();
        self.nodes.lock().unwrap().iter_mut().for_each(Node::kill);
        tokio::time::sleep(Duration::from_secs(10) + self.dice.span(50_000)).await;
        self.start_node().await;
        self.closed.lock().unwrap().push((since, Instant::now()));
        for _ in 1..NODES {
            self.start_node().await;
        }
    }

    /// A node that lives, and its number, if there is one.
    pub(crate) fn any_node(&self) -> Option<(usize, Arc<Rooms>)> {
        let nodes = self.nodes.lock().unwrap();
        let living: Vec<_> =
            (0..nodes.len()).filter(|node| !nodes[*node].dead.load(Ordering::SeqCst)).collect();
        let node = *living.get(self.dice.below(living.len().max(1)))?;
        Some((node, nodes[node].rooms.clone()))
    }

    fn living(&self) -> Vec<Arc<Rooms>> {
        let nodes = self.nodes.lock().unwrap();
        let living = nodes.iter().filter(|node| !node.dead.load(Ordering::SeqCst));
        living.map(|node| node.rooms.clone()).collect()
    }

    pub(crate) fn lives(&self, node: usize) -> bool {
        !self.nodes.lock().unwrap()[node].dead.load(Ordering::SeqCst)
    }

    /// Whether no more commands are sent.
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst)
    }

    /// Whether no timer is pending either.
    pub(crate) fn is_still(&self) -> bool {
        self.recovered.load(Ordering::SeqCst) && self.memory.lock().unwrap().is_still_for(STILL)
    }

    /// All clients have the same state, and every promise was kept.
    async fn compare(&self, truth: &Truth, ids: &[MatchId], seen: &[(MatchId, Match)]) -> Trace {
        let mut events = Vec::new();
        for id in ids {
            let log = self.memory.lock().unwrap().log(*id);
            truth.audit(*id, &log);
            let committed = self.memory.lock().unwrap().committed(*id);
            nobody_lost_time(&log, &committed, &self.closed.lock().unwrap());
            let hash = Match::replay(&log).unwrap().hash();
            for (_, game_match) in seen.iter().filter(|(other, _)| other == id) {
                assert_eq!(
                    game_match.hash(),
                    hash,
                    "a player has seen something else: {:?} and {:?}",
                    game_match.version(),
                    log.iter().rev().take(3).collect::<Vec<_>>()
                );
                let absent = game_match.state().absent;
                assert!(absent.one.is_none() && absent.two.is_none(), "a player is not missed");
            }
            for rooms in self.living() {
                assert_eq!(
                    rooms.registry.load(*id).await.unwrap().hash(),
                    hash,
                    "a node is behind"
                );
            }
            events.extend(log.iter().skip(1).map(|event| (event.at, format!("{:?}", event.kind))));
        }
        let (acknowledged, retries) = truth.counts();
        let deaths = self.nodes.lock().unwrap().len() - NODES;
        Trace { acknowledged, retries, deaths, events }
    }
}
