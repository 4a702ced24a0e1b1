//! Accounts: user names and passwords, sessions and API tokens. Everything can be played without one.

mod access;
mod address;
mod manage;
mod password;
mod recovery;
mod safety;

use std::fmt;
use std::time::Duration;

use crownhead_arbiter::Timestamp;
pub use crownhead_protocol::UserName;

use crate::rooms::RoomError;
use crownhead_store::StoreError;
use crownhead_store::sql::Value;
use crownhead_store::{NoRandomness, random_text};

pub(crate) use access::TOKEN;
pub use access::{Identity, Scope, SessionInfo, TokenInfo};
pub use address::Address;
pub use manage::Accounts;
pub use password::Password;
pub use safety::Report;
pub(crate) use safety::is_blocked;

/// The name of an account in the store: 10 letters and digits. It stays when the user name
/// changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AccountId(String);

/// An account as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its name in the store.
    pub id: AccountId,
    /// What it is called.
    pub name: String,
    /// When it was made.
    pub made: Timestamp,
    /// Whether its player may not come in.
    pub banned: bool,
}

/// Why something was not done with an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountError {
    /// There is no such account.
    Nobody,
    /// Another has that name.
    NameTaken,
    /// The name or the password is wrong.
    WrongPassword,
    /// There were too many wrong passwords; it is to be tried after so long.
    TooMany(Duration),
    /// The secret of a mail is wrong, or not good any more.
    WrongSecret,
    /// The address of the account is not confirmed.
    NotConfirmed,
    /// The operator has closed the account.
    Banned,
    /// There are as many already as there can be.
    Full(&'static str),
    /// Something else.
    Room(RoomError),
}

impl AccountId {
    fn random() -> Result<AccountId, NoRandomness> {
        random_text::<10>().map(AccountId)
    }

    /// One that is kept.
    pub(crate) fn kept(text: String) -> AccountId {
        AccountId(text)
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&AccountId> for Value {
    fn from(id: &AccountId) -> Value {
        id.0.as_str().into()
    }
}

impl fmt::Display for AccountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AccountError::Nobody => f.write_str("There is no such account."),
            AccountError::NameTaken => f.write_str("Somebody else has that name."),
            AccountError::WrongPassword => f.write_str("The name or the password is wrong."),
            AccountError::TooMany(wait) => {
                let minutes = wait.as_secs().div_ceil(60);
                write!(f, "There were too many wrong passwords; try again in {minutes} min.")
            }
            AccountError::WrongSecret => {
                f.write_str("That link is not, or not any more, good for a new password.")
            }
            AccountError::NotConfirmed => f.write_str(
                "First set a mail address, and confirm it by the link that was sent there.",
            ),
            AccountError::Banned => f.write_str("The operator has closed this account."),
            AccountError::Full(says) => f.write_str(says),
            AccountError::Room(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for AccountError {}

impl From<RoomError> for AccountError {
    fn from(why: RoomError) -> AccountError {
        AccountError::Room(why)
    }
}

impl From<StoreError> for AccountError {
    fn from(why: StoreError) -> AccountError {
        AccountError::Room(why.into())
    }
}

impl From<NoRandomness> for AccountError {
    fn from(why: NoRandomness) -> AccountError {
        AccountError::Room(why.into())
    }
}
