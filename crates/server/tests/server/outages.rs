//! Outages, steps of the system's clock, and the time that nodes share. Time passes when a test
//! says so.

use std::sync::Arc;

use crate::support::http::{Connection, request};
use crate::support::samples::settings;
use crate::support::times::Times;
use crate::support::until;
use crownhead_arbiter::{
    Command, CommandId, Event, EventKind, MatchSettings, MatchStage, Seat, Span, TimeControl,
    Version,
};
use crownhead_server::bus::LocalBus;
use crownhead_server::rooms::{CommandRequest, Rooms};
use crownhead_server::{App, ConnectionAcceptor};
use crownhead_store::{Db, MatchId, SteadyClock, Store, StoreLocation};
use crownhead_swarm::fleet;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

const START: u64 = 1_700_000_000_000;
const TWO_HOURS: i64 = 7_200_000;

/// A server over a store, with its background jobs.
struct Server {
    store: Arc<dyn Store>,
    rooms: Arc<Rooms>,
    _jobs: JoinSet<()>,
}

impl Server {
    async fn start(place: &StoreLocation, times: &Times) -> Server {
        let store = place.open().await.unwrap();
        let clock = SteadyClock::with_source(times.clone());
        let db = Db::with_steady_clock(store.clone(), clock);
        let rooms = Arc::new(Rooms::new(db, Arc::new(LocalBus)));
        rooms.timekeeper.join(matches!(place, StoreLocation::Postgres(_))).await;
        let (timers, keeper) = (rooms.clone(), rooms.clone());
        let mut jobs = JoinSet::new();
        jobs.spawn(async move { timers.timers.run().await });
        jobs.spawn(async move { keeper.timekeeper.run().await });
        Server { store, rooms, _jobs: jobs }
    }

    /// Dies without saying so.
    async fn die(self) {
        let Server { store, _jobs: mut jobs, .. } = self;
        jobs.shutdown().await;
        store.close().await.unwrap();
    }

    /// Renews the heartbeat now.
    async fn beat(&self) {
        self.rooms.timekeeper.stop().await;
    }

    /// Serves for a while.
    async fn serve(&self, times: &Times, seconds: u64) {
        for _ in 0..seconds {
            times.pass(1_000);
            self.beat().await;
        }
    }

    async fn play(&self, id: MatchId, name: &str) -> Seat {
        let game_match = self.rooms.registry.load(id).await.unwrap();
        let text = game_match.board().unwrap().legal_moves().remove(0);
        let seat = game_match.turn().unwrap();
        let command = Command::Move { text, seen: None };
        let id_of_command = CommandId::new(name).unwrap();
        let request = CommandRequest { seat, command, id: id_of_command, lag: Span::ZERO };
        self.rooms.commands.execute(id, request).await.unwrap();
        seat
    }

    /// Opens a match in which each player has ten seconds, and makes the untimed moves.
    async fn open(&self) -> MatchId {
        let clock = TimeControl::Main { time: Span::from_secs(10), increment: Span::ZERO };
        let settings = MatchSettings { clock, ..settings() };
        let id = self.rooms.creator.open(settings).await.unwrap().id;
        for name in ["a", "b"] {
            self.play(id, name).await;
        }
        id
    }

    /// The time that a player has left, in milliseconds.
    async fn left(&self, id: MatchId, seat: Seat) -> u64 {
        let game_match = self.rooms.registry.load(id).await.unwrap();
        assert_eq!(game_match.state().stage, MatchStage::Playing);
        let clocks = game_match.state().play.clocks.clone().unwrap();
        clocks.left_at(seat, self.rooms.db().now()).as_millis()
    }

    async fn events(&self, id: MatchId) -> Vec<Event> {
        self.rooms.registry.events(id, Version::new(0)).await.unwrap().0
    }

    /// How much was credited, in milliseconds.
    async fn credited(&self, id: MatchId) -> Vec<u64> {
        let events = self.events(id).await;
        let spans = events.iter().filter_map(|event| match event.kind {
            EventKind::OutageCredited { span, .. } => Some(span.as_millis()),
            _ => None,
        });
        spans.collect()
    }

    fn now(&self) -> u64 {
        self.rooms.db().now().as_millis()
    }
}

