//! Backup, migration to PostgreSQL, schema migrations, and the doctor.
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

mod support;

use std::path::Path;
use std::sync::Arc;

use crownhead_arbiter::{BySeat, Event, Match, Seat, Sha256Hash, Version};
use crownhead_store::backup::{BackupError, copy};
use crownhead_store::doctor::examine;
use crownhead_store::sql::Statement;
use crownhead_store::{
    Append, AppendOutcome, CreateOutcome, EventRange, MatchId, MatchSummary, NewMatch, NodeId,
    OpenError, Store, StoreError, StoreLocation, random_match_id, seat_to_number,
};
use crownhead_swarm::fleet::PostgresServer;
use support::samples::{opened, step};

/// The first schema that there was.
const FIRST_SQLITE: &str = include_str!("../src/sqlite/1.sql");
const FIRST_POSTGRES: &str = include_str!("../src/postgres/1.sql");

async fn create(store: &dyn Store) -> (MatchId, Match) {
    let (game_match, events) = opened(1_000);
    let id = random_match_id().unwrap();
    let secrets = BySeat::both(Sha256Hash([7; 32]));
    let summary = MatchSummary::of(&game_match);
    let new = NewMatch { id, secrets, events, summary, statements: Vec::new() };
    assert_eq!(store.create(new).await, Ok(CreateOutcome::Created));
    (id, game_match)
}

/// Plays a move.
async fn play(store: &dyn Store, id: MatchId, game_match: &mut Match, command: &str) {
    let events = step(game_match, 2_000, command);
    let (first, last) = (events.first().unwrap(), events.last().unwrap());
    let range = EventRange { from: first.version, to: last.version };
    let append = Append {
        id,
        expected: Version::new(first.version.get() - 1),
        command: Some((first.cause.clone().unwrap(), range.into())),
        events,
        summary: MatchSummary::of(game_match),
        statements: Vec::new(),
    };
    assert_eq!(store.append(append).await, Ok(AppendOutcome::Appended));
}

/// Plays a few moves in some matches, one of them with a player who is connected.
async fn played(location: &StoreLocation) -> (Arc<dyn Store>, Vec<MatchId>) {
    let store = location.open().await.unwrap();
    let mut ids = Vec::new();
    for number in 0..3 {
        let (id, mut game_match) = create(&*store).await;
        for step in 0..=number {
            play(&*store, id, &mut game_match, &format!("c{step}")).await;
        }
        ids.push(id);
    }
    let node: NodeId = "nodeone1".parse().unwrap();
    store.add_connection(ids[0], Seat::One, node).await.unwrap();
    (store, ids)
}

async fn logs(location: &StoreLocation, ids: &[MatchId]) -> Vec<Vec<Event>> {
    let store = location.open().await.unwrap();
    let mut logs = Vec::new();
    for id in ids {
        logs.push(store.load(*id, Version::new(0), 1000).await.unwrap());
    }
    store.close().await.unwrap();
    logs
}

fn change(path: &Path, statement: &str) {
    let connection = rusqlite::Connection::open(path).unwrap();
    let changed = connection.execute(statement, []).unwrap();
    assert!(changed > 0, "{statement}");
}

#[tokio::test]
async fn a_backup_of_an_open_store_can_be_restored() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| StoreLocation::File(folder.path().join(name));
    let (store, ids) = played(&at("games")).await;
    assert_eq!(copy(&at("games"), &at("backup")).await, Ok(3));
    // A match created afterwards is not in it.
    create(&*store).await;
    assert_eq!(copy(&at("backup"), &at("restored")).await, Ok(3));
    assert_eq!(logs(&at("restored"), &ids).await, logs(&at("games"), &ids).await);
    assert_eq!(examine(&at("games")).await.unwrap().matches, 4);
    assert_eq!(examine(&at("restored")).await.unwrap().problems, Vec::<String>::new());

    let taken = copy(&at("games"), &at("backup")).await.unwrap_err();
    assert!(matches!(taken, BackupError::AlreadyExists(_)), "{taken}");
    let nothing = copy(&at("nowhere"), &at("new")).await.unwrap_err();
    assert!(matches!(nothing, BackupError::Open(OpenError::Missing { .. })), "{nothing}");
    assert!(!folder.path().join("nowhere").exists() && !folder.path().join("new").exists());
}

/// The files of a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Copies a store while it is open, as a crash would leave it.
fn crashed(from: &Path, to: &Path, ends: &[&str]) {
    for end in ends {
        let name = |path: &Path| format!("{}{end}", path.display());
        std::fs::copy(name(from), name(to)).unwrap();
    }
}

