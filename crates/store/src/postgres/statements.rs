//! Running portable SQL statements on PostgreSQL.

use sqlx::postgres::{PgArguments, PgConnection, PgRow};
use sqlx::query::Query;
use sqlx::{Column, PgPool, Postgres, Row as _, TypeInfo};

use super::session::{TransactionConnection, end};
use crate::sql::{ChangeOutcome, Row, Statement, Value};

/// Runs a statement that reads.
pub(super) async fn query(pool: &PgPool, statement: &Statement) -> sqlx::Result<Vec<Row>> {
    bind(statement).fetch_all(pool).await?.iter().map(row).collect()
}

/// Runs a statement that reads a list. It is planned for its own values: the best way to find a few
/// games of a guest is not that to find the latest of everybody.
pub(super) async fn query_list(pool: &PgPool, statement: &Statement) -> sqlx::Result<Vec<Row>> {
    bind(statement).persistent(false).fetch_all(pool).await?.iter().map(row).collect()
}

/// Runs statements in one transaction.
pub(super) async fn change(pool: &PgPool, statements: &[Statement]) -> sqlx::Result<ChangeOutcome> {
    let mut connection = TransactionConnection::acquire(pool).await?;
    let mut transaction = connection.begin().await?;
    let outcome = run_each(&mut transaction, statements).await;
    let ended = end(transaction, matches!(outcome, Ok(ChangeOutcome::Committed(_)))).await;
    let outcome = outcome?;
    ended?;
    connection.release();
    Ok(outcome)
}

/// Runs statements one after another, up to the first whose condition fails.
pub(super) async fn run_each(
    connection: &mut PgConnection,
    statements: &[Statement],
) -> sqlx::Result<ChangeOutcome> {
    let mut results = Vec::with_capacity(statements.len());
    for statement in statements {
        let (rows, touched) = if statement.returns() {
            let rows = bind(statement).fetch_all(&mut *connection).await?;
            let rows = rows.iter().map(row).collect::<sqlx::Result<Vec<_>>>()?;
            let touched = rows.len();
            (rows, touched)
        } else {
            let done = bind(statement).execute(&mut *connection).await?;
            (Vec::new(), usize::try_from(done.rows_affected()).unwrap_or(usize::MAX))
        };
        if !statement.allows(touched) {
            return Ok(ChangeOutcome::ConditionFailed);
        }
        results.push(rows);
    }
    Ok(ChangeOutcome::Committed(results))
}

fn bind(statement: &Statement) -> Query<'static, Postgres, PgArguments> {
    statement.values.iter().cloned().fold(
        sqlx::query(statement.text_on_postgres()),
        |query, value| match value {
            Value::Number(number) => query.bind(number),
            // PostgreSQL has no zeros in texts, and would fail. None is stored, so this finds nothing.
            Value::Text(text) => query.bind(text.map(|text| text.replace('\0', "\u{fffd}"))),
            Value::Bytes(bytes) => query.bind(bytes),
        },
    )
}

fn row(found: &PgRow) -> sqlx::Result<Row> {
    let columns = found.columns().iter().map(|column| {
        let index = column.ordinal();
        Ok(match column.type_info().name() {
            "INT8" => Value::Number(found.try_get(index)?),
            "INT4" => Value::Number(found.try_get::<Option<i32>, _>(index)?.map(i64::from)),
            "INT2" => Value::Number(found.try_get::<Option<i16>, _>(index)?.map(i64::from)),
            "BYTEA" => Value::Bytes(found.try_get(index)?),
            _ => Value::Text(found.try_get(index)?),
        })
    });
    Ok(Row(columns.collect::<sqlx::Result<_>>()?))
}
