//! A limit on the open challenges of one account or address, so that nobody fills the lobby.

use parking_lot::{Mutex, MutexGuard};
use std::collections::HashMap;

use crate::people::challenges::Challenges;
use crate::rooms::RoomError;
use crownhead_store::MatchId;

/// The most that wait.
pub(crate) const MOST: usize = 20;

/// Of how many makers it is remembered what they made.
const REMEMBERED: usize = 10_000;

/// The last challenges of each maker. Which of them still wait the store knows.
#[derive(Default)]
pub(super) struct OpenChallenges(Mutex<HashMap<String, Vec<MatchId>>>);

impl OpenChallenges {
    /// Whether a maker may make one more.
    pub(super) async fn has_room(
        &self,
        challenges: &Challenges,
        maker: &str,
    ) -> Result<bool, RoomError> {
        let known = self.lock().get(maker).cloned().unwrap_or_default();
        if known.len() < MOST {
            return Ok(true);
        }
        let waiting = challenges.still_waiting(&known).await?;
        let mut all = self.lock();
        let Some(known) = all.get_mut(maker) else { return Ok(true) };
        known.retain(|id| waiting.contains(id));
        Ok(known.len() < MOST)
    }

    /// Remembers what a maker made.
    pub(super) fn note(&self, maker: &str, id: MatchId) {
        let mut all = self.lock();
        if all.len() >= REMEMBERED {
            all.clear();
        }
        let made = all.entry(maker.to_owned()).or_default();
        made.push(id);
        // Those who ask several times at once may be beyond the limit.
        made.truncate(MOST);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Vec<MatchId>>> {
        self.0.lock()
    }
}
