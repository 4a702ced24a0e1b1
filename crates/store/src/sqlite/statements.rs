//! Running portable SQL statements on SQLite.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};

use crate::sql::{ChangeOutcome, Row, Statement, Value};

/// Runs a statement that reads.
pub(super) fn query(connection: &Connection, statement: &Statement) -> rusqlite::Result<Vec<Row>> {
    let mut prepared = connection.prepare_cached(statement.text)?;
    let columns = prepared.column_count();
    prepared
        .query_map(params_from_iter(&statement.values), |row| {
            let values = (0..columns).map(|column| Ok(decode(row.get_ref(column)?)));
            Ok(Row(values.collect::<rusqlite::Result<_>>()?))
        })?
        .collect()
}

/// Runs all statements or none, inside the transaction that has begun.
pub(super) fn change(
    connection: &Connection,
    statements: &[Statement],
) -> rusqlite::Result<ChangeOutcome> {
    if statements.is_empty() {
        return Ok(ChangeOutcome::Committed(Vec::new()));
    }
    connection.execute_batch("SAVEPOINT statements")?;
    let outcome = run_each(connection, statements);
    if !matches!(outcome, Ok(ChangeOutcome::Committed(_))) {
        connection.execute_batch("ROLLBACK TO statements")?;
    }
    connection.execute_batch("RELEASE statements")?;
    outcome
}

/// Runs statements one after another, up to the first whose condition fails.
pub(super) fn run_each(
    connection: &Connection,
    statements: &[Statement],
) -> rusqlite::Result<ChangeOutcome> {
    let mut results = Vec::with_capacity(statements.len());
    for statement in statements {
        let (rows, touched) = if statement.returns() {
            let rows = query(connection, statement)?;
            let touched = rows.len();
            (rows, touched)
        } else {
            let mut prepared = connection.prepare_cached(statement.text)?;
            (Vec::new(), prepared.execute(params_from_iter(&statement.values))?)
        };
        if !statement.allows(touched) {
            return Ok(ChangeOutcome::ConditionFailed);
        }
        results.push(rows);
    }
    Ok(ChangeOutcome::Committed(results))
}

fn decode(found: ValueRef<'_>) -> Value {
    match found {
        ValueRef::Integer(number) => Value::Number(Some(number)),
        ValueRef::Text(text) => Value::Text(Some(String::from_utf8_lossy(text).into_owned())),
        ValueRef::Blob(bytes) => Value::Bytes(Some(bytes.to_owned())),
        ValueRef::Null | ValueRef::Real(_) => Value::Number(None),
    }
}

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Value::Number(number) => number.to_sql(),
            Value::Text(text) => text.to_sql(),
            Value::Bytes(bytes) => bytes.to_sql(),
        }
    }
}
