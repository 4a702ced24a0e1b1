//! Events in the making: each is numbered and applied to a copy of the match before the next is
//! decided on, so that what follows from an event is asked of the state after it.

use crate::{CommandRefusal, Event, EventCause, EventKind, Match, Timestamp};

pub(crate) struct PendingEvents {
    /// The match as it will be.
    next: Match,
    events: Vec<Event>,
    at: Timestamp,
    cause: Option<EventCause>,
}

impl PendingEvents {
    pub(crate) fn new(from: &Match, at: Timestamp, cause: Option<EventCause>) -> PendingEvents {
        PendingEvents { next: from.clone(), events: Vec::new(), at, cause }
    }

    /// The match as it will be.
    pub(crate) fn next(&self) -> &Match {
        &self.next
    }

    /// When all this happens.
    pub(crate) fn at(&self) -> Timestamp {
        self.at
    }

    /// Adds an event.
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
