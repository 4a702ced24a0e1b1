//! Statements that are the same for every store, carried out on PostgreSQL.

use sqlx::postgres::{PgArguments, PgConnection, PgRow};
use sqlx::query::Query;
use sqlx::{Column, Connection, PgPool, Postgres, Row as _, TypeInfo};

use crate::store::sql::{Changed, Row, Statement, Value};

/// The rows that a statement finds.
pub(super) async fn query(pool: &PgPool, what: &Statement) -> sqlx::Result<Vec<Row>> {
    bound(what).fetch_all(pool).await?.iter().map(row).collect()
}

/// Carries all of them out, or none.
pub(super) async fn change(pool: &PgPool, what: &[Statement]) -> sqlx::Result<Changed> {
    let mut connection = pool.acquire().await?;
    let mut transaction = connection.begin().await?;
    let changed = each(&mut transaction, what).await?;
    // One that is dropped is taken back.
    if let Changed::Done(_) = changed {
        transaction.commit().await?;
    }
    Ok(changed)
}

/// Carries them out one after the other, in a transaction that has begun.
pub(super) async fn each(
    connection: &mut PgConnection,
    what: &[Statement],
) -> sqlx::Result<Changed> {
    let mut all = Vec::with_capacity(what.len());
    for statement in what {
        let (rows, touched) = if statement.returns() {
            let rows = bound(statement).fetch_all(&mut *connection).await?;
            let rows = rows.iter().map(row).collect::<sqlx::Result<Vec<_>>>()?;
            let touched = rows.len();
            (rows, touched)
        } else {
            let done = bound(statement).execute(&mut *connection).await?;
            (Vec::new(), usize::try_from(done.rows_affected()).unwrap_or(usize::MAX))
        };
        if !statement.allows(touched) {
            return Ok(Changed::Not);
        }
        all.push(rows);
    }
    Ok(Changed::Done(all))
}

fn bound(what: &Statement) -> Query<'static, Postgres, PgArguments> {
    what.values.iter().cloned().fold(
        sqlx::query(what.on_postgres.unwrap_or(what.text)),
        |query, value| match value {
            Value::Number(number) => query.bind(number),
            Value::Text(text) => query.bind(text),
            Value::Bytes(bytes) => query.bind(bytes),
        },
    )
}

fn row(found: &PgRow) -> sqlx::Result<Row> {
    let columns = found.columns().iter().map(|column| {
        let place = column.ordinal();
        Ok(match column.type_info().name() {
            "INT8" => Value::Number(found.try_get(place)?),
            "INT4" => Value::Number(found.try_get::<Option<i32>, _>(place)?.map(i64::from)),
            "INT2" => Value::Number(found.try_get::<Option<i16>, _>(place)?.map(i64::from)),
            "BYTEA" => Value::Bytes(found.try_get(place)?),
            _ => Value::Text(found.try_get(place)?),
        })
    });
    Ok(Row(columns.collect::<sqlx::Result<_>>()?))
}
