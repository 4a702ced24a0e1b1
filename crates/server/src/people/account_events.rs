//! The event stream of an account: everything once, and then its changes, whichever node makes them.
//!
//! Matches are followed like those that somebody watches, through the rooms of this node; new matches
//! and accepted challenges are polled from the store.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use crownhead_arbiter::Viewer;
use crownhead_protocol::{AccountEvent, MatchId};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use parking_lot::Mutex;

use super::account_matches::{AccountMatches, TurnState};
use super::accounts::AccountId;
use crate::rooms::{RoomError, RoomRegistry, Watcher};
use crownhead_store::Db;

/// The maximum number of running matches that a stream follows: the latest ones.
const MAX_FOLLOWED: u32 = 100;

/// The maximum number of streams of an account and of an address, per node.
const MAX_OF_ACCOUNT: usize = 4;
const MAX_OF_ADDRESS: usize = 32;

/// Counts the open streams.
#[derive(Default)]
pub(crate) struct OpenStreams(Mutex<HashMap<String, usize>>);

/// An open stream. Dropping it makes room for another.
pub(crate) struct OpenStream {
    streams: Arc<OpenStreams>,
    keys: Vec<String>,
}

/// Follows the matches and challenges of an account.
pub(crate) struct AccountFollower {
    db: Db,
    rooms: Arc<RoomRegistry>,
    matches: AccountMatches,
    account: AccountId,
    /// The running matches as they were last sent.
    running: HashMap<MatchId, TurnState>,
    /// The challenges that are known, and whether they were accepted.
    challenges: HashMap<MatchId, bool>,
    changes: FuturesUnordered<BoxFuture<'static, (MatchId, Watcher)>>,
}

impl OpenStreams {
    /// Counts a stream, unless the account or the address has too many.
    pub(crate) fn open(
        self: &Arc<Self>,
        account: &AccountId,
        address: Option<IpAddr>,
    ) -> Option<OpenStream> {
        let of_address = address.map(|address| (format!("at {address}"), MAX_OF_ADDRESS));
        let limits = [(account.as_str().to_owned(), MAX_OF_ACCOUNT)].into_iter().chain(of_address);
        let mut open = OpenStream { streams: self.clone(), keys: Vec::new() };
        for (key, limit) in limits {
            let mut counts = self.0.lock();
            let count = counts.entry(key.clone()).or_default();
            if *count >= limit {
                drop(counts);
                return None;
            }
            *count += 1;
            open.keys.push(key);
        }
        Some(open)
    }
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut counts = self.streams.0.lock();
        for key in &self.keys {
            if let Some(count) = counts.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(key);
                }
            }
        }
    }
}

impl AccountFollower {
    /// Starts to follow an account. The first event has everything.
    pub(crate) async fn start(
        db: Db,
        rooms: Arc<RoomRegistry>,
        account: AccountId,
    ) -> Result<(AccountFollower, AccountEvent), RoomError> {
        let matches = AccountMatches::new(db.clone(), rooms.clone());
        let mut follower = AccountFollower {
            db,
            rooms,
            matches,
            account,
            running: HashMap::new(),
            challenges: HashMap::new(),
            changes: FuturesUnordered::new(),
        };
        let challenges = follower.matches.challenges(&follower.account).await?;
        let accepted = challenges.iter().map(|(id, one)| (*id, one.match_id.is_some()));
        follower.challenges = accepted.collect();
        let mut waiting: Vec<_> =
            challenges.into_values().filter(|one| one.match_id.is_none()).collect();
        waiting.sort_by_key(|one| (one.made, one.id));
        let mut playing = Vec::new();
        for event in follower.new_matches().await? {
            if let AccountEvent::MatchStarted { playing: started } = event {
                playing.push(*started);
            }
        }
        let now = follower.db.now();
        let event = AccountEvent::Account { now, matches: playing, challenges: waiting };
        Ok((follower, event))
    }

    /// Waits until a followed match may have changed; forever, if none is followed.
    pub(crate) async fn changed(&mut self) -> (MatchId, Watcher) {
        match self.changes.next().await {
            Some(changed) => changed,
            None => std::future::pending().await,
        }
    }

