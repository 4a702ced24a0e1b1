//! The doctor finds whatever was changed or deleted, repairs what follows from the logs, and makes
//! nothing up.
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

mod support;

use std::path::Path;

use crownhead_arbiter::{
    Actor, BySeat, Command, CommandContext, CommandId, Event, Match, Salt, Seat, Sha256Hash,
    Timestamp, Version,
};
use crownhead_store::backup::{BackupError, migrate};
use crownhead_store::doctor::{RepairReport, examine, repair};
use crownhead_store::results::GameResult;
use crownhead_store::sql::Statement;
use crownhead_store::sqlite::SqliteStore;
use crownhead_store::{
    Append, AppendOutcome, CreateOutcome, EventRange, MatchId, MatchSummary, NewMatch, Store,
    StoreLocation,
};
use crownhead_swarm::fleet::PostgresServer;
use rusqlite::Connection;
use sqlx::{AssertSqlSafe, PgPool};
use support::samples::{settings, step};

/// What the tests do to a store, what the doctor says then, and whether it can be repaired.
const DAMAGE: &[(&str, &str, bool)] = &[
    ("UPDATE matches SET version = version - 1", "and its log at", true),
    ("UPDATE matches SET changed = changed + 1", "does not follow from the log", true),
    ("UPDATE matches SET due = 7", "does not follow from the log", true),
    ("UPDATE matches SET game = 'chess'", "does not follow from the log", true),
    ("DELETE FROM commands", "is missing", true),
    ("UPDATE commands SET last_event = last_event - 1", "has other events in the log", true),
    ("UPDATE commands SET id = 'x' || id", "are missing", true),
    ("UPDATE results SET winner = NULL", "is not that of the log", true),
    ("UPDATE results SET ended = ended + 1", "is not that of the log", true),
    ("UPDATE results SET number = number + 7", "which has not ended", true),
    ("UPDATE players SET key = 'else' WHERE account IS NOT NULL", "has another name", true),
    (
        "UPDATE players SET name = 'Else' WHERE account IS NULL AND level IS NULL",
        "another name",
        true,
    ),
    (
        "UPDATE players SET running = 1 WHERE match_id = 'finished'",
        "its players see it in the wrong list",
        true,
    ),
    (
        "UPDATE players SET minus_ended = minus_ended - 7 WHERE match_id = 'finished'",
        "its players see it in the wrong list",
        true,
    ),
    ("DELETE FROM players WHERE level = 3", "is not among the players", true),
    ("UPDATE players SET level = 4 WHERE level = 3", "has another name", true),
    ("UPDATE ratings SET rating = rating + 1000", "does not follow from its games", true),
    ("DELETE FROM ratings", "is missing", true),
    ("INSERT INTO ratings VALUES ('bob00001', 'chess', 1, 1, 1, 1, 1)", "comes from no game", true),
    ("DELETE FROM archive", "rows are missing", true),
    ("UPDATE archive SET minus_ended = minus_ended - 1", "rows are missing", true),
    (
        "INSERT INTO turns (match_id, seat, since, due, tries, looks, mailed)
            SELECT id, 1, 1, 0, 0, 0, 0 FROM matches WHERE id = 'finished'",
        "whose turn it is not",
        true,
    ),
    ("DROP INDEX players_by_account", "the index players_by_account is missing", true),
    ("DROP INDEX due_matches", "the index due_matches is missing", true),
    ("DELETE FROM events WHERE version = 2", "does not match its hash", false),
    ("UPDATE matches SET log_hash = secret_one", "does not match its hash", false),
    ("UPDATE matches SET secret_two = log_hash", "a secret of its players has changed", false),
    ("UPDATE results SET rated = 0", "has a rating that it cannot have", true),
    ("UPDATE results SET change_one = NULL", "has a rating that it cannot have", false),
];

/// More damage, which only a file can have.
const DAMAGE_OF_FILES: &[(&str, &str, bool)] = &[
    (
        "DROP INDEX due_matches; CREATE INDEX due_matches ON matches (changed)",
        "is not what this version creates",
        true,
    ),
    ("DROP TRIGGER archive_result", "the trigger archive_result is missing", true),
    ("DROP TABLE archive", "the table archive is missing", true),
    ("DROP TABLE blocks", "the table blocks is missing", false),
    (
        "PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET rootpage =
            (SELECT rootpage FROM sqlite_schema WHERE name = 'tokens_of') WHERE name = 'sessions_of'",
        "the file: ",
        false,
    ),
];

/// Whether the store is as before after a repair. It is not if the deviation of a rating was lost, or
/// that a result was rated.
fn derives_all(statement: &str) -> bool {
    let lost = ["FROM ratings", "INTO ratings", "number + 7", "SET name = 'Else'"];
    !lost.iter().any(|part| statement.contains(part))
}

fn id(name: &str) -> MatchId {
    name.parse().unwrap()
}

