//! What is said over a live connection: one closed set of messages in each direction.

use crownhead_arbiter::{
    BySeat, Command, CommandId, Event, Match, Refusal, Span, State, Time, Version, View, Viewer,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::MatchId;
use crate::people::{Nickname, Player};
use crate::rooms::Batch;
use crate::store::Answer;

/// What a client says.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum FromClient {
    /// Comes in. It is the first message, and never another.
    Join {
        /// The secret of a seat; without it one watches.
        #[serde(default)]
        secret: Option<String>,
        /// The last version that the client has seen.
        #[serde(default)]
        seen: Option<Version>,
        /// What the player wants to be called.
        #[serde(default)]
        name: Option<Nickname>,
    },
    /// Gives a command.
    Command {
        /// By what it is answered, and can be repeated.
        id: CommandId,
        /// What.
        command: Command,
        /// How long it was on its way, as far as the client knows.
        #[serde(default)]
        lag: Span,
    },
}

/// What the server says.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum FromServer {
    /// The whole match: to who has seen nothing of it, or too little.
    Snapshot(Box<Snapshot>),
    /// What was missed: to who comes again.
    Missed {
        /// The time of the server.
        now: Time,
        /// Whose view it is.
        viewer: Viewer,
        /// Who is there.
        here: BySeat<bool>,
        /// Who plays.
        players: BySeat<Player>,
        /// The events.
        events: Vec<Event>,
    },
    /// Who plays: somebody has a new name.
    Players {
        /// Who.
        players: BySeat<Player>,
    },
    /// What has happened.
    Events {
        /// The events.
        events: Vec<Event>,
    },
    /// The command was carried out and kept.
    Done {
        /// Which.
        id: CommandId,
        /// Its events.
        #[serde(flatten)]
        answer: Answer,
    },
    /// The command was refused.
    Refused {
        /// Which.
        id: CommandId,
        /// Why.
        refusal: Box<Refusal>,
    },
    /// It is not known whether the command was carried out: it is to be repeated with its id.
    Unsure {
        /// Which.
        id: CommandId,
        /// Why, in a sentence.
        says: String,
    },
}

impl FromServer {
    /// As it is sent.
    pub fn text(&self) -> String {
        // Plain structures of numbers, texts and lists: writing them cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The text of [`Events`](Self::Events) whose events are written already.
    pub fn events(batch: &Batch) -> String {
        format!(r#"{{"kind":"events","events":[{}]}}"#, batch.events)
    }
}

/// A whole match, as somebody may see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Snapshot {
    /// Its name.
    pub id: MatchId,
    /// The time of the server.
    pub now: Time,
    /// Who is there.
    pub here: BySeat<bool>,
    /// Who plays.
    pub players: BySeat<Player>,
    /// What there is to draw.
    pub view: View,
    /// What the events that follow are folded into.
    pub state: State,
}

impl Snapshot {
    /// The match as `viewer` may see it.
    pub fn of(
        id: MatchId,
        whole: &Match,
        viewer: Viewer,
        now: Time,
        players: BySeat<Player>,
    ) -> Snapshot {
        let (view, state) = (whole.view_for(viewer), whole.snapshot_for(viewer));
        Snapshot { id, now, here: here(whole), players, view, state }
    }
}

/// Who is there.
pub(super) fn here(whole: &Match) -> BySeat<bool> {
    let absent = &whole.state().absent;
    BySeat::new(absent.one.is_none(), absent.two.is_none())
}

#[cfg(test)]
mod tests {
    use crownhead_arbiter::{Seat, What};

    use super::*;

    #[test]
    fn events_that_are_written_already_look_like_any() {
        let what = What::Presence { seat: Seat::One, here: false };
        let (version, at) = (Version::new(3), Time::from_millis(5));
        let event = Event { version, at, cause: None, what };
        let events = serde_json::to_string(&event).unwrap();
        let batch = Batch { last: version, events, gone: false, came: false };
        let message = FromServer::Events { events: vec![event] };
        assert_eq!(FromServer::events(&batch), serde_json::to_string(&message).unwrap());
    }
}
