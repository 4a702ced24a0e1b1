//! The conformance suite that every store passes: SQLite in a file, and PostgreSQL.
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

mod support;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crownhead_arbiter::{
    BySeat, CommandId, Event, EventCause, Match, Seat, Sha256Hash, Timestamp, Version,
};
use crownhead_store::doctor::examine;
use crownhead_store::sql::{ChangeOutcome, Row, Statement};
use crownhead_store::sqlite::{BurstPolicy, SqliteStore};
use crownhead_store::{
    Append, AppendOutcome, CreateOutcome, EventRange, MatchId, MatchSummary, MatchVersion,
    NewMatch, NodeId, OpenError, OrphanedConnection, RecordedCommand, SCHEMA_VERSION, Store,
    StoreError, StoreLocation,
};
use crownhead_swarm::fleet::PostgresServer;
use support::heartbeats::outages_are_remembered;
use support::samples::{opened, step};

type SharedStore = Arc<dyn Store>;

#[tokio::test]
async fn sqlite_passes_the_suite() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| StoreLocation::File(folder.path().join(name));
    suite(async |name| place(name).open().await.unwrap()).await;
    sqlite_refusals(folder.path()).await;
}

/// With every append buffered.
#[tokio::test]
async fn sqlite_passes_the_suite_with_buffered_appends() {
    let folder = tempfile::tempdir().unwrap();
    let open = |name: &str| open_for_bursts(&folder.path().join(name), 1, 60);
    suite(async |name| open(name)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgresql_passes_the_suite() {
    let server = PostgresServer::start(false).unwrap();
    let databases = ["log", "lists", "nodes", "again"]
        .map(|name| (name, StoreLocation::Postgres(server.database(name).unwrap())));
    let place = |name| &databases.iter().find(|(other, _)| *other == name).unwrap().1;
    suite(async |name| place(name).open().await.unwrap()).await;
    let nowhere = StoreLocation::Postgres(server.address("nowhere"));
    let error = nowhere.open().await.err().unwrap().to_string();
    assert!(error.contains("\"nowhere\" does not exist") && !error.contains('\n'), "{error}");
    postgresql_refusals(&server).await;
}

async fn suite(open: impl AsyncFn(&'static str) -> SharedStore) {
    let store = open("log").await;
    a_log_is_kept(&store).await;
    a_repeated_command_gets_the_first_result(&store).await;
    of_two_writers_one_wins(&store).await;
    events_out_of_order_are_rejected(&store).await;
    lists_are_true(&open("lists").await).await;
    many_writers_lose_nothing(&store).await;
    statements_run_in_one_transaction(&store).await;
    statements_run_together_with_a_new_match(&store).await;
    let nodes = open("nodes").await;
    connections_of_dead_nodes_are_found(&nodes).await;
    outages_are_remembered(&nodes).await;
    a_store_is_opened_again(async || open("again").await).await;
}

/// A store that buffers batches of `threshold` appends for so many seconds.
fn open_for_bursts(path: &Path, threshold: usize, seconds: u64) -> SharedStore {
    let policy = BurstPolicy { threshold, flush_after: Duration::from_secs(seconds) };
    Arc::new(SqliteStore::open_with_policy(path, policy).unwrap())
}

/// The number of buffered lines in a file, and the version of a match in its table.
fn buffered(path: &Path, id: MatchId) -> (u32, u64) {
    let file = rusqlite::Connection::open(path).unwrap();
    let lines = file.query_row("SELECT count(*) FROM tail", [], |row| row.get(0)).unwrap();
    let find = "SELECT version FROM matches WHERE id = ?1";
    let version = file.query_row(find, [id.as_str()], |row| row.get::<_, u32>(0)).unwrap();
    (lines, version.into())
}

/// Copies what is on disk now, which is all that a crash leaves.
fn copy(from: &Path, to: &Path) {
    for end in ["", "-wal"] {
        let path = |path: &Path| format!("{}{end}", path.display());
        std::fs::copy(path(from), path(to)).unwrap();
    }
}

#[tokio::test]
async fn buffered_appends_survive_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let store = open_for_bursts(&at("store"), 1, 60);
    let (id, mut game_match) = create(&store, "rushed01").await;
    let begun = game_match.version().get();
    let mut last = None;
    for number in 0..5 {
        let change = append(id, step(&mut game_match, 2_000 + number, &format!("c{number}")));
        last = change.command.clone();
        assert_eq!(store.append(change).await, Ok(AppendOutcome::Appended));
    }
    let (log, (cause, range)) = (store.load(id, Version::new(0), 99).await.unwrap(), last.unwrap());
    copy(&at("store"), &at("left"));
    assert_eq!(buffered(&at("left"), id), (5, begun));
    let findings = examine(&StoreLocation::File(at("left"))).await.unwrap();
    assert_eq!((findings.matches, findings.problems), (1, vec![]));
    // Whoever opens the file first flushes the buffer, and the server that still runs does not flush again.
    for path in [at("left"), at("store")] {
        let again = StoreLocation::File(path.clone()).open().await.unwrap();
        assert_eq!(buffered(&path, id), (0, game_match.version().get()));
        assert_eq!(again.load(id, Version::new(0), 99).await.unwrap(), log);
        assert_eq!(again.command_events(id, cause.clone()).await, Ok(Some(range)));
        again.close().await.unwrap();
    }
    let change = append(id, step(&mut game_match, 3_000, "later"));
    assert_eq!(store.append(change).await, Ok(AppendOutcome::Appended));
    store.close().await.unwrap();
    assert_eq!(buffered(&at("store"), id), (0, game_match.version().get()));
    assert_eq!(
        examine(&StoreLocation::File(at("store"))).await.unwrap().problems,
        Vec::<String>::new()
    );
}

#[tokio::test]
async fn buffered_appends_are_flushed_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let store = open_for_bursts(&path, 1, 4);
    let (id, mut game_match) = create(&store, "rushed02").await;
    let (other, mut second) = create(&store, "rushed03").await;
    for number in 0..3 {
        let (one, two) = (
            step(&mut game_match, 2_000, &format!("c{number}")),
            step(&mut second, 2_000, &format!("c{number}")),
        );
        assert_eq!(store.append(append(id, one)).await, Ok(AppendOutcome::Appended));
        assert_eq!(store.append(append(other, two)).await, Ok(AppendOutcome::Appended));
    }
    assert_eq!(buffered(&path, id).0, 6);
    // The statements of an append run at once.
    let mut change = append(id, step(&mut game_match, 3_000, "end"));
    change.statements = vec![challenge("rushed00", 1, None)];
    assert_eq!(store.append(change).await, Ok(AppendOutcome::Appended));
    assert_eq!(challenges(&store).await.len(), 1);
    assert!(buffered(&path, id).1 < game_match.version().get());
    // A moment later it is flushed without further writes.
    let settled = async {
        while buffered(&path, id).0 > 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), settled).await.unwrap();
    for (id, game_match) in [(id, game_match), (other, second)] {
        assert_eq!(buffered(&path, id), (0, game_match.version().get()));
        let log = store.load(id, Version::new(0), 99).await.unwrap();
        assert_eq!(Match::replay(&log).unwrap().hash(), game_match.hash());
    }
    assert_eq!(examine(&StoreLocation::File(path)).await.unwrap().problems, Vec::<String>::new());
}

