//! How nodes tell each other that a match has gone on. A message is a hint: the store is the
//! truth, and one that is lost costs a delay and never a move.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crownhead_arbiter::Version;
use tokio::sync::watch;

use crate::MatchId;

/// A bus.
pub trait Bus: Send + Sync + 'static {
    /// Says that a match is at a version. It does not wait for anybody.
    fn publish(&self, id: MatchId, version: Version);

    /// Hears of a match from now on. Of many messages only the last need be heard.
    fn subscribe(&self, id: MatchId) -> watch::Receiver<Version>;
}

/// The bus inside one process.
#[derive(Default)]
pub struct LocalBus {
    matches: Mutex<HashMap<MatchId, watch::Sender<Version>>>,
}

impl Bus for LocalBus {
    fn publish(&self, id: MatchId, version: Version) {
        let mut matches = self.matches.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = matches.get(&id) {
            sender.send_if_modified(|last| {
                let newer = version > *last;
                *last = version.max(*last);
                newer
            });
            if sender.receiver_count() == 0 {
                matches.remove(&id);
            }
        }
    }

    fn subscribe(&self, id: MatchId) -> watch::Receiver<Version> {
        let mut matches = self.matches.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = matches.get(&id) {
            return sender.subscribe();
        }
        // Those whom nobody hears any more are swept out when the map would grow.
        if matches.len() == matches.capacity() {
            matches.retain(|_, sender| sender.receiver_count() > 0);
        }
        let sender = matches.entry(id).or_insert_with(|| watch::channel(Version::default()).0);
        sender.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_listens_hears_the_last() {
        let bus = LocalBus::default();
        let (here, there): (MatchId, MatchId) =
            ("aaaaaaaa".parse().unwrap(), "bbbbbbbb".parse().unwrap());
        let mut heard = bus.subscribe(here);
        bus.publish(there, Version::new(9));
        assert!(!heard.has_changed().unwrap());
        for version in [2, 4, 3] {
            bus.publish(here, Version::new(version));
        }
        heard.changed().await.unwrap();
        assert_eq!(*heard.borrow_and_update(), Version::new(4));
        drop(heard);
        bus.publish(here, Version::new(5));
        assert!(bus.matches.lock().unwrap().is_empty());
    }
}
