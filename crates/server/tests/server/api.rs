//! The HTTP interface, without a socket.

use crate::support::node::{Node, Response};
use crate::support::samples::settings;
use crate::support::until;
use axum::body::Body;
use serde_json::{Value, json};

async fn opened(node: &Node) -> (String, String, String) {
    let settings = serde_json::to_value(settings()).unwrap();
    let opened = node.post("/api/v1/matches", None, &settings).await;
    assert_eq!(opened.status, 201, "{}", opened.body);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let id = text(&opened.body["id"]);
    assert_eq!(opened.headers["location"], format!("/api/v1/matches/{id}"));
    let [one, two] = ["one", "two"].map(|seat| text(&opened.body["seats"][seat]["secret"]));
    assert_eq!(opened.body["seats"]["one"]["link"], format!("/{id}#{one}"));
    assert_eq!((id.len(), one.len()), (8, 12));
    assert_ne!(one, two);
    (id, one, two)
}

fn is_problem(response: &Response, status: u16, kind: &str) {
    assert_eq!(response.status, status, "{}", response.body);
    assert_eq!(response.headers["content-type"], "application/problem+json");
    assert_eq!(response.body["type"], format!("/problems/{kind}"));
    assert_eq!(response.body["status"], status);
    assert!(response.body["detail"].as_str().unwrap().len() > 5);
}

fn a_move(id: &str, text: &str) -> Value {
    json!({"id": id, "command": {"kind": "move", "text": text}})
}

#[tokio::test]
async fn a_match_is_opened_played_and_listed() {
    let node = Node::start().await;
    let (id, one, two) = opened(&node).await;
    let path = format!("/api/v1/matches/{id}");
    let snapshot = node.get(&path, Some(&one)).await;
    assert_eq!(snapshot.status, 200);
    assert_eq!(snapshot.body["view"]["viewer"], json!({"seat": "one"}));
    assert_eq!(snapshot.body["here"], json!({"one": false, "two": false}));
    assert_eq!(snapshot.body["state"]["version"], snapshot.body["view"]["version"]);
    let version = snapshot.body["view"]["version"].as_u64().unwrap();
    let text = snapshot.body["view"]["legal"][0].as_str().unwrap();

    let commands = format!("{path}/commands");
    let done = node.post(&commands, Some(&one), &a_move("m1", text)).await;
    assert_eq!(done.status, 200, "{}", done.body);
    // The first event says that the player has joined.
    assert_eq!(done.body["from"], version + 2);
    assert_eq!(done.body["events"][0]["what"]["kind"], "moved");
    let again = node.post(&commands, Some(&one), &a_move("m1", text)).await;
    assert_eq!((again.status, &again.body), (done.status, &done.body));

    let refused = node.post(&commands, Some(&one), &a_move("m2", text)).await;
    is_problem(&refused, 409, "refused");
    assert_eq!(refused.body["refusal"]["kind"], "not-your-turn");
    let illegal = node.post(&commands, Some(&two), &a_move("m3", "32-1")).await;
    is_problem(&illegal, 409, "refused");
    assert_eq!(illegal.body["refusal"]["kind"], "illegal-move");

    let events = node.get(&format!("{path}/events?since={version}"), None).await;
    assert_eq!(events.body["more"], false);
    assert_eq!(events.body["events"][1]["what"]["text"], text);
    let live = node.get("/api/v1/matches?limit=5", None).await;
    assert_eq!(live.body["matches"][0]["id"], id);
    assert_eq!(live.body["matches"][0]["game"], "stack-em");

    let end = json!({"id": "r", "command": {"kind": "resign"}});
    assert_eq!(node.post(&commands, Some(&two), &end).await.status, 200);
    let live = node.get("/api/v1/matches", None).await;
    assert_eq!(live.body["matches"], json!([]));
}

