//! Any frames of clients and of a server. The frames of clients go to a live session: the server's
//! side of a match with both players and a spectator, each of whom follows it by what the server would
//! send and sees the same match. The frames of a server go to a client.
//!
//! The input: the game, then lines: `1`, `2` or `w` for who sends, a blank, and the frame; or `s`, a
//! blank, and a frame of the server.
#![no_main]

use crownhead_arbiter::{
    Actor, CommandContext, Match, MatchSettings, Salt, Seat, Span, Timestamp, Viewer,
};
use crownhead_fuzz::rules;
use crownhead_protocol::{ClientMessage, ServerMessage, Snapshot};
use crownhead_terminal::fuzzing::follow;
use libfuzzer_sys::fuzz_target;

/// Everybody who follows the match.
const VIEWERS: [(&str, Viewer, Actor); 3] = [
    ("1", Viewer::Seat(Seat::One), Actor::Seat(Seat::One)),
    ("2", Viewer::Seat(Seat::Two), Actor::Seat(Seat::Two)),
    ("w", Viewer::Spectator, Actor::Spectator),
];

/// The server's side of a match, and what each client knows of it.
struct Session {
    game_match: Match,
    now: Timestamp,
    /// The clients that have joined.
    clients: [Option<Match>; 3],
    /// What the first player's client received.
    received: String,
}

fuzz_target!(|input: &[u8]| {
    let Some((rules, text)) = rules(input) else { return };
    let text = String::from_utf8_lossy(text);
    let now = Timestamp::from_millis(1_700_000_000_000);
    let opened = Match::open(MatchSettings::casual(rules), now, Salt([5; 16]));
    let Ok((game_match, _)) = opened else { return };
    let mut session =
        Session { game_match, now, clients: [None, None, None], received: String::new() };
    let mut server = String::new();
    for line in text.lines().take(100) {
        let Some((from, frame)) = line.split_once(' ') else { continue };
        if from == "s" {
            server.push_str(frame);
            server.push('\n');
            continue;
        }
        let Some(client) = VIEWERS.iter().position(|(name, ..)| *name == from) else { continue };
        let Ok(message) = serde_json::from_str::<ClientMessage>(frame) else { continue };
        let written = message.to_json();
        assert_eq!(serde_json::from_str::<ClientMessage>(&written).ok().as_ref(), Some(&message));
        session.receive(client, message);
    }
    let _ = follow(&server);
    // Clients understand everything that the server really sends.
    follow(&session.received).expect("a saved game can be written");
    for (client, (_, viewer, _)) in session.clients.iter().zip(VIEWERS) {
        let Some(client) = client else { continue };
        assert_eq!(client.hash(), session.game_match.hash());
        assert_eq!(client.view_for(viewer), session.game_match.view_for(viewer));
    }
});

impl Session {
    fn receive(&mut self, client: usize, message: ClientMessage) {
        let (_, viewer, actor) = VIEWERS[client];
        match message {
            ClientMessage::Join { .. } => {
                let id = "AbCdEfGh".parse().expect("an id");
                let players = Default::default();
                let snapshot = Snapshot::new(id, &self.game_match, viewer, self.now, players);
                let message = ServerMessage::Snapshot(Box::new(snapshot));
                let ServerMessage::Snapshot(read) = self.send(client, &message) else {
                    panic!("a snapshot was read as something else")
                };
                self.clients[client] = Some(Match::restore(read.state).expect("a snapshot"));
            }
            // A client that has not joined sends no commands.
            ClientMessage::Command { .. } if self.clients[client].is_none() => {}
            ClientMessage::Command { id, command, lag } => {
                self.now = self.now + Span::from_millis(250);
                let mut context = CommandContext::new(self.now, actor);
                (context.lag, context.id) = (lag, Some(id.clone()));
                let before = self.game_match.clone();
                let handled = self.game_match.handle(&command, &context);
                for receiver in 0..VIEWERS.len() {
                    self.broadcast(receiver, &handled.events);
                }
                if let Some(refusal) = handled.refusal {
                    self.send(client, &ServerMessage::Refused { id, refusal: Box::new(refusal) });
                } else if let Viewer::Seat(seat) = viewer
                    && let Some((from, to)) = self.game_match.processed_command(seat, &id)
                {
                    self.send(client, &ServerMessage::Done { id: id.clone(), from, to });
                    // A command that is repeated changes nothing.
                    let known = self.game_match.clone();
                    let repeated = self.game_match.handle(&command, &context);
                    assert!(repeated.events.is_empty(), "{command:?} was carried out twice");
                    assert_eq!(self.game_match, known);
                } else if handled.events.is_empty() {
                    assert_eq!(self.game_match, before);
                }
            }
        }
    }

    /// Sends new events to a client, which applies them.
    fn broadcast(&mut self, client: usize, events: &[crownhead_arbiter::Event]) {
        if self.clients[client].is_none() || events.is_empty() {
            return;
        }
        let viewer = VIEWERS[client].1;
        let events: Vec<_> = events.iter().map(|event| event.for_viewer(viewer)).collect();
        let message = ServerMessage::Events { events: events.clone() };
        let ServerMessage::Events { events: read } = self.send(client, &message) else {
            panic!("events were read as something else")
        };
        assert_eq!(read, events);
        let known = self.clients[client].as_mut().expect("a client that joined");
        for event in &read {
            known.apply(event).expect("what the server sends can be applied");
        }
    }

    /// Writes a message, reads it back, and returns what was read.
    fn send(&mut self, client: usize, message: &ServerMessage) -> ServerMessage {
        let written = message.to_json();
        let read: ServerMessage = serde_json::from_str(&written).expect("what the server sends");
        assert_eq!(read.to_json(), written);
        if client == 0 {
            self.received.push_str(&written);
            self.received.push('\n');
        }
        read
    }
}