/// Bursts alternate with single appends: buffered events go before later ones.
#[tokio::test]
async fn appends_after_a_burst_are_written_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let store = open_for_bursts(&path, 2, 60);
    let mut all = Vec::new();
    for number in 0..20 {
        all.push(create(&store, &format!("mixed{number:03}")).await);
    }
    for round in 0..3 {
        let together = all.iter_mut().map(|(id, game_match)| {
            let events = step(game_match, 2_000 + round, &format!("t{round}"));
            store.append(append(*id, events))
        });
        let done = futures_util::future::join_all(together).await;
        assert!(done.into_iter().all(|done| done == Ok(AppendOutcome::Appended)));
        assert!(buffered(&path, all[0].0).0 > 0);
        for (id, game_match) in &mut all[..3] {
            let alone = append(*id, step(game_match, 3_000 + round, &format!("a{round}")));
            assert_eq!(store.append(alone).await, Ok(AppendOutcome::Appended));
            assert_eq!(buffered(&path, *id).1, game_match.version().get());
        }
        // Only what was flushed is deleted from the buffer: the rest survives a crash.
        let left = folder.path().join(format!("left{round}"));
        copy(&path, &left);
        let left = StoreLocation::File(left).open().await.unwrap();
        for (id, game_match) in &all {
            let log = left.load(*id, Version::new(0), 99).await.unwrap();
            assert_eq!(Match::replay(&log).unwrap().hash(), game_match.hash());
        }
    }
    store.close().await.unwrap();
    for (id, game_match) in &all {
        assert_eq!(buffered(&path, *id), (0, game_match.version().get()));
    }
    assert_eq!(examine(&StoreLocation::File(path)).await.unwrap().problems, Vec::<String>::new());
}