#[tokio::test]
async fn reading_leaves_nothing_beside_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let original = folder.path().join("games");
    let (store, ids) = played(&StoreLocation::File(original.clone())).await;
    // The last match is in the write-ahead log alone.
    for ends in [&["", "-wal", "-shm"][..], &["", "-wal"]] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a store? 100%");
        crashed(&original, &path, ends);
        check_reading(&path, &ids).await;
    }
    store.close().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a store? 100%");
    crashed(&original, &path, &[""]);
    check_reading(&path, &ids).await;
}

/// Reads a store in every way, and checks what was read, and that nothing was created or changed.
async fn check_reading(path: &Path, ids: &[MatchId]) {
    let location = StoreLocation::File(path.to_owned());
    let folder = path.parent().unwrap();
    let (before, bytes) = (names(folder), std::fs::read(path).unwrap());
    let report = examine(&location).await.unwrap();
    assert_eq!((report.matches, report.problems), (3, vec![]));
    let elsewhere = tempfile::tempdir().unwrap();
    let backup = elsewhere.path().join("backup");
    assert_eq!(copy(&location, &StoreLocation::File(backup.clone())).await, Ok(3));
    assert_eq!(names(elsewhere.path()), ["backup"]);
    let store = location.open_read_only().await.unwrap();
    for id in ids {
        assert!(!store.load(*id, Version::new(0), 1000).await.unwrap().is_empty());
    }
    let written = store.add_connection(ids[0], Seat::One, "nodeone1".parse().unwrap()).await;
    assert_eq!(written, Err(StoreError::Closed));
    store.close().await.unwrap();
    assert_eq!(names(folder), before);
    assert_eq!(std::fs::read(path).unwrap(), bytes);
}

#[tokio::test]
async fn reading_an_older_store_does_not_migrate_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old");
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch(FIRST_SQLITE).unwrap();
    connection.pragma_update(None, "application_id", 0x4372_776e).unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
    drop(connection);
    let bytes = std::fs::read(&path).unwrap();
    let store = StoreLocation::File(path.clone()).open_read_only().await.unwrap();
    // The first version had no accounts.
    let accounts = Statement::new("SELECT count(*) FROM accounts", []);
    assert_eq!(store.query(accounts).await.unwrap().len(), 1);
    assert_eq!((names(folder.path()), std::fs::read(&path).unwrap()), (vec!["old".into()], bytes));
}

#[tokio::test]
async fn only_an_existing_store_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let missing = StoreLocation::File(folder.path().join("none"));
    let error = missing.open_read_only().await.err().unwrap();
    assert!(matches!(error, OpenError::Missing { .. }), "{error}");
    std::fs::write(folder.path().join("empty"), "").unwrap();
    let empty = StoreLocation::File(folder.path().join("empty"));
    let error = empty.open_read_only().await.err().unwrap();
    assert!(matches!(error, OpenError::Empty { .. }), "{error}");
    assert_eq!(names(folder.path()), ["empty"]);

    let server = PostgresServer::start(false).unwrap();
    let address = server.database("other").unwrap();
    let other = StoreLocation::Postgres(address.clone());
    let error = examine(&other).await.unwrap_err();
    assert!(matches!(error, BackupError::Open(OpenError::Missing { .. })), "{error}");
    let pool = sqlx::PgPool::connect(&address).await.unwrap();
    let (tables,): (i64,) =
        sqlx::query_as("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
            .fetch_one(&pool)
            .await
            .unwrap();
    assert_eq!(tables, 0);
}

