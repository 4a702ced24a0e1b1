//! Schema and migrations of the PostgreSQL store.

use sqlx::PgPool;
use sqlx::postgres::PgConnection;

use crate::{OpenError, SCHEMA_VERSION, hash_chain};

/// The advisory lock that lets nodes which start at the same time migrate one after another.
const MIGRATION_LOCK: i64 = 0x4372_776e;

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
