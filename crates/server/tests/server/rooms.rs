//! Rooms: two nodes over one store, commands that are repeated, and time that passes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::support::node::Node;
use crate::support::samples::settings;
use crate::support::until;
use crownhead_arbiter::{
    Command, CommandId, CommandRefusalKind, EndReason, Match, MatchSettings, MatchStage, Offer,
    Seat, Span, TimeControl, Timestamp, Viewer,
};
use crownhead_server::bus::LocalBus;
use crownhead_server::rooms::{CommandRequest, RoomError, Rooms};
use crownhead_store::{Db, MatchId, NodeId};

fn command_request(seat: Seat, text: &str, id: &str) -> CommandRequest {
    let command = Command::Move { text: text.to_owned(), seen: None };
    CommandRequest { seat, command, id: CommandId::new(id).unwrap(), lag: Span::ZERO }
}

async fn first_move(rooms: &Rooms, id: MatchId) -> String {
    rooms.registry.load(id).await.unwrap().board().unwrap().legal_moves().remove(0)
}

#[tokio::test]
async fn a_match_is_played_on_two_nodes() {
    let one = Node::start().await;
    let two = Arc::new(Rooms::new(Db::new(one.store.clone()), Arc::new(LocalBus)));
    let id = one.rooms.creator.open(settings()).await.unwrap().id;
    let mut seat = Seat::One;
    for number in 0..6 {
        // Neither node receives messages from the other, and each notices by polling.
        let rooms = if number % 2 == 0 { &one.rooms } else { &two };
        let text = first_move(&one.rooms, id).await;
        rooms
            .commands
            .execute(id, command_request(seat, &text, &format!("c{number}")))
            .await
            .unwrap();
        seat = one.rooms.registry.load(id).await.unwrap().turn().unwrap();
    }
    let (here, there) =
        (one.rooms.registry.load(id).await.unwrap(), two.registry.load(id).await.unwrap());
    assert_eq!(here.hash(), there.hash());
    assert_eq!(here.state().play.plies.len(), 6);
}

#[tokio::test]
async fn a_refusal_is_never_out_of_date() {
    let one = Node::start().await;
    let two = Arc::new(Rooms::new(Db::new(one.store.clone()), Arc::new(LocalBus)));
    let id = one.rooms.creator.open(settings()).await.unwrap().id;
    two.registry.load(id).await.unwrap();
    let text = first_move(&one.rooms, id).await;
    one.rooms.commands.execute(id, command_request(Seat::One, &text, "a")).await.unwrap();
    // The second node still thinks that it is the first player's turn.
    let text = first_move(&one.rooms, id).await;
    two.commands.execute(id, command_request(Seat::Two, &text, "b")).await.unwrap();
    let refused =
        one.rooms.commands.execute(id, command_request(Seat::Two, &text, "c")).await.unwrap_err();
    assert!(
        matches!(refused, RoomError::Refused(error) if error.kind == CommandRefusalKind::NotYourTurn)
    );
}

/// A command that was decided on stale data is decided again, with the events of other nodes.
#[tokio::test]
async fn a_command_on_a_condition_is_carried_out_only_while_it_holds() {
    let one = Node::start().await;
    let two = Arc::new(Rooms::new(Db::new(one.store.clone()), Arc::new(LocalBus)));
    let id = one.rooms.creator.open(settings()).await.unwrap().id;
    let text = first_move(&one.rooms, id).await;
    one.rooms.commands.execute(id, command_request(Seat::One, &text, "a")).await.unwrap();
    let text = first_move(&two, id).await;
    let offer = Command::Offer { offer: Offer::Takeback };
    let offer = CommandRequest { command: offer, ..command_request(Seat::One, "", "b") };
    one.rooms.commands.execute(id, offer).await.unwrap();
    // The second node does not know of the offer yet.
    let nothing_asked = |game_match: &Match| game_match.state().play.offers.takeback.is_none();
    let refused = two
        .commands
        .execute_if(id, command_request(Seat::Two, &text, "c"), nothing_asked)
        .await
        .unwrap_err();
    assert!(
        matches!(refused, RoomError::Refused(error) if error.kind == CommandRefusalKind::Stale)
    );
    let decline = Command::Decline { offer: Offer::Takeback };
    let decline = CommandRequest { command: decline, ..command_request(Seat::Two, "", "d") };
    one.rooms.commands.execute(id, decline).await.unwrap();
    // Nor that it is gone: nothing is refused because of stale data.
    two.commands
        .execute_if(id, command_request(Seat::Two, &text, "c"), nothing_asked)
        .await
        .unwrap();
    assert_eq!(one.rooms.registry.load(id).await.unwrap().state().play.plies.len(), 2);
}