fn resign(game_match: &mut Match, command: &str) -> Vec<Event> {
    let mut context = CommandContext::new(Timestamp::from_millis(3_000), Actor::Seat(Seat::Two));
    context.id = Some(CommandId::new(command).unwrap());
    let handled = game_match.handle(&Command::Resign, &context);
    assert_eq!(handled.refusal, None);
    handled.events
}

async fn append(store: &dyn Store, id: MatchId, game_match: &Match, events: Vec<Event>) {
    let (first, last) = (events.first().unwrap(), events.last().unwrap());
    let range = EventRange { from: first.version, to: last.version };
    let results = events.iter().filter_map(|event| GameResult::of(game_match, event));
    let append = Append {
        id,
        expected: Version::new(first.version.get() - 1),
        command: Some((first.cause.clone().unwrap(), range.into())),
        summary: MatchSummary::of(game_match),
        statements: results.map(|result| result.record(id)).collect(),
        events,
    };
    assert_eq!(store.append(append).await, Ok(AppendOutcome::Appended));
}

/// A store with a match that is being played against the computer, and a finished one that was rated.
async fn fill(store: &dyn Store) {
    let account = |id: &str, name: &str, key: &str| {
        let values = [id.into(), name.into(), key.into()];
        Statement::new(
            "INSERT INTO accounts (id, name, key, password, made, banned)
             VALUES ($1, $2, $3, '', 0, 0)",
            values,
        )
    };
    let player = |id: MatchId, seat: Seat, name: &str, account: Option<&str>| {
        let account = account.map(str::to_owned);
        Statement::new(
            "INSERT INTO players (match_id, seat, name, key, account) VALUES ($1, $2, $3, $4, $5)",
            [id.into(), seat.into(), name.into(), name.to_lowercase().into(), account.into()],
        )
    };
    store
        .change(vec![account("ann00001", "Ann", "ann"), account("bob00001", "Bob", "bob")])
        .await
        .unwrap();
    for name in ["finished", "playing1"] {
        let id = id(name);
        let mut settings = settings();
        settings.rated = name == "finished";
        let opened = Match::open(settings, Timestamp::from_millis(1_000), Salt([7; 16]));
        let (mut game_match, events) = opened.unwrap();
        let secrets = BySeat::new(Sha256Hash([1; 32]), Sha256Hash([2; 32]));
        let statements = if name == "finished" {
            vec![
                player(id, Seat::One, "Ann", Some("ann00001")),
                player(id, Seat::Two, "Bob", Some("bob00001")),
            ]
        } else {
            vec![
                player(id, Seat::One, "Guest", None),
                Statement::new(
                    "INSERT INTO players (match_id, seat, level, key) VALUES ($1, 2, 3, 'computer')",
                    [id.into()],
                ),
                Statement::new(
                    "INSERT INTO computers (match_id, seat, level, seed, looked, asleep, claimed)
                     VALUES ($1, 2, 3, $2, 0, 0, 0)",
                    [id.into(), [7_u8; 32].as_slice().into()],
                ),
            ]
        };
        let summary = MatchSummary::of(&game_match);
        let new = NewMatch { id, secrets, events, summary, statements };
        assert_eq!(store.create(new).await, Ok(CreateOutcome::Created));
        for number in 0..3 {
            let events = step(&mut game_match, 2_000 + number, &format!("c{number}"));
            append(store, id, &game_match, events).await;
        }
        if name == "finished" {
            let events = resign(&mut game_match, "end");
            append(store, id, &game_match, events).await;
        }
    }
}

/// Rates the finished game.
const RATED: &str = "UPDATE results SET rated = 2, change_one = 10000, change_two = -10000";
const ENDED: &str = "UPDATE players SET running = 0, minus_ended =
    -(SELECT changed FROM matches WHERE id = 'finished') WHERE match_id = 'finished'";
const RATINGS: &str = "INSERT INTO ratings VALUES
    ('ann00001', 'stack-em', 1510000, 200000, 60000000, 1, 9),
    ('bob00001', 'stack-em', 1490000, 200000, 60000000, 1, 9)";

fn execute(path: &Path, statement: &str) {
    let connection = Connection::open(path).unwrap();
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    connection.execute_batch(statement).unwrap();
}

/// All rows of the tables that the doctor may write to.
fn rows(path: &Path) -> Vec<Vec<Vec<rusqlite::types::Value>>> {
    let connection = Connection::open(path).unwrap();
    let tables = ["matches", "events", "commands", "results", "players", "ratings", "archive"];
    let all = tables.map(|table| {
        let mut found =
            connection.prepare(&format!("SELECT * FROM {table} ORDER BY 1, 2, 3")).unwrap();
        let columns = found.column_count();
        let rows = found.query_map([], |row| (0..columns).map(|at| row.get(at)).collect());
        rows.unwrap().collect::<Result<_, _>>().unwrap()
    });
    all.into()
}

