//! Challenges and the lobby, over both stores.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::support::browser::Browser;
use crate::support::guest::Guest;
use crate::support::node::Node;
use crate::support::samples::settings;
use axum::body::Body;
use crownhead_arbiter::{Seat, Timestamp};
use crownhead_server::people::challenges::{AcceptOutcome, Challenges, NewChallenge};
use crownhead_server::rooms::RoomError;
use crownhead_store::{Db, Store, StoreLocation};
use crownhead_swarm::fleet::PostgresServer;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

#[tokio::test]
async fn challenges_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    suite(StoreLocation::File(folder.path().join("store")).open().await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn challenges_on_postgresql() {
    let server = PostgresServer::start(false).unwrap();
    suite(StoreLocation::Postgres(server.database("challenges").unwrap()).open().await.unwrap())
        .await;
}

async fn suite(store: Arc<dyn Store>) {
    a_challenge_leads_to_a_match(&Node::over(store.clone())).await;
    a_match_is_seen_once_two_have_met(&Node::over(store.clone())).await;
    challenges_of_others_cannot_be_changed(&Node::over(store.clone())).await;
    an_account_withdraws_its_challenges_from_anywhere(&Node::over(store.clone())).await;
    the_first_to_come_plays(&Node::over(store.clone())).await;
    a_challenge_waits_for_a_while(store).await;
}

fn challenge(beside: Value) -> Value {
    let mut body = serde_json::to_value(settings()).unwrap();
    body.as_object_mut().unwrap().extend(beside.as_object().unwrap().clone());
    body
}

fn new_challenge() -> NewChallenge {
    let (settings, seat) = (settings(), Seat::One);
    NewChallenge { settings, name: None, account: None, seat, listed: true }
}

async fn made(node: &Node, beside: Value) -> (String, String) {
    let made = node.post("/api/v1/challenges", None, &challenge(beside)).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&made.body["id"]), text(&made.body["secret"]))
}

