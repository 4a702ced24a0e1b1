//! Too many connections, streams and jobs: no client can deny service to the others.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::available_parallelism;

use crownhead_arbiter::Seat;
use crownhead_server::{ClientRateLimiter, ConnectionLimits};
use serde_json::json;

use crate::support::guest::Guest;
use crate::support::http::{Connection, get, request, serve};
use crate::support::node::Node;
use crate::support::samples::settings;
use crate::support::until;

const LIMITS: ConnectionLimits = ConnectionLimits {
    general: 12,
    reserved: 4,
    per_address: 8,
    half_open_per_address: 3,
    reserved_per_address: 2,
};

/// A node with few connections, and limits per address if wanted.
async fn node(limits_addresses: bool, behind_proxy: bool) -> (Node, SocketAddr) {
    let mut node = Node::start().await;
    node.state = node.state.with_connection_limits(LIMITS);
    if limits_addresses {
        let rate = NonZeroU32::new(100_000).unwrap();
        node.state = node.state.with_limiter(ClientRateLimiter::new(rate, behind_proxy));
    }
    let address = serve(&node).await;
    (node, address)
}

/// Connections that never finish their first request head.
async fn half_open(address: SocketAddr, count: usize) -> Vec<Connection> {
    let mut connections = Vec::new();
    for _ in 0..count {
        let mut connection = Connection::open(address).await;
        connection.send("GET /api/v1/lobby HTTP/1.1\r\nhost: loc").await;
        connections.push(connection);
    }
    connections
}

/// A connection that watches the lobby, after its first message.
async fn lobby_stream(address: SocketAddr, head: &str) -> Connection {
    let mut connection = Connection::open(address).await;
    connection.send(&request("GET", "/api/v1/lobby/stream", head, "")).await;
    connection.until("\"kind\":\"lobby\"").await;
    connection
}

async fn counts(node: &Node, line: &str) -> bool {
    let metrics = node.get("/metrics", None).await.body;
    metrics.as_str().unwrap().lines().any(|found| found == line)
}

