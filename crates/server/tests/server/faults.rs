//! Panics and a store that does not work: they end one piece of work, and the node says whether it
//! is ready.

use std::sync::Arc;
use std::time::Instant;

use crownhead_store::StoreLocation;
use serde_json::json;
use tempfile::TempDir;

use crate::support::faulty_store::{Fault, FaultyStore};
use crate::support::guest::Guest;
use crate::support::http::{Connection, request, serve};
use crate::support::node::Node;
use crate::support::samples::settings;
use crate::support::until;
use crownhead_arbiter::Seat;
use crownhead_server::computer::SearchPoolBusy;

/// A node over a store in which things may be wrong.
async fn node() -> (Node, Arc<FaultyStore>, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let store = StoreLocation::File(folder.path().join("store")).open().await.unwrap();
    let store = FaultyStore::over(store);
    (Node::over(store.clone()), store, folder)
}

async fn counts(node: &Node, line: &str) -> bool {
    let metrics = node.get("/metrics", None).await.body;
    metrics.as_str().unwrap().lines().any(|found| found == line)
}

#[tokio::test]
async fn a_panic_in_a_handler_is_answered_and_the_connection_goes_on() {
    let (node, store, _folder) = node().await;
    let address = serve(&node).await;
    let opened = node.rooms.creator.open(settings()).await.unwrap();
    let path = format!("/api/v1/matches/{}", opened.id);
    let mut connection = Connection::open(address).await;
    for number in 1..=3 {
        store.set("load", Some(Fault::Panic));
        connection.send(&request("GET", &path, "", "")).await;
        let broken = connection.response().await;
        assert!(broken.starts_with("HTTP/1.1 500"), "{broken}");
        assert!(broken.contains("/problems/failed") && broken.contains("nosniff"), "{broken}");
        store.set("load", None);
        connection.send(&request("GET", &path, "", "")).await;
        let found = connection.response().await;
        assert!(found.starts_with("HTTP/1.1 200"), "{found}");
        let line = format!("crownhead_panics_total{{place=\"request\"}} {number}");
        assert!(counts(&node, &line).await);
    }
}

#[tokio::test]
async fn a_panic_in_a_command_leaves_the_room_as_it_was() {
    let (node, store, _folder) = node().await;
    let opened = node.rooms.creator.open(settings()).await.unwrap();
    let id = opened.id.to_string();
    let mut guest = Guest::new(&node, &id, &opened.seats.one.secret, Seat::One);
    let before = guest.look().await.1;
    let text = guest.look().await.0["view"]["legal"][0].clone();
    let command = json!({"kind": "move", "text": text});
    store.set("append", Some(Fault::Panic));
    assert_eq!(guest.say(&command).await.status, 500);
    assert!(counts(&node, "crownhead_panics_total{place=\"command\"} 1").await);
    store.set("append", None);
    assert_eq!(guest.look().await.1, before);
    assert_eq!(guest.say(&command).await.status, 200);
}

#[tokio::test]
async fn a_background_job_that_panics_is_started_again() {
    let (node, store, _folder) = node().await;
    store.set("due_matches", Some(Fault::Panic));
    let _kept = node.keep();
    let none = "crownhead_panics_total{place=\"job\"} 0";
    until("the panic", async || !counts(&node, none).await).await;
    let not_ready = node.get("/readyz", None).await;
    assert_eq!(not_ready.status, 503, "{}", not_ready.body);
    store.set("due_matches", None);
    let before = store.calls("due_matches");
    until("another start", async || store.calls("due_matches") > before + 2).await;
    until("readiness", async || node.get("/readyz", None).await.status == 200).await;
}

#[tokio::test]
async fn a_search_that_panics_leaves_its_thread() {
    let (node, _, _folder) = node().await;
    for _ in 0..3 {
        let broken = node.state.pool().run(|_, _| -> u8 { panic!("this is a test") }).await;
        assert_eq!(broken, Err(SearchPoolBusy));
    }
    assert_eq!(node.state.pool().run(|_, _| 7).await, Ok(7));
    assert!(counts(&node, "crownhead_panics_total{place=\"work\"} 3").await);
}

#[tokio::test]
async fn a_node_is_ready_while_its_store_works() {
    let (node, store, _folder) = node().await;
    node.rooms.creator.open(settings()).await.unwrap();
    assert_eq!(node.get("/readyz", None).await.status, 200);
    for (operation, fault, check, says) in [
        ("change", Fault::Fail, "write", "The store cannot be written."),
        ("load", Fault::Fail, "read", "The store cannot be read."),
        ("due_matches", Fault::Fail, "read", "The store cannot be read."),
        ("change", Fault::Hang, "write", "The store cannot be written."),
    ] {
        store.set(operation, Some(fault));
        until(says, async || {
            let checked = node.get("/readyz", None).await;
            checked.status == 503 && checked.body["detail"] == says
        })
        .await;
        assert!(counts(&node, &format!("crownhead_ready{{check=\"{check}\"}} 0")).await);
        assert_eq!(node.get("/livez", None).await.status, 200);
        store.set(operation, None);
        until("readiness", async || node.get("/readyz", None).await.status == 200).await;
        assert!(counts(&node, &format!("crownhead_ready{{check=\"{check}\"}} 1")).await);
    }
}

#[tokio::test]
async fn a_player_is_reported_absent_when_the_store_works_again() {
    let (node, store, _folder) = node().await;
    let id = node.rooms.creator.open(settings()).await.unwrap().id;
    let presence = node.rooms.presence.join(id, Seat::One).await.unwrap();
    let absent = async || node.rooms.registry.load(id).await.unwrap().state().absent.one.is_some();
    assert!(!absent().await);
    store.set("remove_connection", Some(Fault::Fail));
    drop(presence);
    until("two attempts", async || store.calls("remove_connection") >= 2).await;
    assert!(!absent().await);
    store.set("remove_connection", None);
    until("the absence", absent).await;
}

#[tokio::test]
async fn many_who_come_at_once_share_a_look_at_the_log() {
    let (node, store, _folder) = node().await;
    let id = node.rooms.creator.open(settings()).await.unwrap().id;
    let before = store.calls("load");
    let loading = (0..200).map(|_| node.rooms.registry.load(id));
    let loaded = futures_util::future::join_all(loading).await;
    assert!(loaded.iter().all(|loaded| loaded.as_ref().unwrap().version().get() > 0));
    // What was begun before they came is not fresh enough for them.
    assert_eq!(store.calls("load") - before, 2);
    node.rooms.registry.load(id).await.unwrap();
    assert_eq!(store.calls("load") - before, 3);
}

#[tokio::test]
async fn asking_often_checks_once_a_second() {
    let (node, store, _folder) = node().await;
    let begun = Instant::now();
    for _ in 0..100 {
        node.get("/readyz", None).await;
    }
    let seconds = begun.elapsed().as_secs();
    assert!(u64::from(store.calls("change")) <= seconds + 1, "{}", store.calls("change"));
}

#[test]
fn a_panic_unwinds_in_a_release_build() {
    let manifest = include_str!("../../../../Cargo.toml");
    let release = manifest.split("\n[profile.release]\n").nth(1).unwrap();
    let release = release.split("\n[").next().unwrap();
    assert!(!release.contains("panic"), "{release}");
}
