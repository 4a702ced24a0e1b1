//! Pending events: each is numbered and applied to a copy of the match before the next is decided,
//! so that consequences are decided on the state after their cause.

use crate::{CommandRefusal, Event, EventCause, EventKind, Match, Timestamp};

pub(crate) struct PendingEvents {
    /// The match after the events so far.
    next: Match,
    events: Vec<Event>,
    at: Timestamp,
    cause: Option<EventCause>,
}

impl PendingEvents {
    pub(crate) fn new(from: &Match, at: Timestamp, cause: Option<EventCause>) -> PendingEvents {
        PendingEvents { next: from.clone(), events: Vec::new(), at, cause }
    }

    /// The match after the events so far.
    pub(crate) fn next(&self) -> &Match {
        &self.next
    }

    /// The time of all these events.
    pub(crate) fn at(&self) -> Timestamp {
        self.at
    }

    /// Numbers an event, applies it to the copy and keeps it.
    pub(crate) fn push(&mut self, kind: EventKind) -> Result<(), CommandRefusal> {
        let event = Event {
            version: self.next.version().next(),
            at: self.at,
            cause: self.cause.clone(),
            kind,
        };
        self.next.apply(&event)?;
        self.events.push(event);
        Ok(())
    }

    pub(crate) fn finish(self) -> (Match, Vec<Event>) {
        (self.next, self.events)
    }
}