#[tokio::test]
async fn the_doctor_finds_a_tampered_log() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (store, _) = played(&StoreLocation::File(at("games"))).await;
    store.close().await.unwrap();
    for (number, (statement, found)) in [
        (
            "UPDATE events SET event = replace(event, '\"seat\":\"one\"', '\"seat\":\"two\"')",
            "does not match its hash",
        ),
        ("DELETE FROM events WHERE version = 2", "does not match its hash"),
        ("UPDATE matches SET log_hash = NULL", "does not match its hash"),
        ("UPDATE matches SET version = version + 1", "and its log at"),
        ("UPDATE matches SET live = 0", "does not follow from the log"),
        ("UPDATE commands SET last_event = 1", "has other events in the log"),
    ]
    .into_iter()
    .enumerate()
    {
        let path = at(&format!("copy{number}"));
        std::fs::copy(at("games"), &path).unwrap();
        assert_eq!(examine(&StoreLocation::File(path.clone())).await.unwrap().problems.len(), 0);
        change(&path, statement);
        let problems = examine(&StoreLocation::File(path)).await.unwrap().problems;
        assert!(!problems.is_empty(), "{statement}");
        assert!(problems.iter().all(|line| line.contains(found)), "{problems:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_moves_to_postgresql_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| StoreLocation::File(folder.path().join(name));
    let (store, ids) = played(&at("games")).await;
    store.close().await.unwrap();
    let server = PostgresServer::start(false).unwrap();
    let there = StoreLocation::Postgres(server.database("moved").unwrap());
    assert_eq!(copy(&at("games"), &there).await, Ok(3));
    assert_eq!(logs(&there, &ids).await, logs(&at("games"), &ids).await);
    assert_eq!(examine(&there).await.unwrap().problems, Vec::<String>::new());
    assert!(matches!(copy(&at("games"), &there).await, Err(BackupError::AlreadyExists(_))));

    assert_eq!(copy(&there, &at("back")).await, Ok(3));
    let rows = |name: &str| {
        let connection = rusqlite::Connection::open(folder.path().join(name)).unwrap();
        let all = |table: &str| -> Vec<Vec<rusqlite::types::Value>> {
            let mut found =
                connection.prepare(&format!("SELECT * FROM {table} ORDER BY 1, 2")).unwrap();
            let columns = found.column_count();
            let rows = found.query_map([], |row| (0..columns).map(|at| row.get(at)).collect());
            rows.unwrap().collect::<Result<_, _>>().unwrap()
        };
        ["matches", "events", "commands", "connections", "nodes"].map(all)
    };
    assert_eq!(rows("back"), rows("games"));
    assert!(rows("back")[3].len() == 1 && rows("back")[1].len() > 9);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_of_the_first_version_is_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let (new, old) = (folder.path().join("new"), folder.path().join("old"));
    let (store, ids) = played(&StoreLocation::File(new.clone())).await;
    store.close().await.unwrap();
    let connection = rusqlite::Connection::open(&old).unwrap();
    connection.execute_batch(FIRST_SQLITE).unwrap();
    connection.pragma_update(None, "application_id", 0x4372_776e).unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
    connection.execute("ATTACH ?1 AS new", [new.display().to_string()]).unwrap();
    connection
        .execute_batch(
            "INSERT INTO matches
             SELECT id, game, version, changed, live, due, secret_one, secret_two FROM new.matches;
             INSERT INTO events SELECT * FROM new.events;
             INSERT INTO commands
             SELECT match_id, seat, id, first_event, last_event FROM new.commands;",
        )
        .unwrap();
    drop(connection);
    let (new, old) = (StoreLocation::File(new), StoreLocation::File(old));
    // A backup of an old version is as good as one of this.
    let backup = StoreLocation::File(folder.path().join("backup"));
    assert_eq!(copy(&old, &backup).await, Ok(3));
    for location in [&backup, &old] {
        assert_eq!(logs(location, &ids).await, logs(&new, &ids).await);
        assert_eq!(examine(location).await.unwrap().problems, Vec::<String>::new());
    }

    let server = PostgresServer::start(false).unwrap();
    let address = server.database("first").unwrap();
    let pool = sqlx::PgPool::connect(&address).await.unwrap();
    sqlx::raw_sql(FIRST_POSTGRES).execute(&pool).await.unwrap();
    sqlx::raw_sql("CREATE TABLE crownhead_schema (version BIGINT NOT NULL)")
        .execute(&pool)
        .await
        .unwrap();
    sqlx::raw_sql("INSERT INTO crownhead_schema VALUES (1)").execute(&pool).await.unwrap();
    let log = &logs(&new, &ids[..1]).await[0];
    let last = log.last().unwrap();
    sqlx::query(
        "INSERT INTO matches (id, game, version, changed, live, due, secret_one, secret_two)
         VALUES ($1, 'stack-em', $2, $4, true, NULL, $3, $3)",
    )
    .bind(ids[0].as_str())
    .bind(i64::try_from(last.version.get()).unwrap())
    .bind(&[7_u8; 32][..])
    .bind(i64::try_from(last.at.as_millis()).unwrap())
    .execute(&pool)
    .await
    .unwrap();
    for event in log {
        sqlx::query("INSERT INTO events (match_id, version, event) VALUES ($1, $2, $3)")
            .bind(ids[0].as_str())
            .bind(i64::try_from(event.version.get()).unwrap())
            .bind(serde_json::to_string(event).unwrap())
            .execute(&pool)
            .await
            .unwrap();
    }
    let command = log.iter().find_map(|event| event.cause.clone()).unwrap();
    let own = log.iter().filter(|event| event.cause.as_ref() == Some(&command));
    let own: Vec<_> = own.map(|event| i64::try_from(event.version.get()).unwrap()).collect();
    sqlx::query("INSERT INTO commands VALUES ($1, $2, $3, $4, $5)")
        .bind(ids[0].as_str())
        .bind(seat_to_number(command.seat))
        .bind(command.id.as_str())
        .bind(own[0])
        .bind(own.last())
        .execute(&pool)
        .await
        .unwrap();
    let location = StoreLocation::Postgres(address);
    assert_eq!(logs(&location, &ids[..1]).await[0], *log);
    assert_eq!(examine(&location).await.unwrap().problems, Vec::<String>::new());
}
