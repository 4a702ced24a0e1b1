//! Following a match: from what somebody has seen of it to what there is, as that one may see it.
//! What carries the messages is another's.

use crownhead_arbiter::{BySeat, Event, Match, Version, Viewer};

use super::message::{FromServer, Snapshot, here};
use crate::MatchId;
use crate::http::App;
use crate::people::Player;
use crate::rooms::{Presence, RoomError, TooSlow, Watcher};

/// From how many missed events on a snapshot is sent instead.
const MOST_MISSED: u64 = 500;

/// Somebody who follows a match.
pub(crate) struct Follower {
    pub(crate) app: App,
    pub(crate) id: MatchId,
    pub(crate) viewer: Viewer,
    presence: Option<Presence>,
    watcher: Watcher,
    /// Up to which version the match is known.
    sent: Version,
    /// Who plays, as far as was told.
    players: BySeat<Player>,
}

/// Why somebody cannot follow a match any more, and is to come again.
pub(crate) enum Lost {
    /// Too much has happened in the meantime.
    TooSlow,
    /// The server could not look.
    NotNow,
}

impl Follower {
    /// Begins to follow a match of which a version was `seen`. A player has come by that. The
    /// message says where the match stands.
    pub(crate) async fn join(
        app: App,
        id: MatchId,
        viewer: Viewer,
        seen: Option<Version>,
    ) -> Result<(Follower, FromServer), RoomError> {
        // What happens from here on is heard of.
        let watcher = app.rooms.watch(id);
        let presence = match viewer {
            Viewer::Seat(seat) => Some(app.rooms.join(id, seat).await?),
            Viewer::Spectator => None,
        };
        let whole = app.rooms.look(id).await?;
        let players = app.rooms.players(id).await?;
        let sent = whole.version();
        let follower = Follower { app, id, viewer, presence, watcher, sent, players };
        let welcome = follower.welcome(&whole, seen).await?;
        Ok((follower, welcome))
    }

    async fn welcome(&self, whole: &Match, seen: Option<Version>) -> Result<FromServer, RoomError> {
        let (now, players) = (self.app.rooms.now(), self.players.clone());
        if let Some(seen) = seen
            && seen <= self.sent
            && self.sent.get() - seen.get() <= MOST_MISSED
        {
            let (mut events, _) = self.app.rooms.events(self.id, seen).await?;
            events.retain(|event| event.version <= self.sent);
            let (viewer, events) = (self.viewer, self.veiled(&events));
            return Ok(FromServer::Missed { now, viewer, here: here(whole), players, events });
        }
        let snapshot = Snapshot::of(self.id, whole, self.viewer, now, players);
        Ok(FromServer::Snapshot(Box::new(snapshot)))
    }

    /// Waits until there may be something new.
    pub(crate) async fn changed(&mut self) {
        self.watcher.changed().await;
    }

    /// The messages that are new, as texts.
    pub(crate) async fn news(&mut self) -> Result<Vec<String>, Lost> {
        let Some(batch) = self.watcher.since(self.sent, self.viewer)? else {
            return Ok(Vec::new());
        };
        self.sent = batch.last;
        let mut messages = Vec::new();
        if batch.came {
            let players = self.app.rooms.players(self.id).await?;
            if players != self.players {
                self.players = players.clone();
                messages.push(FromServer::Players { players }.text());
            }
        }
        messages.push(FromServer::events(&batch));
        if let (true, Some(presence)) = (batch.gone, &self.presence) {
            // Another node lost sight of the player, who is here.
            presence.tell().await?;
        }
        Ok(messages)
    }

    fn veiled(&self, events: &[Event]) -> Vec<Event> {
        events.iter().map(|event| event.for_viewer(self.viewer)).collect()
    }
}

impl From<TooSlow> for Lost {
    fn from(_: TooSlow) -> Lost {
        Lost::TooSlow
    }
}

impl From<RoomError> for Lost {
    fn from(_: RoomError) -> Lost {
        Lost::NotNow
    }
}
