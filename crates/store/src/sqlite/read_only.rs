//! Reading a store without a trace: nothing is created beside it, and nothing has to be writable.
//!
//! SQLite keeps the latest writes in a write-ahead log beside the store, with an index in shared
//! memory, and creates both even to read. A connection that may not write cannot delete them again.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rusqlite::{Connection, OpenFlags, ffi};
use url::Url;

use crate::TIME_LIMIT;

/// The write-ahead log.
const WAL: &str = "-wal";

/// The index of the log, in shared memory.
const SHM: &str = "-shm";

/// The journal of a store that is being created.
const JOURNAL: &str = "-journal";

/// The size and the time of the last change of a file; `None` if there is no such file.
type Stamp = Option<(u64, Option<SystemTime>)>;

/// Runs queries on the present state of a store. `read` runs again if a writer opens or closes the
/// store meanwhile.
pub(super) fn read<T, E>(
    path: &Path,
    failed: impl Fn(rusqlite::Error) -> E,
    read: impl Fn(&Connection) -> Result<T, E>,
) -> Result<T, E> {
    loop {
        let before = stamps(path);
        let [_, wal, shm, journal] = &before;
        let result = if wal.is_some() && shm.is_some() {
            // A server has it open or has crashed, and SQLite finds the files that it needs. The
            // connection keeps them in use, so they may change.
            return connect(path).map_err(&failed).and_then(|connection| read(&connection));
        } else if wal.is_none() && journal.is_none() {
            connect_immutable(path).map_err(&failed).and_then(|connection| read(&connection))
        } else {
            // A crashed server's file without the shared memory, such as a copy of it.
            let copied = tempfile::tempdir().and_then(|folder| {
                let copy = folder.path().join("copy");
                copy_with_log(path, &copy).map(|()| (folder, copy))
            });
            let copied = copied.map_err(|error| failed(cannot_open(&error)));
            copied.and_then(|(_folder, copy)| {
                let connection = Connection::open(&copy).map_err(&failed)?;
                read(&connection)
            })
        };
        if stamps(path) == before {
            return result;
        }
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.busy_timeout(TIME_LIMIT)?;
    Ok(connection)
}

/// Opens a file that nobody changes: SQLite needs neither locks nor a log.
fn connect_immutable(path: &Path) -> rusqlite::Result<Connection> {
    let absolute = std::path::absolute(path).map_err(|error| cannot_open(&error))?;
    let mut url = Url::from_file_path(&absolute)
        .map_err(|()| rusqlite::Error::InvalidPath(absolute.clone()))?;
    url.set_query(Some("immutable=1"));
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    Connection::open_with_flags(url.as_str(), flags)
}

fn copy_with_log(from: &Path, to: &Path) -> io::Result<()> {
    for end in ["", WAL, JOURNAL] {
        let mut from = match File::open(beside(from, end)) {
            Err(error) if !end.is_empty() && error.kind() == io::ErrorKind::NotFound => continue,
            opened => opened?,
        };
        // Unlike `fs::copy` this does not copy that the file is read-only.
        io::copy(&mut from, &mut File::create_new(beside(to, end))?)?;
    }
    Ok(())
}

/// The stamps of the store and of the files beside it.
fn stamps(path: &Path) -> [Stamp; 4] {
    ["", WAL, SHM, JOURNAL].map(|end| {
        let file = fs::metadata(beside(path, end)).ok()?;
        Some((file.len(), file.modified().ok()))
    })
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(end);
    name.into()
}

fn cannot_open(error: &io::Error) -> rusqlite::Error {
    let reason = error.to_string();
    rusqlite::Error::SqliteFailure(ffi::Error::new(ffi::SQLITE_CANTOPEN), Some(reason))
}
