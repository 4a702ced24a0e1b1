//! Schema and migrations of the SQLite store.

use std::fs;
use std::io;
use std::path::Path;

use rusqlite::{Connection, TransactionBehavior, params};

use super::{burst_buffer, read_only};
use crate::doctor::{self, Damage, RepairAction, Shape};
use crate::{OpenError, SCHEMA_VERSION, TIME_LIMIT, hash_chain};

/// SQLite's application id, which tells a store from the databases of other programs: `Crwn`.
const APPLICATION_ID: i64 = 0x4372_776e;

/// The size of the write-ahead log, in pages of 4 KiB, that triggers a checkpoint of SQLite's own. A
/// server has a thread for that (`checkpoints.rs`), and never comes here.
const CHECKPOINT_PAGES: i64 = 16_384;

/// The migration to each version from the one before. Released migrations never change.
const MIGRATIONS: [&str; SCHEMA_VERSION as usize] = [
    include_str!("1.sql"),
    include_str!("2.sql"),
    include_str!("3.sql"),
    include_str!("4.sql"),
    include_str!("5.sql"),
    include_str!("6.sql"),
    include_str!("7.sql"),
    include_str!("8.sql"),
    include_str!("9.sql"),
    include_str!("10.sql"),
];

/// How many rows a migration reads at a time.
const BATCH: i64 = 1000;

/// Opens a connection, without migrating.
pub(super) fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(TIME_LIMIT)?;
    // A commit is on disk before it is acknowledged.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
    Ok(connection)
}

/// Opens a store, creates it if necessary, and migrates it to this version.
pub(super) fn open(path: &Path) -> Result<Connection, OpenError> {
    let location = path.display().to_string();
    let failed = |error: rusqlite::Error| OpenError::from_sqlite(&location, &error);
    let mut connection = connect(path).map_err(failed)?;
    check_version(&connection, &location, failed)?;
    if connection.is_readonly("main").map_err(failed)? {
        return Err(OpenError::ReadOnly { location });
    }
    connection.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    // Another process may have migrated it in the meantime.
    let found = check_version(&transaction, &location, failed)?;
    let migrations = MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or_default());
    migrations
        .into_iter()
        .try_for_each(|migration| transaction.execute_batch(migration))
        .map_err(failed)?;
    if found < SCHEMA_VERSION {
        hash_logs(&transaction).map_err(failed)?;
        check_secrets(&transaction).map_err(failed)?;
    }
    burst_buffer::flush_all(&transaction).map_err(failed)?;
    transaction.pragma_update(None, "application_id", APPLICATION_ID).map_err(failed)?;
    transaction.pragma_update(None, "user_version", SCHEMA_VERSION).map_err(failed)?;
    transaction.commit().map_err(failed)?;
    Ok(connection)
}

/// Hashes the logs of an early version, which had no hashes.
fn hash_logs(connection: &Connection) -> rusqlite::Result<()> {
    let mut unhashed = connection.prepare("SELECT id FROM matches WHERE log_hash IS NULL")?;
    let mut log =
        connection.prepare("SELECT event FROM events WHERE match_id = ?1 ORDER BY version")?;
    let ids: Vec<String> = unhashed.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for id in ids {
        let mut hash = hash_chain::EMPTY;
        for event in log.query_map([&id], |row| row.get::<_, String>(0))? {
            hash = hash_chain::next(hash, &event?);
        }
        connection
            .execute("UPDATE matches SET log_hash = ?2 WHERE id = ?1", params![id, hash.0])?;
    }
    Ok(())
}

