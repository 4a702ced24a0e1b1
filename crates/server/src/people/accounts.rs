//! Accounts: user names and passwords, sessions and API tokens. Everything can be played without one.

mod device;
mod hash_pool;
mod mail_address;
mod manage;
mod moderation;
mod password;
mod recovery;
mod sessions;

use std::fmt;
use std::time::Duration;

use crownhead_arbiter::Timestamp;
pub use crownhead_protocol::{Password, Scope, SessionInfo, TokenInfo, UserName};

use crate::rooms::RoomError;
use crownhead_store::StoreError;
use crownhead_store::sql::Value;
use crownhead_store::{NoRandomness, random_text};

pub use manage::{Accounts, SignInSource, VerifiedAccount};
pub use moderation::PlayerReport;
pub(crate) use moderation::is_blocked;
pub use sessions::Identity;
pub(crate) use sessions::TOKEN_PREFIX;

/// The id of an account: 10 letters and digits. It stays when the user name changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AccountId(String);

/// The public facts of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// Its user name.
    pub name: String,
    /// The time when it was created.
    pub made: Timestamp,
    /// Whether the operator has banned it.
    pub banned: bool,
}

/// The error of an operation on an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountError {
    /// There is no such account.
    NotFound,
    /// Another account has that name.
    NameTaken,
    /// The name or the password is wrong.
    WrongPassword,
    /// There were too many passwords for the account; retry after this time.
    TooMany(Duration),
    /// There were too many passwords from the address; retry after this time.
    TooManyFromAddress(Duration),
    /// The session has ended.
    SignedOut,
    /// The secret from a mail is wrong or has expired.
    WrongSecret,
    /// The address of the account is not confirmed.
    NotConfirmed,
    /// The operator has banned the account.
    Banned,
    /// It is not possible now, for the reason in the sentence.
    Conflict(&'static str),
    /// A store or server error.
    Room(RoomError),
}

impl AccountId {
    fn random() -> Result<AccountId, NoRandomness> {
        random_text::<10>().map(AccountId)
    }

    /// An id read from the store.
    pub(crate) fn from_store(text: String) -> AccountId {
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
            AccountError::NotFound => f.write_str("There is no such account."),
            AccountError::NameTaken => f.write_str("Somebody else has that name."),
            AccountError::WrongPassword => f.write_str("The name or the password is wrong."),
            AccountError::TooMany(wait) => {
                let minutes = wait.as_secs().div_ceil(60);
                write!(f, "There were too many wrong passwords; try again in {minutes} min.")
            }
            AccountError::TooManyFromAddress(wait) => {
                let seconds = wait.as_secs().max(1);
                write!(f, "Too many sign-ins from this address; try again in {seconds} s.")
            }
            AccountError::SignedOut => f.write_str("Sign in first."),
            AccountError::WrongSecret => {
                f.write_str("That link is not, or not any more, good for a new password.")
            }
            AccountError::NotConfirmed => f.write_str(
                "First set a mail address, and confirm it by the link that was sent there.",
            ),
            AccountError::Banned => f.write_str("The operator has closed this account."),
            AccountError::Conflict(says) => f.write_str(says),
            AccountError::Room(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AccountError {}

impl From<RoomError> for AccountError {
    fn from(error: RoomError) -> AccountError {
        AccountError::Room(error)
    }
}

impl From<StoreError> for AccountError {
    fn from(error: StoreError) -> AccountError {
        AccountError::Room(error.into())
    }
}

impl From<NoRandomness> for AccountError {
    fn from(error: NoRandomness) -> AccountError {
        AccountError::Room(error.into())
    }
}
