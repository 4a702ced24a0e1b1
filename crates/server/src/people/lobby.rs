//! The lobby: who waits for an opponent and what is being played, for everybody who looks, as it
//! changes. However many look, the store is asked once a second.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crownhead_arbiter::{BySeat, Seat};
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use super::Player;
use super::challenges::{Challenge, SHOWN};
use crate::MatchId;
use crate::rooms::{RoomError, Rooms};

/// How often the store is asked, while somebody looks.
const BEAT: Duration = Duration::from_secs(1);

/// How often challenges that nobody waits for are forgotten.
const TIDY: Duration = Duration::from_secs(10);

/// How many live matches are shown.
const MATCHES: u32 = 50;

/// What there is to see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "kind", rename = "lobby", rename_all = "kebab-case")]
pub struct Look {
    /// The challenges that wait, the latest first.
    pub challenges: Vec<Challenge>,
    /// The matches that changed last and in which two have met, in the order of their names: both
    /// are known by name, or a move was made.
    pub matches: Vec<Playing>,
}

/// A live match in the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Playing {
    /// Its name.
    pub id: MatchId,
    /// The name of the game.
    pub game: String,
    /// Who plays.
    pub players: BySeat<Player>,
}

/// The lobby of a node.
pub struct Lobby {
    rooms: Arc<Rooms>,
    look: watch::Sender<Arc<str>>,
}

impl Lobby {
    /// The lobby before the rooms of a node.
    pub fn new(rooms: Arc<Rooms>) -> Lobby {
        Lobby { rooms, look: watch::channel(Arc::from("")).0 }
    }

    /// What there is to see now.
    pub async fn look(&self) -> Result<Look, RoomError> {
        let challenges = self.rooms.challenges(SHOWN).await?;
        let mut matches = Vec::new();
        for live in self.rooms.live_matches(None, MATCHES).await? {
            let playing = Playing { id: live.id, game: live.game, players: live.players };
            if self.is_played(&playing).await {
                matches.push(playing);
            }
        }
        matches.sort_by_key(|playing| playing.id);
        Ok(Look { challenges, matches })
    }

    /// Whether two have met in a match. One to which somebody was sent a link, and has not come, is
    /// nobody else's business.
    async fn is_played(&self, playing: &Playing) -> bool {
        let known = |seat: Seat| {
            let player = &playing.players[seat];
            player.name.is_some() || player.computer.is_some() || player.account
        };
        if Seat::ALL.into_iter().all(known) {
            return true;
        }
        let whole = self.rooms.look(playing.id).await;
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
                if let Err(why) = self.rooms.forget_challenges().await {
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
