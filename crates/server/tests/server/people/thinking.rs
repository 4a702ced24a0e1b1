//! Commands that arrive while the computer thinks: they are answered first, and a move decided on an
//! older version is dropped. The test controls when the computer thinks, so nothing depends on time.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use crownhead_arbiter::{
    Event, EventKind, GameNumber, MatchSettings, MatchStage, MatchState, Offer, Seat, Takebacks,
};
use crownhead_server::computer::SearchPool;
use serde_json::json;
use tokio::sync::oneshot;

use super::computer::against;
use crate::support::guest::Guest;
use crate::support::node::{Kept, Node};
use crate::support::samples::settings;
use crate::support::until;

/// A node whose computer has one search thread.
async fn node() -> (Node, Kept) {
    let mut node = Node::start().await;
    node.state = node.state.with_pool(SearchPool::start(Some(1), Arc::default()));
    let kept = node.keep();
    (node, kept)
}

/// Keeps the computer from thinking until the returned guard is dropped.
async fn hold(node: &Node) -> Sender<()> {
    let (release, released) = channel::<()>();
    let (held, is_held) = oneshot::channel();
    let state = node.state.clone();
    tokio::spawn(async move {
        let thought = state.pool().run(move |_, _| {
            let _ = held.send(());
            let _ = released.recv();
        });
        thought.await
    });
    is_held.await.unwrap();
    release
}

/// Waits until the match is as expected.
async fn sees(guest: &Guest<'_>, what: &str, holds: impl Fn(&MatchState) -> bool) {
    until(what, async || holds(&guest.look().await.1)).await;
}

/// The guest has moved, and the computer waits for its thread.
async fn is_thinking(guest: &mut Guest<'_>) {
    let waiting = guest.node.state.pool().queued();
    assert!(guest.step().await);
    until("a thought", async || guest.node.state.pool().queued() > waiting).await;
}

async fn log(guest: &Guest<'_>) -> Vec<Event> {
    let id = guest.path.rsplit('/').next().unwrap().parse().unwrap();
    guest.node.store.load(id, Default::default(), 999).await.unwrap()
}