#[tokio::test]
async fn a_premove_is_the_players_own() {
    let node = Node::start().await;
    let (id, one, two) = opened(&node).await;
    let path = format!("/api/v1/matches/{id}");
    let premove = json!({"id": "p", "command": {"kind": "premove", "text": "22-18"}});
    let done = node.post(&format!("{path}/commands"), Some(&two), &premove).await;
    assert_eq!(done.body["events"][0]["what"]["text"], "22-18");
    for secret in [None, Some(one.as_str())] {
        let events = node.get(&format!("{path}/events"), secret).await;
        let text = events.body.to_string();
        assert!(text.contains("veiled") && !text.contains("22-18"), "{text}");
        let text = node.get(&path, secret).await.body.to_string();
        assert!(!text.contains("22-18"), "{text}");
    }
    let own = node.get(&path, Some(&two)).await;
    assert_eq!(own.body["view"]["premove"], "22-18");
    let later = json!({"id": "q", "command": {"kind": "premove", "text": "25-22", "queue": true}});
    node.post(&format!("{path}/commands"), Some(&two), &later).await;
    let own = node.get(&path, Some(&two)).await;
    assert_eq!(own.body["view"]["queued-premoves"], json!(["25-22"]));
    for secret in [None, Some(one.as_str())] {
        for path in [path.clone(), format!("{path}/events")] {
            let text = node.get(&path, secret).await.body.to_string();
            assert!(!text.contains("25-22"), "{text}");
        }
    }
}

#[tokio::test]
async fn phrases_are_said_to_everybody_and_not_too_often() {
    let node = Node::start().await;
    let (id, one, two) = opened(&node).await;
    let path = format!("/api/v1/matches/{id}");
    let say = |id: &str| json!({"id": id, "command": {"kind": "say", "phrase": "nice-jump"}});
    let done = node.post(&format!("{path}/commands"), Some(&one), &say("a")).await;
    let said = json!({"kind": "said", "seat": "one", "phrase": "nice-jump"});
    assert_eq!(done.body["events"][0]["what"], said);
    let events = node.get(&format!("{path}/events"), None).await.body.to_string();
    assert!(events.contains("nice-jump"), "{events}");
    let again = node.post(&format!("{path}/commands"), Some(&one), &say("b")).await;
    assert_eq!(again.body["refusal"]["kind"], "too-many-phrases");
    assert!(again.body["refusal"]["until"].is_u64());
    let other = node.post(&format!("{path}/commands"), Some(&two), &say("a")).await;
    assert_eq!(other.status, 200);
    let free = json!({"id": "c", "command": {"kind": "say", "phrase": "anything else"}});
    let refused = node.post(&format!("{path}/commands"), Some(&two), &free).await;
    assert_eq!(refused.status, 422);
}