#[tokio::test]
async fn only_one_server_may_open_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let place = StoreLocation::File(path.clone());
    let first = place.open_to_serve().await.unwrap();
    let error = place.open_to_serve().await.err().unwrap();
    assert_eq!(error.to_string(), format!("{} is in use by another server", path.display()));
    // A process that does not serve may open it.
    place.open().await.unwrap().close().await.unwrap();
    first.close().await.unwrap();
    place.open_to_serve().await.unwrap().close().await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn a_lock_file_that_cannot_be_opened_may_belong_to_another_server() {
    let folder = tempfile::tempdir().unwrap();
    let place = StoreLocation::File(folder.path().join("store"));
    place.open_to_serve().await.unwrap().close().await.unwrap();
    let lock = folder.path().join("store-server");
    std::fs::remove_file(&lock).unwrap();
    std::os::unix::net::UnixListener::bind(&lock).unwrap();
    let error = place.open_to_serve().await.err().unwrap();
    assert!(error.to_string().starts_with(&lock.display().to_string()), "{error}");
}

/// Creates a match with this id.
async fn create(store: &SharedStore, name: &str) -> (MatchId, Match) {
    let (game_match, events) = opened(1_000);
    let id = name.parse().unwrap();
    let secrets = BySeat::new(Sha256Hash([1; 32]), Sha256Hash([2; 32]));
    let summary = summary(true, None);
    let new = NewMatch { id, secrets, events, summary, statements: Vec::new() };
    assert_eq!(store.create(new).await, Ok(CreateOutcome::Created));
    (id, game_match)
}

fn summary(live: bool, due: Option<u64>) -> MatchSummary {
    MatchSummary { game: "stack-em".to_owned(), live, due: due.map(Timestamp::from_millis) }
}

fn append(id: MatchId, events: Vec<Event>) -> Append {
    let first = events[0].version;
    let range = EventRange { from: first, to: events[events.len() - 1].version };
    let recorded = RecordedCommand { range, digest: Some(-7) };
    let command = events[0].cause.clone().map(|cause| (cause, recorded));
    let expected = Version::new(first.get() - 1);
    Append { id, expected, events, command, summary: summary(true, None), statements: Vec::new() }
}

fn challenge(id: &str, made: i64, name: Option<&str>) -> Statement {
    Statement::new(
        "INSERT INTO challenges (id, made, until, listed, game, settings, seat, name, secret)
         VALUES ($1, $2, 9, 1, 'stack-em', '{}', 1, $3, $4)",
        [id.into(), made.into(), name.map(str::to_owned).into(), [7_u8; 32].as_slice().into()],
    )
}

async fn challenges(store: &SharedStore) -> Vec<Row> {
    let find = "SELECT id, made, name, secret FROM challenges WHERE until = $1 ORDER BY made";
    store.query(Statement::new(find, [9.into()])).await.unwrap()
}

