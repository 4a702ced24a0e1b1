//! Passwords: hashed with Argon2id, and with limits on attempts that lock nobody out.
//!
//! Strangers have a budget for a name from their address, one for their address, and one for the name
//! from all addresses together, which is large. A known device and a session have their own, so nobody
//! else can use them up.

use std::net::IpAddr;
use std::sync::LazyLock;
use std::time::Duration;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use crownhead_protocol::Password;

use super::hash_pool::{Client, HashPool};
use super::{AccountError, AccountId};
use crate::rate_limit::Budgets;
use crownhead_store::StoreError;

/// How many wrong passwords a name takes from one address, from a known device, or in a session: so
/// many at once, and then one in every so much time.
const MAX_WRONG: u32 = 10;
const WRONG_INTERVAL: Duration = Duration::from_secs(60);

/// The same for a name from all addresses together, known devices aside. It takes many addresses to
/// use it up; known devices and the link of a recovery mail still let the owner in.
const MAX_WRONG_FOR_NAME: u32 = 100;

/// How many attempts one address has, right or wrong, whatever the names.
const MAX_FROM_ADDRESS: u32 = 30;
const FROM_ADDRESS_INTERVAL: Duration = Duration::from_secs(2);

/// Whose attempt it is.
pub(super) enum Attempt<'a> {
    /// Of somebody who is signed in to the account.
    Session(&'a AccountId),
    /// Of a known device of the account, by its id.
    Device(&'a str),
    /// Of a stranger, for the account with this key.
    Stranger(&'a str, Option<IpAddr>),
}

/// Hashes passwords, and limits attempts.
pub(super) struct Passwords {
    pool: HashPool,
    wrong: Budgets<String>,
    wrong_for_name: Budgets<String>,
    from_address: Budgets<IpAddr>,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords {
            pool: HashPool::default(),
            wrong: Budgets::new(MAX_WRONG, WRONG_INTERVAL),
            wrong_for_name: Budgets::new(MAX_WRONG_FOR_NAME, WRONG_INTERVAL),
            from_address: Budgets::new(MAX_FROM_ADDRESS, FROM_ADDRESS_INTERVAL),
        }
    }
}

/// The hash that a password is compared with if there is no such account, so that the answer takes as
/// long.
static NOBODY: LazyLock<String> = LazyLock::new(|| {
    let hash = Argon2::default().hash_password(b"nobody");
    hash.map(|hash| hash.to_string()).unwrap_or_default()
});

impl Passwords {
    /// Hashes a password of a new account.
    pub(super) async fn hash_for_stranger(
        &self,
        password: &Password,
        address: Option<IpAddr>,
    ) -> Result<String, AccountError> {
        self.hash(password, Client::Other(address)).await
    }

    /// Hashes the new password of an account.
    pub(super) async fn hash_for_owner(&self, password: &Password) -> Result<String, AccountError> {
        self.hash(password, Client::Known).await
    }

    async fn hash(&self, password: &Password, client: Client) -> Result<String, AccountError> {
        let password = password.as_str().to_owned();
        let hashed = self.pool.run(client, move || {
            let hash = Argon2::default().hash_password(password.as_bytes());
            hash.map(|hash| hash.to_string()).map_err(StoreError::failed)
        });
        Ok(hashed.await??)
    }

    /// Verifies a password against a stored hash. Without a hash it fails, after the same time.
    pub(super) async fn check(
        &self,
        attempt: &Attempt<'_>,
        password: &Password,
        stored: Option<String>,
    ) -> Result<(), AccountError> {
        let spent = self.spend(attempt)?;
        let client = match attempt {
            Attempt::Stranger(_, address) => Client::Other(*address),
            Attempt::Session(_) | Attempt::Device(_) => Client::Known,
        };
        let password = password.as_str().to_owned();
        let checked = self.pool.run(client, move || {
            // It is made before it is needed, or the first unknown name would take longer.
            let nobody = &*NOBODY;
            let hash = stored.as_ref().unwrap_or(nobody);
            let matches = PasswordHash::new(hash).is_ok_and(|hash| {
                Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
            });
            matches && stored.is_some()
        });
        let checked = checked.await;
        if checked != Ok(false) {
            // It was right, or not looked at.
            spent.give_back();
        }
        if checked? { Ok(()) } else { Err(AccountError::WrongPassword) }
    }

    /// Spends what an attempt costs if it turns out wrong, so that attempts side by side count, too.
    fn spend<'a>(&'a self, attempt: &Attempt<'a>) -> Result<Spent<'a>, AccountError> {
        let (key, name) = match attempt {
            Attempt::Session(account) => (format!("session {}", account.as_str()), None),
            Attempt::Device(device) => (format!("device {device}"), None),
            Attempt::Stranger(name, address) => {
                if let Some(address) = address {
                    self.from_address.take(address).map_err(AccountError::TooMany)?;
                }
                let address = address.map(|address| address.to_string()).unwrap_or_default();
                (format!("{address} {name}"), Some((*name).to_owned()))
            }
        };
        self.wrong.take(&key).map_err(AccountError::TooMany)?;
        let spent = Spent { passwords: self, key, name: None };
        match name {
            None => Ok(spent),
            Some(name) => match self.wrong_for_name.take(&name) {
                Ok(()) => Ok(Spent { name: Some(name), ..spent }),
                Err(wait) => {
                    spent.give_back();
                    Err(AccountError::TooMany(wait))
                }
            },
        }
    }
}

/// What an attempt has spent.
struct Spent<'a> {
    passwords: &'a Passwords,
    key: String,
    name: Option<String>,
}

