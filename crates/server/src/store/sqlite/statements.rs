//! Statements that are the same for every store, carried out on SQLite.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};

use crate::store::sql::{Changed, Row, Statement, Value};

/// The rows that a statement finds.
pub(super) fn query(connection: &Connection, what: &Statement) -> rusqlite::Result<Vec<Row>> {
    let mut prepared = connection.prepare_cached(what.text)?;
    let columns = prepared.column_count();
    prepared
        .query_map(params_from_iter(&what.values), |row| {
            let values = (0..columns).map(|column| Ok(value(row.get_ref(column)?)));
            Ok(Row(values.collect::<rusqlite::Result<_>>()?))
        })?
        .collect()
}

/// Carries all of them out, or none. A transaction has begun, and goes on.
pub(super) fn change(connection: &Connection, what: &[Statement]) -> rusqlite::Result<Changed> {
    if what.is_empty() {
        return Ok(Changed::Done(Vec::new()));
    }
    connection.execute_batch("SAVEPOINT statements")?;
    let changed = each(connection, what);
    if !matches!(changed, Ok(Changed::Done(_))) {
        connection.execute_batch("ROLLBACK TO statements")?;
    }
    connection.execute_batch("RELEASE statements")?;
    changed
}

/// Carries them out one after another, up to one that does not find the rows that it needs.
pub(super) fn each(connection: &Connection, what: &[Statement]) -> rusqlite::Result<Changed> {
    let mut all = Vec::with_capacity(what.len());
    for statement in what {
        let (rows, touched) = if statement.returns() {
            let rows = query(connection, statement)?;
            let touched = rows.len();
            (rows, touched)
        } else {
            let mut prepared = connection.prepare_cached(statement.text)?;
            (Vec::new(), prepared.execute(params_from_iter(&statement.values))?)
        };
        if !statement.allows(touched) {
            return Ok(Changed::Not);
        }
        all.push(rows);
    }
    Ok(Changed::Done(all))
}

fn value(found: ValueRef<'_>) -> Value {
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