    /// The event of a match that may have changed, if there is one.
    pub(crate) async fn event_of(
        &mut self,
        (id, mut watcher): (MatchId, Watcher),
    ) -> Result<Option<AccountEvent>, RoomError> {
        watcher.mark_seen();
        let found = self.matches.get(&self.account, id).await;
        let (playing, now) = match found {
            Err(RoomError::NoMatch) => {
                self.running.remove(&id);
                return Ok(None);
            }
            Err(error) => {
                // It is tried again with the next event, or the next poll.
                self.running.remove(&id);
                return Err(error);
            }
            Ok(found) => found,
        };
        let playing = Box::new(playing);
        if !playing.running {
            self.running.remove(&id);
            return Ok(Some(AccountEvent::MatchOver { playing }));
        }
        self.changes.push(next_change(id, watcher));
        let Some(before) = self.running.insert(id, now.clone()) else { return Ok(None) };
        Ok(if now.is_new_turn(&before) {
            Some(AccountEvent::YourTurn { playing })
        } else if now.is_others_turn(&before) {
            Some(AccountEvent::TheirTurn { playing })
        } else {
            None
        })
    }

    /// The events of new matches and accepted challenges.
    pub(crate) async fn poll(&mut self) -> Result<Vec<AccountEvent>, RoomError> {
        let mut events = Vec::new();
        let challenges = self.matches.challenges(&self.account).await?;
        for (id, challenge) in &challenges {
            if let Some(match_id) = challenge.match_id
                && self.challenges.get(id) != Some(&true)
            {
                events.push(AccountEvent::ChallengeAccepted { challenge: *id, match_id });
            }
        }
        let accepted = challenges.iter().map(|(id, one)| (*id, one.match_id.is_some()));
        self.challenges = accepted.collect();
        match self.new_matches().await {
            Ok(new) => events.extend(new),
            Err(error) => tracing::warn!(%error, "new matches cannot be looked up"),
        }
        Ok(events)
    }

    /// Follows the running matches that are not followed yet.
    async fn new_matches(&mut self) -> Result<Vec<AccountEvent>, RoomError> {
        let running = self.matches.running(&self.account, MAX_FOLLOWED).await?;
        let mut events = Vec::new();
        for id in running {
            let full = self.running.len() >= MAX_FOLLOWED as usize;
            if self.running.contains_key(&id) || full {
                continue;
            }
            // Subscribe before reading, so that no change is missed.
            let watcher = self.rooms.watch(id, Viewer::Spectator);
            let (playing, now) = match self.matches.get(&self.account, id).await {
                Ok(found) => found,
                Err(error) => {
                    tracing::warn!(%id, %error, "a match cannot be followed yet");
                    continue;
                }
            };
            // The list may be a moment behind.
            if playing.running {
                self.running.insert(id, now);
                self.changes.push(next_change(id, watcher));
                events.push(AccountEvent::MatchStarted { playing: Box::new(playing) });
            }
        }
        Ok(events)
    }
}

/// Waits for the next change of a match.
fn next_change(id: MatchId, mut watcher: Watcher) -> BoxFuture<'static, (MatchId, Watcher)> {
    Box::pin(async move {
        watcher.changed().await;
        (id, watcher)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_limited_per_account_and_address() {
        let streams = Arc::<OpenStreams>::default();
        let account = |number: usize| AccountId::from_store(format!("account{number}"));
        let address = Some(IpAddr::from([192, 0, 2, 1]));
        let open = |number| streams.open(&account(number), address);
        let first: Vec<_> = (0..9).map_while(|_| open(0)).collect();
        assert_eq!(first.len(), 4);
        let others: Vec<_> = (4..99).map_while(|number| open(number / 4)).collect();
        assert_eq!(first.len() + others.len(), 32);
        assert!(open(99).is_none());
        assert!(streams.open(&account(99), None).is_some());
        drop(first);
        assert!(open(99).is_some());
        drop(others);
        assert!(streams.0.lock().is_empty());
    }
}
