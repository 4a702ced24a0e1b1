//! Schema and migrations of the PostgreSQL store.

use std::collections::BTreeMap;

use sqlx::PgPool;
use sqlx::postgres::PgConnection;

use crate::doctor::Shape;
use crate::{OpenError, SCHEMA_VERSION, hash_chain};

/// The advisory lock that lets nodes which start at the same time migrate one after another.
const MIGRATION_LOCK: i64 = 0x4372_776e;

/// How many rows a migration reads at a time.
const BATCH: i64 = 1000;

/// The migration to each version from the one before. Released migrations never change.
const MIGRATIONS: [&str; SCHEMA_VERSION as usize] = [
    include_str!("1.sql"),
    include_str!("2.sql"),
    include_str!("3.sql"),
    include_str!("4.sql"),
    include_str!("5.sql"),
    include_str!("6.sql"),
    include_str!("7.sql"),
    include_str!("8.sql"),
    include_str!("9.sql"),
    include_str!("10.sql"),
];

/// The statement of the migrations that creates an index, a trigger or a view.
pub(crate) fn creation(name: &str) -> Option<&'static str> {
    MIGRATIONS.iter().rev().find_map(|migration| {
        ["INDEX", "TRIGGER", "VIEW"].iter().find_map(|kind| {
            let begin = format!("CREATE {kind} {name}");
            let is_whole = |(at, _): &(usize, &str)| {
                migration[at + begin.len()..].starts_with(char::is_whitespace)
            };
            let (at, _) = migration.match_indices(&begin).find(is_whole)?;
            migration[at..].split(';').next()
        })
    })
}

/// The shape of the database, as far as it can be compared with that of a file.
pub(crate) async fn shape(pool: &PgPool) -> sqlx::Result<Shape> {
    let mut objects = BTreeMap::new();
    for (kind, query) in [
        (
            "table",
            "SELECT table_name::text, string_agg(column_name::text, ', ' ORDER BY column_name::text COLLATE \"C\")
             FROM information_schema.columns JOIN information_schema.tables
                USING (table_schema, table_name)
             WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
             GROUP BY table_name",
        ),
        (
            "index",
            "SELECT i.relname::text, string_agg(a.attname::text, ', ' ORDER BY k.position)
                || CASE WHEN bool_and(x.indpred IS NULL) THEN '' ELSE ' with a condition' END
             FROM pg_index AS x JOIN pg_class AS i ON i.oid = x.indexrelid
             CROSS JOIN LATERAL unnest(x.indkey) WITH ORDINALITY AS k (attnum, position)
             JOIN pg_attribute AS a ON a.attrelid = x.indrelid AND a.attnum = k.attnum
             WHERE i.relnamespace = current_schema()::regnamespace AND x.indisvalid
             GROUP BY i.relname",
        ),
        (
            "view",
            "SELECT viewname::text, '' FROM pg_views WHERE schemaname = current_schema()",
        ),
        (
            "trigger",
            "SELECT t.tgname::text, '' FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
             WHERE c.relnamespace = current_schema()::regnamespace AND t.tgenabled <> 'D'
                AND NOT t.tgisinternal",
        ),
    ] {
        let found: Vec<(String, String)> = sqlx::query_as(query).fetch_all(pool).await?;
        objects.extend(found.into_iter().map(|(name, definition)| ((kind, name), definition)));
    }
    Ok(Shape(objects))
}

/// Lifts the time limits of a session for one transaction, which copies or changes whole tables.
pub(crate) const NO_TIME_LIMITS: &str = "SET LOCAL statement_timeout = 0;
    SET LOCAL lock_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0";

/// The version of the store, if there is one.
pub(super) async fn version(pool: &PgPool, location: &str) -> Result<Option<i64>, OpenError> {
    let read = async {
        let (exists,): (bool,) =
            sqlx::query_as("SELECT to_regclass('crownhead_schema') IS NOT NULL")
                .fetch_one(pool)
                .await?;
        if !exists {
            return Ok(None);
        }
        let (version,): (Option<i64>,) =
            sqlx::query_as("SELECT max(version) FROM crownhead_schema").fetch_one(pool).await?;
        Ok(version)
    };
    read.await.map_err(|error: sqlx::Error| OpenError::Failed {
        location: location.to_owned(),
        reason: super::message(&error),
    })
}

