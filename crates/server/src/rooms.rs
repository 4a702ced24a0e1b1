//! Matches that are being played: a room folds the log of its match, decides commands and appends
//! what they lead to. It keeps no truth: whatever it remembers is checked by the store.

mod act;
mod create;
mod feed;
mod finish;
mod lease;
mod listen;
mod presence;
mod timer;

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use crownhead_arbiter::{
    Command, CommandId, Event, Match, Refusal, Seat, Span, Time, Version, Viewer,
};
use tokio::sync::watch;

use crate::bus::Bus;
use crate::store::{Answer, Listed, Store, StoreError};
use crate::{MatchId, Metrics, NodeId};

pub(crate) use act::standing;
pub(crate) use create::Chair;
pub use create::{Opened, SeatLink};
use feed::Feed;
pub use feed::{Batch, TooSlow};
pub use presence::Presence;
use presence::Sockets;

/// How many events are read at a time.
const PAGE: u32 = 1000;

/// How many matches are remembered before those that nobody needs are looked for.
const REMEMBERED: usize = 4096;

/// How long a command may take.
const LIMIT: Duration = Duration::from_secs(8);

/// The rooms of a node.
pub struct Rooms {
    node: NodeId,
    store: Arc<dyn Store>,
    bus: Arc<dyn Bus>,
    clock: Box<dyn Fn() -> Time + Send + Sync>,
    rooms: Mutex<HashMap<MatchId, Arc<Room>>>,
    sockets: Sockets,
    metrics: Metrics,
}

/// What a node knows of a match.
#[derive(Default)]
struct Room {
    /// The match as far as it was heard of. Who holds it decides; the others wait.
    kept: tokio::sync::Mutex<Option<Match>>,
    feed: Feed,
    /// Whether somebody is about to find out what is new.
    following: AtomicBool,
    /// Whether anything was asked of it lately.
    used: AtomicBool,
}

/// Somebody who watches a match over this node.
pub struct Watcher {
    room: Arc<Room>,
    newest: watch::Receiver<Version>,
}

/// A player's command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Who commands.
    pub seat: Seat,
    /// What.
    pub command: Command,
    /// By what it can be repeated.
    pub id: CommandId,
    /// How long it was on its way.
    pub lag: Span,
}

