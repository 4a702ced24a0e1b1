//! A limit on the open challenges of one account or address, so that nobody fills the lobby.

use parking_lot::{Mutex, MutexGuard};
use std::collections::HashMap;

use crate::people::challenges::Challenges;
use crate::rooms::RoomError;
use crownhead_store::MatchId;

/// The maximum number of open challenges of one creator.
pub(crate) const MAX_OPEN_CHALLENGES: usize = 20;

/// The maximum number of creators in memory.
const MAX_CREATORS: usize = 10_000;

/// The latest challenges of each creator. The store knows which of them are still open.
#[derive(Default)]
pub(super) struct OpenChallenges(Mutex<HashMap<String, Vec<MatchId>>>);

impl OpenChallenges {
    /// Whether a creator may open another challenge.
    pub(super) async fn may_open(
        &self,
        challenges: &Challenges,
        creator: &str,
    ) -> Result<bool, RoomError> {
        let known = self.lock().get(creator).cloned().unwrap_or_default();
        if known.len() < MAX_OPEN_CHALLENGES {
            return Ok(true);
        }
        let waiting = challenges.still_open(&known).await?;
        let mut all = self.lock();
        let Some(known) = all.get_mut(creator) else { return Ok(true) };
        known.retain(|id| waiting.contains(id));
        Ok(known.len() < MAX_OPEN_CHALLENGES)
    }

    /// Remembers a challenge.
    pub(super) fn record(&self, creator: &str, id: MatchId) {
        let mut all = self.lock();
        if all.len() >= MAX_CREATORS {
            all.clear();
        }
        let ids = all.entry(creator.to_owned()).or_default();
        ids.push(id);
        // Concurrent requests may exceed the limit.
        ids.truncate(MAX_OPEN_CHALLENGES);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Vec<MatchId>>> {
        self.0.lock()
    }
}
