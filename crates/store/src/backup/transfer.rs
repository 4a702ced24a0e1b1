//! Transfer of all rows between a SQLite file and PostgreSQL, in one transaction on either side.

use std::collections::HashMap;
use std::path::Path;

use futures_util::TryStreamExt;
use rusqlite::Connection;
use rusqlite::types::Value;
use sqlx::postgres::{PgArguments, PgConnection, PgRow};
use sqlx::{AssertSqlSafe, PgPool, Postgres, Row, TypeInfo, ValueRef};
use tokio::sync::mpsc;

use super::tables::{Table, quoted, tables};
use super::{BackupError, failed};
use crate::postgres::NO_TIME_LIMITS;

/// The capacity of the channel between reader and writer.
const CHANNEL_ROWS: usize = 1000;

/// The index of a table, and a row of it.
type TableRow = (usize, Vec<Value>);

/// Whether the store has matches or accounts.
pub(super) async fn is_used(pool: &PgPool) -> Result<bool, BackupError> {
    let (used,): (bool,) =
        sqlx::query_as("SELECT EXISTS (SELECT 1 FROM matches) OR EXISTS (SELECT 1 FROM accounts)")
            .fetch_one(pool)
            .await?;
    Ok(used)
}

/// Copies all rows from PostgreSQL to a file with empty tables.
pub(super) async fn to_file(pool: &PgPool, path: &Path) -> Result<(), BackupError> {
    let tables = tables(&Connection::open(path)?)?;
    let (sender, receiver) = mpsc::channel(CHANNEL_ROWS);
    let (target, known) = (path.to_owned(), tables.clone());
    let writer = tokio::task::spawn_blocking(move || write(&target, &known, receiver));
    let mut transaction = pool.begin().await?;
    sqlx::query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        .execute(&mut *transaction)
        .await?;
    // A whole table takes longer than the time limit of a move.
    sqlx::raw_sql(NO_TIME_LIMITS).execute(&mut *transaction).await?;
    for (number, table) in tables.iter().enumerate() {
        let select = table.select();
        let mut rows = sqlx::query(AssertSqlSafe(select)).fetch(&mut *transaction);
        while let Some(row) = rows.try_next().await? {
            let values = (0..table.columns.len()).map(|column| value(&row, column));
            let values = values.collect::<Result<Vec<_>, BackupError>>()?;
            if sender.send((number, values)).await.is_err() {
                break;
            }
        }
    }
    drop(sender);
    writer.await.map_err(failed)??;
    Ok(())
}

fn write(
    path: &Path,
    tables: &[Table],
    mut receiver: mpsc::Receiver<TableRow>,
) -> rusqlite::Result<()> {
    let mut connection = Connection::open(path)?;
    let transaction = connection.transaction()?;
    // Rows that triggers would derive are copied, so that they are examined unchanged.
    let triggers = triggers(&transaction)?;
    for (name, _) in &triggers {
        transaction.execute_batch(&format!("DROP TRIGGER {}", quoted(name)))?;
    }
    while let Some((number, values)) = receiver.blocking_recv() {
        let insert = tables[number].insert(|value| format!("?{value}"));
        transaction.prepare_cached(&insert)?.execute(rusqlite::params_from_iter(values))?;
    }
    for (_, sql) in &triggers {
        transaction.execute_batch(sql)?;
    }
    transaction.commit()
}

/// The names of the triggers of a file, and the statements that create them.
fn triggers(connection: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    connection
        .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect()
}

/// A column of PostgreSQL as SQLite stores it.
fn value(row: &PgRow, column: usize) -> Result<Value, BackupError> {
    let raw = row.try_get_raw(column)?;
    if raw.is_null() {
        return Ok(Value::Null);
    }
    let kind = raw.type_info().name().to_owned();
    Ok(match kind.as_str() {
        "BOOL" => Value::Integer(row.try_get::<bool, _>(column)?.into()),
        "INT2" => Value::Integer(row.try_get::<i16, _>(column)?.into()),
        "INT4" => Value::Integer(row.try_get::<i32, _>(column)?.into()),
        "INT8" => Value::Integer(row.try_get(column)?),
        "FLOAT8" => Value::Real(row.try_get(column)?),
        "BYTEA" => Value::Blob(row.try_get(column)?),
        "TEXT" | "VARCHAR" => Value::Text(row.try_get(column)?),
        other => return Err(failed(format!("a column has the unknown type {other}"))),
    })
}

