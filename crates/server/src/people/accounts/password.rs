//! Passwords: hashed with Argon2id, and with limits on attempts that lock nobody out.
//!
//! Strangers have a budget for a name from their address, one for their address, and one for the name
//! from all addresses together, which is large. The known devices of an account and a session have
//! their own, so nobody else can use them up. What is right is given back, except that hashing takes
//! time: there are budgets for the attempts of an account's own devices and sessions, right or wrong.

use std::net::IpAddr;
use std::sync::LazyLock;
use std::time::Duration;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use crownhead_protocol::Password;

use super::hash_pool::{Client, HashPool};
use super::{AccountError, AccountId};
use crate::rate_limit::{AddressBudgets, Budgets};
use crownhead_store::StoreError;

/// How many wrong passwords a name takes from one address, from all known devices together, or in all
/// sessions: so many at once, and then one in every so much time.
const MAX_WRONG: u32 = 10;
const WRONG_INTERVAL: Duration = Duration::from_secs(60);

/// The same for a name from all addresses together, known devices aside. It takes many addresses to
/// use it up; known devices and the link of a recovery mail still let the owner in.
const MAX_WRONG_FOR_NAME: u32 = 100;

/// How many attempts of strangers one address has, whatever the names: a class may sign in together. A
/// right password costs a part of an attempt.
const MAX_FROM_ADDRESS: u32 = 40;
const FROM_ADDRESS_INTERVAL: Duration = Duration::from_secs(2);
const COST_OF_WRONG: u32 = 4;
const COST_OF_RIGHT: u32 = 1;

/// How many passwords are checked for the known devices and sessions of one account, and of all accounts
/// at one address, right or wrong.
const MAX_OF_ACCOUNT: u32 = 30;
const OF_ACCOUNT_INTERVAL: Duration = Duration::from_secs(6);
const MAX_KNOWN_FROM_ADDRESS: u32 = 120;
const KNOWN_FROM_ADDRESS_INTERVAL: Duration = Duration::from_secs(1);

