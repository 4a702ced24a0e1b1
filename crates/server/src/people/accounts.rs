//! Accounts, for those who want one: a user name and a password, sessions and tokens, and what is
//! kept of the player. Everything can also be played without.

mod access;
mod address;
mod manage;
mod password;
mod recovery;
mod safety;

use std::fmt;
use std::time::Duration;

use crownhead_arbiter::Time;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::id::{self, NoRandomness};
use crate::rooms::RoomError;
use crate::store::StoreError;
use crate::store::sql::Value;

pub(crate) use access::TOKEN;
pub use access::{Identity, Scope, SessionSeen, TokenSeen};
pub use address::Address;
pub use manage::Accounts;
pub use password::Password;
pub use safety::Report;

/// The name of an account in the store: 10 letters and digits. It stays when the user name
/// changes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AccountId(String);

/// What an account is called: 3 to 20 letters, digits, `-` or `_`, a letter first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(pattern = "^[A-Za-z][0-9A-Za-z_-]{1,18}[0-9A-Za-z]$")]
pub struct UserName(String);

/// A text that is no user name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BadUserName;

/// An account as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Its name in the store.
    pub id: AccountId,
    /// What it is called.
    pub name: String,
    /// When it was made.
    pub made: Time,
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
        id::word::<10>().map(AccountId)
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

impl UserName {
    /// A user name by its text.
    pub fn new(text: &str) -> Result<UserName, BadUserName> {
        let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let fits = (3..=20).contains(&text.len())
            && text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.ends_with(|c: char| c.is_ascii_alphanumeric())
            && text.chars().all(fits)
            && super::Nickname::new(text).is_ok();
        if fits { Ok(UserName(text.to_owned())) } else { Err(BadUserName) }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// By which it is found: capitals do not matter.
    pub(crate) fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

impl TryFrom<String> for UserName {
    type Error = BadUserName;

    fn try_from(text: String) -> Result<UserName, BadUserName> {
        UserName::new(&text)
    }
}

impl From<UserName> for String {
    fn from(name: UserName) -> String {
        name.0
    }
}

impl From<&AccountId> for Value {
    fn from(id: &AccountId) -> Value {
        id.0.as_str().into()
    }
}

impl fmt::Display for BadUserName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a user name has 3 to 20 letters and digits, with single - or _ between them, a \
             letter first",
        )
    }
}

impl std::error::Error for BadUserName {}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_names_are_plain() {
        for name in ["Ann", "ann-lee_2", "B52"] {
            assert_eq!(UserName::new(name).unwrap().as_str(), name);
        }
        let long = "x".repeat(21);
        for name in
            ["An", "2nd", "-ann", "ann-", "a--b", "Ann Lee", "Ænn", "<i>", "computer1", &long]
        {
            assert_eq!(UserName::new(name), Err(BadUserName), "{name}");
        }
        assert_eq!(UserName::new("AnN").unwrap().key(), "ann");
    }
}
