//! Uploaded files of games: replayed, or refused with the faults.

use axum::body::Body;
use serde_json::json;

use crate::support::node::{Node, Response};

async fn post(node: &Node, query: &str, text: impl Into<Body>) -> Response {
    let kind = [("content-type", "application/x-pdn")];
    node.ask_with("POST", &format!("/api/v1/records{query}"), &kind, text.into()).await
}

const FILE: &str = "[Black \"Ann\"]\n1. 11x15 22-18 2. 15x22 {ha} 25x18 1-0\n\n\
    1. 11-15 22-18 2. 9-13 *\n\n1. 11-15 {open *\n";

#[tokio::test]
async fn a_file_is_played_through() {
    let node = Node::start().await;
    let read = post(&node, "", FILE).await;
    assert_eq!(read.status, 200, "{}", read.body);
    let game = &read.body["games"][0];
    assert_eq!(game["game"], "winning-moves-checkers");
    assert_eq!(game["tags"], json!({"Black": "Ann"}));
    assert_eq!(game["moves"][0], json!({"move": "11-15"}));
    assert_eq!(game["moves"][2], json!({"move": "15x22", "comment": "ha"}));
    assert_eq!(game["result"], "1-0");
    let wrong = &read.body["wrong"];
    assert_eq!([&wrong[0]["game"], &wrong[0]["line"], &wrong[0]["column"]], [2, 4, 19]);
    assert_eq!(wrong[0]["move"], 2);
    assert_eq!([&wrong[1]["game"], &wrong[1]["line"]], [3, 6]);
    assert_eq!(read.body["more"], false);
    let pdn = post(&node, "?form=pdn", FILE).await;
    assert_eq!(pdn.headers["content-type"], "application/x-pdn; charset=utf-8");
    let pdn = pdn.body.as_str().unwrap().to_owned();
    assert!(pdn.contains("1. 11-15 22-18 2. 15x22 {ha} 2... 25x18 1-0\n"), "{pdn}");
    assert_eq!(pdn.matches("[Event").count(), 1);
    // A file with white's score first.
    let read = post(&node, "?results=white", FILE).await;
    assert_eq!(read.body["games"][0]["result"], "0-1");
    let read = post(&node, "?results=first-mover", FILE).await;
    assert_eq!(read.body["games"][0]["result"], "1-0");
}

#[tokio::test]
async fn records_are_limited_in_size() {
    let node = Node::start().await;
    let many = post(&node, "", "1. 11-15 *\n".repeat(1_002)).await;
    assert_eq!(many.body["games"].as_array().unwrap().len(), 1_000);
    assert_eq!(many.body["more"], true);
    let long = post(&node, "", " ".repeat(1 << 20)).await;
    assert_eq!((long.status.as_u16(), &long.body["games"]), (200, &json!([])));
    let longer = post(&node, "", " ".repeat((1 << 20) + 1)).await;
    assert_eq!(longer.status, 413);
    assert_eq!(longer.body["type"], "/problems/bad-body");
    let empty = post(&node, "", "").await;
    assert_eq!((empty.status.as_u16(), &empty.body["type"]), (400, &json!("/problems/bad-body")));
    for query in ["?form=xml", "?results=black"] {
        let wrong = post(&node, query, "").await;
        let problem = (wrong.status.as_u16(), &wrong.body["type"]);
        assert_eq!(problem, (400, &json!("/problems/bad-query")));
    }
    let bytes = post(&node, "", vec![0xff_u8, 0, b'[', 0xe9]).await;
    assert_eq!(bytes.status, 200, "{}", bytes.body);
    assert_eq!(bytes.body["wrong"].as_array().unwrap().len(), 1);
}
