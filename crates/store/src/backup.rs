//! Backup, restore and migration between databases: copies of a whole store.
//!
//! Every copy goes through one form, a SQLite file, which is also the form of a backup.

mod tables;
mod transfer;

use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::doctor::{self, Damage, DoctorReport, Repair};
use crate::postgres::PostgresStore;
use crate::sql::Statement;
use crate::{OpenError, Store, StoreLocation, postgres, sqlite, system_time};

/// Why a store could not be copied or examined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BackupError {
    /// A store cannot be opened.
    #[error(transparent)]
    Open(OpenError),
    /// There is something at this location already.
    #[error("{0}: there is something already, and nothing is overwritten")]
    AlreadyExists(String),
    /// A server uses the store.
    #[error("{0} is in use by a server; stop the server first")]
    InUse(String),
    /// The store to copy is damaged.
    #[error("{location} is damaged, and is not copied: {}", .report.first_problems())]
    Damaged {
        /// The path or URL of the database.
        location: String,
        /// What is wrong with it.
        report: DoctorReport,
    },
    /// A file cannot be created.
    #[error("{location} cannot be written: {reason}")]
    Unwritable {
        /// The path of the file.
        location: String,
        /// The system's message.
        reason: String,
    },
    /// Anything else, in the database's own words.
    #[error("the copy failed: {0}")]
    Failed(String),
}

/// Copies a snapshot of a store to a location that is new or empty, unless the store is damaged.
/// Returns the number of matches.
pub async fn copy(from: &StoreLocation, to: &StoreLocation) -> Result<u64, BackupError> {
    let copy = Copy::of(from, to).await?;
    let report = copy.examine().await?;
    if !report.problems.is_empty() {
        return Err(BackupError::Damaged { location: from.to_string(), report });
    }
    copy.put(to).await?;
    Ok(report.matches)
}

/// Copies a store that no server uses, as [`copy`] does. No server can open a file meanwhile.
pub async fn migrate(from: &StoreLocation, to: &StoreLocation) -> Result<u64, BackupError> {
    let _lock = match from {
        StoreLocation::File(path) => sqlite::lock_existing(path).map_err(in_use)?,
        StoreLocation::Postgres(address) => {
            let store = PostgresStore::open_read_only(address).await.map_err(BackupError::Open)?;
            refuse_live_nodes(&store, from).await?;
            None
        }
    };
    copy(from, to).await
}

/// Refuses a store with servers whose leases are valid.
pub(crate) async fn refuse_live_nodes(
    store: &dyn Store,
    location: &StoreLocation,
) -> Result<(), BackupError> {
    let find = "SELECT id FROM nodes WHERE until >= $1 LIMIT 1";
    let nodes = store.query(Statement::new(find, [system_time().into()])).await.map_err(failed)?;
    if nodes.is_empty() { Ok(()) } else { Err(BackupError::InUse(location.to_string())) }
}

/// The error of a store that cannot be opened, or that a server uses.
pub(crate) fn in_use(error: OpenError) -> BackupError {
    match error {
        OpenError::InUse { location } => BackupError::InUse(location),
        error => BackupError::Open(error),
    }
}

/// Copies a snapshot of a store to a new file even if the store is damaged: a copy of what is left is
/// better than none.
pub async fn back_up(from: &StoreLocation, path: &Path) -> Result<DoctorReport, BackupError> {
    let to = StoreLocation::File(path.to_owned());
    let copy = Copy::of(from, &to).await?;
    let report = copy.examine().await?;
    copy.put(&to).await?;
    Ok(report)
}

/// Examines a snapshot of a store.
pub(crate) async fn examine(location: &StoreLocation) -> Result<DoctorReport, BackupError> {
    Copy::of(location, location).await?.examine().await
}

/// A copy of a store, migrated to this version, in a temporary folder that is deleted with it.
struct Copy {
    folder: TempDir,
    /// The location of the original.
    from: String,
    /// What is wrong with the original apart from its rows.
    damage: Damage,
}

