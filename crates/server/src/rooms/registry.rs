//! The registry of match rooms: a cache of the matches that this node plays or shows.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crownhead_arbiter::{BySeat, Event, Match, Version, Viewer};
use crownhead_protocol::Player;
use crownhead_store::{Db, MatchId};
use parking_lot::Mutex;
use tokio::sync::watch;

use super::feed::{EventBatch, Feed, TooSlow};
use super::{RoomError, TIME_LIMIT};

/// How many events are read at a time.
const PAGE: u32 = 1000;

/// The number of rooms from which unused ones are evicted.
const EVICTION_THRESHOLD: usize = 4096;

/// The rooms of a node, by the ids of their matches.
pub struct RoomRegistry {
    db: Db,
    rooms: Mutex<HashMap<MatchId, Arc<Room>>>,
}

/// What a node knows of a match.
#[derive(Default)]
pub(super) struct Room {
    /// The match as far as this node has read its log. Whoever holds the lock decides; others wait.
    cached: tokio::sync::Mutex<Option<Match>>,
    pub(super) feed: Feed,
    /// How many times the log was read, and the number of the last time that succeeded.
    reads: AtomicU64,
    last_read: AtomicU64,
    /// How many times the players were looked up, and what was found last.
    lookups: AtomicU64,
    players: tokio::sync::Mutex<Option<FoundPlayers>>,
    /// Whether a task is about to catch up.
    pub(super) catching_up: AtomicBool,
    /// Whether the room was used since the last eviction.
    used: AtomicBool,
}

/// The players of a match as they were at a version.
struct FoundPlayers {
    version: Version,
    /// The number of the lookup.
    lookup: u64,
    players: BySeat<Player>,
}

/// A subscription to the events of a match.
pub struct Watcher {
    room: Arc<Room>,
    newest: watch::Receiver<Version>,
    viewer: Viewer,
}

impl RoomRegistry {
    /// An empty registry over a store.
    pub(super) fn new(db: Db) -> RoomRegistry {
        RoomRegistry { db, rooms: Mutex::default() }
    }

    /// How many rooms are cached.
    pub fn count(&self) -> usize {
        self.rooms.lock().len()
    }

    /// Subscribes to a match as a viewer.
    pub fn watch(&self, id: MatchId, viewer: Viewer) -> Watcher {
        let room = self.room(id);
        let newest = room.feed.subscribe(viewer);
        Watcher { room, newest, viewer }
    }

    /// A match in its present state. Callers that come at once share one look at the log.
    pub async fn load(&self, id: MatchId) -> Result<Match, RoomError> {
        let room = self.room(id);
        let before = room.reads.load(Ordering::SeqCst);
        let mut cached = room.lock().await?;
        // What was read while this caller waited is as fresh as what it would read now.
        if room.last_read.load(Ordering::SeqCst) > before
            && let Some(game_match) = &*cached
        {
            return Ok(game_match.clone());
        }
        self.catch_up(id, &room, &mut cached).await.cloned()
    }

    /// A page of the events of a match after a version, and whether there are more.
    pub async fn events(
        &self,
        id: MatchId,
        since: Version,
    ) -> Result<(Vec<Event>, bool), RoomError> {
        let events = self.db.store().load(id, since, PAGE).await?;
        let more = events.len() == PAGE as usize;
        Ok((events, more))
    }

    /// The room of a match, which is created if necessary.
    pub(super) fn room(&self, id: MatchId) -> Arc<Room> {
        let mut rooms = self.rooms.lock();
        if let Some(room) = rooms.get(&id) {
            room.used.store(true, Ordering::Relaxed);
            return room.clone();
        }
        if rooms.len() >= EVICTION_THRESHOLD && rooms.len() == rooms.capacity() {
            rooms.retain(|_, room| is_needed(room));
        }
        let room = rooms.entry(id).or_default();
        room.used.store(true, Ordering::Relaxed);
        room.clone()
    }

    /// The room of a match, if it is cached.
    pub(super) fn cached_room(&self, id: MatchId) -> Option<Arc<Room>> {
        self.rooms.lock().get(&id).cloned()
    }

    /// The matches that somebody watches, in order.
    pub(super) fn watched(&self) -> Vec<MatchId> {
        let rooms = self.rooms.lock();
        let watched = rooms.iter().filter(|(_, room)| room.feed.is_watched());
        let mut ids: Vec<_> = watched.map(|(id, _)| *id).collect();
        ids.sort_unstable();
        ids
    }

    /// Removes the room of a match that does not exist.
    pub(super) fn forget(&self, id: MatchId) {
        self.rooms.lock().remove(&id);
    }

