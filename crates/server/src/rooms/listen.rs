//! How a node finds out what the other nodes do: by the news on the bus, and, because news can be
//! lost, by looking at the store now and then. Events are read once for all who watch.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::time::MissedTickBehavior;

use super::{LIMIT, Room, RoomError, Rooms, is_needed};
use crate::MatchId;
use crate::bus::News;

/// How often the store is looked at: the most that lost news costs.
const POLL: Duration = Duration::from_secs(2);

/// How many matches are asked for at a time.
const PAGE: usize = 1000;

/// How often the store is looked at before what is not used is let go.
const REST: u32 = 5;

impl Rooms {
    /// Follows the other nodes, for ever.
    pub async fn listen(self: &Arc<Self>) {
        let mut poll = tokio::time::interval(POLL);
        poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut polls = 0_u32;
        loop {
            tokio::select! {
                biased;
                news = self.bus.hear() => self.take(news),
                _ = poll.tick() => {
                    self.look_around().await;
                    polls = polls.wrapping_add(1);
                    if polls.is_multiple_of(REST) {
                        self.rest();
                    }
                }
            }
        }
    }

    /// Asks the store for the versions of all matches that are watched here.
    async fn look_around(self: &Arc<Self>) {
        let mut watched: Vec<_> = {
            let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            rooms.iter().filter(|(_, room)| room.feed.is_watched()).map(|(id, _)| *id).collect()
        };
        watched.sort_unstable();
        for page in watched.chunks(PAGE) {
            // A store that does not answer now will be asked again.
            let Ok(found) = self.store.versions(page.to_vec()).await else { return };
            found.into_iter().for_each(|news| self.take(news));
        }
    }

    /// Sees to it that those who watch a match get what is new.
    fn take(self: &Arc<Self>, news: News) {
        let room = {
            let rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(room) = rooms.get(&news.id) else { return };
            room.clone()
        };
        let behind = room.feed.is_watched() && room.feed.newest() < news.version;
        if !behind || room.following.swap(true, Ordering::SeqCst) {
            return;
        }
        let rooms = self.clone();
        tokio::spawn(async move {
            let followed = rooms.follow(news.id, &room).await;
            room.following.store(false, Ordering::SeqCst);
            if let Err(why) = followed {
                tracing::warn!(id = %news.id, %why, "what is new in a match could not be read");
            }
        });
    }

    async fn follow(&self, id: MatchId, room: &Room) -> Result<(), RoomError> {
        let mut kept = tokio::time::timeout(LIMIT, room.kept.lock()).await?;
        self.catch_up(id, room, &mut kept).await.map(|_| ())
    }

    /// Lets go of what nothing was asked of since the last time.
    fn rest(&self) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        rooms.retain(|_, room| {
            if room.used.swap(false, Ordering::Relaxed) {
                return true;
            }
            if let Ok(mut kept) = room.kept.try_lock() {
                *kept = None;
                room.feed.rest();
            }
            is_needed(room)
        });
        rooms.shrink_to(super::REMEMBERED);
    }
}