#[tokio::test]
async fn whatever_follows_from_the_logs_is_repaired_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let store = SqliteStore::open(&at("games")).unwrap();
    fill(&store).await;
    store.close().await.unwrap();
    execute(&at("games"), &format!("{RATED}; {RATINGS}; {ENDED}"));
    let sound = rows(&at("games"));
    for (number, (statement, says, can)) in DAMAGE.iter().chain(DAMAGE_OF_FILES).enumerate() {
        let path = at(&format!("copy{number}"));
        std::fs::copy(at("games"), &path).unwrap();
        let location = StoreLocation::File(path.clone());
        let before = examine(&location).await.unwrap();
        assert_eq!(before.problems, Vec::<String>::new());
        execute(&path, statement);
        let damaged = std::fs::read(&path).unwrap();
        let report = match examine(&location).await {
            Ok(report) => report,
            // Some damage of a file cannot even be copied.
            Err(error) => {
                assert!(!can, "{statement}: {error}");
                continue;
            }
        };
        assert!(
            report.problems.iter().any(|line| line.contains(says)),
            "{statement}: {:?}",
            report.problems
        );
        assert_eq!(std::fs::read(&path).unwrap(), damaged, "{statement} was changed by reading");
        let RepairReport { repaired, report } = repair(&location).await.unwrap();
        if *can {
            assert_eq!(report.problems, Vec::<String>::new(), "{statement}");
            assert!(!repaired.is_empty(), "{statement}");
        } else {
            let unable = |line: &String| line.contains(says) && line.contains("cannot be repaired");
            assert!(report.problems.iter().any(unable), "{statement}: {:?}", report.problems);
        }
        if *can && derives_all(statement) {
            assert_eq!(rows(&path), sound, "{statement}");
        }
    }
}

#[tokio::test]
async fn an_index_with_wrong_entries_is_built_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let store = SqliteStore::open(&path).unwrap();
    fill(&store).await;
    store.close().await.unwrap();
    execute(&path, ENDED);
    // While it has another definition, the index gets no entries.
    let hide =
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = sql || ' AND game = ''x'''
        WHERE name = 'live_matches'";
    let show = "PRAGMA writable_schema = ON; UPDATE sqlite_schema
        SET sql = replace(sql, ' AND game = ''x''', '') WHERE name = 'live_matches'";
    execute(&path, hide);
    execute(&path, "REINDEX live_matches");
    execute(&path, show);
    let location = StoreLocation::File(path);
    let report = examine(&location).await.unwrap();
    assert!(report.problems.iter().any(|line| line.contains("index live_matches")), "{report:?}");
    let RepairReport { repaired, report } = repair(&location).await.unwrap();
    assert_eq!((repaired.len(), report.problems), (1, vec![]));
}

#[tokio::test]
async fn a_store_in_use_is_neither_repaired_nor_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| StoreLocation::File(folder.path().join(name));
    let path = folder.path().join("games");
    let store = SqliteStore::open_exclusive(&path).unwrap();
    fill(&store).await;
    execute(&path, "DELETE FROM archive");
    let error = repair(&at("games")).await.unwrap_err();
    assert!(matches!(error, BackupError::InUse(_)), "{error}");
    let error = migrate(&at("games"), &at("new")).await.unwrap_err();
    assert!(error.to_string().ends_with("games is in use by a server; stop the server first"));
    store.close().await.unwrap();
    assert!(repair(&at("games")).await.unwrap().report.problems.is_empty());
    assert_eq!(migrate(&at("games"), &at("new")).await, Ok(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_follows_from_the_logs_is_repaired_on_postgresql() {
    let server = PostgresServer::start(false).unwrap();
    let address = server.database("games").unwrap();
    let location = StoreLocation::Postgres(address.clone());
    let store = location.open().await.unwrap();
    fill(&*store).await;
    store.close().await.unwrap();
    let pool = PgPool::connect(&address).await.unwrap();
    let execute = async |statement: &str| {
        sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&pool).await.unwrap();
    };
    execute(&format!("{RATED}; {RATINGS}; {ENDED}")).await;
    let few = DAMAGE.iter().filter(|(statement, _, can)| *can && derives_all(statement)).step_by(5);
    let more = [
        ("DELETE FROM archive", "rows are missing", true),
        ("DROP TRIGGER archive_renamed ON players", "the trigger archive_renamed is missing", true),
    ];
    for (statement, says, _) in few.chain(&more) {
        assert_eq!(examine(&location).await.unwrap().problems, Vec::<String>::new());
        execute(statement).await;
        let report = examine(&location).await.unwrap();
        assert!(
            report.problems.iter().any(|line| line.contains(says)),
            "{statement}: {:?}",
            report.problems
        );
        let RepairReport { repaired, report } = repair(&location).await.unwrap();
        assert_eq!(report.problems, Vec::<String>::new(), "{statement}");
        assert!(!repaired.is_empty(), "{statement}");
    }
    let node = "nodeone1".parse().unwrap();
    let store = location.open().await.unwrap();
    let now = crownhead_store::system_time();
    let until = Timestamp::from_millis(now.as_millis() + 60_000);
    store.renew_lease(node, until, now).await.unwrap();
    execute("DELETE FROM archive").await;
    let error = repair(&location).await.unwrap_err();
    assert!(matches!(error, BackupError::InUse(_)), "{error}");
}
