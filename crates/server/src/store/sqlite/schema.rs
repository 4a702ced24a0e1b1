//! The tables in SQLite, and how an older store is brought up to date.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, TransactionBehavior, params};

use super::tail;
use crate::store::{LIMIT, OpenError, SCHEMA, chain};

/// Tells a store from the databases of other programs: `Crwn`.
const APPLICATION: i64 = 0x4372_776e;

/// How many pages, of 4 KiB, are in the log beside the file before they go into the file. Pages that
/// change again and again meanwhile are written to the file once.
const LOG_PAGES: i64 = 16_384;

/// What leads from each version to the next. What has been released is not changed any more.
const MIGRATIONS: [&str; SCHEMA as usize] = [
    include_str!("1.sql"),
    include_str!("2.sql"),
    include_str!("3.sql"),
    include_str!("4.sql"),
    include_str!("5.sql"),
    include_str!("6.sql"),
    include_str!("7.sql"),
    include_str!("8.sql"),
    include_str!("9.sql"),
];

/// Opens a connection that is not to create or change tables.
pub(super) fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(LIMIT)?;
    // A commit is on the disk before it is answered.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
    Ok(connection)
}

/// Opens a store for the first time, and leaves it with the tables of this version.
pub(super) fn open(path: &Path) -> Result<Connection, OpenError> {
    let place = path.display().to_string();
    let failed = |why: rusqlite::Error| OpenError::of(&place, &why);
    let mut connection = connect(path).map_err(failed)?;
    version(&connection, &place, failed)?;
    if connection.is_readonly("main").map_err(failed)? {
        return Err(OpenError::ReadOnly { place });
    }
    connection.pragma_update(None, "journal_mode", "WAL").map_err(failed)?;
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    // Another process may have been here in the meantime.
    let found = version(&transaction, &place, failed)?;
    let steps = MIGRATIONS.iter().skip(usize::try_from(found).unwrap_or_default());
    steps.into_iter().try_for_each(|step| transaction.execute_batch(step)).map_err(failed)?;
    if found < SCHEMA {
        hash_logs(&transaction).map_err(failed)?;
    }
    tail::settle_all(&transaction).map_err(failed)?;
    transaction.pragma_update(None, "application_id", APPLICATION).map_err(failed)?;
    transaction.pragma_update(None, "user_version", SCHEMA).map_err(failed)?;
    transaction.commit().map_err(failed)?;
    Ok(connection)
}

/// Logs from before they were hashed are hashed now.
fn hash_logs(connection: &Connection) -> rusqlite::Result<()> {
    let mut unhashed = connection.prepare("SELECT id FROM matches WHERE log_hash IS NULL")?;
    let mut log =
        connection.prepare("SELECT event FROM events WHERE match_id = ?1 ORDER BY version")?;
    let ids: Vec<String> = unhashed.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for id in ids {
        let mut hash = chain::EMPTY;
        for event in log.query_map([&id], |row| row.get::<_, String>(0))? {
            hash = chain::next(hash, &event?);
        }
        connection
            .execute("UPDATE matches SET log_hash = ?2 WHERE id = ?1", params![id, hash.0])?;
    }
    Ok(())
}

/// Whether a file is a store that can be read.
pub(crate) fn check(path: &Path) -> Result<(), OpenError> {
    let place = path.display().to_string();
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let connection = connection.map_err(|why| OpenError::of(&place, &why))?;
    version(&connection, &place, |why| OpenError::of(&place, &why)).map(|_| ())
}

/// The version of a store that can be used.
fn version(
    connection: &Connection,
    place: &str,
    failed: impl Fn(rusqlite::Error) -> OpenError,
) -> Result<i64, OpenError> {
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let application = pragma("application_id").map_err(&failed)?;
    let found = pragma("user_version").map_err(&failed)?;
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(&failed)?;
    let fresh = application == 0 && found == 0 && tables == 0;
    if !fresh && application != APPLICATION {
        return Err(OpenError::Foreign { place: place.to_owned() });
    }
    if found > SCHEMA {
        return Err(OpenError::Newer { place: place.to_owned(), found });
    }
    Ok(found)
}

impl OpenError {
    fn of(place: &str, why: &rusqlite::Error) -> OpenError {
        let place = place.to_owned();
        match why.sqlite_error_code() {
            Some(rusqlite::ErrorCode::ReadOnly) => OpenError::ReadOnly { place },
            Some(rusqlite::ErrorCode::NotADatabase) => OpenError::Foreign { place },
            _ => OpenError::Failed { place, why: why.to_string() },
        }
    }
}
