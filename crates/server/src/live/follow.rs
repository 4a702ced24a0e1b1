//! Following a match: from what somebody has seen of it to what there is, as that one may see it.
//! What carries the messages is another's.

use crownhead_arbiter::{BySeat, Event, Match, Seat, Version, Viewer, What};
use tokio::sync::watch;

use super::message::{FromServer, Snapshot, here};
use crate::MatchId;
use crate::http::App;
use crate::people::Player;
use crate::rooms::{Presence, RoomError};

/// From how many missed events on a snapshot is sent instead.
const MOST_MISSED: u64 = 500;

/// Somebody who follows a match.
pub(crate) struct Follower {
    pub(crate) app: App,
    pub(crate) id: MatchId,
    pub(crate) viewer: Viewer,
    presence: Option<Presence>,
    feed: watch::Receiver<Version>,
    /// Up to which version the match is known.
    sent: Version,
    /// Who plays, as far as was told.
    players: BySeat<Player>,
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
        let feed = app.rooms.subscribe(id);
        let presence = match viewer {
            Viewer::Seat(seat) => Some(app.rooms.join(id, seat).await?),
            Viewer::Spectator => None,
        };
        let whole = app.rooms.look(id).await?;
        let players = app.rooms.players(id).await?;
        let sent = whole.version();
        let follower = Follower { app, id, viewer, presence, feed, sent, players };
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
        while self.feed.changed().await.is_ok() {
            if *self.feed.borrow_and_update() > self.sent {
                return;
            }
        }
        // Nobody can say so any more; whoever looks now and then finds it all the same.
        std::future::pending::<()>().await;
    }

    /// The next messages that are new, and whether there are more.
    pub(crate) async fn news(&mut self) -> Result<(Vec<FromServer>, bool), RoomError> {
        let (events, more) = self.app.rooms.events(self.id, self.sent).await?;
        let Some(last) = events.last() else { return Ok((Vec::new(), false)) };
        self.sent = last.version;
        let mut messages = Vec::new();
        if came(&events) {
            let players = self.app.rooms.players(self.id).await?;
            if players != self.players {
                self.players = players.clone();
                messages.push(FromServer::Players { players });
            }
        }
        messages.push(FromServer::Events { events: self.veiled(&events) });
        if let (Viewer::Seat(seat), Some(presence)) = (self.viewer, &self.presence)
            && is_gone(&events, seat)
        {
            // Another node lost sight of the player, who is here.
            presence.tell().await?;
        }
        Ok((messages, more))
    }

    fn veiled(&self, events: &[Event]) -> Vec<Event> {
        events.iter().map(|event| event.for_viewer(self.viewer)).collect()
    }
}

/// Whether somebody came: then there may be a new name.
fn came(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event.what, What::Presence { here: true, .. }))
}

/// Whether the last word on a player's presence is that the player has gone.
fn is_gone(events: &[Event], player: Seat) -> bool {
    let word = events.iter().rev().find_map(|event| match event.what {
        What::Presence { seat, here } if seat == player => Some(here),
        _ => None,
    });
    word == Some(false)
}
