//! What happens by itself: flags that fall, tosses that are not revealed. The store knows when, so
//! that any node can see to it, also after a restart.

use std::collections::HashSet;
use std::time::Duration;

use crownhead_arbiter::{Command, RefusalKind, Time};

use super::{RoomError, Rooms};

/// How often the store is asked.
const BEAT: Duration = Duration::from_millis(250);

/// How many matches are seen to at a time.
const BATCH: u32 = 256;

impl Rooms {
    /// Sees to what is due, for ever.
    pub async fn keep_time(&self) {
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        // Matches that cannot be helped are left alone until the next start.
        let mut broken = HashSet::new();
        loop {
            beat.tick().await;
            let before = Time::from_millis(self.now().as_millis().saturating_add(1));
            let Ok(due) = self.store.due(before, BATCH).await else { continue };
            for id in due {
                if broken.contains(&id) {
                    continue;
                }
                match self.host(id, &Command::Tick).await {
                    Ok(()) | Err(RoomError::Busy | RoomError::NoMatch) => {}
                    // Another node was quicker.
                    Err(RoomError::Refused(why)) if why.kind == RefusalKind::NothingDue => {}
                    Err(why) => {
                        tracing::error!(%id, %why, "what is due in a match cannot be done");
                        broken.insert(id);
                    }
                }
            }
        }
    }
}
