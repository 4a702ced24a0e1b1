//! Web Push (RFC 8030): a short message to a browser whose page is closed, sealed for that browser
//! (RFC 8291) and signed with the server's key (RFC 8292). Whom to tell what is not decided here.

mod address;
mod endpoint;
mod post;
mod seal;
mod vapid;

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crownhead_arbiter::Timestamp;
use tokio::sync::OnceCell;

use crownhead_store::{Db, StoreError};

pub use address::Reach;
pub use endpoint::{Endpoint, InvalidEndpoint};
pub use seal::{InvalidKeys, Keys};

use post::Client;
use vapid::Vapid;

/// How pushes are sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PushConfig {
    /// Which push services may be asked.
    pub reach: Reach,
    /// Certificates to believe instead of the system's, as a PEM file.
    pub authorities: Option<PathBuf>,
    /// Whom a push service can turn to: `mailto:` and an address, or `https://…`.
    pub contact: Option<String>,
}

/// What sends pushes.
pub struct Push {
    config: PushConfig,
    client: OnceCell<Client>,
    key: OnceCell<Vapid>,
}

/// A push.
pub struct Message<'a> {
    /// Where to.
    pub endpoint: &'a Endpoint,
    /// For whom it is sealed.
    pub keys: &'a Keys,
    /// A later message of the same topic takes the place of one that still waits.
    pub topic: &'a str,
    /// What is said.
    pub words: &'a [u8],
}

/// Why a push was not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PushError {
    /// There is no such subscription any more, or none that may be asked.
    Gone(String),
    /// It may be tried again, perhaps after a time that the push service names.
    Later(String, Option<Duration>),
    /// The push service does not take it.
    Refused(String),
}

impl Push {
    /// What sends pushes as it is configured.
    pub fn new(config: PushConfig) -> Push {
        Push { config, client: OnceCell::new(), key: OnceCell::new() }
    }

    /// Which push services may be asked.
    pub fn reach(&self) -> Reach {
        self.config.reach
    }

    /// The public key of the server, by which a browser knows who may send to it.
    pub async fn public_key(&self, db: &Db) -> Result<String, StoreError> {
        Ok(self.key(db).await?.public().to_owned())
    }

    /// Sends a push.
    pub async fn send(&self, db: &Db, message: Message<'_>) -> Result<(), PushError> {
        let later = |why: &dyn fmt::Display| PushError::Later(why.to_string(), None);
        let key = self.key(db).await.map_err(|why| later(&why))?;
        let client = self.client().await.map_err(|why| later(&why))?;
        let origin = message.endpoint.origin();
        let pass = key.pass(&origin, db.now(), self.config.contact.as_deref());
        let sealed = message.keys.seal(message.words).map_err(|why| later(&why))?;
        client
            .post(message.endpoint, &pass.map_err(|why| later(&why))?, message.topic, sealed)
            .await
    }

    async fn key(&self, db: &Db) -> Result<&Vapid, StoreError> {
        self.key.get_or_try_init(|| Vapid::of(db)).await
    }

    async fn client(&self) -> Result<&Client, post::ClientError> {
        self.client.get_or_try_init(|| Client::new(&self.config)).await
    }
}

impl Default for Push {
    fn default() -> Push {
        Push::new(PushConfig::default())
    }
}

/// Seconds since 1970.
fn seconds(time: Timestamp) -> u64 {
    time.as_millis() / 1000
}

impl fmt::Display for PushError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (PushError::Gone(why) | PushError::Later(why, _) | PushError::Refused(why)) = self;
        f.write_str(why)
    }
}

impl std::error::Error for PushError {}