#[tokio::test]
async fn a_repeated_command_is_answered_as_the_first_time() {
    let one = Node::start().await;
    let id = one.rooms.creator.open(settings()).await.unwrap().id;
    let text = first_move(&one.rooms, id).await;
    let first = command_request(Seat::One, &text, "first");
    let done = one.rooms.commands.execute(id, first.clone()).await.unwrap();
    assert_eq!(done.events.len(), 1);
    // So many that the arbiter has forgotten the first.
    for number in 0..80 {
        let seat = one.rooms.registry.load(id).await.unwrap().turn().unwrap();
        let text = first_move(&one.rooms, id).await;
        one.rooms
            .commands
            .execute(id, command_request(seat, &text, &format!("c{number}")))
            .await
            .unwrap();
        if one.rooms.registry.load(id).await.unwrap().turn().is_none() {
            break;
        }
    }
    assert_eq!(one.rooms.commands.execute(id, first.clone()).await.unwrap(), done);
    let fresh = Arc::new(Rooms::new(Db::new(one.store.clone()), Arc::new(LocalBus)));
    assert_eq!(fresh.commands.execute(id, first).await.unwrap(), done);
}

#[tokio::test]
async fn of_many_at_a_time_each_is_carried_out_once() {
    let one = Node::start().await;
    let two = Arc::new(Rooms::new(Db::new(one.store.clone()), Arc::new(LocalBus)));
    let id = one.rooms.creator.open(settings()).await.unwrap().id;
    let text = first_move(&one.rooms, id).await;
    let requests: Vec<_> = (0..10)
        .map(|number| {
            let rooms = if number % 2 == 0 { one.rooms.clone() } else { two.clone() };
            let request = command_request(Seat::One, &text, "same");
            tokio::spawn(async move { rooms.commands.execute(id, request).await.unwrap() })
        })
        .collect();
    let mut answers = Vec::new();
    for request in requests {
        answers.push(request.await.unwrap());
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    assert_eq!(one.rooms.registry.load(id).await.unwrap().state().play.plies.len(), 1);
}

#[tokio::test]
async fn a_flag_falls_by_itself_on_any_node() {
    let node = Node::start().await;
    let now = Arc::new(AtomicU64::new(1_000_000));
    let rooms = |now: Arc<AtomicU64>| {
        let clock = move || Timestamp::from_millis(now.load(Ordering::SeqCst));
        Arc::new(Rooms::new(Db::with_clock(node.store.clone(), clock), Arc::new(LocalBus)))
    };
    let one = rooms(now.clone());
    let clock = TimeControl::Main { time: Span::from_secs(60), increment: Span::ZERO };
    let id = one.creator.open(MatchSettings { clock, ..settings() }).await.unwrap().id;
    for (seat, name) in [(Seat::One, "a"), (Seat::Two, "b")] {
        let text = first_move(&one, id).await;
        one.commands.execute(id, command_request(seat, &text, name)).await.unwrap();
    }
    drop(one);
    now.fetch_add(200_000, Ordering::SeqCst);
    let two = rooms(now);
    let timer = tokio::spawn({
        let two = two.clone();
        async move { two.timers.run().await }
    });
    until("the end", async || node.store.live_matches(9).await.unwrap().is_empty()).await;
    timer.abort();
    let stage = two.registry.load(id).await.unwrap().state().stage.clone();
    assert_eq!(stage, MatchStage::Over { winner: Some(Seat::Two), reason: EndReason::Time });
}

#[tokio::test]
async fn a_player_is_absent_after_the_last_connection_closes() {
    let node = Node::start().await;
    let id = node.rooms.creator.open(settings()).await.unwrap().id;
    let absent = async || node.rooms.registry.load(id).await.unwrap().state().absent;
    assert!(absent().await.one.is_some() && absent().await.two.is_some());
    let presence = node.rooms.presence.join(id, Seat::One).await.unwrap();
    assert!(absent().await.one.is_none() && absent().await.two.is_some());
    let again = node.rooms.presence.join(id, Seat::One).await.unwrap();
    let other = node.rooms.presence.join(id, Seat::Two).await.unwrap();
    assert!(absent().await.two.is_none());
    tokio::time::pause();
    let begun = tokio::time::Instant::now();
    // The player with another connection would be reported before the other player.
    drop(presence);
    drop(other);
    until("the absence of the other player", async || absent().await.two.is_some()).await;
    assert!(begun.elapsed() >= Duration::from_secs(5), "{:?}", begun.elapsed());
    assert!(absent().await.one.is_none());
    drop(again);
    until("the absence", async || absent().await.one.is_some()).await;
    let nobody = "nobody00".parse().unwrap();
    assert_eq!(node.rooms.registry.load(nobody).await.unwrap_err(), RoomError::NoMatch);
}

#[tokio::test]
async fn players_of_a_dead_node_become_absent() {
    let node = Node::start().await;
    let id = node.rooms.creator.open(settings()).await.unwrap().id;
    let now = Arc::new(AtomicU64::new(1_000_000));
    let clock = {
        let now = now.clone();
        move || Timestamp::from_millis(now.load(Ordering::SeqCst))
    };
    let other = Arc::new(Rooms::new(Db::with_clock(node.store.clone(), clock), Arc::new(LocalBus)));
    let absent = async || node.rooms.registry.load(id).await.unwrap().state().absent;
    // Both are connected to the first node, one also to the second. The first dies.
    for seat in Seat::ALL {
        std::mem::forget(node.rooms.presence.join(id, seat).await.unwrap());
    }
    let _presence = other.presence.join(id, Seat::Two).await.unwrap();
    let lease = tokio::spawn({
        let other = other.clone();
        async move { other.lease.run().await }
    });
    // The second node has renewed its lease, so the player is present.
    let nobody = NodeId::random().unwrap();
    until("a first beat", async || {
        node.store.is_connected_elsewhere(id, Seat::Two, nobody, other.db().now()).await.unwrap()
    })
    .await;
    assert!(absent().await.one.is_none());
    now.fetch_add(11_000, Ordering::SeqCst);
    until("the absence", async || absent().await.one.is_some()).await;
    // The reply is sent before the room is dropped.
    until("an end", async || {
        node.store.orphaned_connections(other.db().now(), 9).await.unwrap().is_empty()
    })
    .await;
    lease.abort();
    assert!(absent().await.two.is_none());
}

#[tokio::test]
async fn missed_bus_messages_are_recovered() {
    let one = Node::start().await;
    let two = Arc::new(Rooms::new(Db::new(one.store.clone()), Arc::new(LocalBus)));
    let id = one.rooms.creator.open(settings()).await.unwrap().id;
    let mut watcher = two.registry.watch(id, Viewer::Spectator);
    let seen = two.registry.load(id).await.unwrap().version();
    let _ = watcher.since(seen);
    let text = first_move(&one.rooms, id).await;
    let done =
        one.rooms.commands.execute(id, command_request(Seat::One, &text, "a")).await.unwrap();
    let listening = tokio::spawn(async move { two.sync.run().await });
    tokio::time::timeout(Duration::from_secs(20), watcher.changed()).await.unwrap();
    listening.abort();
    let batch = watcher.since(seen).unwrap().unwrap();
    assert_eq!(batch.last, done.range.to);
}
