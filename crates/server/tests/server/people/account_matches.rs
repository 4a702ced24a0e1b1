//! The matches of an account: taking its seats by signing in, the list, and the event stream.

use std::net::SocketAddr;
use std::time::Duration;

use axum::body::Body;
use crownhead_store::StoreLocation;
use crownhead_swarm::fleet::PostgresServer;
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tower::ServiceExt;

use crate::support::browser::Browser;
use crate::support::faulty_store::{Fault, FaultyStore};
use crate::support::node::{Node, Response};
use crate::support::samples::settings;
use crate::support::socket::listening;

fn is(response: &Response, status: u16, kind: &str) {
    assert_eq!(response.status, status, "{}", response.body);
    assert_eq!(response.body["type"], format!("/problems/{kind}"));
}

/// A match from an accepted challenge: its creator begins.
async fn meet(one: &Browser<'_>, two: &Browser<'_>) -> String {
    let made = one.post("/challenges", &serde_json::to_value(settings()).unwrap()).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let accept = format!("/challenges/{}/accept", made.body["id"].as_str().unwrap());
    let taken = two.post(&accept, &json!({})).await;
    assert_eq!(taken.status, 201, "{}", taken.body);
    taken.body["id"].as_str().unwrap().to_owned()
}

async fn token(browser: &Browser<'_>, scopes: Value) -> String {
    let made = browser.post("/me/tokens", &json!({"name": "robot", "scopes": scopes})).await;
    assert_eq!(made.status, 201, "{}", made.body);
    made.body["token"].as_str().unwrap().to_owned()
}

/// The first legal move of a match, as a command.
async fn first_move(browser: &Browser<'_>, id: &str, command: &str) -> Value {
    let snapshot = browser.get(&format!("/matches/{id}")).await.body;
    let text = snapshot["view"]["legal"][0].clone();
    json!({"id": command, "command": {"kind": "move", "text": text}})
}

async fn moves(browser: &Browser<'_>, id: &str, command: &str) -> Response {
    let command = first_move(browser, id, command).await;
    browser.post(&format!("/matches/{id}/commands"), &command).await
}

#[tokio::test]
async fn signing_in_takes_the_seat() {
    let node = Node::start().await;
    let (ann, ben) = (Browser::new(&node, "Ann").await, Browser::new(&node, "Ben").await);
    let cleo = Browser::new(&node, "Cleo").await;
    let id = meet(&ann, &ben).await;
    let path = format!("/matches/{id}");
    let viewer =
        async |browser: &Browser<'_>| browser.get(&path).await.body["view"]["viewer"].clone();
    assert_eq!(viewer(&ann).await, json!({"seat": "one"}));
    assert_eq!(viewer(&ben).await, json!({"seat": "two"}));
    assert_eq!(viewer(&cleo).await, "spectator");
    let command = first_move(&ann, &id, "a").await;
    let commands = format!("{path}/commands");
    is(&cleo.post(&commands, &command).await, 401, "no-secret");
    // A page from elsewhere cannot use the cookie.
    let headers =
        [("cookie", ann.cookie.as_str()), ("origin", "https://evil.example"), ("host", "here")];
    let body = Body::from(command.to_string());
    let forged = node.ask_with("POST", &format!("/api/v1{commands}"), &headers, body).await;
    is(&forged, 403, "wrong-origin");
    assert_eq!(ann.post(&commands, &command).await.status, 200);

    // A program plays with a token that may play, and watches with one that may only read.
    let (play, read) = (token(&ben, json!(["play"])).await, token(&ben, json!(["read"])).await);
    let path = format!("/api/v1{path}");
    let seen = node.get(&path, Some(&play)).await.body;
    assert_eq!(seen["view"]["viewer"], json!({"seat": "two"}));
    assert_eq!(node.get(&path, Some(&read)).await.body["view"]["viewer"], "spectator");
    let text = seen["view"]["legal"][0].clone();
    let command = json!({"id": "b", "command": {"kind": "move", "text": text}});
    is(&node.post(&format!("{path}/commands"), Some(&read), &command).await, 401, "no-secret");
    is(&node.get(&path, Some("cht_0")).await, 401, "wrong-token");
    assert_eq!(node.post(&format!("{path}/commands"), Some(&play), &command).await.status, 200);

    // Another command with the same id is refused; the same one gets its answer again.
    let other = json!({"id": "b", "command": {"kind": "resign"}});
    let refused = node.post(&format!("{path}/commands"), Some(&play), &other).await;
    is(&refused, 409, "refused");
    assert_eq!(refused.body["refusal"]["kind"], "command-id-used");
    assert_eq!(node.post(&format!("{path}/commands"), Some(&play), &command).await.status, 200);
}

