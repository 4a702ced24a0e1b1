//! Limits of a player, whatever addresses the requests come from, and their documentation.

use std::num::NonZeroU32;

use axum::body::Body;
use crownhead_arbiter::Seat;
use crownhead_server::Quotas;
use serde_json::{Value, json};

use crate::support::browser::Browser;
use crate::support::guest::Guest;
use crate::support::node::{Node, Response};
use crate::support::samples::settings;

async fn limited(rate: u32) -> Node {
    let mut node = Node::start().await;
    node.state = node.state.with_quotas(Quotas::new(NonZeroU32::new(rate).unwrap()));
    node
}

/// Refused with a time to wait.
fn waits(response: &Response) -> u64 {
    assert_eq!(response.status, 429, "{}", response.body);
    assert_eq!(response.body["type"], "/problems/too-many");
    response.headers["retry-after"].to_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn commands_are_rate_limited_per_player() {
    let node = limited(1).await;
    let ann = Browser::new(&node, "Ann").await;
    let body = |me: Value| {
        let mut body = serde_json::to_value(settings()).unwrap();
        body["players"] = json!({"one": me, "two": {}});
        body
    };
    // Four at once, and then one a second, so on a machine that is slow enough this never ends;
    // refused requests count, too.
    let wrong = json!({"kind": "move", "text": "nonsense"});
    let opened = node.post("/api/v1/matches", None, &body(json!({}))).await.body;
    let guest = |opened: &Value, name: &str, seat| {
        let secret = opened["seats"][name]["secret"].as_str().unwrap();
        Guest::new(&node, opened["id"].as_str().unwrap(), secret, seat)
    };
    let mut one = guest(&opened, "one", Seat::One);
    let (said, turned_away) = until_turned_away(&mut one, &wrong).await;
    assert!(said >= 4, "{said}");
    assert_eq!(waits(&turned_away), 1);
    // The other player is not affected.
    assert_eq!(guest(&opened, "two", Seat::Two).say(&wrong).await.status, 409);
    // An account has one limit in all its matches.
    let mine = ann.post("/matches", &body(json!({"me": true}))).await.body;
    let mut mine = guest(&mine, "one", Seat::One);
    assert!(until_turned_away(&mut mine, &wrong).await.0 >= 4);
    let token = json!({"name": "robot", "scopes": ["play"]});
    assert!(waits(&ann.post("/me/tokens", &token).await) > 1, "one was made within a minute");
}

/// Sends a message until one is refused, and returns how many were accepted before.
async fn until_turned_away(guest: &mut Guest<'_>, what: &Value) -> (usize, Response) {
    for said in 0..100 {
        let response = guest.say(what).await;
        if response.status != 409 {
            return (said, response);
        }
    }
    panic!("nobody is turned away");
}

#[tokio::test]
async fn matches_are_rate_limited_per_account() {
    let node = limited(2).await;
    let (ann, bob) = (Browser::new(&node, "Ann").await, Browser::new(&node, "Bob").await);
    let open = serde_json::to_value(settings()).unwrap();
    let listed = |browser| send(browser, "/challenges", &open);
    for _ in 0..2 {
        assert_eq!(listed(&ann).await.status, 201);
    }
    let wait = waits(&listed(&ann).await);
    assert!((1..=31).contains(&wait), "{wait}");
    waits(&send(&ann, "/matches", &open).await);
    assert_eq!(listed(&bob).await.status, 201);
    // A guest has only the limit of the address.
    for _ in 0..3 {
        assert_eq!(node.post("/api/v1/matches", None, &open).await.status, 201);
    }
}

#[tokio::test]
async fn open_challenges_are_limited_per_account() {
    let node = limited(100).await;
    let (ann, bob) = (Browser::new(&node, "Ann").await, Browser::new(&node, "Bob").await);
    let open = serde_json::to_value(settings()).unwrap();
    let mut made = Vec::new();
    for _ in 0..20 {
        let challenge = send(&ann, "/challenges", &open).await;
        assert_eq!(challenge.status, 201, "{}", challenge.body);
        made.push(challenge.body);
    }
    let more = send(&ann, "/challenges", &open).await;
    assert_eq!((more.status.as_u16(), &more.body["type"]), (409, &json!("/problems/full")));
    // Others are not affected, and a challenge that is withdrawn or accepted makes room again.
    assert_eq!(send(&bob, "/challenges", &open).await.status, 201);
    let path = |made: &Value| format!("/challenges/{}", made["id"].as_str().unwrap());
    let secret = made[3]["secret"].as_str().unwrap();
    let back = format!("/api/v1{}", path(&made[3]));
    assert_eq!(node.send("DELETE", &back, Some(secret), Body::empty()).await.status, 204);
    assert_eq!(send(&ann, "/challenges", &open).await.status, 201);
    assert_eq!(send(&ann, "/challenges", &open).await.status, 409);
    let taken = send(&bob, &format!("{}/accept", path(&made[7])), &json!({})).await;
    assert_eq!(taken.status, 201, "{}", taken.body);
    assert_eq!(send(&ann, "/challenges", &open).await.status, 201);
}

async fn send(browser: &Browser<'_>, path: &str, body: &Value) -> Response {
    browser.post(path, body).await
}

#[tokio::test]
async fn wrong_passwords_are_limited_per_name() {
    let node = Node::start().await;
    Browser::new(&node, "Ann").await;
    let wrong = json!({"name": "ANN", "password": "wrong password"});
    for _ in 0..10 {
        assert_eq!(node.post("/api/v1/session", None, &wrong).await.status, 401);
    }
    let right = json!({"name": "Ann", "password": "correct horse"});
    let wait = waits(&node.post("/api/v1/session", None, &right).await);
    assert!((1..=61).contains(&wait), "{wait}");
}

#[tokio::test]
async fn every_operation_documents_its_rate_limit() {
    let document = Node::start().await.get("/api/v1/openapi.json", None).await.body;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            for status in ["429", "503"] {
                let wait = &operation["responses"][status]["headers"]["Retry-After"];
                assert_eq!(wait["schema"]["type"], "integer", "{method} {path} {status}");
            }
        }
    }
}