async fn statements_run_in_one_transaction(store: &SharedStore) {
    let both = vec![challenge("aaaaaaaa", 1, Some("Ann")), challenge("bbbbbbbb", 2, None)];
    assert!(
        matches!(store.change(both).await.unwrap(), ChangeOutcome::Committed(all) if all.len() == 2)
    );
    let found = challenges(store).await;
    assert_eq!(found[0].text(0).unwrap(), "aaaaaaaa");
    assert_eq!(found[1].number(1).unwrap(), 2);
    assert_eq!(found[0].optional_text(2).unwrap().as_deref(), Some("Ann"));
    assert_eq!(found[1].optional_text(2).unwrap(), None);
    assert_eq!(found[1].bytes(3).unwrap(), [7; 32]);
    // A text that no database has is a question like any other.
    let find = "SELECT id FROM challenges WHERE name = $1";
    assert_eq!(store.query(Statement::new(find, ["A\0nn".into()])).await, Ok(Vec::new()));
    // The second finds nobody, so the first is not kept either.
    let rename = |id: &str| {
        let text = "UPDATE challenges SET name = $1 WHERE id = $2";
        Statement::new(text, ["Bob".into(), id.into()]).requiring(1)
    };
    let change = vec![rename("aaaaaaaa"), rename("cccccccc")];
    assert_eq!(store.change(change).await.unwrap(), ChangeOutcome::ConditionFailed);
    assert_eq!(challenges(store).await, found);
    // One that fails takes nothing with it that others ask for at the same time.
    let twice = store.change(vec![rename("bbbbbbbb"), challenge("aaaaaaaa", 3, None)]);
    let (twice, fine) = tokio::join!(twice, store.change(vec![challenge("dddddddd", 4, None)]));
    assert!(twice.is_err() && fine.is_ok());
    let names: Vec<_> = challenges(store).await.iter().map(|row| row.text(0).unwrap()).collect();
    assert_eq!(names, ["aaaaaaaa", "bbbbbbbb", "dddddddd"]);
    assert_eq!(challenges(store).await[1].optional_text(2).unwrap(), None);
    let returned =
        Statement::new("DELETE FROM challenges WHERE made > $1 RETURNING id", [1.into()]);
    let ChangeOutcome::Committed(all) = store.change(vec![returned]).await.unwrap() else {
        panic!("not done")
    };
    assert_eq!(all[0].len(), 2);
}

async fn statements_run_together_with_a_new_match(store: &SharedStore) {
    let take = |id: MatchId| {
        let text = "UPDATE challenges SET match_id = $1 WHERE id = $2 AND match_id IS NULL";
        vec![Statement::new(text, [id.into(), "aaaaaaaa".into()]).requiring(1)]
    };
    let new = |name: &str| {
        let (id, events) = (name.parse().unwrap(), opened(1_000).1);
        let (secrets, summary) = (BySeat::both(Sha256Hash([1; 32])), summary(true, None));
        NewMatch { id, secrets, events, summary, statements: take(id) }
    };
    assert_eq!(store.create(new("takenup1")).await, Ok(CreateOutcome::Created));
    // Another was quicker: there is no match then.
    assert_eq!(store.create(new("takenup2")).await, Ok(CreateOutcome::ConditionFailed));
    assert_eq!(store.seat_secrets("takenup2".parse().unwrap()).await, Ok(None));
    assert_eq!(store.load("takenup2".parse().unwrap(), Version::new(0), 9).await, Ok(vec![]));
    assert!(store.seat_secrets("takenup1".parse().unwrap()).await.unwrap().is_some());
}

