//! Heartbeats and outages in PostgreSQL. The row of the heartbeat is locked, so that nodes beat one
//! after another.

use crownhead_arbiter::{Outage, Span, Timestamp};
use sqlx::postgres::PgConnection;
use sqlx::{Connection, PgPool};

use crate::codec::{to_i64, to_u64};
use crate::{Beat, BeatOutcome, Heartbeat, MAX_OUTAGES, OUTAGE_RETENTION};

pub(super) async fn newest(pool: &PgPool) -> sqlx::Result<Option<Heartbeat>> {
    let row = sqlx::query_as(
        "SELECT beat, (extract(epoch FROM clock_timestamp()) * 1000)::bigint - written
         FROM heartbeat",
    );
    Ok(row.fetch_optional(pool).await?.map(heartbeat))
}

/// Writes a heartbeat.
pub(super) async fn write(pool: &PgPool, beat: &Beat) -> sqlx::Result<BeatOutcome> {
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    let newest = lock(&mut transaction, beat.now).await?;
    let decision = beat.decide(newest);
    if let Some(outage) = decision.ended {
        insert(&mut transaction, outage, beat.now - OUTAGE_RETENTION).await?;
    }
    sqlx::query(
        "UPDATE heartbeat SET beat = $1,
            written = (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
    )
    .bind(to_i64(decision.at.as_millis()))
    .execute(&mut *transaction)
    .await?;
    let outages: Vec<(i64, i64)> =
        sqlx::query_as("SELECT began, until FROM outages WHERE until > $1 LIMIT $2")
            .bind(to_i64(beat.known.as_millis()))
            .bind(to_i64(MAX_OUTAGES as u64))
            .fetch_all(&mut *transaction)
            .await?;
    transaction.commit().await?;
    let outages = outages.into_iter().map(|(from, until)| Outage {
        from: Timestamp::from_millis(to_u64(from)),
        until: Timestamp::from_millis(to_u64(until)),
    });
    let outages = outages.collect();
    Ok(BeatOutcome { room_time: decision.room_time, ended: decision.ended, outages })
}

/// Locks the newest heartbeat, or creates the first; none if this is the first.
async fn lock(connection: &mut PgConnection, now: Timestamp) -> sqlx::Result<Option<Heartbeat>> {
    let found = sqlx::query("SELECT 1 FROM heartbeat FOR UPDATE")
        .execute(&mut *connection)
        .await?
        .rows_affected();
    if found == 0 {
        // Another node may be doing the same, and is waited for.
        let inserted = sqlx::query(
            "INSERT INTO heartbeat (id, beat, written) VALUES (1, $1, 0) ON CONFLICT DO NOTHING",
        )
        .bind(to_i64(now.as_millis()))
        .execute(&mut *connection)
        .await?;
        if inserted.rows_affected() == 1 {
            return Ok(None);
        }
    }
    // Read with the lock held, because the wait for it counts.
    let row = sqlx::query_as(
        "SELECT beat, (extract(epoch FROM clock_timestamp()) * 1000)::bigint - written
         FROM heartbeat FOR UPDATE",
    );
    Ok(row.fetch_optional(connection).await?.map(heartbeat))
}

/// Inserts an outage, and deletes old ones.
async fn insert(
    connection: &mut PgConnection,
    Outage { from, until }: Outage,
    oldest: Timestamp,
) -> sqlx::Result<()> {
    // One that had not ended yet continues.
    let continued = sqlx::query(
        "UPDATE outages SET until = greatest(until, $2)
         WHERE began = (SELECT max(began) FROM outages) AND until >= $1",
    )
    .bind(to_i64(from.as_millis()))
    .bind(to_i64(until.as_millis()))
    .execute(&mut *connection)
    .await?;
    if continued.rows_affected() == 0 {
        sqlx::query("INSERT INTO outages (began, until) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(to_i64(from.as_millis()))
            .bind(to_i64(until.as_millis()))
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query(
        "DELETE FROM outages WHERE until < $1 OR began NOT IN
            (SELECT began FROM outages ORDER BY began DESC LIMIT $2)",
    )
    .bind(to_i64(oldest.as_millis()))
    .bind(to_i64(MAX_OUTAGES as u64))
    .execute(connection)
    .await?;
    Ok(())
}

fn heartbeat((at, age): (i64, i64)) -> Heartbeat {
    let age = u64::try_from(age).ok().map(Span::from_millis);
    Heartbeat { at: Timestamp::from_millis(to_u64(at)), age }
}