    /// Frees the memory of rooms that were not used since the last time.
    pub(super) fn evict_unused(&self) {
        let mut rooms = self.rooms.lock();
        rooms.retain(|_, room| {
            if room.used.swap(false, Ordering::Relaxed) {
                return true;
            }
            if let Ok(mut cached) = room.cached.try_lock() {
                *cached = None;
                room.feed.clear();
            }
            is_needed(room)
        });
        rooms.shrink_to(EVICTION_THRESHOLD);
    }

    /// Applies the events that the store has and the room has not, and broadcasts them.
    pub(super) async fn catch_up<'a>(
        &self,
        id: MatchId,
        room: &Room,
        cached: &'a mut Option<Match>,
    ) -> Result<&'a mut Match, RoomError> {
        let read = 1 + room.reads.fetch_add(1, Ordering::SeqCst);
        loop {
            let since = cached.as_ref().map_or(Version::new(0), Match::version);
            let (events, more) = self.events(id, since).await?;
            if let Err(reason) = apply_all(cached, &events) {
                *cached = None;
                tracing::error!(%id, %reason, "the log of a match cannot be replayed");
                return Err(RoomError::Failed(reason));
            }
            room.feed.push(&events);
            if !more {
                break;
            }
        }
        if cached.is_none() {
            self.forget(id);
        }
        room.last_read.fetch_max(read, Ordering::SeqCst);
        cached.as_mut().ok_or(RoomError::NoMatch)
    }
}

impl Room {
    /// Locks the cached match, as soon as nobody else decides.
    pub(super) async fn lock(&self) -> Result<CachedMatch<'_>, RoomError> {
        Ok(CachedMatch(tokio::time::timeout(TIME_LIMIT, self.cached.lock()).await?))
    }
}

/// The locked cached match. A panic may have left it half changed, so it is read again after one.
pub(super) struct CachedMatch<'a>(tokio::sync::MutexGuard<'a, Option<Match>>);

impl Deref for CachedMatch<'_> {
    type Target = Option<Match>;

    fn deref(&self) -> &Option<Match> {
        &self.0
    }
}

impl DerefMut for CachedMatch<'_> {
    fn deref_mut(&mut self) -> &mut Option<Match> {
        &mut self.0
    }
}

impl Drop for CachedMatch<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            *self.0 = None;
        }
    }
}

impl Watcher {
    /// Waits until there is a new event.
    pub async fn changed(&mut self) {
        // The watcher holds the room and with it the sender, so this cannot fail.
        let _ = self.newest.changed().await;
    }

    /// Takes note of the events so far without reading them.
    pub(crate) fn mark_seen(&mut self) {
        self.newest.mark_unchanged();
    }

    /// The events after `seen` as the viewer may see them, if there are any.
    pub fn since(&mut self, seen: Version) -> Result<Option<EventBatch>, TooSlow> {
        self.newest.mark_unchanged();
        self.room.feed.since(seen, self.viewer)
    }

    /// The players of the match as they are now, at this version or a later one. Callers that come at
    /// once share one query.
    pub(crate) async fn players_now(
        &self,
        at: Version,
        query: impl Future<Output = Result<BySeat<Player>, RoomError>>,
    ) -> Result<BySeat<Player>, RoomError> {
        let before = self.room.lookups.load(Ordering::SeqCst);
        self.find_players(at, |found| found.lookup > before, query).await
    }

    /// The players of the match as they are at a version or later. All who watch share one query.
    pub(crate) async fn players(
        &self,
        at: Version,
        query: impl Future<Output = Result<BySeat<Player>, RoomError>>,
    ) -> Result<BySeat<Player>, RoomError> {
        self.find_players(at, |found| found.version >= at, query).await
    }

    async fn find_players(
        &self,
        version: Version,
        is_enough: impl Fn(&FoundPlayers) -> bool,
        query: impl Future<Output = Result<BySeat<Player>, RoomError>>,
    ) -> Result<BySeat<Player>, RoomError> {
        let mut known = self.room.players.lock().await;
        if let Some(found) = &*known
            && is_enough(found)
        {
            return Ok(found.players.clone());
        }
        let lookup = 1 + self.room.lookups.fetch_add(1, Ordering::SeqCst);
        let players = query.await?;
        *known = Some(FoundPlayers { version, lookup, players: players.clone() });
        Ok(players)
    }
}

/// Whether somebody watches a match or is about to do something with it.
fn is_needed(room: &Arc<Room>) -> bool {
    Arc::strong_count(room) > 1 || room.feed.is_watched()
}

fn apply_all(cached: &mut Option<Match>, events: &[Event]) -> Result<(), String> {
    for event in events {
        match cached {
            Some(game_match) => game_match.apply(event).map_err(|error| error.to_string())?,
            None => *cached = Some(Match::from_first(event).map_err(|error| error.to_string())?),
        }
    }
    Ok(())
}