async fn listed(node: &Node) -> Vec<Value> {
    let list = node.get("/api/v1/challenges", None).await;
    list.body["challenges"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect()
}

async fn a_challenge_leads_to_a_match(node: &Node) {
    let (id, secret) = made(node, json!({"name": "Ann", "seat": "two"})).await;
    let (hidden, _) = made(node, json!({"listed": false})).await;
    let list = listed(node).await;
    assert!(list.contains(&json!(id)) && !list.contains(&json!(hidden)));
    let path = format!("/api/v1/challenges/{id}");
    let seen = node.get(&path, None).await;
    assert_eq!((&seen.body["name"], &seen.body["seat"]), (&json!("Ann"), &json!("two")));
    assert_eq!(seen.body["settings"]["play"]["game"], "stack-em");
    assert_eq!(seen.body["match"], Value::Null);

    let taken = node.post(&format!("{path}/accept"), None, &json!({"name": "Bob"})).await;
    assert_eq!(taken.status, 201, "{}", taken.body);
    assert_eq!(taken.body["seat"], "one");
    let came_of = taken.body["id"].as_str().unwrap();
    assert_eq!(node.get(&path, None).await.body["match"], came_of);
    assert!(!listed(node).await.contains(&json!(id)));
    // The secret of the challenge is that of the seat.
    let path = format!("/api/v1/matches/{came_of}");
    let own = node.get(&path, Some(&secret)).await;
    assert_eq!(own.body["view"]["viewer"], json!({"seat": "two"}));
    assert_eq!(own.body["players"], json!({"one": {"name": "Bob"}, "two": {"name": "Ann"}}));
    let other = node.get(&path, taken.body["secret"].as_str()).await;
    assert_eq!(other.body["view"]["viewer"], json!({"seat": "one"}));
    let live = node.get("/api/v1/matches?game=stack-em", None).await;
    let names = |live: &Value| live["id"] == came_of && live["players"]["two"]["name"] == "Ann";
    assert!(live.body["matches"].as_array().unwrap().iter().any(names));
    let none = node.get("/api/v1/matches?game=tic-tac-toe", None).await;
    assert_eq!(none.body["matches"], json!([]));
    let lobby = node.get("/api/v1/lobby", None).await;
    let plays = |one: &Value| one["id"] == came_of && one["players"]["one"]["name"] == "Bob";
    assert!(lobby.body["matches"].as_array().unwrap().iter().any(plays), "{}", lobby.body);
}

/// A match by link that nobody has joined is not listed.
async fn a_match_is_seen_once_two_have_met(node: &Node) {
    let opened = node.rooms.creator.open(settings()).await.unwrap();
    let id = opened.id.to_string();
    let is_seen = async || {
        let lobby = node.get("/api/v1/lobby", None).await;
        lobby.body["matches"].as_array().unwrap().iter().any(|one| one["id"] == id)
    };
    assert!(!is_seen().await);
    let mut one = Guest::new(node, &id, &opened.seats.one.secret, Seat::One);
    let mut two = Guest::new(node, &id, &opened.seats.two.secret, Seat::Two);
    while !is_seen().await {
        assert!(one.step().await || two.step().await);
    }
    let game_match = node.rooms.registry.load(opened.id).await.unwrap();
    assert_eq!(game_match.state().play.plies.len(), 1);
}

async fn an_account_withdraws_its_challenges_from_anywhere(node: &Node) {
    let ann = Browser::new(node, "Ann").await;
    let ben = Browser::new(node, "Ben").await;
    let robot = async |scope: &str| {
        let token = json!({"name": "robot", "scopes": [scope]});
        ann.post("/me/tokens", &token).await.body["token"].as_str().unwrap().to_owned()
    };
    let (play, read) = (robot("play").await, robot("read").await);
    let mut ids = Vec::new();
    for _ in 0..2 {
        let made = ann.post("/challenges", &challenge(json!({}))).await;
        ids.push(format!("/challenges/{}", made.body["id"].as_str().unwrap()));
    }
    assert_eq!(ben.send("DELETE", &ids[0], &Value::Null).await.status, 401);
    let path = format!("/api/v1{}", ids[0]);
    assert_eq!(node.send("DELETE", &path, Some(&read), Body::empty()).await.status, 403);
    assert_eq!(node.send("DELETE", &path, Some(&play), Body::empty()).await.status, 204);
    assert_eq!(ann.send("DELETE", &ids[1], &Value::Null).await.status, 204);
    assert_eq!(ann.send("DELETE", &ids[1], &Value::Null).await.status, 404);
    // A guest's challenge belongs to no account.
    let (id, _) = made(node, json!({})).await;
    assert_eq!(ann.send("DELETE", &format!("/challenges/{id}"), &Value::Null).await.status, 401);
}

async fn challenges_of_others_cannot_be_changed(node: &Node) {
    let (id, secret) = made(node, json!({})).await;
    let path = format!("/api/v1/challenges/{id}");
    let is = |response: &crate::support::node::Response, status: u16, kind: &str| {
        assert_eq!(response.status, status, "{}", response.body);
        assert_eq!(response.body["type"], format!("/problems/{kind}"));
    };
    let accept = format!("{path}/accept");
    is(&node.post(&accept, Some(&secret), &json!({})).await, 409, "own-challenge");
    is(&node.send("DELETE", &path, None, Body::empty()).await, 401, "no-secret");
    let guessed = Some("000000000000");
    is(&node.send("DELETE", &path, guessed, Body::empty()).await, 401, "wrong-secret");
    is(&node.get("/api/v1/challenges/00000000", None).await, 404, "no-challenge");
    is(&node.get("/api/v1/challenges/..%2f", None).await, 404, "no-challenge");
    let nobody = "/api/v1/challenges/00000000/accept";
    is(&node.post(nobody, None, &json!({})).await, 404, "no-challenge");
    for name in ["<img src=x onerror=alert(1)>", "Ann\u{202e}", "&lt;b&gt;"] {
        let refused = node.post(&accept, None, &json!({"name": name})).await;
        is(&refused, 422, "bad-body");
        let refused =
            node.post("/api/v1/challenges", None, &challenge(json!({"name": name}))).await;
        is(&refused, 422, "bad-body");
    }
    let strange = node.post("/api/v1/challenges", None, &challenge(json!({"colour": "red"}))).await;
    is(&strange, 422, "bad-body");
    let mut bad = challenge(json!({}));
    bad["ritual"] = json!({"kind": "coins"});
    is(&node.post("/api/v1/challenges", None, &bad).await, 422, "refused");
    let gone = node.send("DELETE", &path, Some(&secret), Body::empty()).await;
    assert_eq!(gone.status, 204);
    is(&node.post(&accept, None, &json!({})).await, 404, "no-challenge");
}

async fn the_first_to_come_plays(node: &Node) {
    let (id, _) = made(node, json!({})).await;
    let path = format!("/api/v1/challenges/{id}/accept");
    let nobody = json!({});
    let all = (0..8).map(|_| node.post(&path, None, &nobody));
    let statuses: Vec<_> = futures_util::future::join_all(all).await;
    let opened = statuses.iter().filter(|response| response.status == 201).count();
    assert_eq!(opened, 1);
    assert!(statuses.iter().all(|response| [201, 404].contains(&response.status.as_u16())));
}

async fn a_challenge_waits_for_a_while(store: Arc<dyn Store>) {
    let now = Arc::new(AtomicU64::new(9_000_000_000_000));
    let time = now.clone();
    let clock = move || Timestamp::from_millis(time.load(Ordering::SeqCst));
    let challenges = Challenges::new(Db::with_clock(store, clock));
    let new = new_challenge();
    let made = challenges.create(new.clone()).await.unwrap();
    let (id, secret) = (made.id, made.secret.parse().unwrap());
    now.fetch_add(80_000, Ordering::SeqCst);
    assert!(challenges.get(id, Some(&secret)).await.unwrap().is_some());
    now.fetch_add(80_000, Ordering::SeqCst);
    // Only its creator keeps it open.
    let other = "000000000000".parse().unwrap();
    assert!(challenges.get(id, Some(&other)).await.unwrap().is_some());
    now.fetch_add(80_000, Ordering::SeqCst);
    assert_eq!(challenges.get(id, None).await.unwrap(), None);
    assert_eq!(challenges.accept(id, None, None, None).await.unwrap(), AcceptOutcome::Gone);
    assert_eq!(challenges.list(9).await.unwrap(), []);
}

/// A full lobby; others play on.
#[tokio::test]
async fn open_challenges_are_limited_per_server() {
    let node = Node::start().await;
    let new = new_challenge();
    let now = node.rooms.db().now();
    let challenges = Challenges::new(Db::with_clock(node.store.clone(), move || now));
    let mut made = 0;
    for _ in 0..40 {
        let some = (0..250).map(|_| challenges.create(new.clone()));
        for one in futures_util::future::join_all(some).await {
            match one {
                Ok(_) => made += 1,
                Err(RoomError::Busy) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert_eq!(made, 2_000);
    assert_eq!(challenges.create(new).await.unwrap_err(), RoomError::Busy);
    assert_eq!(challenges.list(200).await.unwrap().len(), 200);
    let opened = node.rooms.creator.open(settings()).await.unwrap();
    let path = format!("/api/v1/matches/{}", opened.id);
    assert_eq!(node.get(&path, None).await.status, 200);
}

async fn line(body: &mut Body) -> String {
    let frame = tokio::time::timeout(Duration::from_secs(5), body.frame()).await.unwrap();
    let bytes = frame.unwrap().unwrap().into_data().unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

async fn stream(node: &Node, path: &str, secret: Option<&str>, accept: &str) -> Body {
    let mut request = axum::http::Request::get(path).header("accept", accept);
    if let Some(secret) = secret {
        request = request.header("authorization", format!("Bearer {secret}"));
    }
    let response = node.app().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], accept);
    response.into_body()
}

#[tokio::test]
async fn the_lobby_is_seen_as_it_changes() {
    let node = Node::start().await;
    let _kept = node.keep();
    let mut body = stream(&node, "/api/v1/lobby/stream", None, "text/event-stream").await;
    let first = line(&mut body).await;
    let first: Value = serde_json::from_str(first.strip_prefix("data: ").unwrap()).unwrap();
    assert_eq!(first, json!({"kind": "lobby", "challenges": [], "matches": []}));
    let (id, _) = made(&node, json!({"name": "Ann"})).await;
    loop {
        let next = line(&mut body).await;
        let next: Value = serde_json::from_str(next.strip_prefix("data: ").unwrap()).unwrap();
        if next["challenges"][0]["id"] == id {
            break;
        }
    }
}

#[tokio::test]
async fn a_match_is_followed_line_by_line() {
    let node = Node::start().await;
    let opened = node.rooms.creator.open(settings()).await.unwrap();
    let secret = opened.seats.one.secret.clone();
    let path = format!("/api/v1/matches/{}", opened.id);
    let ndjson = "application/x-ndjson";
    let mut watching = stream(&node, &format!("{path}/stream"), None, ndjson).await;
    let snapshot: Value = serde_json::from_str(&line(&mut watching).await).unwrap();
    assert_eq!((&snapshot["kind"], &snapshot["here"]["one"]), (&json!("snapshot"), &json!(false)));
    // A player who follows the match is present.
    let playing = stream(&node, &format!("{path}/stream"), Some(&secret), ndjson).await;
    let name = format!("{path}/name");
    let named = node.send("PUT", &name, Some(&secret), Body::from(r#"{"name":"Ann"}"#)).await;
    assert_eq!(named.status, 204);
    let text = snapshot["view"]["legal"][0].clone();
    let body = json!({"id": "a", "command": {"kind": "move", "text": text}});
    assert_eq!(node.post(&format!("{path}/commands"), Some(&secret), &body).await.status, 200);
    let mut kinds = Vec::new();
    while kinds.len() < 2 {
        let text = line(&mut watching).await;
        let Ok(message) = serde_json::from_str::<Value>(&text) else { continue };
        for event in message["events"].as_array().into_iter().flatten() {
            kinds.push(event["what"]["kind"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(kinds, ["presence", "moved"]);
    let seen = snapshot["view"]["version"].as_u64().unwrap() + 1;
    let mut again = stream(&node, &format!("{path}/stream?seen={seen}"), None, ndjson).await;
    let missed: Value = serde_json::from_str(&line(&mut again).await).unwrap();
    assert_eq!(
        (&missed["kind"], missed["events"].as_array().unwrap().len()),
        (&json!("missed"), 1)
    );
    assert_eq!(missed["players"]["one"]["name"], "Ann");
    drop(playing);
    node.drain.send(true).unwrap();
    while watching.frame().await.is_some() {}
}