/// The next events after the guest's offer.
async fn next_after(guest: &Guest<'_>, offer: Offer) -> EventKind {
    let offered = EventKind::Offered { seat: guest.seat, offer };
    let mut log = log(guest).await.into_iter();
    log.find(|event| event.kind == offered).expect("an offer");
    log.next().expect("an answer").kind
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_takeback_is_granted_while_it_thinks() {
    let (node, _kept) = node().await;
    let (id, secret) = against(&node, &settings(), 10, Seat::One).await;
    let mut guest = Guest::new(&node, &id, &secret, Seat::One);
    let held = hold(&node).await;
    is_thinking(&mut guest).await;
    assert_eq!(guest.say(&json!({"kind": "offer", "offer": "takeback"})).await.status, 200);
    sees(&guest, "the takeback", |state| state.play.plies.is_empty()).await;
    let granted = next_after(&guest, Offer::Takeback).await;
    assert!(matches!(granted, EventKind::TakenBack { seat: Seat::One, .. }), "{granted:?}");
    // The computer answers the next move, and not the one before it.
    is_thinking(&mut guest).await;
    drop(held);
    sees(&guest, "a move", |state| state.play.plies.len() == 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draw_offer_is_answered_before_the_computer_moves() {
    let (node, _kept) = node().await;
    let (id, secret) = against(&node, &settings(), 1, Seat::One).await;
    let mut guest = Guest::new(&node, &id, &secret, Seat::One);
    let own_turn = |state: &MatchState| {
        state.play.plies.len() >= 2 && state.play.plies.last().unwrap().seat == Seat::Two
    };
    // Early in a game the answer needs no thought.
    guest.until(own_turn).await;
    let held = hold(&node).await;
    is_thinking(&mut guest).await;
    assert_eq!(guest.say(&json!({"kind": "offer", "offer": "draw"})).await.status, 200);
    sees(&guest, "an answer", |state| state.play.offers.draw.is_none()).await;
    let declined = EventKind::Declined { seat: Seat::Two, offer: Offer::Draw };
    assert_eq!(next_after(&guest, Offer::Draw).await, declined);
    drop(held);
    // Later it does, and the move waits for the answer.
    loop {
        let late = |state: &MatchState| {
            state.play.plies.len() >= 30 && own_turn(state)
                || matches!(state.stage, MatchStage::Over { .. })
        };
        let state = guest.until(late).await;
        if state.stage == MatchStage::Playing {
            break;
        }
        assert_eq!(guest.say(&json!({"kind": "offer", "offer": "rematch"})).await.status, 200);
        sees(&guest, "another game", |after| after.game != state.game).await;
    }
    let held = hold(&node).await;
    is_thinking(&mut guest).await;
    let before = log(&guest).await.len();
    assert_eq!(guest.say(&json!({"kind": "offer", "offer": "draw"})).await.status, 200);
    // It stops thinking about the move, and thinks about the draw instead.
    until("a thought", async || node.state.pool().queued() > 1).await;
    drop(held);
    until("an answer", async || log(&guest).await.len() > before + 1).await;
    // Either answer is right: the position depends on the computer's moves, which are random.
    let answer = log(&guest).await.swap_remove(before + 1).kind;
    assert!(answer == declined || matches!(answer, EventKind::Ended { .. }), "{answer:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_given_up_while_it_thinks_is_played_again() {
    let (node, _kept) = node().await;
    let (id, secret) = against(&node, &settings(), 10, Seat::One).await;
    let mut guest = Guest::new(&node, &id, &secret, Seat::One);
    let held = hold(&node).await;
    is_thinking(&mut guest).await;
    assert_eq!(guest.say(&json!({"kind": "resign"})).await.status, 200);
    assert_eq!(guest.say(&json!({"kind": "offer", "offer": "rematch"})).await.status, 200);
    sees(&guest, "another game", |state| state.game == GameNumber::new(2)).await;
    // The computer begins, and no move of the first game is played in it.
    drop(held);
    sees(&guest, "a move", |state| state.play.plies.len() == 1).await;
    let log = log(&guest).await;
    let moved = log.iter().filter(|event| matches!(event.kind, EventKind::Moved { .. })).count();
    assert_eq!(moved, 2, "{log:?}");
}

/// Another node has stored other moves, unknown to the one that thinks: its move is not played.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_recomputed_after_a_change_by_another_node() {
    let (node, _kept) = node().await;
    let other = Node::over(node.store.clone());
    let settings = MatchSettings { takebacks: Takebacks::Free, ..settings() };
    let (id, secret) = against(&node, &settings, 10, Seat::One).await;
    let mut guest = Guest::new(&node, &id, &secret, Seat::One);
    let held = hold(&node).await;
    is_thinking(&mut guest).await;
    guest.node = &other;
    let taken = guest.say(&json!({"kind": "offer", "offer": "takeback"})).await;
    assert_eq!(taken.status, 200, "{}", taken.body);
    let last = guest.look().await.0["view"]["legal"].as_array().unwrap().last().unwrap().clone();
    let moved = guest.say(&json!({"kind": "move", "text": last})).await;
    assert_eq!(moved.status, 200, "{}", moved.body);
    let version = log(&guest).await.last().unwrap().version.get();
    drop(held);
    until("a move", async || log(&guest).await.len() as u64 > version).await;
    let answer = log(&guest).await.pop().unwrap();
    assert_eq!(answer.cause.unwrap().id.as_str(), format!("computer-{version}"));
}

/// The same number of moves has been played, but other ones: a move for the old ones is not played.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_never_decided_on_another_position() {
    let (node, _kept) = node().await;
    let settings = MatchSettings { takebacks: Takebacks::Free, ..settings() };
    let (id, secret) = against(&node, &settings, 10, Seat::One).await;
    let mut guest = Guest::new(&node, &id, &secret, Seat::One);
    let held = hold(&node).await;
    is_thinking(&mut guest).await;
    let taken = guest.say(&json!({"kind": "offer", "offer": "takeback"})).await;
    assert_eq!(taken.status, 200, "{}", taken.body);
    let other = guest.look().await.0["view"]["legal"].as_array().unwrap().last().unwrap().clone();
    let moved = guest.say(&json!({"kind": "move", "text": other})).await;
    assert_eq!(moved.status, 200, "{}", moved.body);
    drop(held);
    sees(&guest, "a move", |state| state.play.plies.len() == 2).await;
    let answer = log(&guest).await.pop().unwrap();
    let decided_on = format!("computer-{}", answer.version.get() - 1);
    assert_eq!(answer.cause.unwrap().id.as_str(), decided_on);
}