#[tokio::test]
async fn half_open_connections_leave_health_checks_and_an_answer() {
    let (node, address) = node(false, false).await;
    let _half_open = half_open(address, LIMITS.general).await;
    until("the flood", async || counts(&node, "crownhead_connections 12").await).await;
    // They are too new to be closed.
    for _ in 0..20 {
        assert!(get(address, "/livez").await.starts_with("HTTP/1.1 200"));
    }
    let busy = get(address, "/api/v1/lobby").await;
    assert!(busy.starts_with("HTTP/1.1 503"), "{busy}");
    assert!(busy.contains("retry-after: 1") && busy.contains("/problems/busy"), "{busy}");
    let not_ready = get(address, "/readyz").await;
    assert!(not_ready.starts_with("HTTP/1.1 503"), "{not_ready}");
    assert!(not_ready.contains("There are too many connections."), "{not_ready}");
    // Further ones displace only the oldest in the reserve.
    let _more = half_open(address, 10 * LIMITS.reserved).await;
    assert!(get(address, "/livez").await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn idle_connections_make_room() {
    let (node, address) = node(false, false).await;
    let mut idle = Vec::new();
    for _ in 0..LIMITS.general {
        let mut connection = Connection::open(address).await;
        connection.send(&request("GET", "/livez", "", "")).await;
        assert!(connection.response().await.ends_with("alive\n"));
        idle.push(connection);
    }
    assert!(counts(&node, "crownhead_connections 12").await);
    let lobby = get(address, "/api/v1/lobby").await;
    assert!(lobby.starts_with("HTTP/1.1 200"), "{lobby}");
    idle[0].closed().await;
}

#[tokio::test]
async fn streams_take_no_place_of_requests() {
    let (node, address) = node(false, false).await;
    let mut streams = Vec::new();
    for _ in 0..10 * LIMITS.general {
        streams.push(lobby_stream(address, "").await);
    }
    assert!(counts(&node, "crownhead_sockets 120").await);
    assert!(counts(&node, "crownhead_connections 0").await);
    assert!(get(address, "/api/v1/lobby").await.starts_with("HTTP/1.1 200"));
    // All of them receive the same messages.
    let _kept = node.keep();
    node.post("/api/v1/challenges", None, &serde_json::to_value(settings()).unwrap()).await;
    for stream in &mut streams {
        stream.until("\"game\":\"stack-em\"").await;
    }
    drop(streams);
    until("the end of the streams", async || counts(&node, "crownhead_sockets 0").await).await;
}

#[tokio::test]
async fn an_address_has_a_share_of_the_connections() {
    let (node, address) = node(true, false).await;
    let mut half_open = half_open(address, LIMITS.half_open_per_address).await;
    until("the flood", async || counts(&node, "crownhead_connections 3").await).await;
    // It gets a response before it sends anything.
    let refused = Connection::open(address).await.response().await;
    assert!(refused.starts_with("HTTP/1.1 429"), "{refused}");
    assert!(refused.contains("retry-after: 5\r\n"), "{refused}");
    assert!(refused.contains("/problems/too-many-connections"), "{refused}");
    half_open.pop();
    until("a place", async || counts(&node, "crownhead_connections 2").await).await;
    assert!(get(address, "/api/v1/lobby").await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn a_proxy_has_no_share_but_its_clients_have() {
    let (_node, address) = node(true, true).await;
    let _half_open = half_open(address, LIMITS.per_address + 1).await;
    let head = "x-forwarded-for: 192.0.2.1\r\n";
    let mut streams = Vec::new();
    let refused = loop {
        let mut connection = Connection::open(address).await;
        connection.send(&request("GET", "/api/v1/lobby/stream", head, "")).await;
        let answer = connection.until("\r\n\r\n").await;
        if !answer.starts_with("HTTP/1.1 200") {
            break answer;
        }
        streams.push(connection);
        assert!(streams.len() < 2_000, "there is no limit");
    };
    assert!(refused.starts_with("HTTP/1.1 429") && refused.contains("retry-after"), "{refused}");
    assert_eq!(streams.len(), 512);
    // Another client, and requests of the same one, are served.
    lobby_stream(address, "x-forwarded-for: 192.0.2.2\r\n").await;
    let mut connection = Connection::open(address).await;
    connection.send(&request("GET", "/api/v1/lobby", head, "")).await;
    assert!(connection.response().await.starts_with("HTTP/1.1 200"));
}

/// Keeps all threads for requests busy until what this returns is dropped.
async fn hold_workers(node: &Node) -> Vec<Sender<()>> {
    let mut held = Vec::new();
    let begun = Arc::new(Mutex::new(0));
    let threads = (available_parallelism().unwrap().get() / 2).max(1);
    for _ in 0..threads {
        let (release, released) = channel::<()>();
        let (state, counter) = (node.state.clone(), begun.clone());
        tokio::spawn(async move {
            let work = state.workers().run(move |_, _| {
                *counter.lock().unwrap() += 1;
                let _ = released.recv();
            });
            work.await
        });
        held.push(release);
    }
    until("the work", async || *begun.lock().unwrap() == threads).await;
    held
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_queues_few_pictures_and_the_computer_plays_on() {
    let (node, address) = node(true, true).await;
    let held = hold_workers(&node).await;
    let path = "/api/v1/picture?game=stack-em&form=png&width=64";
    let send = async |client: &str| {
        let mut connection = Connection::open(address).await;
        let head = format!("x-forwarded-for: {client}\r\n");
        connection.send(&request("GET", path, &head, "")).await;
        connection
    };
    let mut waiting = Vec::new();
    for _ in 0..4 {
        waiting.push(send("192.0.2.1").await);
    }
    until("the queue", async || node.state.workers().queued() == 4).await;
    let refused = send("192.0.2.1").await.response().await;
    assert!(refused.starts_with("HTTP/1.1 429") && refused.contains("retry-after"), "{refused}");
    waiting.push(send("192.0.2.2").await);
    until("another's", async || node.state.workers().queued() == 5).await;
    // The computer searches elsewhere.
    assert_eq!(node.state.pool().run(|_, _| 7).await, Ok(7));
    drop(held);
    for mut connection in waiting {
        assert!(connection.until("PNG").await.starts_with("HTTP/1.1 200"));
    }
}

/// A game that one player has given up.
async fn finished_game(node: &Node) -> String {
    let settings = serde_json::to_value(settings()).unwrap();
    let opened = node.post("/api/v1/matches", None, &settings).await;
    let id = opened.body["id"].as_str().unwrap().to_owned();
    let secret = opened.body["seats"]["one"]["secret"].as_str().unwrap();
    let mut guest = Guest::new(node, &id, secret, Seat::One);
    assert!(guest.step().await);
    assert_eq!(guest.say(&json!({"kind": "resign"})).await.status, 200);
    format!("/api/v1/matches/{id}/games/1/analysis")
}

#[tokio::test]
async fn an_address_has_few_analyses_in_the_queue() {
    let (node, address) = node(true, true).await;
    let post = async |path: &str, client: &str| {
        let mut connection = Connection::open(address).await;
        let head = format!("x-forwarded-for: {client}\r\n");
        connection.send(&request("POST", path, &head, "")).await;
        connection.response().await
    };
    let mut paths = Vec::new();
    for _ in 0..5 {
        paths.push(finished_game(&node).await);
    }
    for path in &paths[..4] {
        let asked = post(path, "192.0.2.1").await;
        assert!(asked.starts_with("HTTP/1.1 202"), "{asked}");
    }
    let refused = post(&paths[4], "192.0.2.1").await;
    assert!(refused.starts_with("HTTP/1.1 429") && refused.contains("retry-after"), "{refused}");
    // A queued job may be requested again, and other callers have places of their own.
    assert!(post(&paths[0], "192.0.2.1").await.starts_with("HTTP/1.1 202"));
    assert!(post(&paths[4], "192.0.2.2").await.starts_with("HTTP/1.1 202"));
}