async fn a_log_is_kept(store: &SharedStore) {
    let (id, mut game_match) = create(store, "logkept1").await;
    let mut log = opened(1_000).1;
    for number in 0..5 {
        let events = step(&mut game_match, 2_000 + number, &format!("c{number}"));
        log.extend(events.clone());
        assert_eq!(store.append(append(id, events)).await, Ok(AppendOutcome::Appended));
    }
    let all = store.load(id, Version::new(0), 1000).await.unwrap();
    assert_eq!(all, log);
    assert_eq!(Match::replay(&all).unwrap().hash(), game_match.hash());
    assert_eq!(store.load(id, Version::new(2), 2).await.unwrap(), log[2..4]);
    assert_eq!(store.load(id, game_match.version(), 1000).await.unwrap(), []);
    let secrets = BySeat::new(Sha256Hash([1; 32]), Sha256Hash([2; 32]));
    assert_eq!(store.seat_secrets(id).await, Ok(Some(secrets)));

    let nobody: MatchId = "nobody00".parse().unwrap();
    assert_eq!(store.load(nobody, Version::new(0), 9).await, Ok(vec![]));
    assert_eq!(store.seat_secrets(nobody).await, Ok(None));
    let lost = append(nobody, step(&mut game_match, 3_000, "lost"));
    assert_eq!(store.append(lost).await, Ok(AppendOutcome::NoMatch));
    let (_, events) = opened(9_000);
    let again =
        NewMatch { id, secrets, events, summary: summary(true, None), statements: Vec::new() };
    assert_eq!(store.create(again).await, Ok(CreateOutcome::IdTaken));
    assert_eq!(store.load(id, Version::new(0), 1000).await.unwrap(), log);
}

async fn a_repeated_command_gets_the_first_result(store: &SharedStore) {
    let (id, mut game_match) = create(store, "repeated").await;
    let first = append(id, step(&mut game_match, 2_000, "same"));
    let (cause, range) = first.command.clone().unwrap();
    assert_eq!(store.command_events(id, cause.clone()).await, Ok(None));
    assert_eq!(store.append(first.clone()).await, Ok(AppendOutcome::Appended));
    assert_eq!(store.append(first.clone()).await, Ok(AppendOutcome::Repeated(range)));
    let second = append(id, step(&mut game_match, 3_000, "other"));
    assert_eq!(store.append(second).await, Ok(AppendOutcome::Appended));
    assert_eq!(store.append(first).await, Ok(AppendOutcome::Repeated(range)));
    // Even if the arbiter has forgotten it and decided it anew.
    let mut anew = append(id, step(&mut game_match.clone(), 4_000, "anew"));
    anew.command = anew.command.map(|(_, range)| (cause.clone(), range));
    assert_eq!(store.append(anew).await, Ok(AppendOutcome::Repeated(range)));
    assert_eq!(store.command_events(id, cause.clone()).await, Ok(Some(range)));
    let other = EventCause { seat: !cause.seat, id: cause.id };
    assert_eq!(store.command_events(id, other).await, Ok(None));
    assert_eq!(
        store.load(id, Version::new(0), 99).await.unwrap().len() as u64,
        game_match.version().get()
    );
}

async fn of_two_writers_one_wins(store: &SharedStore) {
    let (id, game_match) = create(store, "conflict").await;
    let mut kinds = Vec::new();
    let both = ["one", "two"].map(|name| {
        let (store, mut game_match) = (store.clone(), game_match.clone());
        let events = step(&mut game_match, 2_000, name);
        tokio::spawn(async move { store.append(append(id, events)).await.unwrap() })
    });
    for writer in both {
        kinds.push(writer.await.unwrap());
    }
    assert!(
        kinds.contains(&AppendOutcome::Appended) && kinds.contains(&AppendOutcome::Conflict),
        "{kinds:?}"
    );
    let log = store.load(id, Version::new(0), 99).await.unwrap();
    assert!(Match::replay(&log).is_ok());
}

async fn events_out_of_order_are_rejected(store: &SharedStore) {
    let (id, mut game_match) = create(store, "gap00000").await;
    let _ = step(&mut game_match, 2_000, "skipped");
    let mut gap = append(id, step(&mut game_match, 3_000, "late"));
    assert_eq!(store.append(gap.clone()).await, Ok(AppendOutcome::Conflict));
    gap.expected = opened(1_000).0.version();
    assert!(matches!(store.append(gap.clone()).await, Err(StoreError::Failed(_))));
    gap.events.clear();
    assert!(matches!(store.append(gap).await, Err(StoreError::Failed(_))));
}

