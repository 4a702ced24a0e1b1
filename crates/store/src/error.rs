//! Errors of a store: of an operation, and of opening it.

use std::fmt;

use crate::SCHEMA_VERSION;

/// Why an operation failed. A write that failed may have been committed or not; repeating the
/// command tells.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// It is overloaded, or did not answer in time.
    #[error("the store has too much to do")]
    Busy,
    /// It was closed.
    #[error("the store is closed")]
    Closed,
    /// Anything else, in the database's own words.
    #[error("the store failed: {0}")]
    Failed(String),
}

impl StoreError {
    /// Any other failure, with its text.
    pub fn failed(reason: impl fmt::Display) -> StoreError {
        StoreError::Failed(reason.to_string())
    }
}

/// Why a store cannot be opened. `location` is the file, or the address without its password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the fields mean the same in every variant")]
pub enum OpenError {
    /// A newer version of Crownhead wrote it.
    #[error(
        "{location} was written by a newer Crownhead: its schema has version {found}, and this \
         Crownhead reads up to {SCHEMA_VERSION}"
    )]
    Newer { location: String, found: i64 },
    /// It is read-only.
    #[error("{location} cannot be written to")]
    ReadOnly { location: String },
    /// Another server uses it.
    #[error("{location} is in use by another server")]
    InUse { location: String },
    /// It is corrupt.
    #[error("{location} is damaged ({reason}); restore it from a backup")]
    Damaged { location: String, reason: String },
    /// There is nothing at this location.
    #[error("{location}: there is no store")]
    Missing { location: String },
    /// It is an empty file.
    #[error("{location} is empty: it is not a store")]
    Empty { location: String },
    /// Another program wrote it.
    #[error("{location} is not a store of Crownhead")]
    Foreign { location: String },
    /// Its server does not answer.
    #[error("{location} cannot be reached at {server}: {reason}")]
    Unreachable { location: String, server: String, reason: String },
    /// Anything else, in the database's own words.
    #[error("{location} cannot be opened: {reason}")]
    Failed { location: String, reason: String },
}

impl OpenError {
    /// The same error about another location, for when a copy is opened instead of the store.
    pub(crate) fn at(self, name: &str) -> OpenError {
        let location = name.to_owned();
        match self {
            OpenError::Newer { found, .. } => OpenError::Newer { location, found },
            OpenError::ReadOnly { .. } => OpenError::ReadOnly { location },
            OpenError::InUse { .. } => OpenError::InUse { location },
            OpenError::Damaged { reason, .. } => OpenError::Damaged { location, reason },
            OpenError::Missing { .. } => OpenError::Missing { location },
            OpenError::Empty { .. } => OpenError::Empty { location },
            OpenError::Foreign { .. } => OpenError::Foreign { location },
            OpenError::Unreachable { server, reason, .. } => {
                OpenError::Unreachable { location, server, reason }
            }
            OpenError::Failed { reason, .. } => OpenError::Failed { location, reason },
        }
    }
}
