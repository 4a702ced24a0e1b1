//! The part of the suite about heartbeats and outages.

use std::sync::Arc;

use crownhead_arbiter::{Outage, Span, Timestamp};
use crownhead_store::{Beat, OUTAGE_RETENTION, RECONNECT_GRACE, Store};

fn at(secs: u64) -> Timestamp {
    Timestamp::from_millis(1_700_000_000_000) + Span::from_secs(secs)
}

fn outage(from: u64, now: u64) -> Outage {
    Outage { from: at(from), until: at(now) + RECONNECT_GRACE }
}

/// A node starts at a time, and nobody was serving since another.
fn start(idle_since: u64, now: u64) -> Beat {
    Beat { now: at(now), idle_since: Some(at(idle_since)), known: at(0) }
}

pub(crate) async fn outages_are_remembered(store: &Arc<dyn Store>) {
    let newest = async || store.heartbeat().await.unwrap().unwrap().at;
    assert_eq!(store.heartbeat().await, Ok(None));
    let first = Beat { now: at(10), idle_since: None, known: at(0) };
    assert_eq!(store.beat(first).await, Ok(Default::default()));
    assert_eq!(newest().await, at(10));
    let next = store.beat(Beat { now: at(11), ..first }).await.unwrap();
    assert_eq!((next.ended, next.outages), (None, vec![]));
    assert_eq!(newest().await, at(11));

    let ended = store.beat(start(11, 30)).await.unwrap();
    assert_eq!((ended.ended, ended.outages), (Some(outage(11, 30)), vec![outage(11, 30)]));
    // Of two nodes that start at the same moment, one ends the outage.
    let second = store.beat(start(11, 30)).await.unwrap();
    assert_eq!((second.ended, second.outages), (None, vec![outage(11, 30)]));
    // The server dies before the players had time to reconnect: the outage continues.
    let continued = store.beat(start(30, 40)).await.unwrap();
    assert_eq!(continued.ended, Some(outage(30, 40)));
    assert_eq!(continued.outages, [outage(11, 40)]);
    let known = Beat { now: at(41), idle_since: None, known: outage(11, 40).until };
    assert_eq!(store.beat(known).await.unwrap().outages, []);
    // Time does not go back.
    let back = store.beat(start(41, 20)).await.unwrap();
    assert_eq!((back.ended, newest().await), (Some(outage(41, 41)), at(41)));
    // What is too old for any clock is forgotten.
    for secs in [44, 47, 50] {
        let beat = Beat { now: at(secs), ..first };
        assert_eq!(store.beat(beat).await.unwrap().outages, [outage(11, 41)]);
    }
    let late = 50 + 2 * OUTAGE_RETENTION.as_millis() / 1000;
    assert_eq!(store.beat(start(50, late)).await.unwrap().outages, [outage(50, late)]);
}
