//! Synchronization with other nodes: messages from the bus, and polling the store because messages
//! can be lost. Each event is read once, however many watch it here.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crownhead_store::{Db, MatchId, MatchVersion};
use tokio::time::MissedTickBehavior;

use super::RoomError;
use super::registry::{Room, RoomRegistry};
use crate::bus::Bus;

/// How often the store is polled: the longest delay that a lost message costs.
const POLL: Duration = Duration::from_secs(2);

/// How many matches are queried at a time.
const PAGE: usize = 1000;

/// The number of polls between two evictions of unused rooms.
const EVICTION: u32 = 5;

/// Keeps the rooms of this node in step with the other nodes.
pub struct NodeSync {
    db: Db,
    rooms: Arc<RoomRegistry>,
    bus: Arc<dyn Bus>,
}

impl NodeSync {
    pub(super) fn new(db: Db, rooms: Arc<RoomRegistry>, bus: Arc<dyn Bus>) -> NodeSync {
        NodeSync { db, rooms, bus }
    }

    /// Follows the other nodes, forever.
    pub async fn run(&self) {
        let mut poll = tokio::time::interval(POLL);
        poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut polls = 0_u32;
        loop {
            tokio::select! {
                biased;
                version = self.bus.receive() => self.catch_up(version),
                _ = poll.tick() => {
                    self.poll_store().await;
                    polls = polls.wrapping_add(1);
                    if polls.is_multiple_of(EVICTION) {
                        self.rooms.evict_unused();
                    }
                }
            }
        }
    }

    /// Queries the versions of all matches that are watched here.
    async fn poll_store(&self) {
        for page in self.rooms.watched().chunks(PAGE) {
            // A store that does not answer is polled again later.
            let Ok(found) = self.db.store().versions(page.to_vec()).await else { return };
            found.into_iter().for_each(|version| self.catch_up(version));
        }
    }

    /// Reads new events of a match in a task of its own, if somebody watches it.
    fn catch_up(&self, MatchVersion { id, version }: MatchVersion) {
        let Some(room) = self.rooms.cached_room(id) else { return };
        let is_behind = room.feed.is_watched() && room.feed.newest() < version;
        if !is_behind || room.catching_up.swap(true, Ordering::SeqCst) {
            return;
        }
        let rooms = self.rooms.clone();
        tokio::spawn(async move {
            let caught_up = catch_up(&rooms, id, &room).await;
            room.catching_up.store(false, Ordering::SeqCst);
            if let Err(error) = caught_up {
                tracing::warn!(%id, %error, "could not read the new events of a match");
            }
        });
    }
}

async fn catch_up(rooms: &RoomRegistry, id: MatchId, room: &Room) -> Result<(), RoomError> {
    let mut cached = room.lock().await?;
    rooms.catch_up(id, room, &mut cached).await.map(|_| ())
}
