//! A tour of the whole interface: every operation of the OpenAPI document is called until it has given
//! every success response that the document declares. Each response is compared with its schema.

use std::sync::atomic::AtomicBool;

use axum::body::Body;
use crownhead_arbiter::Seat;
use crownhead_computer::build_endgames;
use crownhead_store::StoreLocation;
use crownhead_tablebase::{RuleFamily, SingleMachine, TableFolder, TablebaseBuild};
use serde_json::{Value, json};

use super::mail::{next, posting, word_behind};
use crate::support::browser::{Browser, cookie};
use crate::support::conformance::CONFORMANCE;
use crate::support::guest::Guest;
use crate::support::node::Node;
use crate::support::push::Reader;
use crate::support::samples::settings;
use crate::support::until;

const PASSWORD: &str = "correct horse";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_operation_responds_as_documented() {
    let folder = tempfile::tempdir().unwrap();
    let store = StoreLocation::File(folder.path().join("store")).open().await.unwrap();
    let (node, mut mails) = posting(store).await;
    let kept = node.keep();
    let ann = Browser::new(&node, "Ann").await;
    let bob = Browser::new(&node, "Bob").await;

    let id = matches(&node).await;
    archive(&node, &id).await;
    endgames(&node).await;
    challenges(&node, &ann, &bob).await;
    account(&ann, &bob).await;
    mail(&node, &ann, &mut mails).await;
    // Streams end when the server is about to stop.
    let cid = Browser::new(&node, "Cid").await;
    drop(kept);
    node.drain.send(true).unwrap();
    for path in [&*format!("/matches/{id}/stream"), "/lobby/stream", "/account/events"] {
        for accept in ["text/event-stream", "application/x-ndjson"] {
            let (path, cookie) = (format!("/api/v1{path}"), cid.cookie.as_str());
            let headers = [("accept", accept), ("cookie", cookie)];
            let response = node.ask_with("GET", &path, &headers, Body::empty()).await;
            assert_eq!(response.status, 200, "{path}");
        }
    }

    let seen = CONFORMANCE.seen();
    let missing: Vec<_> = CONFORMANCE.successes().difference(&seen).cloned().collect();
    assert!(missing.is_empty(), "the tour leaves out: {missing:?}");
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// Settings, and something beside them.
fn with(beside: &Value) -> Value {
    let mut body = serde_json::to_value(settings()).unwrap();
    body.as_object_mut().unwrap().extend(beside.as_object().unwrap().clone());
    body
}

/// A match of two guests, played and resigned, and one against the computer.
async fn matches(node: &Node) -> String {
    let players = json!({"players": {"one": {"name": "Ann"}, "two": {}}});
    let opened = node.post("/api/v1/matches", None, &with(&players)).await;
    assert_eq!(opened.status, 201, "{}", opened.body);
    let id = text(&opened.body["id"]);
    let guest = |seat: Seat, name: &str| {
        Guest::new(node, &id, opened.body["seats"][name]["secret"].as_str().unwrap(), seat)
    };
    let (mut one, mut two) = (guest(Seat::One, "one"), guest(Seat::Two, "two"));
    let path = one.path.clone();
    let wish = json!({"endpoint": "https://push.example/1", "keys": Reader::new(&[7; 32], [9; 16]).keys()});
    let forget = json!({"endpoint": "https://push.example/1"});
    let (secret, notices) = (one.secret.clone(), format!("{path}/notices"));
    assert_eq!(node.post(&notices, Some(&secret), &wish).await.status, 204);
    let forgotten = node.send("DELETE", &notices, Some(&secret), forget.to_string().into()).await;
    assert_eq!(forgotten.status, 204);
    assert_eq!(node.get("/api/v1/notices/key", None).await.status, 200);
    let name = Body::from(json!({"name": "Ann-Marie O'Neil"}).to_string());
    let renamed = node.send("PUT", &format!("{path}/name"), Some(&secret), name).await;
    assert_eq!(renamed.status, 204, "{}", renamed.body);
    for _ in 0..4 {
        assert!(one.step().await || two.step().await);
    }
    let illegal = two.say(&json!({"kind": "move", "text": "1-32"})).await;
    assert_eq!(illegal.status, 409, "{}", illegal.body);
    assert_eq!(two.say(&json!({"kind": "resign"})).await.status, 200);
    assert_eq!(node.get(&format!("{path}/events"), None).await.status, 200);
    assert_eq!(node.get(&format!("{path}/events?since=2"), Some(&secret)).await.status, 200);
    assert_eq!(node.get("/api/v1/matches", None).await.status, 200);

    let players = json!({"players": {"one": {}, "two": {"computer": 1}}});
    let opened = node.post("/api/v1/matches", None, &with(&players)).await;
    let path = format!("/api/v1/matches/{}/hint", text(&opened.body["id"]));
    let hint = node.post(&path, opened.body["seats"]["one"]["secret"].as_str(), &json!({})).await;
    assert_eq!(hint.status, 200, "{}", hint.body);
    id
}

async fn archive(node: &Node, id: &str) {
    for path in [
        "/games?limit=1",
        "/games?game=stack-em&player=bob",
        &format!("/matches/{id}/export"),
        &format!("/matches/{id}/export?form=pdn"),
        &format!("/matches/{id}/picture"),
        &format!("/matches/{id}/picture?form=png&width=100"),
        "/picture?game=stack-em&position=R:1r,14rbB,21b",
    ] {
        assert_eq!(node.get(&format!("/api/v1{path}"), None).await.status, 200, "{path}");
    }
    let path = format!("/api/v1/matches/{id}/games/1/analysis");
    assert_eq!(node.post(&path, None, &Value::Null).await.status, 202);
    until("an analysis", async || node.get(&path, None).await.body["state"] == "done").await;
    assert_eq!(node.post(&path, None, &Value::Null).await.status, 200);
    let export = node.get(&format!("/api/v1/matches/{id}/export?form=pdn"), None).await;
    for file in
        [export.body.as_str().unwrap(), "[GameType \"21\"]\n1. 11-15 22-17 2. 15x19 *\n1. x"]
    {
        let records = node.send("POST", "/api/v1/records", None, Body::from(file.to_owned())).await;
        assert_eq!(records.status, 200, "{}", records.body);
    }
}

async fn endgames(node: &Node) {
    let place = tempfile::tempdir().unwrap();
    let folder = TableFolder::new(place.path(), RuleFamily::Must);
    let making = &mut TablebaseBuild {
        folder: &folder,
        max_checkers: 2,
        stop: &AtomicBool::new(false),
        coordinator: &mut SingleMachine,
        report: &mut |_| {},
    };
    build_endgames(making, true).unwrap();
    node.state.endgames().insert(folder.load(2).0);
    assert_eq!(node.get("/api/v1/endgames", None).await.status, 200);
    let path = "/api/v1/endgames/winning-moves-checkers?position=W:WK27:BK28";
    let known = node.get(path, None).await;
    assert_eq!(known.status, 200, "{}", known.body);
}

async fn challenges(node: &Node, ann: &Browser<'_>, bob: &Browser<'_>) {
    for taken in [true, false] {
        let made = ann.post("/challenges", &with(&json!({"seat": "two"}))).await;
        let path = format!("/challenges/{}", text(&made.body["id"]));
        assert_eq!(node.get("/api/v1/challenges", None).await.status, 200);
        assert_eq!(node.get("/api/v1/lobby", None).await.status, 200);
        if taken {
            assert_eq!(bob.post(&format!("{path}/accept"), &json!({})).await.status, 201);
            assert_eq!(bob.get(&path).await.status, 200);
        } else {
            let (path, secret) = (format!("/api/v1{path}"), text(&made.body["secret"]));
            let gone = node.send("DELETE", &path, Some(&secret), Body::empty()).await;
            assert_eq!(gone.status, 204, "{}", gone.body);
        }
    }
}

async fn account(ann: &Browser<'_>, bob: &Browser<'_>) {
    for path in [
        "/account/matches?limit=1",
        "/me",
        "/accounts/Bob",
        "/accounts/Bob/games",
        "/me/games",
        "/me/games?form=pdn",
    ] {
        assert_eq!(ann.get(path).await.status, 200, "{path}");
    }
    let sign_in = json!({"name": "ann", "password": PASSWORD});
    let other = ann.node.post("/api/v1/session", None, &sign_in).await;
    let other = Browser { node: ann.node, cookie: cookie(&other) };
    let sessions = ann.get("/me/sessions").await.body["sessions"].clone();
    let gone = sessions.as_array().unwrap().iter().find(|session| session["this"] == false);
    let path = format!("/me/sessions/{}", text(&gone.unwrap()["id"]));
    assert_eq!(ann.send("DELETE", &path, &Value::Null).await.status, 204);
    assert_eq!(other.get("/me").await.status, 401);
    let token = ann.post("/me/tokens", &json!({"name": "robot", "scopes": ["play"]})).await;
    assert_eq!(ann.get("/me/tokens").await.status, 200);
    let path = format!("/me/tokens/{}", text(&token.body["id"]));
    assert_eq!(ann.send("DELETE", &path, &Value::Null).await.status, 204);
    assert_eq!(ann.send("PUT", "/me/blocked/Bob", &Value::Null).await.status, 204);
    assert_eq!(ann.get("/me/blocked").await.body["blocked"], json!(["Bob"]));
    assert_eq!(ann.get("/me/data").await.status, 200);
    assert_eq!(ann.send("DELETE", "/me/blocked/Bob", &Value::Null).await.status, 204);
    assert_eq!(ann.post("/reports", &json!({"about": "Bob", "words": "Rude."})).await.status, 202);
    let password = json!({"old": PASSWORD, "new": PASSWORD});
    let set = bob.send("PUT", "/me/password", &password).await;
    let bob = Browser { node: bob.node, cookie: cookie(&set) };
    assert_eq!(bob.send("DELETE", "/session", &Value::Null).await.status, 204);
}

async fn mail(node: &Node, ann: &Browser<'_>, mails: &mut tokio::sync::mpsc::Receiver<String>) {
    let address = json!({"mail": "ann@mail.example", "password": PASSWORD});
    assert_eq!(ann.send("PUT", "/me/mail", &address).await.status, 204);
    let secret = word_behind(&next(mails).await, "https://games.example/mail/confirm/");
    assert_eq!(ann.post("/me/mail/confirmation", &Value::Null).await.status, 202);
    next(mails).await;
    assert_eq!(ann.send("PUT", "/me/notices", &json!({"mail": false})).await.status, 204);
    let confirmed = node.post(&format!("/mail/confirm/{secret}"), None, &Value::Null).await;
    assert_eq!(confirmed.status, 200);
    let lost = node.post("/api/v1/recovery", None, &json!({"name": "Ann"})).await;
    assert_eq!(lost.status, 202);
    let secret = word_behind(&next(mails).await, "#recover=");
    let found = json!({"secret": secret, "password": PASSWORD});
    assert_eq!(node.post("/api/v1/recovery/password", None, &found).await.status, 204);
    let sign_in = json!({"name": "Ann", "password": PASSWORD});
    let ann = Browser { node, cookie: cookie(&node.post("/api/v1/session", None, &sign_in).await) };
    let deleted = ann.send("DELETE", "/me", &json!({"password": PASSWORD})).await;
    assert_eq!(deleted.status, 204, "{}", deleted.body);
}