fn file() -> (StoreLocation, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (StoreLocation::File(folder.path().join("store")), folder)
}

#[tokio::test]
async fn a_restart_costs_the_player_to_move_nothing() {
    let (place, _folder) = file();
    let times = Times::at(START);
    let server = Server::start(&place, &times).await;
    let id = server.open().await;
    server.serve(&times, 4).await;
    server.die().await;
    times.pass(20_000);
    // The flag would have fallen long ago. The timer finds the match, and credits the outage.
    let server = Server::start(&place, &times).await;
    until("the credit", async || server.credited(id).await == [25_000]).await;
    assert_eq!(server.left(id, Seat::One).await, 6_000);
    // The players have five seconds to reconnect, and then the clock runs again.
    server.serve(&times, 6).await;
    assert_eq!(server.play(id, "c").await, Seat::One);
    assert_eq!(server.left(id, Seat::One).await, 5_000);
    assert_eq!(server.left(id, Seat::Two).await, 10_000);
    assert_eq!(server.credited(id).await, [25_000]);
    // Time that was served is charged.
    server.serve(&times, 6).await;
    server.play(id, "d").await;
    assert_eq!(server.left(id, Seat::Two).await, 4_000);
}

#[tokio::test]
async fn a_spectator_sees_no_time_that_nobody_served() {
    let (place, _folder) = file();
    let times = Times::at(START);
    let server = Server::start(&place, &times).await;
    let id = server.open().await;
    server.serve(&times, 1).await;
    server.die().await;
    times.pass(4_000);
    // The flag does not fall yet, so nobody has a reason to look at the match.
    let server = Server::start(&place, &times).await;
    assert_eq!(server.credited(id).await, [0; 0]);
    let (_drain, draining) = watch::channel(false);
    let state = App::new(server.rooms.clone(), draining, Vec::new());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let acceptor = ConnectionAcceptor::at(listener, state);
    tokio::spawn(async move { acceptor.accept_until(std::future::pending()).await });
    for _ in 0..2 {
        let mut spectator = Connection::open(address).await;
        let path = format!("/api/v1/matches/{id}/stream");
        spectator.send(&request("GET", &path, "", "")).await;
        let snapshot = spectator.until("\"clocks\"").await;
        assert!(snapshot.starts_with("HTTP/1.1 200"), "{snapshot}");
        assert_eq!(server.credited(id).await, [9_000]);
    }
    assert_eq!(server.left(id, Seat::One).await, 9_000);
}

#[tokio::test]
async fn the_first_move_after_a_restart_is_in_time() {
    let (place, _folder) = file();
    let times = Times::at(START);
    let server = Server::start(&place, &times).await;
    let id = server.open().await;
    server.die().await;
    // Ten times, one after another, and each time without a move in between.
    for _ in 0..10 {
        times.pass(3_600_000);
        Server::start(&place, &times).await.die().await;
    }
    let server = Server::start(&place, &times).await;
    assert_eq!(server.play(id, "c").await, Seat::One);
    assert_eq!(server.left(id, Seat::One).await, 10_000);
}

#[tokio::test]
async fn a_step_of_the_system_clock_changes_nothing() {
    for millis in [TWO_HOURS, -TWO_HOURS] {
        let (place, _folder) = file();
        let times = Times::at(START);
        let server = Server::start(&place, &times).await;
        let id = server.open().await;
        times.pass(1_000);
        times.step(millis);
        times.pass(1_000);
        // The command waits until the node has noticed the step.
        server.play(id, "c").await;
        assert_eq!(server.left(id, Seat::One).await, 8_000);
        times.pass(1_000);
        assert_eq!(server.left(id, Seat::Two).await, 9_000);
        server.play(id, "d").await;
        assert_eq!(server.credited(id).await, [0_u64; 0]);
        assert_eq!(server.now(), START + 3_000);
        // Nor does a restart: time does not go back, and if it leaps, that is an outage.
        server.beat().await;
        server.die().await;
        times.pass(1_000);
        let server = Server::start(&place, &times).await;
        assert!(server.now() >= START + 3_000, "{}", server.now());
        server.play(id, "e").await;
        assert_eq!(server.left(id, Seat::One).await, 8_000);
    }
}

