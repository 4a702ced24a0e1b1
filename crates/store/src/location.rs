//! The location of a store: a file for SQLite, or the address of a PostgreSQL database.

use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use crate::postgres::PostgresStore;
use crate::sqlite::SqliteStore;
use crate::{OpenError, Store};

/// Where a store is.
#[derive(Clone, PartialEq, Eq)]
pub enum StoreLocation {
    /// SQLite in a file.
    File(PathBuf),
    /// PostgreSQL, at an address `postgres://…`.
    Postgres(String),
}

impl StoreLocation {
    /// Opens the store. Creates it if it does not exist, and migrates an older one.
    pub async fn open(&self) -> Result<Arc<dyn Store>, OpenError> {
        self.open_with(SqliteStore::open).await
    }

    /// Opens an existing store without changing or creating anything, except that an older PostgreSQL
    /// database is migrated.
    pub async fn open_read_only(&self) -> Result<Arc<dyn Store>, OpenError> {
        match self {
            StoreLocation::File(_) => self.open_with(SqliteStore::open_read_only).await,
            StoreLocation::Postgres(address) => {
                Ok(Arc::new(PostgresStore::open_read_only(address).await?))
            }
        }
    }

    /// Opens the store for a server: no other server may have the same file open.
    pub async fn open_to_serve(&self) -> Result<Arc<dyn Store>, OpenError> {
        self.open_with(SqliteStore::open_exclusive).await
    }

    async fn open_with(
        &self,
        open: fn(&Path) -> Result<SqliteStore, OpenError>,
    ) -> Result<Arc<dyn Store>, OpenError> {
        match self {
            StoreLocation::File(path) => {
                let path = path.clone();
                let opened = tokio::task::spawn_blocking(move || open(&path)).await;
                let opened = opened.map_err(|error| OpenError::Failed {
                    location: self.to_string(),
                    reason: error.to_string(),
                })?;
                Ok(Arc::new(opened?))
            }
            StoreLocation::Postgres(address) => Ok(Arc::new(PostgresStore::open(address).await?)),
        }
    }
}

impl FromStr for StoreLocation {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<StoreLocation, Infallible> {
        let remote = ["postgres://", "postgresql://"].iter().any(|start| text.starts_with(start));
        Ok(if remote {
            StoreLocation::Postgres(text.to_owned())
        } else {
            StoreLocation::File(text.into())
        })
    }
}

/// Without the password of the address.
impl fmt::Display for StoreLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreLocation::File(path) => path.display().fmt(f),
            StoreLocation::Postgres(address) => {
                let rest = address.split_once("://").map_or("", |(_, rest)| rest);
                let rest = rest.split(['?', '#']).next().unwrap_or_default();
                let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
                write!(f, "postgres://{host}")
            }
        }
    }
}

impl fmt::Debug for StoreLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StoreLocation({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_hides_a_password() {
        let location: StoreLocation =
            "postgres://me:se@cret@db.example:5432/games?password=x".parse().unwrap();
        assert_eq!(location.to_string(), "postgres://db.example:5432/games");
        assert_eq!(format!("{location:?}"), "StoreLocation(postgres://db.example:5432/games)");
    }

    #[test]
    fn any_other_text_is_a_file() {
        let location: StoreLocation = "games/all.db".parse().unwrap();
        assert_eq!(location, StoreLocation::File("games/all.db".into()));
    }
}
