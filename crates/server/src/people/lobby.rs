//! The lobby: open challenges and live matches, broadcast to all subscribers. The store is queried
//! once a second, however many there are.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Bytes;
use crownhead_arbiter::Seat;
use crownhead_protocol::{LobbyKind, LobbyMatch, LobbyView};
use tokio::sync::{Mutex, watch};

use super::challenges::{Challenges, MAX_LISTED};
use super::players::Players;
use crate::http::StreamFormat;
use crate::rooms::{RoomError, RoomRegistry};
use crownhead_store::{Db, StoreError};

/// How often the store is queried while there are subscribers.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// How often expired challenges are deleted.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(10);

/// The maximum number of listed matches.
const MAX_MATCHES: u32 = 50;

/// The lobby of a node.
pub struct Lobby {
    challenges: Challenges,
    players: Players,
    rooms: Arc<RoomRegistry>,
    /// The last snapshot that was queried. Whoever holds the lock queries; others wait.
    latest: Mutex<Option<Arc<LobbySnapshot>>>,
    broadcast: watch::Sender<Arc<LobbySnapshot>>,
}

/// The lobby at a time, encoded once for everybody who gets it.
pub struct LobbySnapshot {
    /// When the query began.
    begun: Instant,
    json: Bytes,
    line: Bytes,
    event: Bytes,
}

impl LobbySnapshot {
    fn new(begun: Instant, json: String) -> LobbySnapshot {
        LobbySnapshot {
            begun,
            line: StreamFormat::Lines.message(&json),
            event: StreamFormat::Events.message(&json),
            json: json.into(),
        }
    }

    /// The snapshot as a JSON document.
    pub fn json(&self) -> Bytes {
        self.json.clone()
    }

    /// The snapshot as a message of a stream.
    pub(crate) fn message(&self, format: StreamFormat) -> Bytes {
        match format {
            StreamFormat::Lines => self.line.clone(),
            StreamFormat::Events => self.event.clone(),
        }
    }
}

impl Lobby {
    /// The lobby of a node.
    pub fn new(db: Db, rooms: Arc<RoomRegistry>) -> Lobby {
        let (challenges, players) = (Challenges::new(db.clone()), Players::new(db));
        let none = Arc::new(LobbySnapshot::new(Instant::now(), String::new()));
        let (latest, broadcast) = (Mutex::default(), watch::channel(none).0);
        Lobby { challenges, players, rooms, latest, broadcast }
    }

    /// A snapshot of the lobby as it is now. Calls that come together share one query.
    pub async fn snapshot(&self) -> Result<Arc<LobbySnapshot>, RoomError> {
        self.since(Instant::now()).await
    }

    /// A snapshot whose query began at this time or later.
    async fn since(&self, time: Instant) -> Result<Arc<LobbySnapshot>, RoomError> {
        let mut latest = self.latest.lock().await;
        if let Some(latest) = &*latest
            && latest.begun >= time
        {
            return Ok(latest.clone());
        }
        let begun = Instant::now();
        let view = self.query().await?;
        let json = serde_json::to_string(&view).map_err(StoreError::failed)?;
        let snapshot = Arc::new(LobbySnapshot::new(begun, json));
        *latest = Some(snapshot.clone());
        Ok(snapshot)
    }

    async fn query(&self) -> Result<LobbyView, RoomError> {
        let challenges = self.challenges.list(MAX_LISTED).await?;
        let mut matches = Vec::new();
        for live in self.players.live_matches(None, MAX_MATCHES).await? {
            let playing = LobbyMatch { id: live.id, game: live.game, players: live.players };
            if self.is_played(&playing).await {
                matches.push(playing);
            }
        }
        matches.sort_by_key(|playing| playing.id);
        Ok(LobbyView { kind: LobbyKind::Lobby, challenges, matches })
    }

    /// Whether both players have come. A match whose invited player has not come yet is private.
    async fn is_played(&self, playing: &LobbyMatch) -> bool {
        let known = |seat: Seat| {
            let player = &playing.players[seat];
            player.name.is_some() || player.computer.is_some() || player.account
        };
        if Seat::ALL.into_iter().all(known) {
            return true;
        }
        let game_match = self.rooms.load(playing.id).await;
        game_match.is_ok_and(|game_match| !game_match.state().play.plies.is_empty())
    }

    /// Subscribes to the lobby. If others watch it already, the first snapshot is the one that they
    /// have.
    pub async fn subscribe(
        &self,
    ) -> Result<(Arc<LobbySnapshot>, watch::Receiver<Arc<LobbySnapshot>>), RoomError> {
        let is_watched = self.broadcast.receiver_count() > 0;
        let mut changes = self.broadcast.subscribe();
        let broadcast = changes.borrow_and_update().clone();
        let is_fresh = broadcast.begun.elapsed() < 2 * POLL_INTERVAL;
        // At the beginning it is empty.
        if is_watched && is_fresh && !broadcast.json.is_empty() {
            return Ok((broadcast, changes));
        }
        Ok((self.snapshot().await?, changes))
    }

    /// Broadcasts the lobby to its subscribers, forever.
    pub async fn run(&self) {
        let mut poll = tokio::time::interval(POLL_INTERVAL);
        poll.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut last_cleanup: Option<Instant> = None;
        loop {
            poll.tick().await;
            if last_cleanup.is_none_or(|last| last.elapsed() >= CLEANUP_INTERVAL) {
                last_cleanup = Some(Instant::now());
                if let Err(error) = self.challenges.delete_expired().await {
                    tracing::warn!(%error, "expired challenges cannot be deleted");
                }
            }
            if self.broadcast.receiver_count() == 0 {
                continue;
            }
            let Ok(snapshot) = self.snapshot().await else { continue };
            self.broadcast.send_if_modified(|last| {
                let is_new = last.json != snapshot.json;
                // An unchanged snapshot is not sent again, but it is not old any more.
                *last = snapshot;
                is_new
            });
        }
    }
}
