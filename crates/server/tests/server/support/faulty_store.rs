//! A store whose operations panic, fail or never finish, as a test configures it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crownhead_arbiter::{BySeat, Event, EventCause, Seat, Sha256Hash, Timestamp, Version};
use crownhead_store::sql::{ChangeOutcome, Row, Statement};
use crownhead_store::{
    Append, AppendOutcome, Beat, BeatOutcome, CreateOutcome, Heartbeat, ListedMatch, MatchId,
    MatchVersion, NewMatch, NodeId, OrphanedConnection, RecordedCommand, Store, StoreError,
    StoreFuture,
};

/// What an operation does instead.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Panic,
    Fail,
    Hang,
}

pub(crate) struct FaultyStore {
    store: Arc<dyn Store>,
    faults: Mutex<HashMap<&'static str, Fault>>,
    calls: Mutex<HashMap<&'static str, u32>>,
}

impl FaultyStore {
    pub(crate) fn over(store: Arc<dyn Store>) -> Arc<FaultyStore> {
        Arc::new(FaultyStore { store, faults: Mutex::default(), calls: Mutex::default() })
    }

    /// Breaks an operation, or repairs it.
    pub(crate) fn set(&self, operation: &'static str, fault: Option<Fault>) {
        let mut faults = self.faults.lock().unwrap();
        match fault {
            Some(fault) => faults.insert(operation, fault),
            None => faults.remove(operation),
        };
    }

    /// How often an operation was started.
    pub(crate) fn calls(&self, operation: &str) -> u32 {
        self.calls.lock().unwrap().get(operation).copied().unwrap_or_default()
    }

    fn go<'a, T: 'a>(
        &'a self,
        operation: &'static str,
        begin: impl FnOnce(&'a dyn Store) -> StoreFuture<'a, T> + Send + 'a,
    ) -> StoreFuture<'a, T> {
        Box::pin(async move {
            *self.calls.lock().unwrap().entry(operation).or_default() += 1;
            let fault = self.faults.lock().unwrap().get(operation).copied();
            match fault {
                None => begin(&*self.store).await,
                Some(Fault::Panic) => panic!("this is a test"),
                Some(Fault::Fail) => Err(StoreError::Failed("this is a test".to_owned())),
                Some(Fault::Hang) => std::future::pending().await,
            }
        })
    }
}

impl Store for FaultyStore {
    fn create(&self, new: NewMatch) -> StoreFuture<'_, CreateOutcome> {
        self.go("create", |store| store.create(new))
    }

    fn append(&self, append: Append) -> StoreFuture<'_, AppendOutcome> {
        self.go("append", |store| store.append(append))
    }

    fn load(&self, id: MatchId, since: Version, limit: u32) -> StoreFuture<'_, Vec<Event>> {
        self.go("load", move |store| store.load(id, since, limit))
    }

    fn load_for_export(
        &self,
        id: MatchId,
        since: Version,
        limit: u32,
    ) -> StoreFuture<'_, Vec<Event>> {
        self.go("load_for_export", move |store| store.load_for_export(id, since, limit))
    }

    fn seat_secrets(&self, id: MatchId) -> StoreFuture<'_, Option<BySeat<Sha256Hash>>> {
        self.go("seat_secrets", move |store| store.seat_secrets(id))
    }

    fn command_events(
        &self,
        id: MatchId,
        cause: EventCause,
    ) -> StoreFuture<'_, Option<RecordedCommand>> {
        self.go("command_events", move |store| store.command_events(id, cause))
    }

    fn live_matches(&self, limit: u32) -> StoreFuture<'_, Vec<ListedMatch>> {
        self.go("live_matches", move |store| store.live_matches(limit))
    }

    fn due_matches(&self, before: Timestamp, limit: u32) -> StoreFuture<'_, Vec<MatchId>> {
        self.go("due_matches", move |store| store.due_matches(before, limit))
    }

    fn query(&self, statement: Statement) -> StoreFuture<'_, Vec<Row>> {
        self.go("query", |store| store.query(statement))
    }

    fn query_for_play(&self, statement: Statement) -> StoreFuture<'_, Vec<Row>> {
        self.go("query_for_play", |store| store.query_for_play(statement))
    }

    fn change(&self, statements: Vec<Statement>) -> StoreFuture<'_, ChangeOutcome> {
        self.go("change", |store| store.change(statements))
    }

    fn versions(&self, ids: Vec<MatchId>) -> StoreFuture<'_, Vec<MatchVersion>> {
        self.go("versions", |store| store.versions(ids))
    }

    fn renew_lease(&self, node: NodeId, until: Timestamp, now: Timestamp) -> StoreFuture<'_, ()> {
        self.go("renew_lease", move |store| store.renew_lease(node, until, now))
    }

    fn heartbeat(&self) -> StoreFuture<'_, Option<Heartbeat>> {
        self.go("heartbeat", |store| store.heartbeat())
    }

    fn beat(&self, beat: Beat) -> StoreFuture<'_, BeatOutcome> {
        self.go("beat", move |store| store.beat(beat))
    }

    fn add_connection(&self, id: MatchId, seat: Seat, node: NodeId) -> StoreFuture<'_, ()> {
        self.go("add_connection", move |store| store.add_connection(id, seat, node))
    }

    fn remove_connection(&self, id: MatchId, seat: Seat, node: NodeId) -> StoreFuture<'_, ()> {
        self.go("remove_connection", move |store| store.remove_connection(id, seat, node))
    }

    fn is_connected_elsewhere(
        &self,
        id: MatchId,
        seat: Seat,
        node: NodeId,
        now: Timestamp,
    ) -> StoreFuture<'_, bool> {
        self.go("elsewhere", move |store| store.is_connected_elsewhere(id, seat, node, now))
    }

    fn orphaned_connections(
        &self,
        now: Timestamp,
        limit: u32,
    ) -> StoreFuture<'_, Vec<OrphanedConnection>> {
        self.go("orphans", move |store| store.orphaned_connections(now, limit))
    }

    fn backlog(&self) -> usize {
        self.store.backlog()
    }

    fn ping(&self) -> StoreFuture<'_, ()> {
        self.go("ping", |store| store.ping())
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.store.close()
    }
}