/// Hashes the seat secrets of an early version, which had no such hashes.
fn check_secrets(connection: &Connection) -> rusqlite::Result<()> {
    let mut secrets = connection.prepare(
        "SELECT id, secret_one, secret_two FROM matches
         WHERE secret_check IS NULL AND id > ?1 ORDER BY id LIMIT ?2",
    )?;
    let mut update = connection.prepare("UPDATE matches SET secret_check = ?2 WHERE id = ?1")?;
    let mut last = String::new();
    loop {
        let rows = secrets
            .query_map(params![last, BATCH], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let rows: Vec<(String, Vec<u8>, Vec<u8>)> = rows.collect::<Result<_, _>>()?;
        for (id, one, two) in &rows {
            update.execute(params![id, hash_chain::secret_check(id, one, two)])?;
        }
        match rows.into_iter().next_back() {
            Some((id, ..)) => last = id,
            None => return Ok(()),
        }
    }
}

/// An empty store of a version, in memory.
fn reference(version: i64) -> rusqlite::Result<Connection> {
    let connection = Connection::open_in_memory()?;
    let migrations = MIGRATIONS.iter().take(usize::try_from(version).unwrap_or_default());
    migrations.into_iter().try_for_each(|migration| connection.execute_batch(migration))?;
    Ok(connection)
}

/// What SQLite finds wrong with a file, and what is wrong with its schema. Reads it without a trace.
pub(crate) fn damage(path: &Path) -> Result<Damage, OpenError> {
    let location = path.display().to_string();
    exists(path)?;
    let failed = |error| OpenError::from_sqlite(&location, &error);
    read_only::read(path, failed, |on| {
        let reference = reference(check_version(on, &location, failed)?).map_err(failed)?;
        doctor::damage_of_file(on, &reference).map_err(failed)
    })
}

/// The shape that this version gives to a store, as far as PostgreSQL has it too.
pub(crate) fn portable_shape() -> rusqlite::Result<Shape> {
    Shape::portable(&reference(SCHEMA_VERSION)?)
}

/// Repairs the schema of a file, or its indexes.
pub(crate) fn repair_schema(path: &Path, action: &RepairAction) -> rusqlite::Result<()> {
    let connection = connect(path)?;
    let (name, replaces) = match action {
        RepairAction::Reindex => return connection.execute_batch("REINDEX"),
        RepairAction::Change(_) => return Ok(()),
        RepairAction::Create(name) => (name, false),
        RepairAction::Replace(name) => (name, true),
    };
    let (kind, sql): (String, String) = reference(SCHEMA_VERSION)?.query_row(
        "SELECT type, sql FROM sqlite_schema WHERE name = ?1",
        [name],
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    let drop = if replaces { format!("DROP {kind} {name};") } else { String::new() };
    connection.execute_batch(&format!("BEGIN IMMEDIATE; {drop} {sql}; COMMIT"))
}

/// The version of an existing store. Reads it without a trace.
pub(super) fn version(path: &Path) -> Result<i64, OpenError> {
    let location = path.display().to_string();
    exists(path)?;
    let failed = |error| OpenError::from_sqlite(&location, &error);
    read_only::read(path, failed, |on| check_version(on, &location, failed))
}

/// Copies an existing store to a new file, which is of this version. Reads it without a trace.
pub(crate) fn copy(path: &Path, to: &Path) -> Result<(), OpenError> {
    let location = path.display().to_string();
    exists(path)?;
    let failed = |error| OpenError::from_sqlite(&location, &error);
    read_only::read(path, failed, |on| {
        check_version(on, &location, failed)?;
        // An attempt that is repeated starts anew.
        let _ = fs::remove_file(to);
        on.execute("VACUUM INTO ?1", [to.display().to_string()]).map_err(failed)
    })?;
    open(to).map(drop).map_err(|error| error.at(&location))
}

/// Checks that there is a file which is not empty: SQLite would take both for a new store.
fn exists(path: &Path) -> Result<(), OpenError> {
    let location = path.display().to_string();
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => {
            let reason = "it is a folder, not a file".to_owned();
            Err(OpenError::Failed { location, reason })
        }
        Ok(file) if file.is_file() && file.len() == 0 => Err(OpenError::Empty { location }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(OpenError::Missing { location })
        }
        _ => Ok(()),
    }
}

/// The version of a store, if it can be used.
fn check_version(
    connection: &Connection,
    location: &str,
    failed: impl Fn(rusqlite::Error) -> OpenError,
) -> Result<i64, OpenError> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let application = pragma("application_id").map_err(&failed)?;
    let found = pragma("user_version").map_err(&failed)?;
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(&failed)?;
    let fresh = application == 0 && found == 0 && tables == 0;
    if !fresh && application != APPLICATION_ID {
        return Err(OpenError::Foreign { location: location.to_owned() });
    }
    if found > SCHEMA_VERSION {
        return Err(OpenError::Newer { location: location.to_owned(), found });
    }
    Ok(found)
}

impl OpenError {
    pub(crate) fn from_sqlite(location: &str, error: &rusqlite::Error) -> OpenError {
        let location = location.to_owned();
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseCorrupt) => {
                OpenError::Damaged { location, reason: error.to_string() }
            }
            Some(rusqlite::ErrorCode::ReadOnly) => OpenError::ReadOnly { location },
            Some(rusqlite::ErrorCode::NotADatabase) => OpenError::Foreign { location },
            _ => OpenError::Failed { location, reason: error.to_string() },
        }
    }
}