struct Live(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Live {
    async fn join(
        address: SocketAddr,
        id: &str,
        header: Option<(&'static str, &str)>,
        join: Value,
    ) -> (Live, Value) {
        let url = format!("ws://{address}/api/v1/matches/{id}/live");
        let mut request = url.into_client_request().unwrap();
        if let Some((name, value)) = header {
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        let mut live = Live(connect_async(request).await.unwrap().0);
        live.say(&join).await;
        let welcome = live.receive().await.unwrap();
        (live, welcome)
    }

    async fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).await.unwrap();
    }

    /// The next message, or the code with which the server closes.
    async fn receive(&mut self) -> Result<Value, u16> {
        loop {
            let next = tokio::time::timeout(Duration::from_secs(60), self.0.next());
            match next.await.expect("the server says something") {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(Some(frame)))) => return Err(frame.code.into()),
                Some(Ok(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// How the server answers a command: by a message, or by closing.
    async fn answer(&mut self, command: &Value) -> Result<Value, u16> {
        let mut command = command.clone();
        command["kind"] = json!("command");
        self.say(&command).await;
        loop {
            let message = self.receive().await?;
            if message["id"] == command["id"] {
                return Ok(message);
            }
        }
    }
}

#[tokio::test]
async fn a_live_connection_needs_no_secret_and_loses_the_seat_with_the_session() {
    let node = Node::start().await;
    let address = listening(&node).await;
    let (ann, ben) = (Browser::new(&node, "Ann").await, Browser::new(&node, "Ben").await);
    let id = meet(&ann, &ben).await;
    let join = json!({"kind": "join"});
    let (mut one, welcome) =
        Live::join(address, &id, Some(("cookie", &ann.cookie)), join.clone()).await;
    assert_eq!(welcome["view"]["viewer"], json!({"seat": "one"}));
    let robot = token(&ben, json!(["play"])).await;
    let bearer = format!("Bearer {robot}");
    let (_, welcome) =
        Live::join(address, &id, Some(("authorization", &bearer)), join.clone()).await;
    assert_eq!(welcome["view"]["viewer"], json!({"seat": "two"}));
    // Programs that cannot set headers join with the token in place of the secret.
    let by_token = json!({"kind": "join", "secret": robot});
    let (mut two, welcome) = Live::join(address, &id, None, by_token).await;
    assert_eq!(welcome["view"]["viewer"], json!({"seat": "two"}));
    let (_, welcome) = Live::join(address, &id, None, join.clone()).await;
    assert_eq!(welcome["view"]["viewer"], "spectator");

    let done = one.answer(&first_move(&ann, &id, "a1").await).await.unwrap();
    assert_eq!(done["kind"], "done", "{done}");
    // The session that changes the password stays, on its live connections, too.
    let change = json!({"old": "correct horse", "new": "battery staple"});
    for browser in [&ann, &ben] {
        assert_eq!(browser.send("PUT", "/me/password", &change).await.status, 200);
    }
    let closed = two.answer(&first_move(&ben, &id, "b1").await).await;
    assert_eq!(closed, Err(1008));
    let resign = json!({"id": "a2", "command": {"kind": "resign"}});
    node.accounts().end_session(&account_of(&node, "Ann").await, None).await.unwrap();
    assert_eq!(one.answer(&resign).await, Err(1008));
    // It had no effect.
    let state = node.get(&format!("/api/v1/matches/{id}"), None).await.body;
    assert_eq!(state["view"]["stage"]["kind"], "playing");
    assert_eq!(state["view"]["plies"].as_array().unwrap().len(), 1);
}

async fn account_of(node: &Node, name: &str) -> crownhead_server::people::accounts::AccountId {
    let name = crownhead_server::people::accounts::UserName::new(name).unwrap();
    node.accounts().find(&name).await.unwrap().unwrap().id
}

#[tokio::test]
async fn the_matches_of_an_account_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let store = StoreLocation::File(folder.path().join("store")).open().await.unwrap();
    suite(&Node::over(store.clone()), &Node::over(store)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_matches_of_an_account_on_postgresql() {
    let server = PostgresServer::start(false).unwrap();
    let place = StoreLocation::Postgres(server.database("matches").unwrap());
    let store = place.open().await.unwrap();
    suite(&Node::over(store.clone()), &Node::over(store)).await;
}

async fn suite(node: &Node, elsewhere: &Node) {
    matches_are_listed(node).await;
    an_account_is_followed(node, elsewhere).await;
}

async fn matches_are_listed(node: &Node) {
    let (dora, emil) = (Browser::new(node, "Dora").await, Browser::new(node, "Emil").await);
    is(&node.get("/api/v1/account/matches", None).await, 401, "not-signed-in");
    assert_eq!(dora.get("/account/matches").await.body, json!({"matches": [], "after": null}));
    let over = meet(&dora, &emil).await;
    let resign = json!({"id": "r", "command": {"kind": "resign"}});
    assert_eq!(dora.post(&format!("/matches/{over}/commands"), &resign).await.status, 200);
    let (mine, theirs) = (meet(&emil, &dora).await, meet(&dora, &emil).await);
    assert_eq!(moves(&emil, &mine, "m").await.status, 200);
    assert_eq!(moves(&dora, &theirs, "m").await.status, 200);
    let all = dora.get("/account/matches").await.body;
    let listed: Vec<_> =
        all["matches"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect();
    assert_eq!(listed, [json!(theirs), json!(mine), json!(over)]);
    let [theirs, mine, over] = [0, 1, 2].map(|place| all["matches"][place].clone());
    assert_eq!((&theirs["turn"], &theirs["your-turn"]), (&json!("two"), &json!(false)));
    assert_eq!((&mine["turn"], &mine["your-turn"]), (&json!("two"), &json!(true)));
    assert_eq!((&mine["seat"], &mine["running"]), (&json!("two"), &json!(true)));
    assert_eq!(mine["players"]["one"], json!({"name": "Emil", "account": true}));
    assert_eq!((&over["turn"], &over["running"]), (&Value::Null, &json!(false)));
    // Page by page, with a token that may read.
    let read = token(&dora, json!(["read"])).await;
    let mut pages = Vec::new();
    let mut after = String::new();
    loop {
        let path = format!("/api/v1/account/matches?limit=1{after}");
        let page = node.get(&path, Some(&read)).await;
        assert_eq!(page.status, 200, "{}", page.body);
        pages.extend(page.body["matches"].as_array().unwrap().clone());
        let Some(next) = page.body["after"].as_str() else { break };
        after = format!("&after={next}");
    }
    assert_eq!(pages, [theirs, mine, over]);
    is(&dora.get("/account/matches?after=nonsense").await, 400, "bad-query");
    let play = token(&dora, json!(["play"])).await;
    is(&node.get("/api/v1/account/matches", Some(&play)).await, 403, "no-scope");
}

/// A match that cannot be read is listed, and its turn is reported as soon as it can be read.
#[tokio::test]
async fn a_store_that_fails_hides_no_match_and_loses_no_turn() {
    let node = Node::start().await;
    let (ann, ben) = (Browser::new(&node, "Ann").await, Browser::new(&node, "Ben").await);
    let made = ben.post("/challenges", &serde_json::to_value(settings()).unwrap()).await.body;
    let accept = format!("/challenges/{}/accept", made["id"].as_str().unwrap());
    let id = ann.post(&accept, &json!({})).await.body["id"].as_str().unwrap().to_owned();
    let secret = made["secret"].as_str();
    let faulty = FaultyStore::over(node.store.clone());
    let other = Node::over(faulty.clone());
    let ann = Browser { node: &other, cookie: ann.cookie };
    faulty.set("load", Some(Fault::Fail));
    let listed = ann.get("/account/matches").await;
    assert_eq!(listed.status, 200, "{}", listed.body);
    let listed = &listed.body["matches"][0];
    assert_eq!((&listed["id"], &listed["running"]), (&json!(id), &json!(true)));
    assert_eq!((&listed["turn"], &listed["your-turn"]), (&Value::Null, &json!(false)));
    faulty.set("load", None);

    let commands = format!("/api/v1/matches/{id}/commands");
    let mut lines = Lines::open(&ann, &other).await;
    assert_eq!(lines.next().await["matches"][0]["your-turn"], false);
    let command = first_move(&ben, &id, "b1").await;
    faulty.set("query", Some(Fault::Fail));
    let before = faulty.calls("query");
    let moved = other.post(&commands, secret, &command).await;
    assert_eq!(moved.status, 200, "{}", moved.body);
    // The stream has tried to read the turn, and has looked for new matches twice.
    let deadline = tokio::time::Instant::now() + Duration::from_secs(60);
    while faulty.calls("query") < before + 4 {
        assert!(tokio::time::Instant::now() < deadline, "the stream does not try");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    faulty.set("query", None);
    let event = lines.next().await;
    assert_eq!((&event["kind"], &event["match"]["id"]), (&json!("your-turn"), &json!(id)));
    // Another turn is reported as usual.
    assert_eq!(moves(&ann, &id, "a1").await.status, 200);
    assert_eq!(lines.next().await["kind"], "their-turn");
    // A match that is over when it can be read again is over.
    faulty.set("query", Some(Fault::Fail));
    let before = faulty.calls("query");
    let resign = json!({"id": "b2", "command": {"kind": "resign"}});
    assert_eq!(other.post(&commands, secret, &resign).await.status, 200);
    let deadline = tokio::time::Instant::now() + Duration::from_secs(60);
    while faulty.calls("query") < before + 4 {
        assert!(tokio::time::Instant::now() < deadline, "the stream does not try");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    faulty.set("query", None);
    assert_eq!(lines.next().await["kind"], "match-over");
}

/// Streams and live connections of an account and of a seat end soon after their session or token.
#[tokio::test]
async fn streams_end_with_the_session_or_token() {
    let node = Node::start().await;
    let address = listening(&node).await;
    let (ann, ben) = (Browser::new(&node, "Ann").await, Browser::new(&node, "Ben").await);
    let id = meet(&ann, &ben).await;
    let robot = format!("Bearer {}", token(&ben, json!(["read", "play"])).await);
    let open = async |path: &str, header: &str, value: &str| {
        let request = axum::http::Request::get(format!("/api/v1{path}")).header(header, value);
        let response = node.app().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), 200);
        Lines(response.into_body())
    };
    let stream = format!("/matches/{id}/stream");
    let mut mine = [
        open("/account/events", "cookie", &ann.cookie).await,
        open(&stream, "cookie", &ann.cookie).await,
    ];
    let mut robots = [
        open("/account/events", "authorization", &robot).await,
        open(&stream, "authorization", &robot).await,
    ];
    for lines in mine.iter_mut().chain(&mut robots) {
        lines.next().await;
    }
    let join = json!({"kind": "join"});
    let (mut live, _) = Live::join(address, &id, Some(("cookie", &ann.cookie)), join).await;
    assert_eq!(ann.send("DELETE", "/session", &Value::Null).await.status, 204);
    for lines in &mut mine {
        lines.end().await;
    }
    let closed = loop {
        if let Err(code) = live.receive().await {
            break code;
        }
    };
    assert_eq!(closed, 1008);
    let tokens = ben.get("/me/tokens").await.body;
    let path = format!("/me/tokens/{}", tokens["tokens"][0]["id"].as_str().unwrap());
    assert_eq!(ben.send("DELETE", &path, &Value::Null).await.status, 204);
    for lines in &mut robots {
        lines.end().await;
    }
}

/// The lines of a stream.
struct Lines(Body);

impl Lines {
    async fn open(browser: &Browser<'_>, node: &Node) -> Lines {
        let request = axum::http::Request::get("/api/v1/account/events")
            .header("cookie", &browser.cookie)
            .body(Body::empty())
            .unwrap();
        let response = node.app().oneshot(request).await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "application/x-ndjson");
        Lines(response.into_body())
    }

    /// Waits until the stream ends.
    async fn end(&mut self) {
        let end = async { while self.0.frame().await.is_some() {} };
        tokio::time::timeout(Duration::from_secs(60), end).await.expect("it ends");
    }

    /// The next event; heartbeats are left out.
    async fn next(&mut self) -> Value {
        loop {
            let frame = tokio::time::timeout(Duration::from_secs(60), self.0.frame()).await;
            let bytes = frame.expect("something happens").unwrap().unwrap().into_data().unwrap();
            if let Ok(event) = serde_json::from_slice(&bytes) {
                return event;
            }
        }
    }
}

async fn an_account_is_followed(node: &Node, elsewhere: &Node) {
    let (fred, gina) = (Browser::new(node, "Fred").await, Browser::new(node, "Gina").await);
    let running = meet(&gina, &fred).await;
    let made = fred.post("/challenges", &serde_json::to_value(settings()).unwrap()).await.body;
    let mut lines = Lines::open(&fred, node).await;
    // The other node syncs with the store, as every node does.
    let jobs = elsewhere.rooms.clone();
    let sync = tokio::spawn(async move { jobs.sync.run().await });
    let mut far = Lines::open(&fred, elsewhere).await;
    for lines in [&mut lines, &mut far] {
        let first = lines.next().await;
        assert_eq!(first["kind"], "account");
        assert_eq!(first["matches"][0]["id"], json!(running));
        assert_eq!(first["matches"][0]["your-turn"], false);
        assert_eq!(first["challenges"][0]["id"], made["id"]);
    }
    let gina_elsewhere = Browser { node: elsewhere, cookie: gina.cookie.clone() };
    assert_eq!(moves(&gina, &running, "g1").await.status, 200);
    for lines in [&mut lines, &mut far] {
        let event = lines.next().await;
        assert_eq!((&event["kind"], &event["match"]["id"]), (&json!("your-turn"), &json!(running)));
        assert_eq!(event["match"]["players"]["one"]["name"], "Gina");
    }
    assert_eq!(moves(&fred, &running, "f1").await.status, 200);
    for lines in [&mut lines, &mut far] {
        assert_eq!(lines.next().await["kind"], "their-turn");
    }
    let accept = format!("/challenges/{}/accept", made["id"].as_str().unwrap());
    let taken = gina_elsewhere.post(&accept, &json!({})).await.body;
    for lines in [&mut lines, &mut far] {
        let accepted = lines.next().await;
        assert_eq!(
            accepted,
            json!({"kind": "challenge-accepted", "challenge": made["id"], "match": taken["id"]})
        );
        let started = lines.next().await;
        assert_eq!(started["kind"], "match-started");
        assert_eq!(
            (&started["match"]["id"], &started["match"]["your-turn"]),
            (&taken["id"], &json!(true))
        );
    }
    let resign = json!({"id": "r", "command": {"kind": "resign"}});
    let path = format!("/matches/{}/commands", taken["id"].as_str().unwrap());
    assert_eq!(gina.post(&path, &resign).await.status, 200);
    for lines in [&mut lines, &mut far] {
        let over = lines.next().await;
        assert_eq!((&over["kind"], &over["match"]["id"]), (&json!("match-over"), &taken["id"]));
        assert_eq!(over["match"]["running"], false);
    }
    // An account's streams are limited.
    let mut more = Vec::new();
    for _ in 0..3 {
        more.push(Lines::open(&fred, node).await);
    }
    is(&fred.get("/account/events").await, 429, "too-many");
    sync.abort();
    node.drain.send(true).unwrap();
    while lines.0.frame().await.is_some() {}
}
