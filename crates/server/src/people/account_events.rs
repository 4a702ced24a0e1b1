//! The event stream of an account: everything once, and then its changes, whichever node makes them.
//!
//! Matches are followed like those that somebody watches, through the rooms of this node; new matches
//! and accepted challenges are polled from the store (`account_poll.rs`).

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use crownhead_arbiter::Viewer;
use crownhead_protocol::{AccountEvent, AccountMatch, MatchId};
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use parking_lot::Mutex;
use tokio::time::Instant;

use super::account_matches::{AccountMatches, TurnState};
use super::accounts::AccountId;
use crate::rate_limit::{SITE_FACTOR, site};
use crate::rooms::{RoomError, RoomRegistry, Watcher};
use crownhead_store::Db;

/// The maximum number of running matches that a stream follows: the latest ones.
const MAX_FOLLOWED: u32 = 100;

/// The maximum number of streams of an account and of an address, per node.
const MAX_OF_ACCOUNT: usize = 4;
const MAX_OF_ADDRESS: usize = 32;

/// The maximum number of streams of a site.
const MAX_OF_SITE: usize = MAX_OF_ADDRESS * SITE_FACTOR as usize;

/// How soon a match that could not be read is tried again, first and at most.
const FIRST_RETRY: Duration = Duration::from_millis(500);
const MAX_RETRY: Duration = Duration::from_secs(60);

/// How soon a poll that failed is tried again.
const POLL_RETRY: Duration = Duration::from_secs(1);

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
    /// The running matches that could not be read.
    unread: HashMap<MatchId, Unread>,
    /// When to poll again, if the last poll failed.
    poll_again_at: Option<Instant>,
    /// The challenges that are known, and whether they were accepted.
    challenges: HashMap<MatchId, bool>,
    changes: FuturesUnordered<BoxFuture<'static, (MatchId, Watcher)>>,
}

/// A match that could not be read.
struct Unread {
    /// As it was last sent, if it was.
    last: Option<TurnState>,
    retry_at: Instant,
    /// How long to wait after the next failure.
    delay: Duration,
}

impl OpenStreams {
    /// Counts a stream, unless the account or the address has too many.
    pub(crate) fn open(
        self: &Arc<Self>,
        account: &AccountId,
        address: Option<IpAddr>,
    ) -> Option<OpenStream> {
        let of_address = address.map(|address| (format!("at {address}"), MAX_OF_ADDRESS));
        let of_site = address.and_then(site).map(|site| (format!("in {site}"), MAX_OF_SITE));
        let limits = [(account.as_str().to_owned(), MAX_OF_ACCOUNT)].into_iter();
        let limits = limits.chain(of_address).chain(of_site);
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
            unread: HashMap::new(),
            poll_again_at: None,
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
        match self.matches.get(&self.account, id).await {
            Ok((playing, now)) => {
                let before = self.running.remove(&id);
                Ok(self.follow(watcher, playing, now, before))
            }
            Err(RoomError::NoMatch) => {
                self.running.remove(&id);
                Ok(None)
            }
            Err(error) => {
                let last = self.running.remove(&id);
                self.retry_later(id, last);
                Err(error)
            }
        }
    }

    /// Follows a match if it goes on, and returns what has happened since it was last sent, if it was.
    fn follow(
        &mut self,
        watcher: Watcher,
        playing: AccountMatch,
        now: TurnState,
        before: Option<TurnState>,
    ) -> Option<AccountEvent> {
        let playing = Box::new(playing);
        if !playing.running {
            return before.map(|_| AccountEvent::MatchOver { playing });
        }
        self.changes.push(next_change(playing.id, watcher));
        self.running.insert(playing.id, now.clone());
        match before {
            None => Some(AccountEvent::MatchStarted { playing }),
            Some(before) if now.is_new_turn(&before) => Some(AccountEvent::YourTurn { playing }),
            Some(before) if now.is_others_turn(&before) => {
                Some(AccountEvent::TheirTurn { playing })
            }
            Some(_) => None,
        }
    }

    /// Remembers that a match could not be read.
    fn retry_later(&mut self, id: MatchId, last: Option<TurnState>) {
        let before = self.unread.remove(&id);
        let delay = before.as_ref().map_or(FIRST_RETRY, |before| before.delay);
        let last = last.or(before.and_then(|before| before.last));
        let retry_at = Instant::now() + delay;
        self.unread.insert(id, Unread { last, retry_at, delay: (delay * 2).min(MAX_RETRY) });
    }

    /// When there should be another poll, because something could not be read.
    pub(crate) fn retry_at(&self) -> Option<Instant> {
        let unread = self.unread.values().map(|unread| unread.retry_at);
        unread.chain(self.poll_again_at).min()
    }

    /// The events of new matches and accepted challenges.
    pub(crate) async fn poll(&mut self) -> Result<Vec<AccountEvent>, RoomError> {
        self.poll_again_at = Some(Instant::now() + POLL_RETRY);
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
            Ok(new) => {
                events.extend(new);
                self.poll_again_at = None;
            }
            Err(error) => tracing::warn!(%error, "new matches cannot be looked up"),
        }
        Ok(events)
    }

    /// Follows the running matches that are not followed yet, and those again that could not be read,
    /// which may be over by now.
    async fn new_matches(&mut self) -> Result<Vec<AccountEvent>, RoomError> {
        let running = self.matches.running(&self.account, MAX_FOLLOWED).await?;
        self.unread.retain(|id, unread| unread.last.is_some() || running.contains(id));
        let sent = self.unread.iter().filter(|(_, unread)| unread.last.is_some());
        let sent: Vec<_> = sent.map(|(id, _)| *id).collect();
        let mut events = Vec::new();
        for id in sent.into_iter().chain(running) {
            let full = self.running.len() >= MAX_FOLLOWED as usize;
            let waits = |unread: &Unread| Instant::now() < unread.retry_at;
            if self.running.contains_key(&id) || full || self.unread.get(&id).is_some_and(waits) {
                continue;
            }
            // Subscribe before reading, so that no change is missed.
            let watcher = self.rooms.watch(id, Viewer::Spectator);
            match self.matches.get(&self.account, id).await {
                Ok((playing, now)) => {
                    // The list may be a moment behind.
                    let before = self.unread.remove(&id).and_then(|unread| unread.last);
                    events.extend(self.follow(watcher, playing, now, before));
                }
                Err(RoomError::NoMatch) => drop(self.unread.remove(&id)),
                Err(error) => {
                    tracing::warn!(%id, %error, "a match cannot be followed yet");
                    self.retry_later(id, None);
                }
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
