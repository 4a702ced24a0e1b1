//! Admin commands on accounts: they need only the store, whether a server runs or not.

use std::fmt;

use crate::people::accounts::{AccountError, Accounts, Report, UserName};
use crownhead_store::{Db, OpenError, StoreLocation};

/// What the operator wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminRequest {
    /// Close an account, or open it again.
    Ban(UserName, bool),
    /// Give it another name.
    Rename(UserName, UserName),
    /// Delete it and what is its owner's alone.
    Delete(UserName),
    /// Set a password that nobody could guess.
    ResetPassword(UserName),
    /// Show the reports of players.
    Reports,
    /// Settle one.
    Settle(String),
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminOutcome {
    /// It was done.
    Done,
    /// The new password.
    Password(String),
    /// The reports.
    Reports(Vec<Report>),
}

/// Why it was not done.
#[derive(Debug)]
pub enum AdminError {
    /// The store cannot be opened.
    Store(OpenError),
    /// It cannot be done with that account.
    Account(AccountError),
    /// The system refused something.
    System(std::io::Error),
}

/// Does what the operator wants, in a store.
pub fn run_admin_command(
    place: &StoreLocation,
    order: AdminRequest,
) -> Result<AdminOutcome, AdminError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(AdminError::System)?;
    runtime.block_on(async {
        let store = match order {
            AdminRequest::Reports => place.open_read_only().await,
            _ => place.open().await,
        };
        let store = store.map_err(AdminError::Store)?;
        let told = execute(&Accounts::new(Db::new(store.clone())), order).await;
        store.close().await.map_err(|why| AdminError::Account(why.into()))?;
        told.map_err(AdminError::Account)
    })
}

async fn execute(accounts: &Accounts, order: AdminRequest) -> Result<AdminOutcome, AccountError> {
    match order {
        AdminRequest::Ban(name, banned) => accounts.ban(&name, banned).await?,
        AdminRequest::Rename(name, to) => accounts.rename(&name, &to).await?,
        AdminRequest::Delete(name) => {
            let account = accounts.find(&name).await?.ok_or(AccountError::Nobody)?;
            accounts.delete(&account.id).await?;
        }
        AdminRequest::ResetPassword(name) => {
            let password = accounts.reset_password(&name).await?;
            return Ok(AdminOutcome::Password(password.as_str().to_owned()));
        }
        AdminRequest::Reports => return Ok(AdminOutcome::Reports(accounts.reports().await?)),
        AdminRequest::Settle(id) => accounts.settle(&id).await.map_err(|why| match why {
            AccountError::Nobody => AccountError::Full("There is no such report."),
            why => why,
        })?,
    }
    Ok(AdminOutcome::Done)
}

impl fmt::Display for AdminError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AdminError::Store(why) => why.fmt(f),
            AdminError::Account(why) => why.fmt(f),
            AdminError::System(why) => write!(f, "cannot start: {why}"),
        }
    }
}

impl std::error::Error for AdminError {}
