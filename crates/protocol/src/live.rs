//! Live connections: the WebSocket messages in each direction, and the snapshot of a match.

use crownhead_arbiter::{
    BySeat, Command, CommandId, CommandRefusal, Event, Match, MatchState, MatchView, Span,
    Timestamp, Version, Viewer,
};
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::{MatchId, Nickname, Player};

/// A message from a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Joins the match. This is the first message of a connection, and only the first.
    Join {
        /// The secret of a seat. Without it, the client watches.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<String>,
        /// The last version that the client has seen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<Version>,
        /// A new nickname for the player of the seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<Nickname>,
    },
    /// Sends a command.
    Command {
        /// Identifies the command in its answer, and when it is sent again.
        id: CommandId,
        /// What the player wants to do.
        command: Command,
        /// How long the command travelled, as far as the client knows.
        #[serde(default, skip_serializing_if = "Span::is_zero")]
        lag: Span,
    },
}

impl ClientMessage {
    /// The message as JSON.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", try_from = "FlatServerMessage")]
pub enum ServerMessage {
    /// The whole match, for a client that has seen nothing of it or missed too much.
    Snapshot(Box<Snapshot>),
    /// The events after the version of a client that reconnects.
    Missed {
        /// The server's time, by which a client corrects its clock.
        now: Timestamp,
        /// Whose view the events are.
        viewer: Viewer,
        /// Which players are connected.
        here: BySeat<bool>,
        /// The names of both players, or the level of the computer.
        players: BySeat<Player>,
        /// At most 500, without gaps, as the viewer may see them.
        events: Vec<Event>,
    },
    /// The players, because one changed their name.
    Players {
        /// Both players, with their present names.
        players: BySeat<Player>,
    },
    /// New events, as the viewer may see them.
    Events {
        /// Without gaps; the first follows the last one sent.
        events: Vec<Event>,
    },
    /// Acknowledges a command: it was executed and its events are stored.
    Done {
        /// The command's id.
        id: CommandId,
        /// The version of its first event.
        from: Version,
        /// The version of its last event.
        to: Version,
    },
    /// The command was refused.
    Refused {
        /// The command's id.
        id: CommandId,
        /// The kind, a sentence and the rule.
        refusal: Box<CommandRefusal>,
    },
    /// The server does not know whether the command was executed. The client sends it again with
    /// the same id.
    Unsure {
        /// The command's id.
        id: CommandId,
        /// The reason, as a sentence.
        says: String,
    },
}

impl ServerMessage {
    /// The message as JSON.
    pub fn to_json(&self) -> String {
        to_json(self)
    }

    /// The JSON of [`Events`](Self::Events), from events that are JSON already, separated by
    /// commas. A broadcast serializes its events once and sends them to everybody.
    pub fn events_json(events: &str) -> String {
        format!(r#"{{"kind":"events","events":[{events}]}}"#)
    }
}

fn to_json(message: &impl Serialize) -> String {
    // Structures of numbers, texts and lists: serializing them cannot fail.
    serde_json::to_string(message).unwrap_or_default()
}

/// A whole match, as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub struct Snapshot {
    /// The match's id.
    pub id: MatchId,
    /// The server's time.
    pub now: Timestamp,
    /// Which players are connected.
    pub here: BySeat<bool>,
    /// Their names, or the level of the computer, by seat.
    pub players: BySeat<Player>,
    /// The view, for drawing.
    pub view: MatchView,
    /// The state, for folding later events into.
    pub state: MatchState,
}

impl Snapshot {
    /// The snapshot of a match for a viewer.
    pub fn new(
        id: MatchId,
        game_match: &Match,
        viewer: Viewer,
        now: Timestamp,
        players: BySeat<Player>,
    ) -> Snapshot {
        let (view, state) = (game_match.view_for(viewer), game_match.snapshot_for(viewer));
        Snapshot { id, now, here: online(game_match), players, view, state }
    }
}

/// Which players of a match are connected.
pub fn online(game_match: &Match) -> BySeat<bool> {
    let absent = &game_match.state().absent;
    BySeat::new(absent.one.is_none(), absent.two.is_none())
}

/// A server message as it is read: the fields of all kinds in one structure. Serde's own reading
/// of a tagged enum would buffer each message before it decodes it.
#[derive(Deserialize)]
struct FlatServerMessage {
    kind: Kind,
    id: Option<SmolStr>,
    now: Option<Timestamp>,
    viewer: Option<Viewer>,
    here: Option<BySeat<bool>>,
    players: Option<BySeat<Player>>,
    view: Option<Box<MatchView>>,
    state: Option<Box<MatchState>>,
    events: Option<Vec<Event>>,
    from: Option<Version>,
    to: Option<Version>,
    refusal: Option<Box<CommandRefusal>>,
    says: Option<String>,
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Snapshot,
    Missed,
    Players,
    Events,
    Done,
    Refused,
    Unsure,
}

impl TryFrom<FlatServerMessage> for ServerMessage {
    type Error = String;

    fn try_from(flat: FlatServerMessage) -> Result<ServerMessage, String> {
        let kind = flat.kind;
        flat.message().ok_or_else(|| format!("a {kind:?} message lacks a field"))
    }
}

impl FlatServerMessage {
    fn message(self) -> Option<ServerMessage> {
        let command = |id: Option<SmolStr>| CommandId::new(id?).ok();
        Some(match self.kind {
            Kind::Snapshot => ServerMessage::Snapshot(Box::new(Snapshot {
                id: self.id?.parse().ok()?,
                now: self.now?,
                here: self.here?,
                players: self.players?,
                view: *self.view?,
                state: *self.state?,
            })),
            Kind::Missed => ServerMessage::Missed {
                now: self.now?,
                viewer: self.viewer?,
                here: self.here?,
                players: self.players?,
                events: self.events?,
            },
            Kind::Players => ServerMessage::Players { players: self.players? },
            Kind::Events => ServerMessage::Events { events: self.events? },
            Kind::Done => {
                ServerMessage::Done { id: command(self.id)?, from: self.from?, to: self.to? }
            }
            Kind::Refused => {
                ServerMessage::Refused { id: command(self.id)?, refusal: self.refusal? }
            }
            Kind::Unsure => ServerMessage::Unsure { id: command(self.id)?, says: self.says? },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_without_a_field_is_an_error() {
        let read =
            |json| serde_json::from_str::<ServerMessage>(json).map_err(|why| why.to_string());
        let done = read(r#"{"kind":"done","id":"a","from":1,"to":2}"#).unwrap();
        assert!(matches!(done, ServerMessage::Done { .. }), "{done:?}");
        let why = read(r#"{"kind":"done","id":"a"}"#).unwrap_err();
        assert!(why.contains("Done message lacks a field"), "{why}");
        assert!(read(r#"{"kind":"news"}"#).is_err());
        assert!(read("{").is_err());
    }
}
