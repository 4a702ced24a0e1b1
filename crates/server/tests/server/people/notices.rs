//! Notices of a turn, over a push service on this machine and over both stores, with two nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crownhead_arbiter::{Seat, Span, TimeControl, Timestamp};
use crownhead_server::notices::NoticeSchedule;
use crownhead_server::push::{EndpointPolicy, PushConfig, PushSender};
use crownhead_store::sql::Statement;
use crownhead_store::{MatchId, NodeId};
use crownhead_store::{Store, StoreLocation};
use crownhead_swarm::fleet::PostgresServer;
use serde_json::{Value, json};

use crate::support::guest::Guest;
use crate::support::node::{Node, Response};
use crate::support::push::{Came, PushService, Reader, bytes, data, pass};
use crate::support::samples::settings;
use crate::support::until;

#[tokio::test]
async fn notifications_work_on_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    suite(StoreLocation::File(folder.path().join("store")).open().await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notifications_work_on_postgresql() {
    let server = PostgresServer::start(false).unwrap();
    suite(StoreLocation::Postgres(server.database("notices").unwrap()).open().await.unwrap()).await;
}

/// The example of RFC 8291, which shows that the decryption of this test is right.
#[test]
fn the_test_reader_decrypts_the_example_of_the_standard() {
    let secret = bytes("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94");
    let auth = bytes("BTBZMqHH6r4Tts7J_aSIgg").try_into().unwrap();
    let sealed = bytes(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6\
         TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4\
         a-fN",
    );
    let opened = Reader::new(&secret, auth).open(&sealed);
    assert_eq!(opened, b"When I grow up, I want to be a watermelon");
}

const PACE: NoticeSchedule = NoticeSchedule {
    poll_interval: Duration::from_millis(50),
    connected_delay: Span::from_millis(300),
    retry_delay: Span::from_millis(100),
};

fn is(response: &Response, status: u16, kind: &str) {
    assert_eq!(response.status, status, "{}", response.body);
    assert_eq!(response.body["type"], format!("/problems/{kind}"));
}

fn node(store: &Arc<dyn Store>, endpoints: EndpointPolicy) -> Node {
    pushing(Node::over(store.clone()), endpoints)
}

fn pushing(mut node: Node, endpoints: EndpointPolicy) -> Node {
    let config = PushConfig {
        endpoints,
        authorities: Some(data("ca.pem")),
        contact: Some("https://games.example".to_owned()),
    };
    node.state = node.state.with_push(PushSender::new(config), PACE);
    node
}

/// A match with both its players.
struct Table<'a> {
    id: String,
    one: Guest<'a>,
    two: Guest<'a>,
}