impl Copy {
    /// A copy of `from` on its way to `to`; if both are the same it goes nowhere. A copy for a file is
    /// created beside that file, so that it can be moved.
    async fn of(from: &StoreLocation, to: &StoreLocation) -> Result<Copy, BackupError> {
        let folder = match to {
            StoreLocation::File(path) if to != from => {
                if path.exists() {
                    return Err(BackupError::AlreadyExists(to.to_string()));
                }
                let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                let created = tempfile::tempdir_in(beside.unwrap_or(Path::new(".")));
                created.map_err(|error| unwritable(path, &error))?
            }
            _ => tempfile::tempdir().map_err(|error| unwritable(&std::env::temp_dir(), &error))?,
        };
        let mut copy = Copy { folder, from: from.to_string(), damage: Vec::new() };
        copy.damage = copy.fill(from).await?;
        Ok(copy)
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("copy")
    }

    /// Copies the original, and returns what is wrong with it.
    async fn fill(&self, from: &StoreLocation) -> Result<Damage, BackupError> {
        let target = self.path();
        match from {
            StoreLocation::File(source) => {
                let source = source.clone();
                let copy = move || {
                    let damage = sqlite::damage(&source)?;
                    sqlite::copy(&source, &target).map(|()| damage)
                };
                tokio::task::spawn_blocking(copy).await.map_err(failed)?.map_err(BackupError::Open)
            }
            StoreLocation::Postgres(address) => {
                let store =
                    PostgresStore::open_read_only(address).await.map_err(BackupError::Open)?;
                let opened = tokio::task::spawn_blocking(move || sqlite::migrate(&target)).await;
                opened.map_err(failed)?.map_err(BackupError::Open)?;
                transfer::to_file(store.pool(), &self.path()).await?;
                let expected = sqlite::portable_shape()?;
                let mut damage = expected.damage(&postgres::shape(store.pool()).await?);
                for (_, repair) in &mut damage {
                    *repair = repair.take().filter(Repair::is_possible_on_postgres);
                }
                Ok(damage)
            }
        }
    }

    async fn examine(&self) -> Result<DoctorReport, BackupError> {
        let path = self.path();
        let damage = self.damage.clone();
        let examined =
            tokio::task::spawn_blocking(move || doctor::examine_file(&path, damage)).await;
        examined.map_err(failed)?.map_err(|error| {
            let (location, reason) = (self.from.clone(), error.to_string());
            BackupError::Open(OpenError::Damaged { location, reason })
        })
    }

    /// Moves the copy to its destination.
    async fn put(&self, to: &StoreLocation) -> Result<(), BackupError> {
        match to {
            StoreLocation::File(path) => {
                let put = File::open(self.path()).and_then(|file| file.sync_all());
                // Unlike a rename, a link does not replace a file that was created meanwhile.
                let put = put.and_then(|()| std::fs::hard_link(self.path(), path));
                let put = put.or_else(|error| match error.kind() {
                    io::ErrorKind::AlreadyExists => Err(error),
                    _ => std::fs::rename(self.path(), path),
                });
                put.map_err(|error| match error.kind() {
                    io::ErrorKind::AlreadyExists => BackupError::AlreadyExists(to.to_string()),
                    _ => unwritable(path, &error),
                })
            }
            StoreLocation::Postgres(address) => {
                let store = PostgresStore::open(address).await.map_err(BackupError::Open)?;
                if transfer::is_used(store.pool()).await? {
                    return Err(BackupError::AlreadyExists(to.to_string()));
                }
                transfer::from_file(&self.path(), store.pool()).await
            }
        }
    }
}

fn unwritable(path: &Path, error: &io::Error) -> BackupError {
    // The name of the temporary file means nothing to the user.
    let reason = error.to_string();
    let reason = reason.split(" at path ").next().unwrap_or_default().to_owned();
    BackupError::Unwritable { location: path.display().to_string(), reason }
}

pub(crate) fn failed(reason: impl fmt::Display) -> BackupError {
    BackupError::Failed(reason.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
}

impl From<rusqlite::Error> for BackupError {
    fn from(error: rusqlite::Error) -> BackupError {
        failed(error)
    }
}

impl From<sqlx::Error> for BackupError {
    fn from(error: sqlx::Error) -> BackupError {
        failed(error)
    }
}
