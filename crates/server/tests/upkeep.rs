//! What an operator does: backups, moving to PostgreSQL, upgrades, and finding what is wrong.
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

mod support;

use std::path::Path;
use std::sync::Arc;

use crownhead_arbiter::{Command, CommandId, Event, Seat, Span, Version};
use crownhead_server::bus::LocalBus;
use crownhead_server::rooms::{Ask, Rooms};
use crownhead_server::store::{Place, Store};
use crownhead_server::upkeep::{UpkeepError, copy, examine};
use crownhead_server::{MatchId, NodeId};
use crownhead_swarm::fleet::Postgres;
use support::samples::settings;

/// The first schema that there was.
const FIRST_SQLITE: &str = include_str!("../src/store/sqlite/1.sql");
const FIRST_POSTGRES: &str = include_str!("../src/store/postgres/1.sql");

/// Plays a few moves in some matches, one of them with a player who is connected.
async fn played(place: &Place) -> (Arc<dyn Store>, Vec<MatchId>) {
    let store = place.open().await.unwrap();
    let rooms = Arc::new(Rooms::new(store.clone(), Arc::new(LocalBus)));
    let mut ids = Vec::new();
    for number in 0..3 {
        let id = rooms.open(settings()).await.unwrap().id;
        for step in 0..=number {
            let whole = rooms.look(id).await.unwrap();
            let text = whole.board().unwrap().legal().remove(0);
            let command = Command::Move { text, seen: None };
            let name = CommandId::new(format!("c{step}")).unwrap();
            let ask = Ask { seat: whole.turn().unwrap(), command, id: name, lag: Span::ZERO };
            rooms.command(id, ask).await.unwrap();
        }
        ids.push(id);
    }
    let node: NodeId = "nodeone1".parse().unwrap();
    store.arrive(ids[0], Seat::One, node).await.unwrap();
    (store, ids)
}

async fn logs(place: &Place, ids: &[MatchId]) -> Vec<Vec<Event>> {
    let store = place.open().await.unwrap();
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
async fn a_backup_is_made_while_the_room_is_open_and_restored() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| Place::File(folder.path().join(name));
    let (store, ids) = played(&at("games")).await;
    assert_eq!(copy(&at("games"), &at("backup")).await, Ok(3));
    // What comes after it is not in it.
    Rooms::new(store, Arc::new(LocalBus)).open(settings()).await.unwrap();
    assert_eq!(copy(&at("backup"), &at("restored")).await, Ok(3));
    assert_eq!(logs(&at("restored"), &ids).await, logs(&at("games"), &ids).await);
    assert_eq!(examine(&at("games")).await.unwrap().matches, 4);
    assert_eq!(examine(&at("restored")).await.unwrap().wrong, Vec::<String>::new());

    let taken = copy(&at("games"), &at("backup")).await.unwrap_err();
    assert!(matches!(taken, UpkeepError::Taken(_)), "{taken}");
    let nothing = copy(&at("nowhere"), &at("new")).await.unwrap_err();
    assert!(matches!(nothing, UpkeepError::Nothing(_)), "{nothing}");
    assert!(!folder.path().join("nowhere").exists() && !folder.path().join("new").exists());
}

#[tokio::test]
async fn a_log_that_was_tampered_with_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (store, _) = played(&Place::File(at("games"))).await;
    store.close().await.unwrap();
    for (number, (statement, found)) in [
        (
            "UPDATE events SET event = replace(event, '\"seat\":\"one\"', '\"seat\":\"two\"')",
            "not the one that was kept",
        ),
        ("DELETE FROM events WHERE version = 2", "not the one that was kept"),
        ("UPDATE matches SET log_hash = NULL", "not the one that was kept"),
        ("UPDATE matches SET version = version + 1", "is kept, and the log has"),
        ("UPDATE matches SET live = 0", "does not follow from it"),
        ("UPDATE commands SET last_event = 1", "are not there"),
    ]
    .into_iter()
    .enumerate()
    {
        let path = at(&format!("copy{number}"));
        std::fs::copy(at("games"), &path).unwrap();
        assert_eq!(examine(&Place::File(path.clone())).await.unwrap().wrong.len(), 0);
        change(&path, statement);
        let findings = examine(&Place::File(path)).await;
        let wrong = findings.unwrap().wrong;
        assert!(!wrong.is_empty() && wrong.iter().all(|line| line.contains(found)), "{wrong:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_moves_to_postgresql_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| Place::File(folder.path().join(name));
    let (store, ids) = played(&at("games")).await;
    store.close().await.unwrap();
    let server = Postgres::start(false).unwrap();
    let there = Place::Postgres(server.database("moved").unwrap());
    assert_eq!(copy(&at("games"), &there).await, Ok(3));
    assert_eq!(logs(&there, &ids).await, logs(&at("games"), &ids).await);
    assert_eq!(examine(&there).await.unwrap().wrong, Vec::<String>::new());
    assert!(matches!(copy(&at("games"), &there).await, Err(UpkeepError::Taken(_))));

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
async fn a_store_of_the_first_version_is_brought_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let (new, old) = (folder.path().join("new"), folder.path().join("old"));
    let (store, ids) = played(&Place::File(new.clone())).await;
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
             INSERT INTO commands SELECT * FROM new.commands;",
        )
        .unwrap();
    drop(connection);
    let (new, old) = (Place::File(new), Place::File(old));
    // A backup of an old version is as good as one of this.
    let backup = Place::File(folder.path().join("backup"));
    assert_eq!(copy(&old, &backup).await, Ok(3));
    for place in [&backup, &old] {
        assert_eq!(logs(place, &ids).await, logs(&new, &ids).await);
        assert_eq!(examine(place).await.unwrap().wrong, Vec::<String>::new());
    }

    let server = Postgres::start(false).unwrap();
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
         VALUES ($1, 'stack-em', $2, 0, true, NULL, $3, $3)",
    )
    .bind(ids[0].as_str())
    .bind(i64::try_from(last.version.get()).unwrap())
    .bind(&[7_u8; 32][..])
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
    let place = Place::Postgres(address);
    assert_eq!(logs(&place, &ids[..1]).await[0], *log);
    assert_eq!(examine(&place).await.unwrap().wrong, Vec::<String>::new());
}
