//! What the server says, as far as a swarm listens.

use std::sync::{Arc, Mutex, PoisonError};

use crownhead_arbiter::{CommandId, Event, Hash, Refusal, State};
use serde::Deserialize;

/// What the server says.
#[derive(Debug)]
pub(crate) enum Said {
    Snapshot {
        state: Box<State>,
        hash: Hash,
    },
    Missed {
        events: Arc<[Event]>,
    },
    Events {
        events: Arc<[Event]>,
    },
    Done {
        id: CommandId,
        from: u64,
        to: u64,
    },
    Refused {
        id: CommandId,
        refusal: Box<Refusal>,
    },
    Unsure {
        id: CommandId,
    },
    /// What a swarm has no use for.
    Other,
}

/// A message as it is written: all fields that any of them has, so that one look is enough.
#[derive(Deserialize)]
struct Written<'a> {
    #[serde(borrow)]
    kind: &'a str,
    state: Option<Box<State>>,
    view: Option<Shown>,
    events: Option<Vec<Event>>,
    id: Option<CommandId>,
    from: Option<u64>,
    to: Option<u64>,
    refusal: Option<Box<Refusal>>,
}

/// What a view is checked by.
#[derive(Deserialize)]
struct Shown {
    hash: Hash,
}

impl Said {
    /// Reads a message.
    pub(crate) fn read(text: &str) -> Result<Said, String> {
        let written: Written<'_> = serde_json::from_str(text).map_err(|why| why.to_string())?;
        let kind = written.kind;
        written.said().ok_or_else(|| format!("a part of {kind} is missing"))
    }
}

impl Written<'_> {
    fn said(self) -> Option<Said> {
        Some(match self.kind {
            "snapshot" => Said::Snapshot { state: self.state?, hash: self.view?.hash },
            "missed" => Said::Missed { events: self.events?.into() },
            "events" => Said::Events { events: self.events?.into() },
            "done" => Said::Done { id: self.id?, from: self.from?, to: self.to? },
            "refused" => Said::Refused { id: self.id?, refusal: self.refusal? },
            "unsure" => Said::Unsure { id: self.id? },
            _ => Said::Other,
        })
    }
}

/// The last events that a client of a match was told of. Who is told the same in the same words
/// need not read them again.
#[derive(Default)]
pub(crate) struct Echo(Mutex<Option<(String, Arc<[Event]>)>>);

impl Echo {
    /// Reads a message to a client of the match.
    pub(crate) fn read(&self, text: &str) -> Result<Said, String> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((told, events)) = &*last
            && told == text
        {
            return Ok(Said::Events { events: events.clone() });
        }
        let said = Said::read(text)?;
        if let Said::Events { events } = &said {
            *last = Some((text.to_owned(), events.clone()));
        }
        Ok(said)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENTS: &str = r#"{"kind":"events","events":[
        {"version":3,"at":5,"what":{"kind":"presence","seat":"one","here":false}}]}"#;

    #[test]
    fn what_is_told_twice_is_read_once() {
        let echo = Echo::default();
        let read = |text: &str| match echo.read(text) {
            Ok(Said::Events { events }) => events,
            other => panic!("{other:?}"),
        };
        let (one, two) = (read(EVENTS), read(EVENTS));
        assert!(Arc::ptr_eq(&one, &two));
        let other = read(&EVENTS.replace(":3", ":4"));
        assert_eq!(other[0].version.get(), 4);
        let done = echo.read(r#"{"kind":"done","id":"a","from":1,"to":2}"#);
        assert!(matches!(done, Ok(Said::Done { from: 1, to: 2, .. })));
    }

    #[test]
    fn what_has_parts_missing_is_told() {
        assert!(Said::read(r#"{"kind":"done","id":"a"}"#).unwrap_err().contains("missing"));
        assert!(Said::read("{").is_err());
        assert!(matches!(Said::read(r#"{"kind":"players","players":{}}"#), Ok(Said::Other)));
    }
}
