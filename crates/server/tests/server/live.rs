//! Live connections over real sockets.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use crate::support::node::Node;
use crate::support::samples::settings;
use crownhead_arbiter::{Event, Match, MatchState};
use crownhead_protocol::OpenedMatch;
use crownhead_server::{ConnectionAcceptor, Quotas};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

struct Client(WebSocketStream<MaybeTlsStream<TcpStream>>);

/// What is left of a connection that the server closed: its code and its words.
type Closed = (u16, String);

impl Client {
    async fn connect(address: SocketAddr, opened: &OpenedMatch) -> Client {
        let url = format!("ws://{address}/api/v1/matches/{}/live", opened.id);
        Client(connect_async(url).await.unwrap().0)
    }

    async fn join(address: SocketAddr, opened: &OpenedMatch, join: Value) -> (Client, Value) {
        let mut client = Client::connect(address, opened).await;
        client.say(join).await;
        let welcome = client.hear().await.unwrap();
        (client, welcome)
    }

    async fn say(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    async fn hear(&mut self) -> Result<Value, Closed> {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(20), self.0.next());
            match next.await.expect("the server says something") {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(Some(frame)))) => {
                    return Err((frame.code.into(), frame.reason.to_string()));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                other => return Err((0, format!("{other:?}"))),
            }
        }
    }

    /// The next message of a kind, and the events on the way to it.
    async fn until(&mut self, kind: &str) -> (Value, Vec<Event>) {
        let mut events = Vec::new();
        loop {
            let message = self.hear().await.unwrap();
            if message["kind"] == "events" {
                events.extend(events_of(&message));
            }
            if message["kind"] == kind {
                return (message, events);
            }
        }
    }
}

fn events_of(message: &Value) -> Vec<Event> {
    serde_json::from_value(message["events"].clone()).unwrap()
}

fn a_move(id: &str, text: &str) -> Value {
    json!({"kind": "command", "id": id, "command": {"kind": "move", "text": text}})
}

fn fold(game_match: &mut Match, events: &[Event]) {
    events.iter().for_each(|event| game_match.apply(event).unwrap());
}

async fn listening(node: &Node) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let entrance = ConnectionAcceptor::at(listener, node.state.clone());
    tokio::spawn(async move { entrance.accept_until(std::future::pending()).await });
    address
}

#[tokio::test]
async fn a_reconnect_gets_missed_events() {
    let node = Node::start().await;
    let address = listening(&node).await;
    let opened = node.rooms.creator.open(settings()).await.unwrap();
    let secrets = [&opened.seats.one.secret, &opened.seats.two.secret];

    let (mut one, welcome) =
        Client::join(address, &opened, json!({"kind": "join", "secret": secrets[0]})).await;
    assert_eq!(welcome["kind"], "snapshot");
    assert_eq!(welcome["here"], json!({"one": true, "two": false}));
    let state: MatchState = serde_json::from_value(welcome["state"].clone()).unwrap();
    let mut seen_by_one = Match::restore(state).unwrap();
    let (mut two, welcome) =
        Client::join(address, &opened, json!({"kind": "join", "secret": secrets[1]})).await;
    assert_eq!(welcome["here"], json!({"one": true, "two": true}));
    let (mut spectator, welcome) = Client::join(address, &opened, json!({"kind": "join"})).await;
    assert_eq!(welcome["view"]["viewer"], "spectator");

    let text = welcome["view"]["legal"][0].as_str().unwrap();
    let first_move = text.to_owned();
    one.say(a_move("m1", text)).await;
    let (done, events) = one.until("done").await;
    assert_eq!(done["id"], "m1");
    assert_eq!(events.last().unwrap().version.get(), done["to"].as_u64().unwrap());
    fold(&mut seen_by_one, &events);
    // It had been kept before it was answered.
    assert_eq!(node.rooms.registry.load(opened.id).await.unwrap().hash(), seen_by_one.hash());
    let (moved, _) = spectator.until("events").await;
    assert_eq!(moved["events"][0]["what"]["text"], text);
    spectator.say(a_move("x", text)).await;
    assert_eq!(spectator.until("refused").await.0["refusal"]["kind"], "spectator");

    // The first player's connection breaks, and the game goes on.
    drop(one);
    let text =
        node.rooms.registry.load(opened.id).await.unwrap().board().unwrap().legal_moves().remove(0);
    two.say(a_move("m2", &text)).await;
    two.until("done").await;
    let seen = seen_by_one.version().get();
    let join = json!({"kind": "join", "secret": secrets[0], "seen": seen});
    let (mut one, missed) = Client::join(address, &opened, join).await;
    assert_eq!(missed["kind"], "missed");
    assert_eq!(missed["here"], json!({"one": true, "two": true}));
    let events = events_of(&missed);
    assert_eq!(events[0].version.get(), seen + 1);
    fold(&mut seen_by_one, &events);
    assert_eq!(node.rooms.registry.load(opened.id).await.unwrap().hash(), seen_by_one.hash());

    // It does not know whether its move was taken, and says it again.
    one.say(a_move("m1", &first_move)).await;
    assert_eq!(one.until("done").await.0["to"], done["to"]);
    // Another command with the same id is not that one.
    one.say(a_move("m1", "any text at all")).await;
    let refused = one.until("refused").await.0;
    assert_eq!(refused["refusal"]["kind"], "command-id-used");
    // Who claims to have seen the future gets a snapshot.
    let (_, welcome) = Client::join(address, &opened, json!({"kind": "join", "seen": 999})).await;
    assert_eq!(welcome["kind"], "snapshot");
}

