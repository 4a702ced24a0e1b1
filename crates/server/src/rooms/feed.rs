//! The broadcast feed of a match: its last events, serialized once for all who watch. Spectators
//! share whole messages, and are woken after the players.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use crownhead_arbiter::{Event, EventKind, Seat, Version, Viewer};
use crownhead_protocol::ServerMessage;
use parking_lot::Mutex;
use tokio::sync::watch;

/// The number of events in the feed. A watcher further behind is too slow.
const CAPACITY: usize = 64;

/// The last events of a match, and the number of the newest.
pub(super) struct Feed {
    entries: Mutex<Entries>,
    for_players: watch::Sender<Version>,
    for_spectators: watch::Sender<Version>,
}

#[derive(Default)]
struct Entries {
    events: VecDeque<FeedEntry>,
    /// The last batch for spectators, and the version that it follows. Most of them want the same.
    shared: Option<(Version, EventBatch)>,
}

/// A serialized event.
struct FeedEntry {
    text: String,
    /// For a secret event: what its own player sees.
    own: Option<(Seat, String)>,
    presence: Option<(Seat, bool)>,
}

/// Events that a viewer has not seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventBatch {
    /// The number of its last event.
    pub last: Version,
    /// The events, as a message.
    pub message: Utf8Bytes,
    /// Whether the last presence event of the viewer says that the viewer is absent.
    pub reported_absent: bool,
    /// Whether a player came, who may have a new name.
    pub came: bool,
}

/// The watcher is so far behind that the feed does not have the events any more.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TooSlow;

impl Default for Feed {
    fn default() -> Feed {
        let channel = || watch::channel(Version::default()).0;
        Feed { entries: Mutex::default(), for_players: channel(), for_spectators: channel() }
    }
}

impl Feed {
    /// Subscribes to the numbers of new events.
    pub(super) fn subscribe(&self, viewer: Viewer) -> watch::Receiver<Version> {
        match viewer {
            Viewer::Seat(_) => self.for_players.subscribe(),
            Viewer::Spectator => self.for_spectators.subscribe(),
        }
    }

    /// Whether anybody watches.
    pub(super) fn is_watched(&self) -> bool {
        self.for_players.receiver_count() + self.for_spectators.receiver_count() > 0
    }

    /// The number of the newest event.
    pub(super) fn newest(&self) -> Version {
        *self.for_players.borrow()
    }

    /// Adds events in order. Events that the feed has seen are skipped.
    pub(super) fn push(&self, events: &[Event]) {
        let mut entries = self.entries.lock();
        let Some(last) = events.last().map(|event| event.version) else { return };
        if last <= self.newest() {
            return;
        }
        let next = self.newest().next();
        let new = events.iter().filter(|event| event.version >= next);
        if !self.is_watched() || new.clone().next().is_some_and(|event| event.version > next) {
            entries.events.clear();
        }
        entries.shared = None;
        if self.is_watched() {
            let count = new.clone().count();
            entries.events.extend(new.skip(count.saturating_sub(CAPACITY)).map(FeedEntry::new));
            let surplus = entries.events.len().saturating_sub(CAPACITY);
            entries.events.drain(..surplus);
        }
        self.for_players.send_replace(last);
        drop(entries);
        self.for_spectators.send_replace(last);
    }

    /// The events after `seen` as a viewer may see them, if there are any.
    pub(super) fn since(
        &self,
        seen: Version,
        viewer: Viewer,
    ) -> Result<Option<EventBatch>, TooSlow> {
        let mut entries = self.entries.lock();
        let last = self.newest();
        if last <= seen {
            return Ok(None);
        }
        if viewer == Viewer::Spectator
            && let Some((follows, batch)) = &entries.shared
            && *follows == seen
        {
            return Ok(Some(batch.clone()));
        }
        // The entries have no gaps, and the last one is the newest event.
        let count = usize::try_from(last.get() - seen.get()).unwrap_or(usize::MAX);
        let Some(from) = entries.events.len().checked_sub(count) else { return Err(TooSlow) };
        let (mut events, mut reported_absent, mut came) = (String::new(), false, false);
        for entry in entries.events.range(from..) {
            if !events.is_empty() {
                events.push(',');
            }
            events.push_str(entry.for_viewer(viewer));
            if let Some((seat, here)) = entry.presence {
                came |= here;
                reported_absent = if viewer.is(seat) { !here } else { reported_absent };
            }
        }
        let message = ServerMessage::events_json(&events).into();
        let batch = EventBatch { last, message, reported_absent, came };
        if viewer == Viewer::Spectator {
            entries.shared = Some((seen, batch.clone()));
        }
        Ok(Some(batch))
    }

