//! Queries of matches and events in PostgreSQL.

use crownhead_arbiter::{BySeat, EventCause, Timestamp, Version};
use sqlx::PgPool;
use sqlx::postgres::PgConnection;

use crate::codec::{seat_to_number, to_i64, to_u64};
use crate::{EventRange, MatchId, RecordedCommand};

/// What is recorded of a command that was carried out.
pub(super) async fn command_events(
    connection: &mut PgConnection,
    id: MatchId,
    cause: &EventCause,
) -> sqlx::Result<Option<RecordedCommand>> {
    let found: Option<(i64, i64, Option<i64>)> = sqlx::query_as(
        "SELECT first_event, last_event, digest FROM commands
         WHERE match_id = $1 AND seat = $2 AND id = $3",
    )
    .bind(id.as_str())
    .bind(seat_to_number(cause.seat))
    .bind(cause.id.as_str())
    .fetch_optional(connection)
    .await?;
    let version = |number| Version::new(to_u64(number));
    Ok(found.map(|(from, to, digest)| {
        let range = EventRange { from: version(from), to: version(to) };
        RecordedCommand { range, digest }
    }))
}

/// The JSON of the events after a version.
pub(super) async fn events(
    pool: &PgPool,
    id: MatchId,
    since: Version,
    limit: u32,
) -> sqlx::Result<Vec<(String,)>> {
    sqlx::query_as(
        "SELECT event FROM events WHERE match_id = $1 AND version > $2 ORDER BY version LIMIT $3",
    )
    .bind(id.as_str())
    .bind(to_i64(since.get()))
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await
}

/// The hashes of the seat secrets.
pub(super) async fn seat_secrets(
    pool: &PgPool,
    id: MatchId,
) -> sqlx::Result<Option<BySeat<Vec<u8>>>> {
    let found: Option<(Vec<u8>, Vec<u8>)> =
        sqlx::query_as("SELECT secret_one, secret_two FROM matches WHERE id = $1")
            .bind(id.as_str())
            .fetch_optional(pool)
            .await?;
    Ok(found.map(|(one, two)| BySeat::new(one, two)))
}

/// Id, game, version and last change of the live matches.
pub(super) async fn live_matches(
    pool: &PgPool,
    limit: u32,
) -> sqlx::Result<Vec<(String, String, i64, i64)>> {
    sqlx::query_as(
        "SELECT id, game, version, changed FROM matches WHERE live ORDER BY changed DESC LIMIT $1",
    )
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await
}

/// The ids of the matches with an expired timer.
pub(super) async fn due_matches(
    pool: &PgPool,
    before: Timestamp,
    limit: u32,
) -> sqlx::Result<Vec<(String,)>> {
    sqlx::query_as("SELECT id FROM matches WHERE due < $1 ORDER BY due LIMIT $2")
        .bind(to_i64(before.as_millis()))
        .bind(i64::from(limit))
        .fetch_all(pool)
        .await
}