async fn lists_are_true(store: &SharedStore) {
    assert_eq!(store.live_matches(9).await, Ok(vec![]));
    let (first, mut game_match) = create(store, "list0001").await;
    let (second, _) = create(store, "list0002").await;
    let mut change = append(first, step(&mut game_match, 5_000, "a"));
    change.summary.due = Some(Timestamp::from_millis(7_000));
    assert_eq!(store.append(change).await, Ok(AppendOutcome::Appended));
    let live = store.live_matches(9).await.unwrap();
    assert_eq!(live.iter().map(|listed| listed.id).collect::<Vec<_>>(), [first, second]);
    assert_eq!(live[0].game, "stack-em");
    assert_eq!(live[0].version, game_match.version());
    assert_eq!(live[0].changed, Timestamp::from_millis(5_000));
    assert_eq!(store.live_matches(1).await.unwrap().len(), 1);
    assert_eq!(store.due_matches(Timestamp::from_millis(7_000), 9).await, Ok(vec![]));
    assert_eq!(store.due_matches(Timestamp::from_millis(7_001), 9).await, Ok(vec![first]));
    let mut end = append(first, step(&mut game_match, 6_000, "b"));
    end.summary = summary(false, None);
    assert_eq!(store.append(end).await, Ok(AppendOutcome::Appended));
    assert_eq!(store.live_matches(9).await.unwrap()[0].id, second);
    assert_eq!(store.due_matches(Timestamp::from_millis(9_000), 9).await, Ok(vec![]));
}

/// Many at a time, each in a match of its own: they are committed in batches.
async fn many_writers_lose_nothing(store: &SharedStore) {
    let writers: Vec<_> = (0..40)
        .map(|number| {
            let store = store.clone();
            tokio::spawn(async move {
                let (id, mut game_match) = create(&store, &format!("many{number:04}")).await;
                for step_number in 0..4 {
                    let events =
                        step(&mut game_match, 2_000 + step_number, &format!("c{step_number}"));
                    assert_eq!(store.append(append(id, events)).await, Ok(AppendOutcome::Appended));
                }
                (id, game_match.version())
            })
        })
        .collect();
    for writer in writers {
        let (id, version) = writer.await.unwrap();
        let log = store.load(id, Version::new(0), 99).await.unwrap();
        assert_eq!(log.last().unwrap().version, version);
    }
}

async fn connections_of_dead_nodes_are_found(store: &SharedStore) {
    let (id, game_match) = create(store, "nodes001").await;
    let [one, two]: [NodeId; 2] = ["nodeone1", "nodetwo2"].map(|name| name.parse().unwrap());
    let at = Timestamp::from_millis;
    let found = async |now| store.orphaned_connections(at(now), 9).await.unwrap();
    store.renew_lease(one, at(2_000), at(1_000)).await.unwrap();
    store.renew_lease(two, at(5_000), at(1_000)).await.unwrap();
    store.add_connection(id, Seat::One, one).await.unwrap();
    store.add_connection(id, Seat::One, one).await.unwrap();
    store.add_connection("nobody00".parse().unwrap(), Seat::One, one).await.unwrap();
    assert_eq!(found(2_000).await, []);
    assert_eq!(store.is_connected_elsewhere(id, Seat::One, two, at(2_000)).await, Ok(true));
    assert_eq!(store.is_connected_elsewhere(id, Seat::Two, two, at(2_000)).await, Ok(false));
    assert_eq!(store.is_connected_elsewhere(id, Seat::One, one, at(2_000)).await, Ok(false));
    // The first node dies, and its player comes to the second.
    let lost = OrphanedConnection { id, seat: Seat::One, node: one };
    assert_eq!(found(2_001).await, [lost]);
    assert_eq!(store.is_connected_elsewhere(id, Seat::One, two, at(2_001)).await, Ok(false));
    store.add_connection(id, Seat::One, two).await.unwrap();
    assert_eq!(store.is_connected_elsewhere(id, Seat::One, one, at(2_001)).await, Ok(true));
    // It is remembered as long as somebody is left behind, and then forgotten.
    store.renew_lease(two, at(9_000), at(3_000)).await.unwrap();
    assert_eq!(found(3_000).await, [lost]);
    store.remove_connection(id, Seat::One, one).await.unwrap();
    assert_eq!(found(3_000).await, []);
    store.renew_lease(one, at(9_000), at(3_000)).await.unwrap();
    assert_eq!(found(9_001).await, [OrphanedConnection { id, seat: Seat::One, node: two }]);

    let nobody = "nobody00".parse().unwrap();
    let versions = store.versions(vec![id, nobody]).await.unwrap();
    assert_eq!(versions, [MatchVersion { id, version: game_match.version() }]);
}

