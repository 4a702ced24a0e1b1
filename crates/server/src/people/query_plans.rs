//! Tests that lists cost the same in a store of any size: each reads a range of an index, sorts
//! nothing, and takes as many steps among many games as among few.

use crownhead_arbiter::Timestamp;
use crownhead_store::sql::Statement;
use crownhead_store::sqlite::SqliteStore;
use crownhead_store::{StoreLocation, postgres::PostgresStore, sql::Value};
use crownhead_swarm::fleet::PostgresServer;
use rusqlite::{Connection, StatementStatus, params_from_iter};
use sqlx::{AssertSqlSafe, PgPool};
use tempfile::TempDir;

use super::account_matches::ENDED;
use super::archive::{ArchiveResult, ArchiveSearch, EVERYBODY, page};
use super::players::list_live;

/// The games on a page.
const LIMIT: u32 = 5;

/// The steps of SQLite's virtual machine that a page may take, wherever its games are.
const MAX_STEPS: i32 = 150 + 100 * LIMIT as i32;

/// The time at which the first game ended, and between two games.
const FIRST_ENDED: u64 = 1_000_000;
const APART: u64 = 10;

/// Fills a store with `$1` finished games and as many live ones. The three oldest games are rare: of
/// another game, drawn, and of a player who has no others. Every seventh game is of an account.
const FILL: [&str; 8] = [
    "INSERT INTO accounts (id, name, key, password, made, banned)
        VALUES ('ann00001', 'Ann', 'ann', '', 0, 0)",
    "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1)
     INSERT INTO matches (id, game, version, changed, live, due, secret_one, secret_two)
        SELECT 'g' || (1000000 + i), 'common', 1, i, false, NULL, x'', x'' FROM n",
    "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1)
     INSERT INTO matches (id, game, version, changed, live, due, secret_one, secret_two)
        SELECT 'l' || (1000000 + i), CASE WHEN i < 3 THEN 'rare' ELSE 'common' END, 1, i, true, NULL,
            x'', x''
        FROM n",
    "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1)
     INSERT INTO players (match_id, seat, name, key, account)
        SELECT 'g' || (1000000 + i), 1, 'x', CASE WHEN i < 3 THEN 'rarely' ELSE 'often' END, NULL FROM n",
    "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1)
     INSERT INTO players (match_id, seat, name, key, account)
        SELECT 'g' || (1000000 + i), 2, 'y', CASE WHEN i % 7 = 0 THEN 'ann' ELSE 'guest' || i END,
            CASE WHEN i % 7 = 0 THEN 'ann00001' END
        FROM n",
    "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1)
     INSERT INTO results (match_id, number, game, first, winner, reason, ended, plies, rated)
        SELECT 'g' || (1000000 + i), 1, CASE WHEN i < 3 THEN 'rare' ELSE 'common' END, 1,
            CASE WHEN i < 3 OR i % 3 = 0 THEN NULL ELSE i % 3 END, 'resigned',
            1000000 + 10 * i, 40, 0
        FROM n",
    "UPDATE players SET running = 0,
        minus_ended = -(SELECT changed FROM matches AS m WHERE m.id = players.match_id)
        WHERE match_id < 'h'",
    "ANALYZE",
];

/// Every combination of criteria, with lists of accounts, of guests and of everybody.
fn searches(games: u64) -> Vec<(&'static str, ArchiveSearch)> {
    let last = FIRST_ENDED + APART * games;
    let middle = FIRST_ENDED + APART * games / 2;
    let cursor = format!("{middle}-g1000002-1");
    let mut all = Vec::new();
    for player in [EVERYBODY, "n:often", "n:rarely", "n:nobody", "a:ann00001"] {
        for game in [None, Some("common"), Some("rare"), Some("no-game")] {
            for result in [
                None,
                Some(ArchiveResult::Won),
                Some(ArchiveResult::Lost),
                Some(ArchiveResult::Drawn),
            ] {
                for (since, until) in [
                    (None, None),
                    (Some(middle), None),
                    (None, Some(middle)),
                    (Some(0), Some(last)),
                ] {
                    for after in [None, Some(&cursor)] {
                        let search = ArchiveSearch {
                            player: None,
                            account: false,
                            game: game.map(str::to_owned),
                            result,
                            since: since.map(Timestamp::from_millis),
                            until: until.map(Timestamp::from_millis),
                            after: after.map(|text| text.parse().unwrap()),
                        };
                        all.push((player, search));
                    }
                }
            }
        }
    }
    all
}

