//! What an operator does to accounts, beside a server that runs or not.

use std::fmt;
use std::sync::Arc;

use crate::bus::LocalBus;
use crate::people::accounts::{AccountError, Accounts, Report, UserName};
use crate::rooms::Rooms;
use crate::store::{OpenError, Place};

/// What the operator wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
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
pub enum Told {
    /// It was done.
    Done,
    /// The new password.
    Password(String),
    /// The reports.
    Reports(Vec<Report>),
}

/// Why it was not done.
#[derive(Debug)]
pub enum NotDone {
    /// The store cannot be opened.
    Store(OpenError),
    /// It cannot be done with that account.
    Account(AccountError),
    /// The system refused something.
    System(std::io::Error),
}

/// Does what the operator wants, in a store.
pub fn operate(place: &Place, order: Order) -> Result<Told, NotDone> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(NotDone::System)?;
    runtime.block_on(async {
        let store = place.open().await.map_err(NotDone::Store)?;
        let rooms = Arc::new(Rooms::new(store.clone(), Arc::new(LocalBus)));
        let told = carry_out(&Accounts::new(rooms), order).await;
        store.close().await.map_err(|why| NotDone::Account(why.into()))?;
        told.map_err(NotDone::Account)
    })
}

async fn carry_out(accounts: &Accounts, order: Order) -> Result<Told, AccountError> {
    match order {
        Order::Ban(name, banned) => accounts.ban(&name, banned).await?,
        Order::Rename(name, to) => accounts.rename(&name, &to).await?,
        Order::Delete(name) => {
            let account = accounts.find(&name).await?.ok_or(AccountError::Nobody)?;
            accounts.delete(&account.id).await?;
        }
        Order::ResetPassword(name) => {
            let password = accounts.reset_password(&name).await?;
            return Ok(Told::Password(password.as_str().to_owned()));
        }
        Order::Reports => return Ok(Told::Reports(accounts.reports().await?)),
        Order::Settle(id) => accounts.settle(&id).await.map_err(|why| match why {
            AccountError::Nobody => AccountError::Full("There is no such report."),
            why => why,
        })?,
    }
    Ok(Told::Done)
}

impl fmt::Display for NotDone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotDone::Store(why) => why.fmt(f),
            NotDone::Account(why) => why.fmt(f),
            NotDone::System(why) => write!(f, "cannot start: {why}"),
        }
    }
}

impl std::error::Error for NotDone {}