async fn a_store_is_opened_again(open: impl AsyncFn() -> SharedStore) {
    let store = open().await;
    let (id, game_match) = create(&store, "reopened").await;
    assert_eq!(store.ping().await, Ok(()));
    store.close().await.unwrap();
    assert!(store.ping().await.is_err());
    let (_, events) = opened(1);
    let secrets = BySeat::new(Sha256Hash([1; 32]), Sha256Hash([2; 32]));
    let late =
        NewMatch { id, secrets, events, summary: summary(true, None), statements: Vec::new() };
    assert_eq!(store.create(late).await, Err(StoreError::Closed));
    drop(store);
    let store = open().await;
    assert_eq!(
        store.load(id, Version::new(0), 99).await.unwrap().len() as u64,
        game_match.version().get()
    );
    let cause = EventCause { seat: Seat::One, id: CommandId::new("x").unwrap() };
    assert_eq!(store.command_events(id, cause).await, Ok(None));
    store.close().await.unwrap();
}

async fn sqlite_refusals(folder: &std::path::Path) {
    let newer = folder.join("again");
    let connection = rusqlite::Connection::open(&newer).unwrap();
    connection.pragma_update(None, "user_version", SCHEMA_VERSION + 1).unwrap();
    drop(connection);
    let location = newer.display().to_string();
    let error = StoreLocation::File(newer).open().await.err().unwrap();
    assert_eq!(error, OpenError::Newer { location: location.clone(), found: SCHEMA_VERSION + 1 });
    assert!(error.to_string().starts_with(&format!("{location} was written by a newer Crownhead")));

    let foreign = folder.join("foreign");
    let connection = rusqlite::Connection::open(&foreign).unwrap();
    connection.execute_batch("CREATE TABLE recipes (name TEXT)").unwrap();
    drop(connection);
    let error = StoreLocation::File(foreign).open().await.err().unwrap();
    assert!(error.to_string().ends_with("is not a store of Crownhead"), "{error}");
    let text = folder.join("text");
    std::fs::write(&text, "no database at all, but a text of some length\n".repeat(99)).unwrap();
    let error = StoreLocation::File(text).open().await.err().unwrap();
    assert!(error.to_string().ends_with("is not a store of Crownhead"), "{error}");
    let error = StoreLocation::File(folder.join("no/such/folder")).open().await.err().unwrap();
    assert!(error.to_string().contains("cannot be opened"), "{error}");
    assert!(!error.to_string().contains('\n'), "{error}");
}

async fn postgresql_refusals(server: &PostgresServer) {
    let address = server.address("again");
    let pool = sqlx::PgPool::connect(&address).await.unwrap();
    sqlx::query("INSERT INTO crownhead_schema (version) VALUES ($1)")
        .bind(SCHEMA_VERSION + 1)
        .execute(&pool)
        .await
        .unwrap();
    let error = StoreLocation::Postgres(address).open().await.err().unwrap();
    assert!(
        matches!(error, OpenError::Newer { found, .. } if found == SCHEMA_VERSION + 1),
        "{error}"
    );
    let address = server.address("log");
    sqlx::query("ALTER DATABASE log SET default_transaction_read_only = on")
        .execute(&pool)
        .await
        .unwrap();
    let error = StoreLocation::Postgres(address).open().await.err().unwrap();
    assert!(matches!(error, OpenError::ReadOnly { .. }), "{error}");
}
