//! Turn notices: a player of a slow match who is not connected is notified by Web Push or mail.
//!
//! Each turn is notified once, whichever node does it: pending notices are rows in the store.

mod deliver;
mod mail;
mod subscriptions;
mod turn;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crownhead_arbiter::{Span, TimeControl};
use futures_util::StreamExt;
use tokio::time::MissedTickBehavior;

use crate::Metrics;
use crate::people::mail::Mail;
use crate::push::Push;
use crate::rooms::{RoomRegistry, Rooms};
use crownhead_store::Db;

pub use subscriptions::{SubscribeError, Subscription};
pub(crate) use turn::record_turn;

/// How many turns are told at a time.
const AT_A_TIME: usize = 8;

/// How often those are forgotten who wanted to know of matches that are long over.
const TIDY: Duration = Duration::from_secs(60 * 60);

/// How fast it goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NoticePace {
    /// How often it is looked for turns to tell.
    pub beat: Duration,
    /// When a player who seems to be there is looked after once more. A phone that was put away
    /// seems to be there for a while.
    pub patience: Span,
    /// How long after the first failure it is tried again; after each further one four times as
    /// long.
    pub again: Span,
}

/// What tells players of their turns.
pub struct Notices {
    db: Db,
    rooms: Arc<RoomRegistry>,
    metrics: Arc<Metrics>,
    push: Push,
    pace: NoticePace,
}

impl Notices {
    /// Notices to the players of a node's store.
    pub fn new(rooms: &Rooms, push: Push, pace: NoticePace) -> Notices {
        let (db, metrics) = (rooms.db().clone(), rooms.metrics().clone());
        Notices { db, rooms: rooms.registry.clone(), metrics, push, pace }
    }

    /// What sends pushes.
    pub fn push(&self) -> &Push {
        &self.push
    }

    /// Tells players of their turns, for ever; by mail, too, where mail is sent.
    pub async fn keep(&self, mail: Option<&Mail>) {
        let mut beat = tokio::time::interval(self.pace.beat);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        if let Err(why) = self.push.public_key(&self.db).await {
            tracing::warn!(%why, "the key for pushes cannot be had; it will be tried again");
        }
        let mut tidied: Option<Instant> = None;
        loop {
            beat.tick().await;
            if tidied.is_none_or(|tidied| tidied.elapsed() > TIDY) {
                tidied = Some(Instant::now());
                if let Err(why) = self.tidy().await {
                    tracing::warn!(%why, "old wishes for notices cannot be forgotten");
                }
            }
            let turns = match self.claim().await {
                Ok(turns) => turns,
                Err(why) => {
                    tracing::warn!(%why, "it cannot be looked for turns to tell");
                    continue;
                }
            };
            let told = futures_util::stream::iter(turns).for_each_concurrent(
                AT_A_TIME,
                |turn| async move {
                    if let Err(why) = self.see_to(&turn, mail).await {
                        tracing::warn!(id = %turn.id, %why, "a turn could not be told");
                    }
                },
            );
            told.await;
        }
    }
}

impl Default for NoticePace {
    fn default() -> NoticePace {
        NoticePace {
            beat: Duration::from_secs(1),
            patience: Span::from_secs(45),
            again: Span::from_secs(30),
        }
    }
}

/// Whether a match is slow: nobody sits and waits for a move.
fn is_slow(clock: TimeControl) -> bool {
    matches!(clock, TimeControl::None | TimeControl::Days { .. })
}