/// Migrates the store to this version.
pub(super) async fn migrate(pool: &PgPool, location: &str) -> Result<(), OpenError> {
    let failed = |error: sqlx::Error| OpenError::Failed {
        location: location.to_owned(),
        reason: super::message(&error),
    };
    let mut transaction = pool.begin().await.map_err(failed)?;
    let (read_only,): (String,) = sqlx::query_as("SHOW transaction_read_only")
        .fetch_one(&mut *transaction)
        .await
        .map_err(failed)?;
    if read_only == "on" {
        return Err(OpenError::ReadOnly { location: location.to_owned() });
    }
    // A large store takes longer than the time limit of a move, and the other nodes wait.
    sqlx::raw_sql(NO_TIME_LIMITS).execute(&mut *transaction).await.map_err(failed)?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(MIGRATION_LOCK)
        .execute(&mut *transaction)
        .await
        .map_err(failed)?;
    sqlx::query("CREATE TABLE IF NOT EXISTS crownhead_schema (version BIGINT NOT NULL)")
        .execute(&mut *transaction)
        .await
        .map_err(failed)?;
    let (found,): (i64,) = sqlx::query_as("SELECT coalesce(max(version), 0) FROM crownhead_schema")
        .fetch_one(&mut *transaction)
        .await
        .map_err(failed)?;
    if found > SCHEMA_VERSION {
        return Err(OpenError::Newer { location: location.to_owned(), found });
    }
    for (migration, to) in MIGRATIONS.into_iter().zip(1..).filter(|(_, to)| *to > found) {
        sqlx::raw_sql(migration).execute(&mut *transaction).await.map_err(failed)?;
        sqlx::query("INSERT INTO crownhead_schema (version) VALUES ($1)")
            .bind::<i64>(to)
            .execute(&mut *transaction)
            .await
            .map_err(failed)?;
    }
    if found < SCHEMA_VERSION {
        hash_logs(&mut transaction).await.map_err(failed)?;
        check_secrets(&mut transaction).await.map_err(failed)?;
    }
    transaction.commit().await.map_err(failed)
}

/// Hashes the logs of an early version, which had no hashes.
async fn hash_logs(connection: &mut PgConnection) -> sqlx::Result<()> {
    let unhashed: Vec<(String,)> = sqlx::query_as("SELECT id FROM matches WHERE log_hash IS NULL")
        .fetch_all(&mut *connection)
        .await?;
    for (id,) in unhashed {
        let log: Vec<(String,)> =
            sqlx::query_as("SELECT event FROM events WHERE match_id = $1 ORDER BY version")
                .bind(&id)
                .fetch_all(&mut *connection)
                .await?;
        let hash =
            log.iter().fold(hash_chain::EMPTY, |hash, (event,)| hash_chain::next(hash, event));
        sqlx::query("UPDATE matches SET log_hash = $2 WHERE id = $1")
            .bind(&id)
            .bind(&hash.0[..])
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Hashes the seat secrets of an early version, which had no such hashes.
async fn check_secrets(connection: &mut PgConnection) -> sqlx::Result<()> {
    let mut last = String::new();
    loop {
        let rows: Vec<(String, Vec<u8>, Vec<u8>)> = sqlx::query_as(
            "SELECT id, secret_one, secret_two FROM matches
             WHERE secret_check IS NULL AND id > $1 ORDER BY id LIMIT $2",
        )
        .bind(&last)
        .bind(BATCH)
        .fetch_all(&mut *connection)
        .await?;
        let checks: Vec<Vec<u8>> = rows
            .iter()
            .map(|(id, one, two)| hash_chain::secret_check(id, one, two).to_vec())
            .collect();
        let ids: Vec<String> = rows.into_iter().map(|(id, ..)| id).collect();
        let Some(id) = ids.last() else { return Ok(()) };
        last.clone_from(id);
        sqlx::query(
            "UPDATE matches SET secret_check = new.hash FROM
                unnest($1::text[], $2::bytea[]) AS new (id, hash) WHERE matches.id = new.id",
        )
        .bind(&ids)
        .bind(checks)
        .execute(&mut *connection)
        .await?;
    }
}
