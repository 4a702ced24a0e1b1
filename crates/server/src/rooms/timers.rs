//! Timers: clocks that run out, and tosses that are not revealed in time.
//!
//! The store knows when they expire, so any node can fire them, also after a restart. A timer that
//! expired in an outage is not fired but postponed: the outage is credited first.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use crownhead_arbiter::{Command, CommandRefusalKind, Timestamp};
use crownhead_store::Db;
use tokio::time::MissedTickBehavior;

use super::RoomError;
use super::commands::CommandExecutor;
use super::timekeeper::Timekeeper;

/// How often the store is polled.
const POLL: Duration = Duration::from_millis(250);

/// How many matches are handled at a time.
const BATCH: u32 = 256;

/// Fires the timers of all matches.
pub struct MatchTimers {
    db: Db,
    commands: Arc<CommandExecutor>,
    timekeeper: Arc<Timekeeper>,
}

impl MatchTimers {
    pub(super) fn new(
        db: Db,
        commands: Arc<CommandExecutor>,
        timekeeper: Arc<Timekeeper>,
    ) -> MatchTimers {
        MatchTimers { db, commands, timekeeper }
    }

    /// Fires timers that have expired, forever.
    pub async fn run(&self) {
        let mut poll = tokio::time::interval(POLL);
        poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // Matches whose timers cannot be fired are skipped until the next start.
        let mut broken = HashSet::new();
        loop {
            poll.tick().await;
            if self.timekeeper.settled().await.is_err() {
                continue;
            }
            let before = Timestamp::from_millis(self.db.now().as_millis().saturating_add(1));
            let Ok(due) = self.db.store().due_matches(before, BATCH).await else { continue };
            for id in due {
                if broken.contains(&id) {
                    continue;
                }
                match self.commands.execute_as_host(id, &Command::Tick).await {
                    Ok(()) | Err(RoomError::Busy | RoomError::NoMatch) => {}
                    // Another node was faster.
                    Err(RoomError::Refused(refusal))
                        if refusal.kind == CommandRefusalKind::NothingDue => {}
                    Err(error) => {
                        tracing::error!(%id, %error, "the timer of a match cannot be fired");
                        broken.insert(id);
                    }
                }
            }
        }
    }
}
