//! A store in memory, and a node's unreliable connection to it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crownhead_arbiter::{
    BySeat, Event, EventCause, Outage, Seat, Sha256Hash, Span, Timestamp, Version,
};
use crownhead_store::sql::{ChangeOutcome, Row, Statement};
use crownhead_store::{
    Append, AppendOutcome, Beat, BeatOutcome, CreateOutcome, Heartbeat, ListedMatch, MatchId,
    MatchSummary, MatchVersion, NewMatch, NodeId, OrphanedConnection, RecordedCommand, Store,
    StoreError, StoreFuture, TIME_LIMIT,
};
use tokio::time::Instant;

use crate::chaos::Dice;

/// The stored data. All nodes share it, and it outlives them.
#[derive(Default)]
pub(crate) struct Memory {
    matches: BTreeMap<MatchId, StoredMatch>,
    nodes: BTreeMap<NodeId, Timestamp>,
    connections: Vec<(MatchId, Seat, NodeId)>,
    /// The newest heartbeat, and when it came.
    heartbeat: Option<(Timestamp, Instant)>,
    outages: Vec<Outage>,
}

struct StoredMatch {
    secrets: BySeat<Sha256Hash>,
    log: Vec<Event>,
    /// When each event was committed, by a clock that nobody sets.
    committed: Vec<Instant>,
    commands: Vec<(EventCause, RecordedCommand)>,
    summary: MatchSummary,
}

/// A node's connection to the store, until the node dies.
#[derive(Clone)]
pub(crate) struct StoreConnection {
    pub(crate) memory: Arc<Mutex<Memory>>,
    pub(crate) dice: Dice,
    pub(crate) dead: Arc<AtomicBool>,
    /// Until when the node does not reach the store.
    pub(crate) cut_off: Arc<Mutex<Instant>>,
}

impl StoreConnection {
    /// Runs an operation late, and perhaps without a reply. An operation of a dead node does not run,
    /// and one that has already run gets no reply.
    fn go<'a, T: Send + 'a>(
        &'a self,
        work: impl FnOnce(&mut Memory) -> T + Send + 'a,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move {
            self.dice.delay().await;
            self.reach().await?;
            self.live().await;
            self.dice.may_fail()?;
            let done = work(&mut self.memory.lock().unwrap());
            self.dice.delay().await;
            self.live().await;
            self.dice.may_fail()?;
            Ok(done)
        })
    }

    /// Waits while the node is cut off, and gives up in the end.
    async fn reach(&self) -> Result<(), StoreError> {
        let back = *self.cut_off.lock().unwrap();
        let waits_until = back.min(Instant::now() + TIME_LIMIT);
        tokio::time::sleep_until(waits_until).await;
        if waits_until < back { Err(StoreError::Busy) } else { Ok(()) }
    }

    async fn live(&self) {
        if self.dead.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
    }
}

impl Memory {
    /// The whole log of a match.
    pub(crate) fn log(&self, id: MatchId) -> Vec<Event> {
        self.matches[&id].log.clone()
    }

    /// When each event of that log was committed.
    pub(crate) fn committed(&self, id: MatchId) -> Vec<Instant> {
        self.matches[&id].committed.clone()
    }

    /// Whether no match has had an event for so long, and none has a timer that expires by itself.
    pub(crate) fn is_still_for(&self, calm: Duration) -> bool {
        self.matches.values().all(|stored| {
            let last = stored.log.last().map_or(Timestamp::from_millis(0), |event| event.at);
            let due = stored.summary.due.map_or(Span::ZERO, |due| due.since(last));
            let quiet = stored.committed.last().map_or(Duration::ZERO, Instant::elapsed);
            quiet > calm + Duration::from_millis(due.as_millis())
        })
    }

    fn append(&mut self, append: Append) -> AppendOutcome {
        let Some(stored) = self.matches.get_mut(&append.id) else { return AppendOutcome::NoMatch };
        if let Some((cause, _)) = &append.command
            && let Some((_, range)) = stored.commands.iter().find(|(known, _)| known == cause)
        {
            return AppendOutcome::Repeated(*range);
        }
        if append.expected.get() != stored.log.len() as u64 {
            return AppendOutcome::Conflict;
        }
        stored.committed.extend(append.events.iter().map(|_| Instant::now()));
        stored.log.extend(append.events);
        stored.commands.extend(append.command);
        stored.summary = append.summary;
        AppendOutcome::Appended
    }

    pub(crate) fn create(&mut self, new: NewMatch) -> CreateOutcome {
        if self.matches.contains_key(&new.id) {
            return CreateOutcome::IdTaken;
        }
        let NewMatch { id, secrets, events: log, summary, statements: _ } = new;
        let committed = log.iter().map(|_| Instant::now()).collect();
        let commands = Vec::new();
        self.matches.insert(id, StoredMatch { secrets, log, committed, commands, summary });
        CreateOutcome::Created
    }

    fn heartbeat(&self) -> Option<Heartbeat> {
        let (at, written) = self.heartbeat?;
        let age = u64::try_from(written.elapsed().as_millis()).unwrap();
        Some(Heartbeat { at, age: Some(Span::from_millis(age)) })
    }

