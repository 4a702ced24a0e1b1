//! The timekeeper of a node: heartbeats, outages, and steps of the system's clock.
//!
//! A node that could not renew its heartbeat for a while does not know what it has missed. Until the
//! next heartbeat shows it, commands and timers wait, so that no flag falls because of an outage.

use std::sync::Arc;
use std::time::Duration;

use crownhead_arbiter::{Outage, Timestamp};
use crownhead_store::{
    Beat, BeatOutcome, ClockStep, Db, Heartbeat, MAX_OUTAGES, MAX_SKEW, OUTAGE_RETENTION,
    STALE_AFTER, StoreError,
};
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::MissedTickBehavior;

use super::RoomError;
use crate::Metrics;

/// How often a node renews its heartbeat.
const BEAT: Duration = Duration::from_secs(1);

/// How long a starting node watches the heartbeat of a shared store, to find out whether other nodes
/// are serving.
const WATCH: Duration = Duration::from_millis(1600);

/// How often a starting node tries to read the heartbeat.
const START_ATTEMPTS: u32 = 5;

/// How long a node waits after a heartbeat that failed.
const RETRY: Duration = Duration::from_millis(250);

/// How long a command waits until the node knows what it has missed.
const MAX_WAIT: Duration = Duration::from_secs(4);

/// Keeps the time of a node.
pub struct Timekeeper {
    db: Db,
    metrics: Arc<Metrics>,
    state: Mutex<KeptTime>,
    /// Notified after each heartbeat.
    beaten: Notify,
    /// Notified when somebody waits for one.
    wanted: Notify,
}

struct KeptTime {
    /// Whether this node has begun to renew its heartbeat.
    is_kept: bool,
    /// The last heartbeat of this node.
    last_beat: Option<Timestamp>,
    /// The known outages, in order.
    outages: Arc<[Outage]>,
}

impl Timekeeper {
    pub(super) fn new(db: Db, metrics: Arc<Metrics>) -> Timekeeper {
        let state =
            Mutex::new(KeptTime { is_kept: false, last_beat: None, outages: Arc::default() });
        Timekeeper { db, metrics, state, beaten: Notify::new(), wanted: Notify::new() }
    }

    /// Takes part in the time of the room: that of the nodes that are serving, or else the system's
    /// time, but never one before the last heartbeat. In a `shared` store there may be other nodes.
    pub async fn join(&self, shared: bool) {
        self.state.lock().is_kept = true;
        let mut attempts = tokio::time::interval(BEAT);
        for _ in 0..START_ATTEMPTS {
            attempts.tick().await;
            match self.try_join(shared).await {
                Ok(()) | Err(StoreError::Closed) => return,
                Err(error) => tracing::warn!(%error, "the time of the room cannot be read"),
            }
        }
    }

    async fn try_join(&self, shared: bool) -> Result<(), StoreError> {
        let (store, clock) = (self.db.store(), self.db.clock());
        let mut idle_since = None;
        if let Some(first) = store.heartbeat().await? {
            let mut newest = first;
            if shared {
                tokio::time::sleep(WATCH).await;
                newest = store.heartbeat().await?.unwrap_or(first);
            }
            let is_young = newest.age.is_some_and(|age| age.as_millis() < millis(WATCH));
            if newest.at == first.at && !is_young {
                idle_since = Some(newest.at);
            }
            self.start_at(newest, idle_since.is_none());
        }
        let outcome = self.beat_once(idle_since).await?;
        // Another node started at the same moment, and was faster.
        if let Some(room_time) = outcome.room_time.filter(|_| idle_since.is_some()) {
            clock.set(room_time);
        }
        Ok(())
    }

    /// Starts the clock, given the newest heartbeat of any node and whether nodes are serving.
    fn start_at(&self, newest: Heartbeat, is_served: bool) {
        let own = self.db.now();
        let last = if is_served { newest.at } else { own.max(newest.at) };
        let start = newest.room_time().unwrap_or(last);
        if start != own {
            self.db.clock().set(start);
        }
        let ahead = signed(own) - signed(start);
        if ahead.unsigned_abs() > MAX_SKEW.as_millis() {
            let by = difference(ahead);
            tracing::warn!(
                "the system clock is {by} the time of the room; matches are not affected"
            );
        }
    }

    /// Renews the heartbeat, until the store is closed.
    pub async fn run(&self) {
        self.state.lock().is_kept = true;
        let mut interval = tokio::time::interval(BEAT);
        interval.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut failing = false;
        loop {
            tokio::select! {
                biased;
                _ = interval.tick() => {}
                () = self.wanted.notified() => {}
            }
            match self.beat_once(None).await {
                Ok(_) => failing = false,
                Err(StoreError::Closed) => return,
                Err(error) => {
                    if !std::mem::replace(&mut failing, true) {
                        tracing::warn!(%error, "the heartbeat of this node cannot be renewed");
                    }
                    tokio::time::sleep(RETRY).await;
                }
            }
        }
    }

