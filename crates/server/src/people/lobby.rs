//! The lobby: open challenges and live matches, broadcast to everybody who looks. However many look, the
//! store is queried once a second.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crownhead_arbiter::Seat;
use crownhead_protocol::{LobbyKind, LobbyMatch, LobbyView};
use tokio::sync::watch;

use super::challenges::{Challenges, SHOWN};
use super::players::Players;
use crate::rooms::{RoomError, RoomRegistry};
use crownhead_store::Db;

/// How often the store is asked, while somebody looks.
const BEAT: Duration = Duration::from_secs(1);

/// How often challenges that nobody waits for are forgotten.
const TIDY: Duration = Duration::from_secs(10);

/// How many live matches are shown.
const MATCHES: u32 = 50;

/// The lobby of a node.
pub struct Lobby {
    challenges: Challenges,
    players: Players,
    rooms: Arc<RoomRegistry>,
    look: watch::Sender<Arc<str>>,
}

impl Lobby {
    /// The lobby of a node.
    pub fn new(db: Db, rooms: Arc<RoomRegistry>) -> Lobby {
        let (challenges, players) = (Challenges::new(db.clone()), Players::new(db));
        Lobby { challenges, players, rooms, look: watch::channel(Arc::from("")).0 }
    }

    /// What there is to see now.
    pub async fn look(&self) -> Result<LobbyView, RoomError> {
        let challenges = self.challenges.list(SHOWN).await?;
        let mut matches = Vec::new();
        for live in self.players.live_matches(None, MATCHES).await? {
            let playing = LobbyMatch { id: live.id, game: live.game, players: live.players };
            if self.is_played(&playing).await {
                matches.push(playing);
            }
        }
        matches.sort_by_key(|playing| playing.id);
        Ok(LobbyView { kind: LobbyKind::Lobby, challenges, matches })
    }

    /// Whether two have met in a match. One to which somebody was sent a link, and has not come, is
    /// nobody else's business.
    async fn is_played(&self, playing: &LobbyMatch) -> bool {
        let known = |seat: Seat| {
            let player = &playing.players[seat];
            player.name.is_some() || player.computer.is_some() || player.account
        };
        if Seat::ALL.into_iter().all(known) {
            return true;
        }
        let whole = self.rooms.load(playing.id).await;
        whole.is_ok_and(|whole| !whole.state().play.plies.is_empty())
    }

    /// The JSON of what there is to see, as it changes. The first is seen after a second at most.
    pub fn watch(&self) -> watch::Receiver<Arc<str>> {
        self.look.subscribe()
    }

    /// Keeps those who look up to date, for ever.
    pub async fn keep(&self) {
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut tidied: Option<Instant> = None;
        loop {
            beat.tick().await;
            if tidied.is_none_or(|last| last.elapsed() >= TIDY) {
                tidied = Some(Instant::now());
                if let Err(why) = self.challenges.delete_expired().await {
                    tracing::warn!(%why, "old challenges cannot be forgotten");
                }
            }
            if self.look.receiver_count() == 0 {
                continue;
            }
            let Ok(look) = self.look().await else { continue };
            let Ok(json) = serde_json::to_string(&look) else { continue };
            self.look.send_if_modified(|last| {
                let newer = **last != *json;
                if newer {
                    *last = Arc::from(json);
                }
                newer
            });
        }
    }
}
