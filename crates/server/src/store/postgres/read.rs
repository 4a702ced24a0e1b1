//! What is read from PostgreSQL.

use crownhead_arbiter::{BySeat, Cause, Time, Version};
use sqlx::PgPool;
use sqlx::postgres::PgConnection;

use crate::MatchId;
use crate::store::{Answer, number, seat_number, value};

/// What a command was answered.
pub(super) async fn answer(
    connection: &mut PgConnection,
    id: MatchId,
    cause: &Cause,
) -> sqlx::Result<Option<Answer>> {
    let found: Option<(i64, i64)> = sqlx::query_as(
        "SELECT first_event, last_event FROM commands
         WHERE match_id = $1 AND seat = $2 AND id = $3",
    )
    .bind(id.as_str())
    .bind(seat_number(cause.seat))
    .bind(cause.id.as_str())
    .fetch_optional(connection)
    .await?;
    let version = |number| Version::new(value(number));
    Ok(found.map(|(from, to)| Answer { from: version(from), to: version(to) }))
}

/// The JSON of the events after a version.
pub(super) async fn events(
    pool: &PgPool,
    id: MatchId,
    since: Version,
    most: u32,
) -> sqlx::Result<Vec<(String,)>> {
    sqlx::query_as(
        "SELECT event FROM events WHERE match_id = $1 AND version > $2 ORDER BY version LIMIT $3",
    )
    .bind(id.as_str())
    .bind(number(since.get()))
    .bind(i64::from(most))
    .fetch_all(pool)
    .await
}

/// The hashes of the seats' secrets.
pub(super) async fn secrets(pool: &PgPool, id: MatchId) -> sqlx::Result<Option<BySeat<Vec<u8>>>> {
    let found: Option<(Vec<u8>, Vec<u8>)> =
        sqlx::query_as("SELECT secret_one, secret_two FROM matches WHERE id = $1")
            .bind(id.as_str())
            .fetch_optional(pool)
            .await?;
    Ok(found.map(|(one, two)| BySeat::new(one, two)))
}

/// Name, game, version and last change of the live matches.
pub(super) async fn live(
    pool: &PgPool,
    most: u32,
) -> sqlx::Result<Vec<(String, String, i64, i64)>> {
    sqlx::query_as(
        "SELECT id, game, version, changed FROM matches WHERE live ORDER BY changed DESC LIMIT $1",
    )
    .bind(i64::from(most))
    .fetch_all(pool)
    .await
}

/// The names of the matches in which something is due.
pub(super) async fn due(pool: &PgPool, before: Time, most: u32) -> sqlx::Result<Vec<(String,)>> {
    sqlx::query_as("SELECT id FROM matches WHERE due < $1 ORDER BY due LIMIT $2")
        .bind(number(before.as_millis()))
        .bind(i64::from(most))
        .fetch_all(pool)
        .await
}
