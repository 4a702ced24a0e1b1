//! Web Push (RFC 8030): short messages to browsers whose page is closed, encrypted for the browser
//! (RFC 8291) and signed with the server's key (RFC 8292). The recipients and texts come from
//! `notices`.

mod client;
mod encrypt;
mod endpoint;
mod endpoint_policy;
mod vapid;

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crownhead_arbiter::Timestamp;
use tokio::sync::OnceCell;

use crownhead_store::{Db, StoreError, system_time};

pub use encrypt::{InvalidSubscriptionKeys, SubscriptionKeys};
pub use endpoint::{Endpoint, InvalidEndpoint};
pub use endpoint_policy::EndpointPolicy;

use client::{ClientError, PushClient};
use vapid::Vapid;

/// The settings of Web Push.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PushConfig {
    /// The endpoints that the server may connect to.
    pub endpoints: EndpointPolicy,
    /// A PEM file of certificate authorities to trust instead of the system's.
    pub authorities: Option<PathBuf>,
    /// The operator's contact for push services: `mailto:` and an address, or `https://…`.
    pub contact: Option<String>,
}

/// Sends push messages.
pub struct PushSender {
    config: PushConfig,
    client: OnceCell<PushClient>,
    key: OnceCell<Vapid>,
}

/// A push message.
pub struct PushMessage<'a> {
    /// The browser's address at its push service.
    pub endpoint: &'a Endpoint,
    /// The keys to encrypt it with.
    pub keys: &'a SubscriptionKeys,
    /// A message replaces an undelivered one with the same topic.
    pub topic: &'a str,
    /// The content.
    pub payload: &'a [u8],
}

/// The reason why a message was not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PushError {
    /// The subscription does not exist any more, or its endpoint is not allowed.
    Gone(String),
    /// It may be retried, perhaps after a time that the push service names.
    Later(String, Option<Duration>),
    /// The push service rejected it.
    Refused(String),
}

impl PushSender {
    /// A sender with these settings.
    pub fn new(config: PushConfig) -> PushSender {
        PushSender { config, client: OnceCell::new(), key: OnceCell::new() }
    }

    /// The endpoints that the server may connect to.
    pub fn endpoints(&self) -> EndpointPolicy {
        self.config.endpoints
    }

    /// The server's public key, which a browser needs to subscribe.
    pub async fn public_key(&self, db: &Db) -> Result<String, StoreError> {
        Ok(self.key(db).await?.public().to_owned())
    }

    /// Sends a message.
    pub async fn send(&self, db: &Db, message: PushMessage<'_>) -> Result<(), PushError> {
        let later = |error: &dyn fmt::Display| PushError::Later(error.to_string(), None);
        let key = self.key(db).await.map_err(|error| later(&error))?;
        let client = self.client().await.map_err(|error| later(&error))?;
        let origin = message.endpoint.origin();
        // The push service compares it with its own clock.
        let now = system_time();
        let authorization = key.authorization(&origin, now, self.config.contact.as_deref());
        let encrypted = message.keys.encrypt(message.payload).map_err(|error| later(&error))?;
        client
            .send(
                message.endpoint,
                &authorization.map_err(|error| later(&error))?,
                message.topic,
                encrypted,
            )
            .await
    }

    async fn key(&self, db: &Db) -> Result<&Vapid, StoreError> {
        self.key.get_or_try_init(|| Vapid::load(db)).await
    }

    async fn client(&self) -> Result<&PushClient, ClientError> {
        self.client.get_or_try_init(|| PushClient::new(&self.config)).await
    }
}

impl Default for PushSender {
    fn default() -> PushSender {
        PushSender::new(PushConfig::default())
    }
}

/// Seconds since the Unix epoch.
fn seconds(time: Timestamp) -> u64 {
    time.as_millis() / 1000
}

impl fmt::Display for PushError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (PushError::Gone(error) | PushError::Later(error, _) | PushError::Refused(error)) =
            self;
        f.write_str(error)
    }
}

impl std::error::Error for PushError {}
