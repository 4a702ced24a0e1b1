//! The lobby: open challenges and live matches, broadcast to all subscribers. The store is queried
//! once a second, however many there are.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crownhead_arbiter::Seat;
use crownhead_protocol::{LobbyKind, LobbyMatch, LobbyView};
use tokio::sync::watch;

use super::challenges::{Challenges, MAX_LISTED};
use super::players::Players;
use crate::rooms::{RoomError, RoomRegistry};
use crownhead_store::Db;

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
    snapshot: watch::Sender<Arc<str>>,
}

impl Lobby {
    /// The lobby of a node.
    pub fn new(db: Db, rooms: Arc<RoomRegistry>) -> Lobby {
        let (challenges, players) = (Challenges::new(db.clone()), Players::new(db));
        Lobby { challenges, players, rooms, snapshot: watch::channel(Arc::from("")).0 }
    }

    /// A snapshot of the lobby.
    pub async fn snapshot(&self) -> Result<LobbyView, RoomError> {
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

    /// Subscribes to the lobby as JSON. The first snapshot comes within a second.
    pub fn subscribe(&self) -> watch::Receiver<Arc<str>> {
        self.snapshot.subscribe()
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
            if self.snapshot.receiver_count() == 0 {
                continue;
            }
            let Ok(snapshot) = self.snapshot().await else { continue };
            let Ok(json) = serde_json::to_string(&snapshot) else { continue };
            self.snapshot.send_if_modified(|last| {
                let newer = **last != *json;
                if newer {
                    *last = Arc::from(json);
                }
                newer
            });
        }
    }
}
