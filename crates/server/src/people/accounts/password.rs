//! Passwords: hashed with Argon2id, a few at a time so that signing in never starves play, and with a
//! limit on wrong attempts.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use crownhead_protocol::Password;
use tokio::sync::Semaphore;

use super::AccountError;
use crate::rooms::RoomError;
use crownhead_store::StoreError;

/// The maximum number of concurrent hashes. One takes 19 MiB and a few hundredths of a second.
const MAX_CONCURRENT: usize = 2;

/// How long a request waits for its turn to hash.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(5);

/// The maximum number of wrong passwords for a name within a time.
const MAX_WRONG: u32 = 10;
const LOCKOUT: Duration = Duration::from_secs(600);

/// The maximum number of names with wrong passwords in memory.
const MAX_TRACKED_NAMES: usize = 10_000;

/// Hashes passwords, and limits wrong attempts.
pub(super) struct Passwords {
    permits: Arc<Semaphore>,
    failures: Mutex<HashMap<String, (u32, Instant)>>,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords { permits: Arc::new(Semaphore::new(MAX_CONCURRENT)), failures: Mutex::default() }
    }
}

impl Passwords {
    /// Hashes a password.
    pub(super) async fn hash(&self, password: &Password) -> Result<String, AccountError> {
        let password = password.as_str().to_owned();
        self.run_blocking(move || {
            let hash = Argon2::default().hash_password(password.as_bytes());
            hash.map(|hash| hash.to_string()).map_err(|error| StoreError::failed(error).into())
        })
        .await?
    }

    /// Verifies a password against a stored hash. Without a hash it fails, after the same time.
    pub(super) async fn check(
        &self,
        key: &str,
        password: &Password,
        stored: Option<String>,
    ) -> Result<(), AccountError> {
        self.check_lockout(key)?;
        let password = password.as_str().to_owned();
        let matches = self
            .run_blocking(move || match stored {
                Some(stored) => PasswordHash::new(&stored).is_ok_and(|hash| {
                    Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
                }),
                None => {
                    let _ = Argon2::default().hash_password(password.as_bytes());
                    false
                }
            })
            .await?;
        if matches {
            self.failures().remove(key);
            return Ok(());
        }
        self.record_failure(key);
        Err(AccountError::WrongPassword)
    }

    async fn run_blocking<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AccountError> {
        let permit =
            tokio::time::timeout(QUEUE_TIMEOUT, self.permits.clone().acquire_owned()).await;
        let permit = permit.map_err(|_| RoomError::Busy)?.map_err(|_| RoomError::Busy)?;
        let done = tokio::task::spawn_blocking(move || {
            let done = job();
            drop(permit);
            done
        });
        Ok(done.await.map_err(StoreError::failed)?)
    }

    fn check_lockout(&self, key: &str) -> Result<(), AccountError> {
        match self.failures().get(key) {
            Some((failed, since)) if *failed >= MAX_WRONG && since.elapsed() < LOCKOUT => {
                Err(AccountError::TooMany(LOCKOUT.saturating_sub(since.elapsed())))
            }
            _ => Ok(()),
        }
    }

    fn record_failure(&self, key: &str) {
        let mut failures = self.failures();
        if failures.len() >= MAX_TRACKED_NAMES {
            failures.retain(|_, (_, since)| since.elapsed() < LOCKOUT);
        }
        if failures.len() >= MAX_TRACKED_NAMES {
            failures.clear();
        }
        let (failed, since) = failures.entry(key.to_owned()).or_insert_with(|| (0, Instant::now()));
        if since.elapsed() >= LOCKOUT {
            (*failed, *since) = (0, Instant::now());
        }
        *failed += 1;
    }

    fn failures(&self) -> parking_lot::MutexGuard<'_, HashMap<String, (u32, Instant)>> {
        self.failures.lock()
    }
}