    fn beat(&mut self, beat: &Beat) -> BeatOutcome {
        let decision = beat.decide(self.heartbeat());
        self.heartbeat = Some((decision.at, Instant::now()));
        self.outages.extend(decision.ended);
        let outages = self.outages.iter().filter(|outage| outage.until > beat.known);
        let outages = outages.copied().collect();
        BeatOutcome { room_time: decision.room_time, ended: decision.ended, outages }
    }

    fn lives(&self, node: NodeId, now: Timestamp) -> bool {
        self.nodes.get(&node).is_some_and(|until| *until >= now)
    }
}

impl Store for StoreConnection {
    fn create(&self, new: NewMatch) -> StoreFuture<'_, CreateOutcome> {
        self.go(move |memory| memory.create(new))
    }

    fn append(&self, append: Append) -> StoreFuture<'_, AppendOutcome> {
        self.go(move |memory| memory.append(append))
    }

    fn load(&self, id: MatchId, since: Version, limit: u32) -> StoreFuture<'_, Vec<Event>> {
        self.go(move |memory| {
            let Some(stored) = memory.matches.get(&id) else { return Vec::new() };
            let since = usize::try_from(since.get()).unwrap();
            stored.log.iter().skip(since).take(limit as usize).cloned().collect()
        })
    }

    fn load_for_export(
        &self,
        id: MatchId,
        since: Version,
        limit: u32,
    ) -> StoreFuture<'_, Vec<Event>> {
        self.load(id, since, limit)
    }

    fn seat_secrets(&self, id: MatchId) -> StoreFuture<'_, Option<BySeat<Sha256Hash>>> {
        self.go(move |memory| memory.matches.get(&id).map(|stored| stored.secrets))
    }

    fn command_events(
        &self,
        id: MatchId,
        cause: EventCause,
    ) -> StoreFuture<'_, Option<RecordedCommand>> {
        self.go(move |memory| {
            let commands = &memory.matches.get(&id)?.commands;
            commands.iter().find(|(known, _)| *known == cause).map(|(_, range)| *range)
        })
    }

    fn live_matches(&self, _: u32) -> StoreFuture<'_, Vec<ListedMatch>> {
        Box::pin(async { Err(StoreError::Closed) })
    }

    fn due_matches(&self, before: Timestamp, limit: u32) -> StoreFuture<'_, Vec<MatchId>> {
        self.go(move |memory| {
            let due = memory
                .matches
                .iter()
                .filter(|(_, stored)| stored.summary.due.is_some_and(|due| due < before));
            due.take(limit as usize).map(|(id, _)| *id).collect()
        })
    }

    /// The simulation does not use the tables beside the logs.
    fn query(&self, _: Statement) -> StoreFuture<'_, Vec<Row>> {
        Box::pin(async { Err(StoreError::Closed) })
    }

    fn query_for_play(&self, _: Statement) -> StoreFuture<'_, Vec<Row>> {
        Box::pin(async { Err(StoreError::Closed) })
    }

    fn change(&self, _: Vec<Statement>) -> StoreFuture<'_, ChangeOutcome> {
        Box::pin(async { Err(StoreError::Closed) })
    }

    fn versions(&self, ids: Vec<MatchId>) -> StoreFuture<'_, Vec<MatchVersion>> {
        self.go(move |memory| {
            let version = |id: &MatchId| Version::new(memory.matches[id].log.len() as u64);
            ids.iter().map(|id| MatchVersion { id: *id, version: version(id) }).collect()
        })
    }

    fn renew_lease(&self, node: NodeId, until: Timestamp, _: Timestamp) -> StoreFuture<'_, ()> {
        self.go(move |memory| {
            memory.nodes.insert(node, until);
        })
    }

    fn heartbeat(&self) -> StoreFuture<'_, Option<Heartbeat>> {
        self.go(|memory| memory.heartbeat())
    }

    fn beat(&self, beat: Beat) -> StoreFuture<'_, BeatOutcome> {
        self.go(move |memory| memory.beat(&beat))
    }

    fn add_connection(&self, id: MatchId, seat: Seat, node: NodeId) -> StoreFuture<'_, ()> {
        self.go(move |memory| {
            if !memory.connections.contains(&(id, seat, node)) {
                memory.connections.push((id, seat, node));
            }
        })
    }

    fn remove_connection(&self, id: MatchId, seat: Seat, node: NodeId) -> StoreFuture<'_, ()> {
        self.go(move |memory| memory.connections.retain(|known| *known != (id, seat, node)))
    }

    fn is_connected_elsewhere(
        &self,
        id: MatchId,
        seat: Seat,
        node: NodeId,
        now: Timestamp,
    ) -> StoreFuture<'_, bool> {
        self.go(move |memory| {
            memory.connections.iter().any(|(known, at, other)| {
                (*known, *at) == (id, seat) && *other != node && memory.lives(*other, now)
            })
        })
    }

    fn orphaned_connections(
        &self,
        now: Timestamp,
        limit: u32,
    ) -> StoreFuture<'_, Vec<OrphanedConnection>> {
        self.go(move |memory| {
            let orphaned =
                memory.connections.iter().filter(|(_, _, node)| !memory.lives(*node, now));
            let orphaned = orphaned.map(|(id, seat, node)| OrphanedConnection {
                id: *id,
                seat: *seat,
                node: *node,
            });
            orphaned.take(limit as usize).collect()
        })
    }

    fn backlog(&self) -> usize {
        0
    }

    fn ping(&self) -> StoreFuture<'_, ()> {
        self.go(|_| ())
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.go(|_| ())
    }
}
