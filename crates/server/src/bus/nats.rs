//! The bus over a NATS server: core publish and subscribe, without persistence.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, Subscriber};
use futures_util::StreamExt;
use tokio::sync::{Mutex, mpsc};

use crownhead_store::MatchVersion;

use super::{Bus, NextMessage};

/// The subject of all messages.
const SUBJECT: &str = "crownhead.news";

/// The time limit for connecting to the server.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The most messages that wait to be sent. More are dropped; polling the store makes up for them.
const MAX_QUEUED: usize = 4096;

/// A connection to a NATS server, which reconnects by itself.
pub struct NatsBus {
    client: Client,
    queue: mpsc::Sender<MatchVersion>,
    subscription: Mutex<Subscriber>,
}

/// Why a bus cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{address} cannot be used as the bus: {reason}")]
pub struct BusError {
    address: String,
    reason: String,
}

impl NatsBus {
    /// Connects to the server at an address `nats://…`, or `tls://…` to require encryption.
    /// `authority` is a PEM file with certificates to trust in addition to the system's.
    pub async fn connect(address: &str, authority: Option<&Path>) -> Result<NatsBus, BusError> {
        let failed = |reason: &dyn fmt::Display| BusError {
            address: without_password(address),
            reason: reason.to_string().split_whitespace().collect::<Vec<_>>().join(" "),
        };
        let mut options = ConnectOptions::new()
            .name("crownhead")
            .no_echo()
            .connection_timeout(CONNECT_TIMEOUT)
            .event_callback(async |event| match event {
                Event::Connected => tracing::info!("connected to the bus"),
                event => tracing::warn!(%event, "the bus"),
            });
        if let Some(authority) = authority {
            options = options.add_root_certificates(authority.to_owned());
        }
        let connecting = tokio::time::timeout(CONNECT_TIMEOUT, options.connect(address));
        let client = match connecting.await {
            Ok(connected) => connected.map_err(|error| failed(&error))?,
            Err(_) => return Err(failed(&"it does not answer")),
        };
        let subscription = client.subscribe(SUBJECT).await.map_err(|error| failed(&error))?;
        let (queue, waiting) = mpsc::channel(MAX_QUEUED);
        tokio::spawn(publish_queued(client.clone(), waiting));
        Ok(NatsBus { client, queue, subscription: Mutex::new(subscription) })
    }
}

/// Publishes queued messages until the queue is closed.
async fn publish_queued(client: Client, mut waiting: mpsc::Receiver<MatchVersion>) {
    while let Some(version) = waiting.recv().await {
        // While the server is away this waits, and messages beyond the queue are dropped.
        if let Err(error) = client.publish(SUBJECT, version.to_string().into()).await {
            tracing::warn!(%error, "could not publish to the bus");
        }
    }
}

impl Bus for NatsBus {
    fn publish(&self, version: MatchVersion) {
        let _ = self.queue.try_send(version);
    }

    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    fn receive(&self) -> NextMessage<'_> {
        Box::pin(async {
            let mut subscription = self.subscription.lock().await;
            loop {
                let Some(message) = subscription.next().await else {
                    // The client gave up for good; polling the store has to do.
                    return std::future::pending().await;
                };
                let text = std::str::from_utf8(&message.payload).unwrap_or_default();
                if let Ok(version) = text.parse() {
                    return version;
                }
            }
        })
    }
}

fn without_password(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("nats", address));
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    format!("{scheme}://{host}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_hide_a_password() {
        assert_eq!(
            without_password("nats://me:se@cret@bus.example:4222"),
            "nats://bus.example:4222"
        );
        assert_eq!(without_password("bus.example"), "nats://bus.example");
    }
}
