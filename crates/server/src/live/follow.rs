//! Following a match: a snapshot or the missed events first, then each new event, as the viewer may
//! see it. It is independent of the transport.

use axum::extract::ws::Utf8Bytes;
use crownhead_arbiter::{BySeat, Event, Match, Version, Viewer};
use crownhead_protocol::{MatchId, Player, ServerMessage, Snapshot, online};

use crate::app::App;
use crate::people::accounts::{AccountError, Identity};
use crate::rooms::{Presence, RoomError, TooSlow, Watcher};

/// With more missed events than this, a snapshot is sent instead.
const MAX_MISSED: u64 = 500;

/// A client that follows a match.
pub(crate) struct Follower {
    pub(crate) app: App,
    pub(crate) id: MatchId,
    pub(crate) viewer: Viewer,
    /// Who was given the seat for being signed in, and not for its secret.
    identity: Option<Identity>,
    presence: Option<Presence>,
    watcher: Watcher,
    /// The last version that was sent.
    sent: Version,
    /// The players as they were last sent.
    players: BySeat<Player>,
}

/// Why a client cannot follow a match any more, and must reconnect.
pub(crate) enum FollowError {
    /// It is too far behind.
    TooSlow,
    /// The match could not be read.
    Unavailable,
}

impl Follower {
    /// Starts to follow a match that the client has `seen` up to a version. A player is present from now
    /// on. The first message brings the client up to date.
    pub(crate) async fn join(
        app: App,
        id: MatchId,
        viewer: Viewer,
        identity: Option<Identity>,
        seen: Option<Version>,
    ) -> Result<(Follower, ServerMessage), RoomError> {
        // Subscribe before reading, so that no event is missed.
        let watcher = app.rooms.registry.watch(id, viewer);
        let presence = match viewer {
            Viewer::Seat(seat) => Some(app.rooms.presence.join(id, seat).await?),
            Viewer::Spectator => None,
        };
        let mut game_match = app.rooms.registry.load(id).await?;
        if let (Viewer::Seat(seat), Some(presence)) = (viewer, &presence)
            && game_match.state().absent[seat].is_some()
        {
            // Another node, which the player left, reported this just now.
            presence.report_present().await?;
            game_match = app.rooms.registry.load(id).await?;
        }
        // A player has credited outages by joining. Without players, a spectator would see a clock
        // that has run on while nobody was serving.
        let game_match = match app.rooms.commands.credit_outages(id, &game_match).await {
            Ok(false) => game_match,
            Ok(true) => app.rooms.registry.load(id).await?,
            Err(error) => {
                tracing::warn!(%id, %error, "a spectator sees a clock without a credit");
                game_match
            }
        };
        let query = app.players.of_match(id);
        let players = watcher.players_now(game_match.version(), query).await?;
        let sent = game_match.version();
        let follower = Follower { app, id, viewer, identity, presence, watcher, sent, players };
        let welcome = follower.welcome(&game_match, seen).await?;
        Ok((follower, welcome))
    }

    async fn welcome(
        &self,
        game_match: &Match,
        seen: Option<Version>,
    ) -> Result<ServerMessage, RoomError> {
        let (now, players) = (self.app.db.now(), self.players.clone());
        if let Some(seen) = seen
            && seen <= self.sent
            && self.sent.get() - seen.get() <= MAX_MISSED
        {
            let (mut events, _) = self.app.rooms.registry.events(self.id, seen).await?;
            events.retain(|event| event.version <= self.sent);
            let (viewer, events) = (self.viewer, self.redacted(&events));
            return Ok(ServerMessage::Missed {
                now,
                viewer,
                here: online(game_match),
                players,
                events,
            });
        }
        let snapshot = Snapshot::new(self.id, game_match, self.viewer, now, players);
        Ok(ServerMessage::Snapshot(Box::new(snapshot)))
    }

    /// Whether the client may still act for the seat: whoever has it by a session or token loses it
    /// when that ends.
    pub(crate) async fn is_authorized(&self) -> Result<bool, AccountError> {
        match &self.identity {
            Some(identity) => self.app.accounts.is_valid(identity).await,
            None => Ok(true),
        }
    }

    /// Waits until there may be a new event.
    pub(crate) async fn changed(&mut self) {
        self.watcher.changed().await;
    }

    /// The new messages, as JSON.
    pub(crate) async fn new_messages(&mut self) -> Result<Vec<Utf8Bytes>, FollowError> {
        let Some(batch) = self.watcher.since(self.sent)? else {
            return Ok(Vec::new());
        };
        self.sent = batch.last;
        let mut messages = Vec::new();
        if batch.came {
            let query = self.app.players.of_match(self.id);
            let players = self.watcher.players(batch.last, query).await?;
            if players != self.players {
                self.players = players.clone();
                messages.push(ServerMessage::Players { players }.to_json().into());
            }
        }
        messages.push(batch.message);
        if let (true, Some(presence)) = (batch.reported_absent, &self.presence) {
            // Another node reported the player absent, who is connected here.
            presence.report_present().await?;
        }
        Ok(messages)
    }

    fn redacted(&self, events: &[Event]) -> Vec<Event> {
        events.iter().map(|event| event.for_viewer(self.viewer)).collect()
    }
}

impl From<TooSlow> for FollowError {
    fn from(_: TooSlow) -> FollowError {
        FollowError::TooSlow
    }
}

impl From<RoomError> for FollowError {
    fn from(_: RoomError) -> FollowError {
        FollowError::Unavailable
    }
}
