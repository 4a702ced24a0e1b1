//! What is written to PostgreSQL. The row of a match is locked while its log is appended to.

use crownhead_arbiter::Hash;
use sqlx::postgres::PgConnection;
use sqlx::{Connection, PgPool};

use crate::store::sql::Changed;
use crate::store::{Append, Appended, Created, NewMatch, Row, chain, number, seat_number};

use super::{read, statements};

/// Keeps a new match.
pub(super) async fn create(
    pool: &PgPool,
    new: &NewMatch,
    rows: Vec<Row>,
    changed: i64,
) -> sqlx::Result<Created> {
    let mut transaction = pool.begin().await?;
    let made = sqlx::query(
        "INSERT INTO matches
         (id, game, version, changed, live, due, secret_one, secret_two, log_hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING",
    )
    .bind(new.id.as_str())
    .bind(&new.standing.game)
    .bind(rows.last().map_or(0, |row| row.0))
    .bind(changed)
    .bind(new.standing.live)
    .bind(new.standing.due.map(|due| number(due.as_millis())))
    .bind(&new.secrets.one.0[..])
    .bind(&new.secrets.two.0[..])
    .bind(&chain::on(chain::EMPTY, &rows).0[..])
    .execute(&mut *transaction)
    .await?;
    if made.rows_affected() == 0 {
        return Ok(Created::Taken);
    }
    insert(&mut transaction, new.id.as_str(), rows).await?;
    if statements::each(&mut transaction, &new.also).await? == Changed::Not {
        return Ok(Created::Not);
    }
    transaction.commit().await?;
    Ok(Created::Done)
}

/// Appends to a log.
pub(super) async fn append(
    pool: &PgPool,
    append: &Append,
    rows: Vec<Row>,
    changed: i64,
) -> sqlx::Result<Appended> {
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    let id = append.id.as_str();
    let at: Option<(i64, [u8; 32])> =
        sqlx::query_as("SELECT version, log_hash FROM matches WHERE id = $1 FOR UPDATE")
            .bind(id)
            .fetch_optional(&mut *transaction)
            .await?;
    let Some((at, before)) = at else { return Ok(Appended::NoMatch) };
    if let Some((cause, _)) = &append.command
        && let Some(answer) = read::answer(&mut transaction, append.id, cause).await?
    {
        return Ok(Appended::Repeated(answer));
    }
    if at != number(append.expected.get()) {
        return Ok(Appended::Conflict);
    }
    let version = rows.last().map_or(0, |row| row.0);
    let hash = chain::on(Hash(before), &rows);
    insert(&mut transaction, id, rows).await?;
    if let Some((cause, answer)) = &append.command {
        sqlx::query(
            "INSERT INTO commands (match_id, seat, id, first_event, last_event)
             VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(id)
        .bind(seat_number(cause.seat))
        .bind(cause.id.as_str())
        .bind(number(answer.from.get()))
        .bind(number(answer.to.get()))
        .execute(&mut *transaction)
        .await?;
    }
    sqlx::query(
        "UPDATE matches SET version = $2, changed = $3, game = $4, live = $5, due = $6,
         log_hash = $7 WHERE id = $1",
    )
    .bind(id)
    .bind(version)
    .bind(changed)
    .bind(&append.standing.game)
    .bind(append.standing.live)
    .bind(append.standing.due.map(|due| number(due.as_millis())))
    .bind(&hash.0[..])
    .execute(&mut *transaction)
    .await?;
    statements::each(&mut transaction, &append.also).await?;
    transaction.commit().await?;
    Ok(Appended::Done)
}

async fn insert(connection: &mut PgConnection, id: &str, rows: Vec<Row>) -> sqlx::Result<()> {
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
