//! How many challenges of one maker wait at a time, so that whoever makes very many leaves room for
//! the others. The maker is an account, or else an address.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::MatchId;
use crate::rooms::{RoomError, Rooms};

/// The most that wait.
pub(crate) const MOST: usize = 20;

/// Of how many makers it is remembered what they made.
const REMEMBERED: usize = 10_000;

/// The last challenges of each maker. Which of them still wait the store knows.
#[derive(Default)]
pub(super) struct Waiting(Mutex<HashMap<String, Vec<MatchId>>>);

impl Waiting {
    /// Whether a maker may make one more.
    pub(super) async fn has_room(&self, rooms: &Rooms, maker: &str) -> Result<bool, RoomError> {
        let known = self.lock().get(maker).cloned().unwrap_or_default();
        if known.len() < MOST {
            return Ok(true);
        }
        let waiting = rooms.still_waiting(&known).await?;
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
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
