//! Passwords: hashed with Argon2id, a few at a time so that signing in never starves play, and with a
//! limit on wrong attempts.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use serde::Deserialize;
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use super::AccountError;
use crate::rooms::RoomError;
use crownhead_store::StoreError;

/// How many are hashed at a time. One takes 19 MiB and a few hundredths of a second.
const AT_A_TIME: usize = 2;

/// How long one waits for one's turn.
const WAIT: Duration = Duration::from_secs(5);

/// How many wrong ones a name may be tried with, in how long a time.
const WRONG: u32 = 10;
const FORGIVEN: Duration = Duration::from_secs(600);

/// Of how many names wrong passwords are remembered.
const REMEMBERED: usize = 10_000;

/// A password: 8 to 200 characters. It stays out of logs.
#[derive(Clone, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(try_from = "String")]
#[schema(min_length = 8, max_length = 200)]
pub struct Password(String);

/// What hashes passwords and counts wrong ones.
pub(super) struct Passwords {
    turns: Arc<Semaphore>,
    wrong: Mutex<HashMap<String, (u32, Instant)>>,
}

impl Password {
    /// A password by its text.
    pub fn new(text: &str) -> Result<Password, InvalidPassword> {
        let fits = (8..=200).contains(&text.chars().count());
        if fits { Ok(Password(text.to_owned())) } else { Err(InvalidPassword) }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A text that is no password.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct InvalidPassword;

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords { turns: Arc::new(Semaphore::new(AT_A_TIME)), wrong: Mutex::default() }
    }
}

impl Passwords {
    /// What is kept of a password.
    pub(super) async fn hash(&self, password: &Password) -> Result<String, AccountError> {
        let password = password.0.clone();
        self.work(move || {
            let hash = Argon2::default().hash_password(password.as_bytes());
            hash.map(|hash| hash.to_string()).map_err(|why| StoreError::failed(why).into())
        })
        .await?
    }

    /// Whether a password is the one that a hash was made of. Where there is no account, it takes
    /// as long to say so.
    pub(super) async fn check(
        &self,
        key: &str,
        password: &Password,
        kept: Option<String>,
    ) -> Result<(), AccountError> {
        self.may_try(key)?;
        let password = password.0.clone();
        let right = self
            .work(move || match kept {
                Some(kept) => PasswordHash::new(&kept).is_ok_and(|hash| {
                    Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
                }),
                None => {
                    let _ = Argon2::default().hash_password(password.as_bytes());
                    false
                }
            })
            .await?;
        if right {
            self.wrong().remove(key);
            return Ok(());
        }
        self.count(key);
        Err(AccountError::WrongPassword)
    }

    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AccountError> {
        let turn = tokio::time::timeout(WAIT, self.turns.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| RoomError::Busy)?.map_err(|_| RoomError::Busy)?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(turn);
            done
        });
        Ok(done.await.map_err(StoreError::failed)?)
    }

    fn may_try(&self, key: &str) -> Result<(), AccountError> {
        match self.wrong().get(key) {
            Some((count, since)) if *count >= WRONG && since.elapsed() < FORGIVEN => {
                Err(AccountError::TooMany(FORGIVEN.saturating_sub(since.elapsed())))
            }
            _ => Ok(()),
        }
    }

    fn count(&self, key: &str) {
        let mut wrong = self.wrong();
        if wrong.len() >= REMEMBERED {
            wrong.retain(|_, (_, since)| since.elapsed() < FORGIVEN);
        }
        if wrong.len() >= REMEMBERED {
            wrong.clear();
        }
        let (count, since) = wrong.entry(key.to_owned()).or_insert_with(|| (0, Instant::now()));
        if since.elapsed() >= FORGIVEN {
            (*count, *since) = (0, Instant::now());
        }
        *count += 1;
    }

    fn wrong(&self) -> parking_lot::MutexGuard<'_, HashMap<String, (u32, Instant)>> {
        self.wrong.lock()
    }
}

impl TryFrom<String> for Password {
    type Error = InvalidPassword;

    fn try_from(text: String) -> Result<Password, InvalidPassword> {
        Password::new(&text)
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

impl fmt::Display for InvalidPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a password has 8 to 200 characters")
    }
}

impl std::error::Error for InvalidPassword {}