/// Copies all rows from a file to PostgreSQL with empty tables.
pub(super) async fn from_file(path: &Path, pool: &PgPool) -> Result<(), BackupError> {
    let tables = tables(&Connection::open(path)?)?;
    let types = column_types(pool).await?;
    let (sender, mut receiver) = mpsc::channel(CHANNEL_ROWS);
    let (source, known) = (path.to_owned(), tables.clone());
    let reader = tokio::task::spawn_blocking(move || read(&source, &known, &sender));
    let mut transaction = pool.begin().await?;
    sqlx::raw_sql(NO_TIME_LIMITS).execute(&mut *transaction).await?;
    set_triggers(&mut transaction, &tables, "DISABLE").await?;
    while let Some((number, values)) = receiver.recv().await {
        let table: &Table = &tables[number];
        let insert = table.insert(|value| format!("${value}"));
        let mut query = sqlx::query(AssertSqlSafe(insert));
        for (column, value) in table.columns.iter().zip(values) {
            let kind = types.get(&(table.name.clone(), column.clone())).map(String::as_str);
            query = bind(query, kind.unwrap_or_default(), value)?;
        }
        query.execute(&mut *transaction).await?;
    }
    reader.await.map_err(failed)??;
    set_triggers(&mut transaction, &tables, "ENABLE").await?;
    transaction.commit().await?;
    Ok(())
}

/// Enables or disables the triggers of all tables. What they would derive is copied.
async fn set_triggers(
    connection: &mut PgConnection,
    tables: &[Table],
    action: &str,
) -> Result<(), BackupError> {
    for table in tables {
        let sql = format!("ALTER TABLE {} {action} TRIGGER USER", quoted(&table.name));
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut *connection).await?;
    }
    Ok(())
}

fn read(path: &Path, tables: &[Table], sender: &mpsc::Sender<TableRow>) -> rusqlite::Result<()> {
    let connection = Connection::open(path)?;
    for (number, table) in tables.iter().enumerate() {
        let mut select = connection.prepare(&table.select())?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let values = (0..table.columns.len()).map(|column| row.get(column));
            if sender.blocking_send((number, values.collect::<Result<_, _>>()?)).is_err() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The types of all columns, by table and name.
async fn column_types(pool: &PgPool) -> Result<HashMap<(String, String), String>, BackupError> {
    let found: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT table_name::text, column_name::text, data_type::text
         FROM information_schema.columns WHERE table_schema = current_schema()",
    )
    .fetch_all(pool)
    .await?;
    Ok(found.into_iter().map(|(table, column, kind)| ((table, column), kind)).collect())
}

type Query<'q> = sqlx::query::Query<'q, Postgres, PgArguments>;

/// Binds a SQLite value to a PostgreSQL statement.
fn bind<'q>(query: Query<'q>, kind: &str, value: Value) -> Result<Query<'q>, BackupError> {
    let integer = |value: &Value| match value {
        Value::Integer(number) => Some(*number),
        _ => None,
    };
    Ok(match (kind, value) {
        ("boolean", value) => query.bind(integer(&value).map(|number| number != 0)),
        ("smallint", value) => {
            query.bind(integer(&value).map(i16::try_from).transpose().map_err(failed)?)
        }
        ("integer", value) => {
            query.bind(integer(&value).map(i32::try_from).transpose().map_err(failed)?)
        }
        ("bigint", value) => query.bind(integer(&value)),
        ("double precision", Value::Real(number)) => query.bind(number),
        ("double precision", value) => query.bind(integer(&value).map(|number| number as f64)),
        ("bytea", Value::Blob(bytes)) => query.bind(bytes),
        ("bytea", _) => query.bind(None::<Vec<u8>>),
        ("text" | "character varying", Value::Text(text)) => query.bind(text),
        ("text" | "character varying", _) => query.bind(None::<String>),
        (other, _) => {
            return Err(failed(format!("a column has the unknown type {}", quoted(other))));
        }
    })
}