impl<'a> Table<'a> {
    async fn open(node: &'a Node, clock: TimeControl) -> Table<'a> {
        let mut settings = settings();
        settings.clock = clock;
        let mut body = serde_json::to_value(settings).unwrap();
        body["players"] = json!({"one": {"name": "Ann"}, "two": {}});
        let opened = node.post("/api/v1/matches", None, &body).await;
        assert_eq!(opened.status, 201, "{}", opened.body);
        let id = opened.body["id"].as_str().unwrap().to_owned();
        let guest = |seat: Seat, name: &str| {
            Guest::new(node, &id, opened.body["seats"][name]["secret"].as_str().unwrap(), seat)
        };
        Table { one: guest(Seat::One, "one"), two: guest(Seat::Two, "two"), id }
    }

    /// The second player subscribes.
    async fn want(&self, wish: &Value) -> Response {
        let path = format!("{}/notices", self.two.path);
        self.two.node.post(&path, Some(&self.two.secret), wish).await
    }
}

fn says(reader: &Reader, came: &Came) -> Value {
    serde_json::from_slice(&reader.open(&came.body)).unwrap()
}

async fn count(store: &Arc<dyn Store>, text: &'static str) -> i64 {
    let rows = store.query(Statement::new(text, [])).await.unwrap();
    rows[0].number(0).unwrap()
}

/// Waits until no notice is left to send.
async fn settled(store: &Arc<dyn Store>) {
    let left = async || count(store, "SELECT count(*) FROM turns").await;
    until("an end", async || left().await == 0).await;
}

async fn suite(store: Arc<dyn Store>) {
    let mut service = PushService::start().await;
    let reader = Reader::new(&[7; 32], [9; 16]);
    let nodes = [node(&store, EndpointPolicy::Any), node(&store, EndpointPolicy::Any)];
    invalid_subscriptions_are_refused(&nodes[0], &service, &reader).await;
    private_networks_are_not_called(&store, &nodes[0], &mut service, &reader).await;
    let kept = [nodes[0].keep(), nodes[1].keep()];
    each_turn_is_notified_once(&store, &nodes, &mut service, &reader).await;
    an_expired_subscription_is_removed(&store, &nodes[0], &mut service, &reader).await;
    drop(kept);
    a_connected_player_is_not_notified(&store, &mut service, &reader).await;
}

async fn invalid_subscriptions_are_refused(node: &Node, service: &PushService, reader: &Reader) {
    let table = Table::open(node, TimeControl::None).await;
    let wish = |endpoint: &str| json!({"endpoint": endpoint, "keys": reader.keys()});
    let path = format!("{}/notices", table.two.path);
    let good = wish(&service.endpoint("two"));
    is(&node.post(&path, None, &good).await, 401, "no-secret");
    is(&node.post(&path, Some("aaaaaaaaaaaa"), &good).await, 401, "wrong-secret");
    is(&node.post("/api/v1/matches/aaaaaaaa/notices", None, &good).await, 404, "no-match");
    is(&table.want(&json!({"endpoint": service.endpoint("two")})).await, 422, "bad-body");
    for endpoint in ["http://localhost/to", "ftp://push.example/", "here", ""] {
        is(&table.want(&wish(endpoint)).await, 422, "bad-subscription");
    }
    let mut keys = good.clone();
    // A point that is not on the curve, one that is too short, and invalid base64.
    for point in [format!("B{}", "A".repeat(86)), "BBBB".to_owned(), "?".to_owned()] {
        keys["keys"]["p256dh"] = point.into();
        is(&table.want(&keys).await, 422, "bad-subscription");
    }
    let mut language = good.clone();
    language["language"] = json!("<i>");
    is(&table.want(&language).await, 422, "bad-body");
    for number in 0..5 {
        let more = wish(&service.endpoint(&number.to_string()));
        assert_eq!(table.want(&more).await.status, 204);
        assert_eq!(table.want(&more).await.status, 204, "it may be said again");
    }
    is(&table.want(&good).await, 409, "full");
    let clock = TimeControl::Main { time: Span::from_secs(60), increment: Span::ZERO };
    is(&Table::open(node, clock).await.want(&good).await, 409, "no-notices");
}

/// An endpoint could make the server call any address: it calls only public ones.
async fn private_networks_are_not_called(
    store: &Arc<dyn Store>,
    open: &Node,
    service: &mut PushService,
    reader: &Reader,
) {
    let careful = node(store, EndpointPolicy::Public);
    let mut table = Table::open(&careful, TimeControl::None).await;
    let wish = |endpoint: &str| json!({"endpoint": endpoint, "keys": reader.keys()});
    let here = service.endpoint("two");
    for endpoint in [here.as_str(), "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.1/"] {
        is(&table.want(&wish(endpoint)).await, 422, "bad-subscription");
    }
    // A name is resolved only when it is used: this one was accepted by another node.
    let path = format!("{}/notices", table.two.path);
    let got_in = open.post(&path, Some(&table.two.secret), &wish(&here)).await;
    assert_eq!(got_in.status, 204, "{}", got_in.body);
    let before = count(store, "SELECT count(*) FROM notices").await;
    let kept = careful.keep();
    assert!(table.one.step().await);
    settled(store).await;
    drop(kept);
    service.nothing().await;
    assert_eq!(count(store, "SELECT count(*) FROM notices").await, before - 1);
}

async fn each_turn_is_notified_once(
    store: &Arc<dyn Store>,
    nodes: &[Node; 2],
    service: &mut PushService,
    reader: &Reader,
) {
    let key = |response: Response| response.body["key"].as_str().unwrap().to_owned();
    let server = key(nodes[0].get("/api/v1/notices/key", None).await);
    assert_eq!(server, key(nodes[1].get("/api/v1/notices/key", None).await));
    assert_eq!((bytes(&server).len(), bytes(&server)[0]), (65, 4));

    let days = serde_json::from_value(json!({"kind": "days", "days": 3})).unwrap();
    let mut table = Table::open(&nodes[0], days).await;
    let endpoint = service.endpoint("two");
    let wish = json!({"endpoint": endpoint, "keys": reader.keys(), "language": "es"});
    assert_eq!(table.want(&wish).await.status, 204);
    assert!(table.one.step().await);
    let came = service.next().await;
    let expected = json!({"match": table.id, "game": "stack-em", "other": "Ann", "language": "es"});
    assert_eq!((says(reader, &came), came.path.as_str()), (expected, "/to/two"));
    assert_eq!(came.headers["content-encoding"], "aes128gcm");
    assert_eq!(came.headers["topic"], format!("{}-2", table.id).as_str());
    assert!(came.headers["ttl"].to_str().unwrap().parse::<u32>().unwrap() > 0);
    let (claims, signer) = pass(&came.headers);
    assert_eq!((&claims["aud"], signer), (&json!(service.origin()), server));
    assert_eq!(claims["sub"], "https://games.example");
    service.nothing().await;

    // Nobody is notified of the other's turn, and the next turn is notified again, even after a failure.
    assert!(table.two.step().await);
    service.nothing().await;
    service.answer_next(503);
    service.answer_next(429);
    assert!(table.one.step().await);
    for _ in 0..3 {
        says(reader, &service.next().await);
    }
    service.nothing().await;
    settled(store).await;

    let path = format!("{}/notices", table.two.path);
    let body = json!({"endpoint": endpoint}).to_string();
    let (node, secret) = (table.two.node, table.two.secret.clone());
    assert_eq!(node.send("DELETE", &path, Some(&secret), body.into()).await.status, 204);
    assert!(table.two.step().await && table.one.step().await);
    service.nothing().await;
}

async fn a_connected_player_is_not_notified(
    store: &Arc<dyn Store>,
    service: &mut PushService,
    reader: &Reader,
) {
    // Timestamp goes on when the test lets it.
    let clock = Arc::new(AtomicU64::new(9_000_000_000_000));
    let node = pushing(Node::by_clock(store.clone(), clock.clone()), EndpointPolicy::Any);
    let _kept = node.keep();
    let looked = async || {
        until("a look", async || {
            count(store, "SELECT count(*) FROM turns WHERE looks = 1").await == 1
        })
        .await;
    };
    let wait = || clock.fetch_add(PACE.connected_delay.as_millis(), Ordering::SeqCst);
    let mut table = Table::open(&node, TimeControl::None).await;
    let wish = json!({"endpoint": service.endpoint("there"), "keys": reader.keys()});
    assert_eq!(table.want(&wish).await.status, 204);
    let id: MatchId = table.id.parse().unwrap();
    let (elsewhere, now) = (NodeId::random().unwrap(), node.rooms.db().now());
    let later = Timestamp::from_millis(now.as_millis() + 600_000);
    store.renew_lease(elsewhere, later, now).await.unwrap();
    store.add_connection(id, Seat::Two, elsewhere).await.unwrap();
    assert!(table.one.step().await);
    looked().await;
    wait();
    settled(store).await;
    service.nothing().await;
    // A player who only seemed present is notified.
    assert!(table.two.step().await && table.one.step().await);
    looked().await;
    store.remove_connection(id, Seat::Two, elsewhere).await.unwrap();
    wait();
    assert_eq!(says(reader, &service.next().await)["match"], table.id);
    settled(store).await;
}

async fn an_expired_subscription_is_removed(
    store: &Arc<dyn Store>,
    node: &Node,
    service: &mut PushService,
    reader: &Reader,
) {
    let mut tables =
        [Table::open(node, TimeControl::None).await, Table::open(node, TimeControl::None).await];
    let wish = json!({"endpoint": service.endpoint("gone"), "keys": reader.keys()});
    for table in &tables {
        assert_eq!(table.want(&wish).await.status, 204);
    }
    let before = count(store, "SELECT count(*) FROM notices").await;
    service.answer_next(410);
    assert!(tables[0].one.step().await);
    service.next().await;
    settled(store).await;
    // It is removed from every match.
    assert_eq!(count(store, "SELECT count(*) FROM notices").await, before - 2);
    assert!(tables[1].one.step().await);
    service.nothing().await;
}