#[tokio::test]
async fn a_client_that_sends_too_much_waits() {
    let mut node = Node::start().await;
    node.state = node.state.with_quotas(Quotas::new(NonZeroU32::new(10).unwrap()));
    let address = listening(&node).await;
    let opened = node.rooms.creator.open(settings()).await.unwrap();
    // A spectator, each of whose commands is refused: twenty a second, and eighty at once.
    let (mut client, _) = Client::join(address, &opened, json!({"kind": "join"})).await;
    let begun = Instant::now();
    for number in 0..100 {
        client.say(json!({"kind": "command", "id": format!("c{number}"), "command": {"kind": "resign"}})).await;
    }
    for _ in 0..100 {
        assert_eq!(client.hear().await.unwrap()["kind"], "refused");
    }
    assert!(begun.elapsed() >= Duration::from_millis(900), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn an_invalid_message_closes_the_connection() {
    let node = Node::start().await;
    let address = listening(&node).await;
    let opened = node.rooms.creator.open(settings()).await.unwrap();
    for first in [
        json!("hello"),
        json!({"kind": "join", "secret": "000000000000"}),
        json!({"kind": "join", "secret": "short"}),
        a_move("m", "9-14"),
    ] {
        let mut client = Client::connect(address, &opened).await;
        client.say(first.clone()).await;
        assert_eq!(client.hear().await.unwrap_err().0, 1008, "{first}");
    }
    let (mut client, _) = Client::join(address, &opened, json!({"kind": "join"})).await;
    client.say(json!({"kind": "join"})).await;
    assert_eq!(client.hear().await.unwrap_err().0, 1008);
}

/// A client that says everything before it listens still hears why it is shown out, however much
/// was on its way.
#[tokio::test]
async fn an_oversized_message_closes_with_1009() {
    let node = Node::start().await;
    let address = listening(&node).await;
    let opened = node.rooms.creator.open(settings()).await.unwrap();
    for size in [9_000, 4_000_000] {
        let (mut client, _) = Client::join(address, &opened, json!({"kind": "join"})).await;
        client.0.send(Message::text("x".repeat(size))).await.unwrap();
        assert_eq!(client.hear().await.unwrap_err().0, 1009, "{size}");
        // Without a word about who it is.
        let mut client = Client::connect(address, &opened).await;
        client.0.send(Message::text("x".repeat(size))).await.unwrap();
        assert_eq!(client.hear().await.unwrap_err().0, 1009, "{size}");
    }
    for (first, code) in [
        (Message::text("hello"), 1008),
        (Message::binary(vec![7; 3]), 1008),
        (Message::Frame(raw(b"\xff\xfe")), 1007),
        (Message::Frame(fragment()), 1002),
    ] {
        let mut client = Client::connect(address, &opened).await;
        client.0.feed(first.clone()).await.unwrap();
        for _ in 0..1_000 {
            client.0.feed(Message::text("y".repeat(4_000))).await.unwrap();
        }
        client.0.flush().await.unwrap();
        assert_eq!(client.hear().await.unwrap_err().0, code, "{first:?}");
    }
}

/// A text of these bytes.
fn raw(bytes: &'static [u8]) -> Frame {
    Frame::message(bytes, OpCode::Data(Data::Text), true)
}

/// A piece of a message that has no beginning.
fn fragment() -> Frame {
    Frame::message("tail", OpCode::Data(Data::Continue), true)
}

#[tokio::test]
async fn a_close_frame_is_answered() {
    let node = Node::start().await;
    let address = listening(&node).await;
    let opened = node.rooms.creator.open(settings()).await.unwrap();
    let (mut joined, _) = Client::join(address, &opened, json!({"kind": "join"})).await;
    let mut unknown = Client::connect(address, &opened).await;
    for client in [&mut joined, &mut unknown] {
        let bye = CloseFrame { code: CloseCode::Normal, reason: "bye".into() };
        client.0.send(Message::Close(Some(bye))).await.unwrap();
        assert_eq!(client.hear().await.unwrap_err(), (1000, "bye".to_owned()));
    }
}

#[tokio::test]
async fn pages_from_elsewhere_and_matches_that_are_not_there_are_refused() {
    let node = Node::start().await;
    let address = listening(&node).await;
    let opened = node.rooms.creator.open(settings()).await.unwrap();
    let status = async |path: &str, origin: &str| {
        let url = format!("ws://{address}/api/v1/matches/{path}/live");
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        match connect_async(request).await {
            Ok(_) => 101,
            Err(Error::Http(response)) => response.status().as_u16(),
            Err(other) => panic!("{other}"),
        }
    };
    let id = opened.id.to_string();
    assert_eq!(status(&id, &format!("http://{address}")).await, 101);
    assert_eq!(status(&id, "https://evil.example").await, 403);
    assert_eq!(status("nobody00", &format!("http://{address}")).await, 404);
}

/// Whether the node says so of itself.
async fn counted(node: &Node, line: &str) -> bool {
    let metrics = node.get("/metrics", None).await.body;
    metrics.as_str().unwrap().lines().any(|found| found == line)
}

#[tokio::test]
async fn silent_clients_are_dropped_and_shutdown_closes_the_others() {
    let mut node = Node::start().await;
    node.state = node.state.clone().with_silence(Duration::from_millis(900));
    let address = listening(&node).await;
    let opened = node.rooms.creator.open(settings()).await.unwrap();
    let (mut silent, _) = Client::join(address, &opened, json!({"kind": "join"})).await;
    let (mut lively, _) = Client::join(address, &opened, json!({"kind": "join"})).await;
    // Whoever reads also answers pings; the silent one does not read.
    while !counted(&node, "crownhead_sockets 1").await {
        let _ = tokio::time::timeout(Duration::from_millis(20), lively.0.next()).await;
    }
    // It finds the connection ended, by a close frame or broken where it answers an old ping.
    let (code, words) = silent.hear().await.unwrap_err();
    assert!(code == 1001 || words.contains("BrokenPipe") || words.contains("Reset"), "{words}");
    node.drain.send(true).unwrap();
    let closed = lively.hear().await.unwrap_err();
    assert_eq!(closed.0, 1001);
    assert!(closed.1.contains("shutting down"), "{}", closed.1);
}