/// Whose attempt it is.
pub(super) enum Attempt<'a> {
    /// Of somebody who is signed in to the account.
    Session(&'a AccountId, Option<IpAddr>),
    /// Of a known device of the account.
    Device(&'a AccountId, Option<IpAddr>),
    /// Of a stranger, for the account with this key.
    Stranger(&'a str, Option<IpAddr>),
}

/// Hashes passwords, and limits attempts.
pub(super) struct Passwords {
    pool: HashPool,
    wrong: Budgets<String>,
    wrong_for_name: Budgets<String>,
    from_address: AddressBudgets,
    of_account: Budgets<AccountId>,
    known_from_address: AddressBudgets,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords {
            pool: HashPool::default(),
            wrong: Budgets::new(MAX_WRONG, WRONG_INTERVAL),
            wrong_for_name: Budgets::new(MAX_WRONG_FOR_NAME, WRONG_INTERVAL),
            from_address: AddressBudgets::new(
                MAX_FROM_ADDRESS * COST_OF_WRONG,
                FROM_ADDRESS_INTERVAL / COST_OF_WRONG,
            ),
            of_account: Budgets::new(MAX_OF_ACCOUNT, OF_ACCOUNT_INTERVAL),
            known_from_address: AddressBudgets::new(
                MAX_KNOWN_FROM_ADDRESS,
                KNOWN_FROM_ADDRESS_INTERVAL,
            ),
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
    pub(super) async fn hash_for_owner(
        &self,
        password: &Password,
        account: &AccountId,
    ) -> Result<String, AccountError> {
        self.hash(password, Client::Known(account.clone(), None)).await
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
            Attempt::Session(account, address) | Attempt::Device(account, address) => {
                Client::Known((*account).clone(), *address)
            }
        };
        let password = password.as_str().to_owned();
        let checked = self.pool.run(client, move || {
            // Hashed in advance, so that the first unknown name takes no longer.
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
        let (key, name, address) = match attempt {
            Attempt::Session(account, address) => {
                self.count_known(account, *address)?;
                (format!("session {}", account.as_str()), None, None)
            }
            Attempt::Device(account, address) => {
                self.count_known(account, *address)?;
                (format!("device {}", account.as_str()), None, None)
            }
            Attempt::Stranger(name, address) => {
                if let Some(address) = address {
                    let taken = self.from_address.take(*address, COST_OF_WRONG);
                    taken.map_err(AccountError::TooManyFromAddress)?;
                }
                let from = address.map(|address| address.to_string()).unwrap_or_default();
                (format!("{from} {name}"), Some((*name).to_owned()), *address)
            }
        };
        self.wrong.take(&key).map_err(AccountError::TooMany)?;
        let spent = Spent { passwords: self, key, name: None, address: None };
        match name {
            None => Ok(spent),
            Some(name) => match self.wrong_for_name.take(&name) {
                Ok(()) => Ok(Spent { name: Some(name), address, ..spent }),
                Err(wait) => {
                    spent.give_back();
                    Err(AccountError::TooMany(wait))
                }
            },
        }
    }

    /// Counts an attempt of a known device or a session.
    fn count_known(
        &self,
        account: &AccountId,
        address: Option<IpAddr>,
    ) -> Result<(), AccountError> {
        self.of_account.take(account).map_err(AccountError::TooMany)?;
        let Some(address) = address else { return Ok(()) };
        self.known_from_address.take(address, 1).map_err(|wait| {
            self.of_account.give_back(account);
            AccountError::TooManyFromAddress(wait)
        })
    }
}

/// The budget that an attempt has spent.
struct Spent<'a> {
    passwords: &'a Passwords,
    key: String,
    name: Option<String>,
    address: Option<IpAddr>,
}

impl Spent<'_> {
    fn give_back(&self) {
        self.passwords.wrong.give_back(&self.key);
        if let Some(name) = &self.name {
            self.passwords.wrong_for_name.give_back(name);
        }
        if let Some(address) = self.address {
            self.passwords.from_address.give_back(address, COST_OF_WRONG - COST_OF_RIGHT);
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
    async fn strangers_lock_out_only_themselves() {
        let passwords = Passwords::default();
        let ann = AccountId("ann".to_owned());
        let from = |number| Attempt::Stranger("ann", address(number));
        assert_eq!(attempts(&passwords, &from(1)), 10);
        assert!(matches!(passwords.spend(&from(1)), Err(AccountError::TooMany(_))));
        // From elsewhere, and for another name, there is the whole budget.
        assert_eq!(attempts(&passwords, &from(2)), 10);
        assert_eq!(attempts(&passwords, &Attempt::Stranger("bob", address(1))), 10);
        assert_eq!(attempts(&passwords, &Attempt::Stranger("cleo", address(1))), 10);
        // An address cannot try one name after the other.
        let dan = Attempt::Stranger("dan", address(1));
        assert!(attempts(&passwords, &dan) < 10);
        assert!(matches!(passwords.spend(&dan), Err(AccountError::TooManyFromAddress(_))));
        // Many addresses have a limit for a name together,
        let all: usize = (3..99).map(|number| attempts(&passwords, &from(number))).sum();
        assert_eq!(all, 80);
        // which does not count for devices and sessions that are known.
        assert_eq!(attempts(&passwords, &Attempt::Device(&ann, None)), 10);
        assert_eq!(attempts(&passwords, &Attempt::Session(&ann, None)), 10);
        tokio::time::advance(WRONG_INTERVAL).await;
        assert_eq!(attempts(&passwords, &from(1)), 1);
        assert_eq!(attempts(&passwords, &from(1)), 0);
    }

    /// Spends attempts that turn out right, until that is too much.
    fn right(passwords: &Passwords, attempt: &Attempt<'_>) -> usize {
        let right = || passwords.spend(attempt).map(|spent| spent.give_back());
        (0..500).take_while(|_| right().is_ok()).count()
    }

    #[tokio::test(start_paused = true)]
    async fn a_correct_password_returns_its_budget_but_not_its_time() {
        let passwords = Passwords::default();
        // A class of 150 signs in from one address,
        let pupils = (0..150).map(|number| format!("pupil{number}"));
        for name in pupils {
            let attempt = Attempt::Stranger(&name, address(1));
            passwords.spend(&attempt).ok().unwrap().give_back();
        }
        // and nobody hashes without end.
        assert!(right(&passwords, &Attempt::Stranger("ann", address(1))) < 10);
        assert_eq!(right(&passwords, &Attempt::Stranger("ann", None)), 500);
        let (ann, bob) = (AccountId("ann".to_owned()), AccountId("bob".to_owned()));
        assert_eq!(right(&passwords, &Attempt::Device(&ann, address(1))), 30);
        assert_eq!(right(&passwords, &Attempt::Session(&ann, address(2))), 0);
        assert_eq!(right(&passwords, &Attempt::Session(&bob, address(1))), 30);
        // Many accounts at one address have a limit together.
        let more = (0..9).map(|number| {
            let account = AccountId(format!("more{number}"));
            right(&passwords, &Attempt::Device(&account, address(1)))
        });
        assert_eq!(more.sum::<usize>(), 60);
        tokio::time::advance(OF_ACCOUNT_INTERVAL).await;
        assert_eq!(right(&passwords, &Attempt::Session(&ann, address(2))), 1);
    }
}
