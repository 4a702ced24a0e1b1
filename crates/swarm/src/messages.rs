//! Message decoding: what a client receives, with a cache of the last broadcast so that the clients
//! of a match do not all decode the same events.

use std::sync::{Arc, Mutex, PoisonError};

use crownhead_arbiter::Event;
use crownhead_protocol::ServerMessage;

/// A message from the server.
#[derive(Debug)]
pub(crate) enum Received {
    /// New events, which clients of a match may share.
    Events(Arc<[Event]>),
    /// Any other message.
    Other(ServerMessage),
}

pub(crate) fn decode(text: &str) -> Result<ServerMessage, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// The last broadcast to the clients of a match, by its text.
#[derive(Default)]
pub(crate) struct BroadcastCache(Mutex<Option<(String, Arc<[Event]>)>>);

impl BroadcastCache {
    /// Decodes a message, unless it is the last broadcast again.
    pub(crate) fn decode(&self, text: &str) -> Result<Received, String> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, events)) = &*last
            && known == text
        {
            return Ok(Received::Events(events.clone()));
        }
        match decode(text)? {
            ServerMessage::Events { events } => {
                let events: Arc<[Event]> = events.into();
                *last = Some((text.to_owned(), events.clone()));
                Ok(Received::Events(events))
            }
            other => Ok(Received::Other(other)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENTS: &str = r#"{"kind":"events","events":[
        {"version":3,"at":5,"what":{"kind":"presence","seat":"one","here":false}}]}"#;

    #[test]
    fn a_repeated_broadcast_is_decoded_once() {
        let cache = BroadcastCache::default();
        let decode = |text: &str| match cache.decode(text) {
            Ok(Received::Events(events)) => events,
            other => panic!("{other:?}"),
        };
        let (one, two) = (decode(EVENTS), decode(EVENTS));
        assert!(Arc::ptr_eq(&one, &two));
        let other = decode(&EVENTS.replace(":3", ":4"));
        assert_eq!(other[0].version.get(), 4);
        let done = cache.decode(r#"{"kind":"done","id":"a","from":1,"to":2}"#);
        assert!(matches!(done, Ok(Received::Other(ServerMessage::Done { .. }))), "{done:?}");
    }
}
