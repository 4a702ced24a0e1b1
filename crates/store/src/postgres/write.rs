//! Writes to PostgreSQL. Appending to a log locks the row of its match.

use crownhead_arbiter::Sha256Hash;
use sqlx::PgPool;
use sqlx::postgres::PgConnection;

use crate::codec::{EventRow, seat_to_number, to_i64};
use crate::sql::ChangeOutcome;
use crate::{Append, AppendOutcome, CreateOutcome, NewMatch, RecordedCommand, hash_chain};

use super::session::{TransactionConnection, end};
use super::{read, statements};

/// Inserts a new match with its events.
pub(super) async fn create(
    pool: &PgPool,
    new: &NewMatch,
    rows: Vec<EventRow>,
    changed: i64,
) -> sqlx::Result<CreateOutcome> {
    let mut connection = TransactionConnection::acquire(pool).await?;
    let mut transaction = connection.begin().await?;
    let outcome = create_in(&mut transaction, new, rows, changed).await;
    let ended = end(transaction, matches!(outcome, Ok(CreateOutcome::Created))).await;
    let outcome = outcome?;
    ended?;
    connection.release();
    Ok(outcome)
}

async fn create_in(
    connection: &mut PgConnection,
    new: &NewMatch,
    rows: Vec<EventRow>,
    changed: i64,
) -> sqlx::Result<CreateOutcome> {
    let inserted = sqlx::query(
        "INSERT INTO matches
         (id, game, version, changed, live, due, secret_one, secret_two, log_hash, secret_check)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING",
    )
    .bind(new.id.as_str())
    .bind(&new.summary.game)
    .bind(rows.last().map_or(0, |row| row.0))
    .bind(changed)
    .bind(new.summary.live)
    .bind(new.summary.due.map(|due| to_i64(due.as_millis())))
    .bind(&new.secrets.one.0[..])
    .bind(&new.secrets.two.0[..])
    .bind(&hash_chain::extend(hash_chain::EMPTY, &rows).0[..])
    .bind(&hash_chain::secret_check(new.id.as_str(), &new.secrets.one.0, &new.secrets.two.0)[..])
    .execute(&mut *connection)
    .await?;
    if inserted.rows_affected() == 0 {
        return Ok(CreateOutcome::IdTaken);
    }
    insert(connection, new.id.as_str(), rows).await?;
    if statements::run_each(connection, &new.statements).await? == ChangeOutcome::ConditionFailed {
        return Ok(CreateOutcome::ConditionFailed);
    }
    Ok(CreateOutcome::Created)
}

/// Appends to a log, if it is at the expected version.
pub(super) async fn append(
    pool: &PgPool,
    append: &Append,
    rows: Vec<EventRow>,
    changed: i64,
) -> sqlx::Result<AppendOutcome> {
    let mut connection = TransactionConnection::acquire(pool).await?;
    let mut transaction = connection.begin().await?;
    let outcome = append_in(&mut transaction, append, rows, changed).await;
    let ended = end(transaction, matches!(outcome, Ok(AppendOutcome::Appended))).await;
    let outcome = outcome?;
    ended?;
    connection.release();
    Ok(outcome)
}

async fn append_in(
    connection: &mut PgConnection,
    append: &Append,
    rows: Vec<EventRow>,
    changed: i64,
) -> sqlx::Result<AppendOutcome> {
    let id = append.id.as_str();
    let current: Option<(i64, [u8; 32])> =
        sqlx::query_as("SELECT version, log_hash FROM matches WHERE id = $1 FOR UPDATE")
            .bind(id)
            .fetch_optional(&mut *connection)
            .await?;
    let Some((version, before)) = current else { return Ok(AppendOutcome::NoMatch) };
    if let Some((cause, _)) = &append.command
        && let Some(recorded) = read::command_events(connection, append.id, cause).await?
    {
        return Ok(AppendOutcome::Repeated(recorded));
    }
    if version != to_i64(append.expected.get()) {
        return Ok(AppendOutcome::Conflict);
    }
    let version = rows.last().map_or(0, |row| row.0);
    let hash = hash_chain::extend(Sha256Hash(before), &rows);
    insert(connection, id, rows).await?;
    if let Some((cause, RecordedCommand { range, digest })) = &append.command {
        sqlx::query(
            "INSERT INTO commands (match_id, seat, id, first_event, last_event, digest)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(id)
        .bind(seat_to_number(cause.seat))
        .bind(cause.id.as_str())
        .bind(to_i64(range.from.get()))
        .bind(to_i64(range.to.get()))
        .bind(digest)
        .execute(&mut *connection)
        .await?;
    }
    sqlx::query(
        "UPDATE matches SET version = $2, changed = $3, game = $4, live = $5, due = $6,
         log_hash = $7 WHERE id = $1",
    )
    .bind(id)
    .bind(version)
    .bind(changed)
    .bind(&append.summary.game)
    .bind(append.summary.live)
    .bind(append.summary.due.map(|due| to_i64(due.as_millis())))
    .bind(&hash.0[..])
    .execute(&mut *connection)
    .await?;
    statements::run_each(connection, &append.statements).await?;
    Ok(AppendOutcome::Appended)
}

async fn insert(connection: &mut PgConnection, id: &str, rows: Vec<EventRow>) -> sqlx::Result<()> {
    let (versions, events): (Vec<i64>, Vec<String>) = rows.into_iter().unzip();
    sqlx::query(
        "INSERT INTO events (match_id, version, event)
         SELECT $1, version, event FROM unnest($2::bigint[], $3::text[]) AS new (version, event)",
    )
    .bind(id)
    .bind(versions)
    .bind(events)
    .execute(connection)
    .await?;
    Ok(())
}