/// The statements of all searches, of the live matches and of an account's matches, each with its
/// description.
fn statements(games: u64) -> Vec<(String, Statement)> {
    let archive = searches(games).into_iter().filter_map(|(player, search)| {
        Some((format!("{player:?} {search:?}"), page(player, &search, LIMIT)?))
    });
    let live = [None, Some("common"), Some("rare"), Some("no-game")];
    let live = live.map(|game| (format!("live {game:?}"), list_live(game, LIMIT)));
    let middle = -i64::try_from(games / 2).unwrap();
    let own = [i64::MIN, middle].map(|from| {
        let values = ["ann00001".into(), from.into(), "".into(), i64::from(LIMIT).into()];
        (format!("own matches from {from}"), Statement::new(ENDED, values))
    });
    archive.chain(live).chain(own).collect()
}

fn filled(games: u64) -> (TempDir, Connection) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    drop(SqliteStore::open(&path).unwrap());
    let connection = Connection::open(&path).unwrap();
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    connection.pragma_update(None, "synchronous", false).unwrap();
    for statement in FILL {
        let mut prepared = connection.prepare(statement).unwrap();
        let values = vec![i64::try_from(games).unwrap(); prepared.parameter_count()];
        prepared.execute(params_from_iter(values)).unwrap();
    }
    (folder, connection)
}

#[test]
fn a_list_reads_a_range_of_an_index() {
    let games = 500;
    let (_folder, connection) = filled(games);
    for (name, statement) in statements(games) {
        let plan = format!("EXPLAIN QUERY PLAN {}", statement.text());
        let mut plan = connection.prepare(&plan).unwrap();
        let lines = plan.query_map(params_from_iter(statement.values()), |row| row.get(3)).unwrap();
        let lines: Vec<String> = lines.collect::<Result<_, _>>().unwrap();
        assert!(lines.len() >= 3, "{name}: {lines:?}");
        for line in &lines {
            // The index of live matches has no others.
            let is_range = line.starts_with("SEARCH") || line.ends_with("USING INDEX live_matches");
            assert!(is_range, "{name}: {lines:?}");
        }
    }
}

#[test]
fn a_list_takes_as_many_steps_among_many_games_as_among_few() {
    let sizes = [600, 12_000];
    let stores = sizes.map(|games| (filled(games), statements(games)));
    let steps = stores.map(|((_folder, connection), statements)| {
        let steps = statements.into_iter().map(|(name, statement)| {
            let mut prepared = connection.prepare(statement.text()).unwrap();
            let mut found = prepared.query(params_from_iter(statement.values())).unwrap();
            let mut rows = 0;
            while found.next().unwrap().is_some() {
                rows += 1;
            }
            drop(found);
            let steps = prepared.get_status(StatementStatus::VmStep);
            assert!(steps <= MAX_STEPS, "{name}: {steps} steps for {rows} games");
            (name, rows, steps)
        });
        steps.collect::<Vec<_>>()
    });
    let [few, many] = steps;
    let mut full = 0;
    for ((name, rows, before), (_, more_rows, after)) in few.into_iter().zip(many) {
        assert_eq!(rows, more_rows, "{name}");
        assert!((before - after).abs() <= 10, "{name}: {before} and {after} steps");
        full += usize::from(rows == LIMIT);
    }
    assert!(full > 100, "only {full} lists had a full page");
}

/// The values of a statement in its text, because `EXPLAIN` is not prepared.
fn inline(statement: &Statement) -> String {
    let mut text = statement.text_on_postgres().to_owned();
    for (index, value) in statement.values().iter().enumerate().rev() {
        let value = match value {
            Value::Number(Some(number)) => format!("'{number}'::bigint"),
            Value::Text(Some(text)) => format!("'{text}'"),
            other => panic!("{other:?}"),
        };
        text = text.replace(&format!("${}", index + 1), &value);
    }
    text
}

#[tokio::test]
async fn a_list_reads_a_range_of_an_index_on_postgresql() {
    let games = 12_000;
    let server = PostgresServer::start(false).unwrap();
    let address = server.database("plans").unwrap();
    PostgresStore::open(&address).await.unwrap();
    let pool = PgPool::connect(&address).await.unwrap();
    for statement in FILL {
        let statement = statement.replace("x''", "''").replace("$1", &games.to_string());
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&pool).await.unwrap();
    }
    for (name, statement) in statements(games) {
        let explain = format!("EXPLAIN {}", inline(&statement));
        let plan: Vec<(String,)> =
            sqlx::query_as(AssertSqlSafe(explain)).fetch_all(&pool).await.unwrap();
        let plan: Vec<_> = plan.into_iter().map(|(line,)| line).collect();
        let ranges = ["Index Scan", "Index Only Scan"];
        assert!(ranges.iter().any(|range| plan.iter().any(|line| line.contains(range))), "{name}");
        for line in &plan {
            assert!(!line.contains("Seq Scan") && !line.contains("Sort"), "{name}: {plan:#?}");
        }
    }
    let location: StoreLocation = address.parse().unwrap();
    location.open().await.unwrap().close().await.unwrap();
}
