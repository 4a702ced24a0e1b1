//! Nodes that die: each says now and then that it lives, and the others see to the players of one
//! that does not any more.

use std::time::Duration;

use crownhead_arbiter::{Command, Span, Time};
use tokio::time::MissedTickBehavior;

use super::presence::GRACE;
use super::{RoomError, Rooms};
use crate::store::Stranded;

/// How often a node says that it lives.
const BEAT: Duration = Duration::from_secs(3);

/// For how long it is believed.
const LEASE: Span = Span::from_secs(10);

/// How many players are seen to at a time.
const BATCH: u32 = 256;

impl Rooms {
    /// Says that this node lives, and looks for players of those that do not, for ever.
    pub async fn keep_lease(&self) {
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // Since when every beat has been taken. If the store was away, nobody's was: the others
        // get the time to say that they live.
        let mut steady: Option<Time> = None;
        loop {
            beat.tick().await;
            let now = self.now();
            if self.store.beat(self.node, now + LEASE, now).await.is_err() {
                steady = None;
                continue;
            }
            let since = *steady.get_or_insert(now);
            if now.since(since) > LEASE
                && let Err(why) = self.find_stranded(now).await
            {
                tracing::warn!(%why, "players of a node that died could not be seen to");
            }
        }
    }

    /// Says that this node is about to stop. Its players have the usual time to come again.
    pub async fn end_lease(&self) {
        let (now, grace) = (self.now(), u64::try_from(GRACE.as_millis()).unwrap_or_default());
        let until = now + Span::from_millis(grace);
        if let Err(why) = self.store.beat(self.node, until, now).await {
            tracing::warn!(%why, "the store was not told that this node stops");
        }
    }

    async fn find_stranded(&self, now: Time) -> Result<(), RoomError> {
        for Stranded { id, seat, node } in self.store.stranded(now, BATCH).await? {
            // It is told before it is forgotten: whoever dies in between leaves it to the next.
            if !self.store.is_elsewhere(id, seat, node, now).await? {
                self.host(id, &Command::Presence { seat, here: false }).await?;
            }
            self.store.leave(id, seat, node).await?;
        }
        Ok(())
    }
}
