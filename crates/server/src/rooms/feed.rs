//! What goes out to those who watch a match: its last events, written once for all of them.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use crownhead_arbiter::{Event, Seat, Version, Viewer, What};
use tokio::sync::watch;

/// How many events are at hand. Who is further behind is too slow.
const LINES: usize = 64;

/// The last events of a match, and the number of the newest.
pub(super) struct Feed {
    lines: Mutex<VecDeque<Line>>,
    newest: watch::Sender<Version>,
}

/// An event as it goes out.
struct Line {
    text: String,
    /// What the player sees whose secret it is.
    own: Option<(Seat, String)>,
    presence: Option<(Seat, bool)>,
}

/// What somebody has not seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The number of its last event.
    pub last: Version,
    /// The events, as the inside of a JSON list.
    pub events: String,
    /// Whether the last word on the viewer's own presence is that the viewer has gone.
    pub gone: bool,
    /// Whether somebody came: then there may be a new name.
    pub came: bool,
}

/// Somebody is so far behind that the events are not at hand any more.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TooSlow;

impl Default for Feed {
    fn default() -> Feed {
        Feed { lines: Mutex::default(), newest: watch::channel(Version::default()).0 }
    }
}

impl Feed {
    /// Hears of new events from now on.
    pub(super) fn subscribe(&self) -> watch::Receiver<Version> {
        self.newest.subscribe()
    }

    /// Whether anybody watches.
    pub(super) fn is_watched(&self) -> bool {
        self.newest.receiver_count() > 0
    }

    /// The number of the newest event.
    pub(super) fn newest(&self) -> Version {
        *self.newest.borrow()
    }

    /// Takes events in, in order; those that it has had are left out.
    pub(super) fn push(&self, events: &[Event]) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(last) = events.last().map(|event| event.version) else { return };
        if last <= self.newest() {
            return;
        }
        let next = self.newest().next();
        let new = events.iter().filter(|event| event.version >= next);
        if !self.is_watched() || new.clone().next().is_some_and(|event| event.version > next) {
            lines.clear();
        }
        if self.is_watched() {
            let count = new.clone().count();
            lines.extend(new.skip(count.saturating_sub(LINES)).map(Line::new));
            let surplus = lines.len().saturating_sub(LINES);
            lines.drain(..surplus);
        }
        self.newest.send_replace(last);
    }

    /// What a viewer has not seen, if there is anything.
    pub(super) fn since(&self, seen: Version, viewer: Viewer) -> Result<Option<Batch>, TooSlow> {
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let last = self.newest();
        if last <= seen {
            return Ok(None);
        }
        // The lines are without gaps, and the last of them is the newest.
        let count = usize::try_from(last.get() - seen.get()).unwrap_or(usize::MAX);
        let Some(from) = lines.len().checked_sub(count) else { return Err(TooSlow) };
        let (mut events, mut gone, mut came) = (String::new(), false, false);
        for line in lines.range(from..) {
            if !events.is_empty() {
                events.push(',');
            }
            events.push_str(line.for_viewer(viewer));
            if let Some((seat, here)) = line.presence {
                came |= here;
                gone = if viewer.is(seat) { !here } else { gone };
            }
        }
        Ok(Some(Batch { last, events, gone, came }))
    }

    /// Lets go of what everybody who is not too slow has seen.
    pub(super) fn rest(&self) {
        *self.lines.lock().unwrap_or_else(PoisonError::into_inner) = VecDeque::new();
    }
}

impl Line {
    fn new(event: &Event) -> Line {
        // Plain structures of numbers, texts and lists: writing them cannot fail.
        let json = |event: &Event| serde_json::to_string(event).unwrap_or_default();
        let presence = match event.what {
            What::Presence { seat, here } => Some((seat, here)),
            _ => None,
        };
        let own = event.secret_of().map(|seat| (seat, json(event)));
        let text = match own {
            Some(_) => json(&event.for_viewer(Viewer::Spectator)),
            None => json(event),
        };
        Line { text, own, presence }
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
    use crownhead_arbiter::Time;

    use super::*;

    fn event(version: u64, what: What) -> Event {
        Event { version: Version::new(version), at: Time::from_millis(9), cause: None, what }
    }

    fn moved(version: u64) -> Event {
        event(version, What::Presence { seat: Seat::One, here: version.is_multiple_of(2) })
    }

    #[test]
    fn who_watches_gets_what_is_new_and_who_is_too_slow_is_told() {
        let feed = Feed::default();
        let _watching = feed.subscribe();
        let spectator = Viewer::Spectator;
        assert_eq!(feed.since(Version::new(0), spectator), Ok(None));
        feed.push(&[moved(1), moved(2)]);
        feed.push(&[moved(2), moved(3)]);
        let batch = feed.since(Version::new(1), spectator).unwrap().unwrap();
        let events: Vec<Event> = serde_json::from_str(&format!("[{}]", batch.events)).unwrap();
        assert_eq!((events, batch.last), (vec![moved(2), moved(3)], Version::new(3)));
        assert!(!batch.gone && batch.came);
        assert!(feed.since(Version::new(1), Viewer::Seat(Seat::One)).unwrap().unwrap().gone);
        assert_eq!(feed.since(Version::new(3), spectator), Ok(None));
        let many: Vec<_> = (4..=(LINES as u64 + 4)).map(moved).collect();
        feed.push(&many);
        assert_eq!(feed.since(Version::new(3), spectator), Err(TooSlow));
        assert!(feed.since(Version::new(4), spectator).unwrap().is_some());
        // After a gap nothing is told that would leave one out.
        feed.push(&[moved(100)]);
        assert_eq!(feed.since(Version::new(68), spectator), Err(TooSlow));
        assert!(feed.since(Version::new(99), spectator).unwrap().is_some());
        feed.rest();
        assert_eq!(feed.since(Version::new(99), spectator), Err(TooSlow));
        assert_eq!(feed.since(Version::new(100), spectator), Ok(None));
    }

    #[test]
    fn a_premove_is_for_its_player_alone() {
        let feed = Feed::default();
        let _watching = feed.subscribe();
        let secret = What::PremoveSet { seat: Seat::Two, text: "22-18".to_owned() };
        feed.push(&[event(1, secret)]);
        let shown = |viewer| feed.since(Version::new(0), viewer).unwrap().unwrap().events;
        assert!(shown(Viewer::Seat(Seat::Two)).contains("22-18"));
        for viewer in [Viewer::Seat(Seat::One), Viewer::Spectator] {
            assert!(shown(viewer).contains("veiled") && !shown(viewer).contains("22-18"));
        }
    }
}
