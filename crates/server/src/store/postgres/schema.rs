//! The tables in PostgreSQL, and how an older store is brought up to date.

use sqlx::PgPool;
use sqlx::postgres::PgConnection;

use crate::store::{OpenError, SCHEMA, chain};

/// Nodes that start at the same time take turns by this number.
const TURN: i64 = 0x4372_776e;

/// What leads from each version to the next. What has been released is not changed any more.
const MIGRATIONS: [&str; SCHEMA as usize] = [
    include_str!("1.sql"),
    include_str!("2.sql"),
    include_str!("3.sql"),
    include_str!("4.sql"),
    include_str!("5.sql"),
    include_str!("6.sql"),
    include_str!("7.sql"),
    include_str!("8.sql"),
    include_str!("9.sql"),
];

/// Leaves the store with the tables of this version.
pub(super) async fn prepare(pool: &PgPool, place: &str) -> Result<(), OpenError> {
    let failed =
        |why: sqlx::Error| OpenError::Failed { place: place.to_owned(), why: super::words(&why) };
    let mut transaction = pool.begin().await.map_err(failed)?;
    let (read_only,): (String,) = sqlx::query_as("SHOW transaction_read_only")
        .fetch_one(&mut *transaction)
        .await
        .map_err(failed)?;
    if read_only == "on" {
        return Err(OpenError::ReadOnly { place: place.to_owned() });
    }
    sqlx::query("SELECT pg_advisory_xact_lock($1)")
        .bind(TURN)
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
    if found > SCHEMA {
        return Err(OpenError::Newer { place: place.to_owned(), found });
    }
    for (step, to) in MIGRATIONS.into_iter().zip(1..).filter(|(_, to)| *to > found) {
        sqlx::raw_sql(step).execute(&mut *transaction).await.map_err(failed)?;
        sqlx::query("INSERT INTO crownhead_schema (version) VALUES ($1)")
            .bind::<i64>(to)
            .execute(&mut *transaction)
            .await
            .map_err(failed)?;
    }
    if found < SCHEMA {
        hash_logs(&mut transaction).await.map_err(failed)?;
    }
    transaction.commit().await.map_err(failed)
}

/// Logs from before they were hashed are hashed now.
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
        let hash = log.iter().fold(chain::EMPTY, |hash, (event,)| chain::next(hash, event));
        sqlx::query("UPDATE matches SET log_hash = $2 WHERE id = $1")
            .bind(&id)
            .bind(&hash.0[..])
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