    /// Renews the heartbeat a last time, because this node stops.
    pub async fn stop(&self) {
        if let Err(error) = self.beat_once(None).await {
            tracing::warn!(%error, "the heartbeat of this node cannot be renewed");
        }
    }

    async fn beat_once(&self, idle_since: Option<Timestamp>) -> Result<BeatOutcome, StoreError> {
        let (clock, before) = (self.db.clock(), self.db.now());
        let (last_beat, known) = {
            let state = self.state.lock();
            let known = state.outages.last().map(|outage| outage.until);
            (state.last_beat, known.unwrap_or(before - OUTAGE_RETENTION))
        };
        let beat = Beat { now: before, idle_since, known };
        let outcome = self.db.store().beat(beat).await?;
        if let Some(step) = clock.notice_step() {
            self.report_step(step);
        }
        // The clock of a node cannot have leaped between two heartbeats.
        let may_be_ahead = last_beat.is_none_or(|last| before.since(last) > STALE_AFTER);
        let was_set = outcome.room_time.is_some_and(|time| self.follow(time, before, may_be_ahead));
        let beaten = if was_set { clock.now() } else { before };
        if let Some(outage) = outcome.ended {
            let span = seconds(before.since(outage.from).as_millis());
            tracing::warn!("nobody was serving for {span}; the running clocks are not charged");
            self.metrics.outages.inc();
        }
        let mut state = self.state.lock();
        if !outcome.outages.is_empty() {
            state.outages = merge(&state.outages, &outcome.outages);
        }
        state.last_beat = Some(beaten);
        drop(state);
        self.beaten.notify_waiters();
        Ok(outcome)
    }

    /// Follows the nodes that are serving, given this node's time before it heard of theirs. Returns
    /// whether the clock was set.
    fn follow(&self, room_time: Timestamp, before: Timestamp, may_be_ahead: bool) -> bool {
        let (clock, now) = (self.db.clock(), self.db.now());
        let (behind, ahead) = (room_time.since(now), before.since(room_time));
        if room_time > now {
            clock.follow(room_time);
        } else if ahead > MAX_SKEW && may_be_ahead {
            clock.set(room_time);
        } else {
            return false;
        }
        if behind.max(ahead) <= MAX_SKEW {
            return false;
        }
        let by = difference(signed(before) - signed(room_time));
        tracing::warn!("the clock of this node was {by} the time of the room, and follows it");
        true
    }

    fn report_step(&self, step: ClockStep) {
        let by = seconds(step.millis.unsigned_abs());
        let direction = if step.millis < 0 { "back" } else { "forward" };
        tracing::warn!("the system clock was set {direction} by {by}; matches are not affected");
        self.metrics.clock_steps.inc();
    }

    /// The known outages, in order.
    pub(super) fn outages(&self) -> Arc<[Outage]> {
        self.state.lock().outages.clone()
    }

    /// Whether this node knows what happened until now.
    pub(super) fn is_settled(&self) -> bool {
        let (is_kept, last_beat) = {
            let state = self.state.lock();
            (state.is_kept, state.last_beat)
        };
        let is_recent = |last| self.db.now().since(last) <= STALE_AFTER;
        !is_kept || last_beat.is_some_and(is_recent) && !self.db.clock().is_stepped()
    }

    /// Waits until this node knows what happened until now.
    pub(super) async fn settled(&self) -> Result<(), RoomError> {
        if self.is_settled() {
            return Ok(());
        }
        let settled = async {
            loop {
                let mut beaten = std::pin::pin!(self.beaten.notified());
                beaten.as_mut().enable();
                if self.is_settled() {
                    return;
                }
                self.wanted.notify_one();
                beaten.await;
            }
        };
        Ok(tokio::time::timeout(MAX_WAIT, settled).await?)
    }
}

/// The outages with further ones, in order. A new one replaces the one that it continues.
fn merge(known: &[Outage], new: &[Outage]) -> Arc<[Outage]> {
    let is_replaced = |outage: &&Outage| new.iter().any(|new| new.from == outage.from);
    let mut all: Vec<_> =
        known.iter().filter(|outage| !is_replaced(outage)).chain(new).copied().collect();
    all.sort_by_key(|outage| outage.until);
    let surplus = all.len().saturating_sub(MAX_OUTAGES);
    all.drain(..surplus);
    all.into()
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

fn signed(time: Timestamp) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// "3.5 seconds ahead of", for a message.
fn difference(millis: i64) -> String {
    let direction = if millis < 0 { "behind" } else { "ahead of" };
    format!("{} {direction}", seconds(millis.unsigned_abs()))
}

fn seconds(millis: u64) -> String {
    format!("{}.{} seconds", millis / 1000, millis % 1000 / 100)
}