/// A command that was carried out, now or before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Done {
    /// Its answer.
    pub answer: Answer,
    /// Its events.
    pub events: Vec<Event>,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomError {
    /// There is no such match.
    NoMatch,
    /// The arbiter refused it.
    Refused(Box<Refusal>),
    /// Nobody can sit so, as the sentence says.
    Seats(&'static str),
    /// There is too much to do; it may be repeated.
    Busy,
    /// Something is wrong with the server.
    Failed(String),
}

impl Rooms {
    /// Rooms over a store and a bus, by the clock of the system.
    pub fn new(store: Arc<dyn Store>, bus: Arc<dyn Bus>) -> Rooms {
        Rooms::with_clock(store, bus, system_time)
    }

    /// Rooms by another clock.
    pub fn with_clock(
        store: Arc<dyn Store>,
        bus: Arc<dyn Bus>,
        clock: impl Fn() -> Time + Send + Sync + 'static,
    ) -> Rooms {
        let (rooms, sockets) = (Mutex::default(), Sockets::default());
        // A system without randomness opens no matches either, and one node needs no name.
        let node = NodeId::random().unwrap_or_default();
        let metrics = Metrics::default();
        Rooms { node, store, bus, clock: Box::new(clock), rooms, sockets, metrics }
    }

    /// The time.
    pub fn now(&self) -> Time {
        (self.clock)()
    }

    /// The store.
    pub fn store(&self) -> &dyn Store {
        &*self.store
    }

    /// What this node counts.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// How many matches it remembers.
    pub fn count(&self) -> usize {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Hears of a match from now on.
    pub fn subscribe(&self, id: MatchId) -> watch::Receiver<Version> {
        self.room(id).feed.subscribe()
    }

    /// Watches a match from now on.
    pub fn watch(&self, id: MatchId) -> Watcher {
        let room = self.room(id);
        let newest = room.feed.subscribe();
        Watcher { room, newest }
    }

    /// The live matches.
    pub async fn live(&self, most: u32) -> Result<Vec<Listed>, RoomError> {
        Ok(self.store.live(most).await?)
    }

    /// A match as it is now.
    pub async fn look(&self, id: MatchId) -> Result<Match, RoomError> {
        let room = self.room(id);
        let mut kept = tokio::time::timeout(LIMIT, room.kept.lock()).await?;
        self.catch_up(id, &room, &mut kept).await.cloned()
    }

    /// The events of a match after a version, and whether there are more.
    pub async fn events(
        &self,
        id: MatchId,
        since: Version,
    ) -> Result<(Vec<Event>, bool), RoomError> {
        let events = self.store.load(id, since, PAGE).await?;
        let more = events.len() == PAGE as usize;
        Ok((events, more))
    }

    fn room(&self, id: MatchId) -> Arc<Room> {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = rooms.get(&id) {
            room.used.store(true, Ordering::Relaxed);
            return room.clone();
        }
        if rooms.len() >= REMEMBERED && rooms.len() == rooms.capacity() {
            rooms.retain(|_, room| is_needed(room));
        }
        let room = rooms.entry(id).or_default();
        room.used.store(true, Ordering::Relaxed);
        room.clone()
    }

    fn forget(&self, id: MatchId) {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }

    /// Folds what the store has and the room has not.
    async fn catch_up<'a>(
        &self,
        id: MatchId,
        room: &Room,
        kept: &'a mut Option<Match>,
    ) -> Result<&'a mut Match, RoomError> {
        loop {
            let since = kept.as_ref().map_or(Version::new(0), Match::version);
            let events = self.store.load(id, since, PAGE).await?;
            let more = events.len() == PAGE as usize;
            if let Err(why) = fold(kept, &events) {
                *kept = None;
                tracing::error!(%id, %why, "the log of a match cannot be read");
                return Err(RoomError::Failed(why));
            }
            room.feed.push(&events);
            if !more {
                break;
            }
        }
        if kept.is_none() {
            self.forget(id);
        }
        kept.as_mut().ok_or(RoomError::NoMatch)
    }
}

impl Watcher {
    /// Waits until there is something new.
    pub async fn changed(&mut self) {
        // The room is held here, so that whoever could say something is never gone.
        let _ = self.newest.changed().await;
    }

    /// What a viewer has not seen, if there is anything.
    pub fn since(&mut self, seen: Version, viewer: Viewer) -> Result<Option<Batch>, TooSlow> {
        self.newest.mark_unchanged();
        self.room.feed.since(seen, viewer)
    }
}

/// Whether somebody watches a match, or is about to do something with it.
fn is_needed(room: &Arc<Room>) -> bool {
    Arc::strong_count(room) > 1 || room.feed.is_watched()
}

fn fold(kept: &mut Option<Match>, events: &[Event]) -> Result<(), String> {
    for event in events {
        match kept {
            Some(whole) => whole.apply(event).map_err(|why| why.to_string())?,
            None => *kept = Some(Match::from_first(event).map_err(|why| why.to_string())?),
        }
    }
    Ok(())
}

/// Milliseconds since 1970.
pub(crate) fn system_time() -> Time {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Time::from_millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

impl From<StoreError> for RoomError {
    fn from(why: StoreError) -> RoomError {
        match why {
            StoreError::Busy | StoreError::Closed => RoomError::Busy,
            StoreError::Failed(why) => {
                tracing::error!(%why, "the store failed");
                RoomError::Failed(why)
            }
        }
    }
}

impl From<tokio::time::error::Elapsed> for RoomError {
    fn from(_: tokio::time::error::Elapsed) -> RoomError {
        RoomError::Busy
    }
}

impl fmt::Display for RoomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RoomError::NoMatch => f.write_str("There is no such match."),
            RoomError::Refused(refusal) => refusal.fmt(f),
            RoomError::Seats(says) => f.write_str(says),
            RoomError::Busy => f.write_str("The server has too much to do; try again."),
            RoomError::Failed(_) => f.write_str("Something is wrong with the server."),
        }
    }
}

impl std::error::Error for RoomError {}
