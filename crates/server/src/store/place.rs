//! Which store is meant: a file for SQLite, or the address of a PostgreSQL database.

use std::convert::Infallible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use super::postgres::Postgres;
use super::sqlite::Sqlite;
use super::{OpenError, Store};

/// A store that can be opened.
#[derive(Clone, PartialEq, Eq)]
pub enum Place {
    /// SQLite in a file.
    File(PathBuf),
    /// PostgreSQL, by its address, `postgres://…`.
    Postgres(String),
}

impl Place {
    /// Opens it; what is older is brought up to date, and what is not there is made.
    pub async fn open(&self) -> Result<Arc<dyn Store>, OpenError> {
        self.open_by(Sqlite::open).await
    }

    /// Opens it for a server that plays: no other may have the same file.
    pub async fn open_to_serve(&self) -> Result<Arc<dyn Store>, OpenError> {
        self.open_by(Sqlite::open_alone).await
    }

    async fn open_by(
        &self,
        open: fn(&Path) -> Result<Sqlite, OpenError>,
    ) -> Result<Arc<dyn Store>, OpenError> {
        match self {
            Place::File(path) => {
                let path = path.clone();
                let opened = tokio::task::spawn_blocking(move || open(&path)).await;
                let opened = opened.map_err(|why| OpenError::Failed {
                    place: self.to_string(),
                    why: why.to_string(),
                })?;
                Ok(Arc::new(opened?))
            }
            Place::Postgres(address) => Ok(Arc::new(Postgres::open(address).await?)),
        }
    }
}

impl FromStr for Place {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Place, Infallible> {
        let remote = ["postgres://", "postgresql://"].iter().any(|start| text.starts_with(start));
        Ok(if remote { Place::Postgres(text.to_owned()) } else { Place::File(text.into()) })
    }
}

/// Without the password that an address may have in it.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File(path) => path.display().fmt(f),
            Place::Postgres(address) => {
                let rest = address.split_once("://").map_or("", |(_, rest)| rest);
                let rest = rest.split(['?', '#']).next().unwrap_or_default();
                let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
                write!(f, "postgres://{host}")
            }
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Place({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        let place: Place =
            "postgres://me:se@cret@db.example:5432/games?password=x".parse().unwrap();
        assert_eq!(place.to_string(), "postgres://db.example:5432/games");
        assert_eq!(format!("{place:?}"), "Place(postgres://db.example:5432/games)");
    }

    #[test]
    fn anything_else_is_a_file() {
        let place: Place = "games/all.db".parse().unwrap();
        assert_eq!(place, Place::File("games/all.db".into()));
    }
}
