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
use crate::push::PushSender;
use crate::rooms::{RoomRegistry, Rooms};
use crownhead_store::Db;

pub use subscriptions::{SubscribeError, Subscription};
pub(crate) use turn::record_turn;

/// The maximum number of notices that are delivered concurrently.
const MAX_CONCURRENT: usize = 8;

/// How often the subscriptions of matches that ended long ago are deleted.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(60 * 60);

/// The intervals and delays of notices.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NoticeSchedule {
    /// How often the store is polled for pending turns.
    pub poll_interval: Duration,
    /// How long to wait before a connected player is notified after all. The connection of a phone
    /// that was put away stays open for a while.
    pub connected_delay: Span,
    /// The delay after the first failed attempt; it quadruples with each further one.
    pub retry_delay: Span,
}

/// Notifies players of their turns.
pub struct Notices {
    db: Db,
    rooms: Arc<RoomRegistry>,
    metrics: Arc<Metrics>,
    push: PushSender,
    schedule: NoticeSchedule,
}

impl Notices {
    /// The notices of a node.
    pub fn new(rooms: &Rooms, push: PushSender, schedule: NoticeSchedule) -> Notices {
        let (db, metrics) = (rooms.db().clone(), rooms.metrics().clone());
        Notices { db, rooms: rooms.registry.clone(), metrics, push, schedule }
    }

    /// The sender of push messages.
    pub fn push(&self) -> &PushSender {
        &self.push
    }

    /// Notifies players of their turns, forever: by Web Push, and by mail if mail is configured.
    pub async fn run(&self, mail: Option<&Mail>) {
        let mut poll = tokio::time::interval(self.schedule.poll_interval);
        poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
        if let Err(error) = self.push.public_key(&self.db).await {
            tracing::warn!(%error, "the key for push messages cannot be loaded yet");
        }
        let mut last_cleanup: Option<Instant> = None;
        loop {
            poll.tick().await;
            if last_cleanup.is_none_or(|last| last.elapsed() > CLEANUP_INTERVAL) {
                last_cleanup = Some(Instant::now());
                if let Err(error) = self.delete_expired().await {
                    tracing::warn!(%error, "old subscriptions cannot be deleted");
                }
            }
            let turns = match self.claim().await {
                Ok(turns) => turns,
                Err(error) => {
                    tracing::warn!(%error, "pending turns cannot be claimed");
                    continue;
                }
            };
            let delivered = futures_util::stream::iter(turns).for_each_concurrent(
                MAX_CONCURRENT,
                |turn| async move {
                    if let Err(error) = self.deliver(&turn, mail).await {
                        tracing::warn!(id = %turn.id, %error, "a turn notice could not be delivered");
                    }
                },
            );
            delivered.await;
        }
    }
}

impl Default for NoticeSchedule {
    fn default() -> NoticeSchedule {
        NoticeSchedule {
            poll_interval: Duration::from_secs(1),
            connected_delay: Span::from_secs(45),
            retry_delay: Span::from_secs(30),
        }
    }
}

/// Whether a match is slow: players do not wait at the board.
fn is_slow(clock: TimeControl) -> bool {
    matches!(clock, TimeControl::None | TimeControl::Days { .. })
}