#[tokio::test]
async fn a_process_that_was_frozen_flags_nobody() {
    let (place, _folder) = file();
    let times = Times::at(START);
    let server = Server::start(&place, &times).await;
    let id = server.open().await;
    server.serve(&times, 1).await;
    // Nothing ran in this time, and the timers wait for the next heartbeat, too.
    times.pass(60_000);
    assert_eq!(server.play(id, "c").await, Seat::One);
    assert_eq!(server.left(id, Seat::One).await, 9_000);
    assert_eq!(server.credited(id).await, [65_000]);
}

#[tokio::test]
async fn a_suspended_machine_flags_nobody() {
    let (place, _folder) = file();
    let times = Times::at(START);
    let server = Server::start(&place, &times).await;
    let id = server.open().await;
    times.pass(1_000);
    // On many systems monotonic time stands still then.
    times.step(TWO_HOURS);
    assert_eq!(server.play(id, "c").await, Seat::One);
    assert_eq!(server.left(id, Seat::One).await, 9_000);
    assert_eq!(server.now(), START + 1_000);
}

/// The database's clock runs as it does, so here time passes only in thought.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_with_a_wrong_clock_takes_over_the_time_of_the_others() {
    let postgres = fleet::PostgresServer::start(false).unwrap();
    let place = StoreLocation::Postgres(postgres.database("clocks").unwrap());
    let times = Times::at(START);
    let one = Server::start(&place, &times).await;
    let id = one.open().await;
    one.beat().await;
    let before = one.now();
    for millis in [TWO_HOURS, -TWO_HOURS] {
        let skewed = Times::at(START.checked_add_signed(millis).unwrap());
        let two = Server::start(&place, &skewed).await;
        // The heartbeat was a moment old.
        assert!(two.now().abs_diff(before) < 60_000, "{} {before}", two.now());
        // Both play in the same match, and nobody's time is up.
        one.beat().await;
        two.play(id, &format!("two{millis}")).await;
        one.play(id, &format!("one{millis}")).await;
        two.die().await;
    }
    // The node that was there all along does not follow anybody.
    assert!(one.now().abs_diff(before) < 60_000, "{} {before}", one.now());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_of_several_nodes_ends_an_outage() {
    let postgres = fleet::PostgresServer::start(false).unwrap();
    let place = StoreLocation::Postgres(postgres.database("clocks").unwrap());
    let times = Times::at(START);
    let server = Server::start(&place, &times).await;
    let id = server.open().await;
    server.die().await;
    times.pass(20_000);
    let (one, two) = (times.clone(), Times::at(START + 20_000));
    two.step(TWO_HOURS);
    let (one, two) = tokio::join!(Server::start(&place, &one), Server::start(&place, &two));
    let apart = one.now().abs_diff(two.now());
    assert!(apart < 60_000, "{apart}");
    one.beat().await;
    two.beat().await;
    two.play(id, "c").await;
    assert_eq!(one.left(id, Seat::One).await, 10_000);
    let rows = crownhead_store::sql::Statement::new("SELECT began FROM outages", []);
    assert_eq!(one.store.query(rows).await.unwrap().len(), 1);
}

#[tokio::test]
async fn metrics_tell_of_steps_and_outages() {
    let (place, _folder) = file();
    let times = Times::at(START);
    let server = Server::start(&place, &times).await;
    let (_drain, draining) = tokio::sync::watch::channel(false);
    let state = crownhead_server::App::new(server.rooms.clone(), draining, Vec::new());
    let metrics = async || {
        use http_body_util::BodyExt;
        use tower::ServiceExt;
        let request = axum::http::Request::get("/metrics").body(axum::body::Body::empty()).unwrap();
        let response = crownhead_server::app(state.clone()).oneshot(request).await.unwrap();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        String::from_utf8_lossy(&body).into_owned()
    };
    times.step(-TWO_HOURS);
    server.beat().await;
    times.pass(9_000);
    server.beat().await;
    let text = metrics().await;
    for line in [
        "crownhead_clock_steps_total 1",
        "crownhead_clock_offset_seconds -7200.0",
        "crownhead_outages_total 1",
    ] {
        assert!(text.contains(&format!("\n{line}\n")), "{line}: {text}");
    }
}