impl Spent<'_> {
    fn give_back(&self) {
        self.passwords.wrong.give_back(&self.key);
        if let Some(name) = &self.name {
            self.passwords.wrong_for_name.give_back(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u8) -> Option<IpAddr> {
        Some(IpAddr::from([10, 0, 0, number]))
    }

    fn attempts(passwords: &Passwords, attempt: &Attempt<'_>) -> usize {
        (0..500).take_while(|_| passwords.spend(attempt).is_ok()).count()
    }

    #[tokio::test(start_paused = true)]
    async fn strangers_lock_out_nobody_but_themselves() {
        let passwords = Passwords::default();
        let from = |number| Attempt::Stranger("ann", address(number));
        assert_eq!(attempts(&passwords, &from(1)), 10);
        assert!(matches!(passwords.spend(&from(1)), Err(AccountError::TooMany(_))));
        // From elsewhere, and for another name, there is the whole budget.
        assert_eq!(attempts(&passwords, &from(2)), 10);
        assert_eq!(attempts(&passwords, &Attempt::Stranger("bob", address(1))), 10);
        // An address cannot try one name after the other.
        assert!(attempts(&passwords, &Attempt::Stranger("cleo", address(1))) < 10);
        // Many addresses have a limit for a name together,
        let all: usize = (3..99).map(|number| attempts(&passwords, &from(number))).sum();
        assert_eq!(all, 80);
        // which does not count for devices and sessions that are known.
        assert_eq!(attempts(&passwords, &Attempt::Device("laptop")), 10);
        assert_eq!(attempts(&passwords, &Attempt::Session(&AccountId("a".to_owned()))), 10);
        tokio::time::advance(WRONG_INTERVAL).await;
        assert_eq!(attempts(&passwords, &from(1)), 1);
        assert_eq!(attempts(&passwords, &from(1)), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_right_is_given_back() {
        let passwords = Passwords::default();
        for _ in 0..25 {
            let attempt = Attempt::Stranger("ann", address(1));
            passwords.spend(&attempt).ok().unwrap().give_back();
        }
        assert_eq!(attempts(&passwords, &Attempt::Device("laptop")), 10);
        for _ in 0..25 {
            let attempt = Attempt::Stranger("ann", None);
            passwords.spend(&attempt).ok().unwrap().give_back();
        }
    }
}