    /// Drops all events. A watcher that has not seen them becomes too slow.
    pub(super) fn clear(&self) {
        *self.entries.lock() = Entries::default();
    }
}

impl FeedEntry {
    fn new(event: &Event) -> FeedEntry {
        // Serializing plain structures cannot fail.
        let json = |event: &Event| serde_json::to_string(event).unwrap_or_default();
        let presence = match event.kind {
            EventKind::Presence { seat, here } => Some((seat, here)),
            _ => None,
        };
        let own = event.secret_of().map(|seat| (seat, json(event)));
        let text = match own {
            Some(_) => json(&event.for_viewer(Viewer::Spectator)),
            None => json(event),
        };
        FeedEntry { text, own, presence }
    }

    fn for_viewer(&self, viewer: Viewer) -> &str {
        match &self.own {
            Some((seat, text)) if viewer.is(*seat) => text,
            _ => &self.text,
        }
    }
}

#[cfg(test)]
mod tests {
    use crownhead_arbiter::Timestamp;

    use super::*;

    fn event(version: u64, kind: EventKind) -> Event {
        Event { version: Version::new(version), at: Timestamp::from_millis(9), cause: None, kind }
    }

    fn moved(version: u64) -> Event {
        event(version, EventKind::Presence { seat: Seat::One, here: version.is_multiple_of(2) })
    }

    #[test]
    fn a_subscriber_gets_new_events_and_a_slow_one_is_dropped() {
        let feed = Feed::default();
        let _watching = feed.subscribe(Viewer::Spectator);
        let spectator = Viewer::Spectator;
        assert_eq!(feed.since(Version::new(0), spectator), Ok(None));
        feed.push(&[moved(1), moved(2)]);
        feed.push(&[moved(2), moved(3)]);
        let batch = feed.since(Version::new(1), spectator).unwrap().unwrap();
        let events = vec![moved(2), moved(3)];
        assert_eq!(
            serde_json::from_str(&batch.message).ok(),
            Some(ServerMessage::Events { events })
        );
        assert_eq!(batch.last, Version::new(3));
        assert!(!batch.reported_absent && batch.came);
        assert!(
            feed.since(Version::new(1), Viewer::Seat(Seat::One)).unwrap().unwrap().reported_absent
        );
        assert_eq!(feed.since(Version::new(3), spectator), Ok(None));
        let many: Vec<_> = (4..=(CAPACITY as u64 + 4)).map(moved).collect();
        feed.push(&many);
        assert_eq!(feed.since(Version::new(3), spectator), Err(TooSlow));
        assert!(feed.since(Version::new(4), spectator).unwrap().is_some());
        // After a gap, older events are gone.
        feed.push(&[moved(100)]);
        assert_eq!(feed.since(Version::new(68), spectator), Err(TooSlow));
        assert!(feed.since(Version::new(99), spectator).unwrap().is_some());
        feed.clear();
        assert_eq!(feed.since(Version::new(99), spectator), Err(TooSlow));
        assert_eq!(feed.since(Version::new(100), spectator), Ok(None));
    }

    #[test]
    fn spectators_share_a_message() {
        let feed = Feed::default();
        let _watching = feed.subscribe(Viewer::Spectator);
        let message = |seen| {
            let batch = feed.since(Version::new(seen), Viewer::Spectator).unwrap().unwrap();
            (batch.last.get(), batch.message)
        };
        feed.push(&[moved(1), moved(2)]);
        let (one, two) = (message(1), message(1));
        assert_eq!(one.1.as_str().as_ptr(), two.1.as_str().as_ptr());
        // Whoever has seen less gets more.
        assert!(message(0).1.len() > one.1.len());
        assert_eq!(message(1), one);
        feed.push(&[moved(3)]);
        assert_eq!(message(1).0, 3);
        assert!(message(1).1.len() > message(2).1.len());
    }

    #[test]
    fn a_premove_is_for_its_player_alone() {
        let feed = Feed::default();
        let _watching = feed.subscribe(Viewer::Seat(Seat::One));
        let secret =
            EventKind::PremoveSet { seat: Seat::Two, text: "22-18".to_owned(), queue: false };
        feed.push(&[event(1, secret)]);
        let shown = |viewer| feed.since(Version::new(0), viewer).unwrap().unwrap().message;
        assert!(shown(Viewer::Seat(Seat::Two)).contains("22-18"));
        for viewer in [Viewer::Seat(Seat::One), Viewer::Spectator] {
            assert!(shown(viewer).contains("veiled") && !shown(viewer).contains("22-18"));
        }
    }
}
