//! Admin commands on accounts and challenges: they need only the store, whether a server runs or not.

use std::fmt;

use crate::people::accounts::{AccountError, Accounts, PlayerReport, UserName};
use crate::people::challenges::{Challenges, OpenChallenge};
use crownhead_store::{Db, OpenError, StoreLocation};

/// A request of the operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminRequest {
    /// Ban an account, or lift the ban.
    Ban(UserName, bool),
    /// Rename an account.
    Rename(UserName, UserName),
    /// Delete an account and its private data.
    Delete(UserName),
    /// Set a random password.
    ResetPassword(UserName),
    /// List the reports about players.
    Reports,
    /// Delete a report that is dealt with.
    Settle(String),
    /// List the waiting challenges.
    Challenges,
    /// Remove these waiting challenges, by their ids or by the source that several have in common.
    RemoveChallenges(Vec<String>),
}

/// The result of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminOutcome {
    /// Done, with nothing to show.
    Done,
    /// The new password.
    Password(String),
    /// The reports.
    Reports(Vec<PlayerReport>),
    /// The waiting challenges.
    Challenges(Vec<OpenChallenge>),
    /// How many challenges were removed.
    Removed(usize),
}

/// The error of a request.
#[derive(Debug)]
pub enum AdminError {
    /// The store cannot be opened.
    Store(OpenError),
    /// The account does not allow it.
    Account(AccountError),
    /// An operating-system error.
    System(std::io::Error),
}

/// Carries out a request in a store.
pub fn run_admin_command(
    location: &StoreLocation,
    request: AdminRequest,
) -> Result<AdminOutcome, AdminError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(AdminError::System)?;
    runtime.block_on(async {
        let store = match request {
            AdminRequest::Reports | AdminRequest::Challenges => location.open_read_only().await,
            _ => location.open().await,
        };
        let store = store.map_err(AdminError::Store)?;
        let outcome = execute(Db::new(store.clone()), request).await;
        store.close().await.map_err(|error| AdminError::Account(error.into()))?;
        outcome.map_err(AdminError::Account)
    })
}

async fn execute(db: Db, request: AdminRequest) -> Result<AdminOutcome, AccountError> {
    let (accounts, challenges) = (Accounts::new(db.clone()), Challenges::new(db));
    match request {
        AdminRequest::Ban(name, banned) => accounts.ban(&name, banned).await?,
        AdminRequest::Rename(name, to) => accounts.rename(&name, &to).await?,
        AdminRequest::Delete(name) => {
            let account = accounts.find(&name).await?.ok_or(AccountError::NotFound)?;
            accounts.delete(&account.id).await?;
        }
        AdminRequest::ResetPassword(name) => {
            let password = accounts.reset_password(&name).await?;
            return Ok(AdminOutcome::Password(password.as_str().to_owned()));
        }
        AdminRequest::Reports => return Ok(AdminOutcome::Reports(accounts.reports().await?)),
        AdminRequest::Settle(id) => accounts.settle(&id).await.map_err(|error| match error {
            AccountError::NotFound => AccountError::Conflict("There is no such report."),
            error => error,
        })?,
        AdminRequest::Challenges => {
            return Ok(AdminOutcome::Challenges(challenges.open().await?));
        }
        AdminRequest::RemoveChallenges(all) => {
            let mut removed = 0;
            for id_or_source in all {
                removed += match challenges.remove(&id_or_source).await? {
                    0 => return Err(AccountError::Conflict("There is no such challenge.")),
                    count => count,
                };
            }
            return Ok(AdminOutcome::Removed(removed));
        }
    }
    Ok(AdminOutcome::Done)
}

impl fmt::Display for AdminError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdminError::Store(error) => error.fmt(f),
            AdminError::Account(error) => error.fmt(f),
            AdminError::System(error) => write!(f, "cannot start: {error}"),
        }
    }
}

impl std::error::Error for AdminError {}
