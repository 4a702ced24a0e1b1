//! What an operator does with a store beside playing: copying all of it to another, and checking
//! it. Everything goes through one form, a store in a file: that is also what a backup is.

mod doctor;
mod postgres;
mod tables;

use std::fmt;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::store::postgres::Postgres;
use crate::store::{OpenError, Place, sqlite};

pub use doctor::Findings;

/// Why something could not be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UpkeepError {
    /// A store cannot be opened.
    Open(OpenError),
    /// There is no store.
    Nothing(String),
    /// There is something already.
    Taken(String),
    /// Something else, in the words of the store.
    Failed(String),
}

/// Copies a whole store, as it is at one moment, to one that is not there yet or has nothing in
/// it. Returns how many matches there are.
pub async fn copy(from: &Place, to: &Place) -> Result<u64, UpkeepError> {
    match to {
        Place::File(path) => {
            if path.exists() {
                return Err(UpkeepError::Taken(to.to_string()));
            }
            let staged = stage(from, path).await;
            if staged.is_err() {
                // What was begun is not left behind to be taken for a whole one.
                let _ = std::fs::remove_file(path);
            }
            staged
        }
        Place::Postgres(address) => {
            let folder = tempfile::tempdir().map_err(failed)?;
            let path = folder.path().join("staged");
            let matches = stage(from, &path).await?;
            let store = Postgres::open(address).await.map_err(UpkeepError::Open)?;
            if postgres::is_used(store.pool()).await? {
                return Err(UpkeepError::Taken(to.to_string()));
            }
            postgres::fill(&path, store.pool()).await?;
            Ok(matches)
        }
    }
}

/// Checks a whole store, as it is at one moment.
pub async fn examine(place: &Place) -> Result<Findings, UpkeepError> {
    let folder = tempfile::tempdir().map_err(failed)?;
    let path = folder.path().join("staged");
    stage(place, &path).await?;
    let examined = tokio::task::spawn_blocking(move || doctor::examine(&path)).await;
    examined.map_err(failed)?.map_err(failed)
}

/// Makes a file with everything that a store has, and the tables of this version.
async fn stage(from: &Place, path: &Path) -> Result<u64, UpkeepError> {
    let target = path.to_owned();
    match from {
        Place::File(source) => {
            let source = source.clone();
            let copied = tokio::task::spawn_blocking(move || copy_file(&source, &target)).await;
            copied.map_err(failed)?
        }
        Place::Postgres(address) => {
            let store = Postgres::open(address).await.map_err(UpkeepError::Open)?;
            let opened = tokio::task::spawn_blocking(move || sqlite::prepare(&target)).await;
            opened.map_err(failed)?.map_err(UpkeepError::Open)?;
            postgres::empty(store.pool(), path).await?;
            count(path)
        }
    }
}

fn copy_file(source: &Path, target: &Path) -> Result<u64, UpkeepError> {
    if !source.exists() {
        return Err(UpkeepError::Nothing(source.display().to_string()));
    }
    sqlite::check(source).map_err(UpkeepError::Open)?;
    let connection = Connection::open_with_flags(source, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    connection.execute("VACUUM INTO ?1", [target.display().to_string()])?;
    sqlite::prepare(target).map_err(UpkeepError::Open)?;
    std::fs::File::open(target).and_then(|file| file.sync_all()).map_err(failed)?;
    count(target)
}

fn count(path: &Path) -> Result<u64, UpkeepError> {
    let connection = Connection::open(path)?;
    Ok(connection.query_row("SELECT count(*) FROM matches", [], |row| row.get::<_, u32>(0))?.into())
}

fn failed(why: impl fmt::Display) -> UpkeepError {
    UpkeepError::Failed(why.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
}

impl From<rusqlite::Error> for UpkeepError {
    fn from(why: rusqlite::Error) -> UpkeepError {
        failed(why)
    }
}

impl From<sqlx::Error> for UpkeepError {
    fn from(why: sqlx::Error) -> UpkeepError {
        failed(why)
    }
}

impl fmt::Display for UpkeepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UpkeepError::Open(why) => why.fmt(f),
            UpkeepError::Nothing(place) => write!(f, "{place}: there is no store"),
            UpkeepError::Taken(place) => {
                write!(f, "{place}: there is something already, and nothing is written over")
            }
            UpkeepError::Failed(why) => write!(f, "it could not be done: {why}"),
        }
    }
}

impl std::error::Error for UpkeepError {}