#[tokio::test]
async fn errors_are_problem_documents() {
    let node = Node::start().await;
    let (id, one, _) = opened(&node).await;
    let path = format!("/api/v1/matches/{id}");
    let commands = format!("{path}/commands");
    for (method, path, secret, body, status, kind) in [
        ("GET", "/nothing.txt", None, "", 404, "not-found"),
        ("POST", "/", None, "", 405, "method-not-allowed"),
        ("GET", "/api/v1/nothing", None, "", 404, "not-found"),
        ("DELETE", "/api/v1/matches", None, "", 405, "method-not-allowed"),
        ("GET", "/api/v1/matches/nobody00", None, "", 404, "no-match"),
        ("GET", "/api/v1/matches/nobody00/events", None, "", 404, "no-match"),
        ("GET", "/api/v1/matches/%ff%fe", None, "", 404, "no-match"),
        ("GET", "/api/v1/matches/much-too-long-a-name", None, "", 404, "no-match"),
        ("GET", "/api/v1/matches?limit=many", None, "", 400, "bad-query"),
        ("GET", &path, Some("000000000000"), "", 401, "wrong-secret"),
        ("GET", &path, Some(""), "", 401, "wrong-secret"),
        ("POST", "/api/v1/matches", None, "{", 400, "bad-body"),
        ("POST", "/api/v1/matches", None, "{}", 422, "bad-body"),
        ("POST", &commands, None, r#"{"id":"a","command":{"kind":"resign"}}"#, 401, "no-secret"),
        (
            "POST",
            &commands,
            Some(&one),
            r#"{"id":"?","command":{"kind":"resign"}}"#,
            422,
            "bad-body",
        ),
        (
            "POST",
            &commands,
            Some(&one),
            r#"{"id":"a","command":{"kind":"dance"}}"#,
            422,
            "bad-body",
        ),
        ("POST", &commands, Some(&one), r#"{"id":"a","command":{"kind":"tick"}}"#, 409, "refused"),
        ("GET", &format!("{path}/live"), None, "", 426, "no-websocket"),
    ] {
        let response = node.send(method, path, secret, Body::from(body)).await;
        is_problem(&response, status, kind);
    }
    let mut bad = serde_json::to_value(settings()).unwrap();
    bad["ritual"] = json!({"kind": "coins"});
    let refused = node.post("/api/v1/matches", None, &bad).await;
    is_problem(&refused, 422, "refused");
    assert_eq!(refused.body["refusal"]["kind"], "bad-ritual");
    let large = "x".repeat(70_000);
    let refused = node.send("POST", "/api/v1/matches", None, Body::from(large)).await;
    is_problem(&refused, 413, "bad-body");
}

#[tokio::test]
async fn a_body_that_does_not_come_is_given_up() {
    let node = Node::start().await;
    let slow = futures_util::stream::pending::<Result<String, std::io::Error>>();
    tokio::time::pause();
    let begun = tokio::time::Instant::now();
    let kind = [("content-type", "application/x-pdn")];
    let body = Body::from_stream(slow);
    let given_up = node.ask_with("POST", "/api/v1/records", &kind, body).await;
    is_problem(&given_up, 503, "busy");
    assert!(begun.elapsed() <= std::time::Duration::from_secs(16), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn security_headers_are_set() {
    let node = Node::start().await;
    for path in ["/livez", "/api/v1/matches", "/nothing"] {
        let headers = node.get(path, None).await.headers;
        assert_eq!(headers["x-content-type-options"], "nosniff");
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{policy}");
    }
}

#[tokio::test]
async fn health_checks_answer() {
    let node = Node::start().await;
    assert_eq!(node.get("/livez", None).await.status, 200);
    assert_eq!(node.get("/readyz", None).await.status, 200);
    node.drain.send(true).unwrap();
    is_problem(&node.get("/readyz", None).await, 503, "not-ready");
    node.drain.send(false).unwrap();
    node.store.close().await.unwrap();
    // A recorded outcome is kept for a second.
    until("the check", async || node.get("/readyz", None).await.status == 503).await;
    is_problem(&node.get("/readyz", None).await, 503, "not-ready");
    assert_eq!(node.get("/livez", None).await.status, 200);
    let busy = node.post("/api/v1/matches", None, &serde_json::to_value(settings()).unwrap()).await;
    is_problem(&busy, 503, "busy");
    assert_eq!(busy.headers["retry-after"], "1");
}

#[tokio::test]
async fn metrics_count_matches_and_commands() {
    let node = Node::start().await;
    let (id, one, two) = opened(&node).await;
    let path = format!("/api/v1/matches/{id}");
    let text = node.get(&path, None).await.body["view"]["legal"][0].as_str().unwrap().to_owned();
    let commands = format!("{path}/commands");
    node.post(&commands, Some(&one), &a_move("m1", &text)).await;
    node.post(&commands, Some(&two), &a_move("m2", "1-1")).await;
    let metrics = node.get("/metrics", None).await;
    assert!(metrics.headers["content-type"].to_str().unwrap().contains("openmetrics"));
    let counted = metrics.body.as_str().unwrap().to_owned();
    for line in [
        "crownhead_commands_total 1",
        "crownhead_refusals_total 1",
        "crownhead_matches 1",
        "crownhead_sockets 0",
        "crownhead_store_waiting 0",
    ] {
        assert!(counted.lines().any(|found| found == line), "{line} is not in {counted}");
    }
    assert!(counted.contains("crownhead_commit_seconds_count 2"), "{counted}");
}
