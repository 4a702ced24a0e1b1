//! A bus over a NATS server: plain messages, which nobody keeps.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, Subscriber};
use futures_util::StreamExt;
use tokio::sync::{Mutex, mpsc};

use super::{Bus, Heard, News};

/// Where the news of all nodes go.
const SUBJECT: &str = "crownhead.news";

/// How long it may take to reach the server.
const LIMIT: Duration = Duration::from_secs(5);

/// How much news can wait to be told. More of it is lost, and found by looking.
const QUEUE: usize = 4096;

/// A connection to a NATS server. One that breaks is made again by itself.
pub struct Nats {
    queue: mpsc::Sender<News>,
    heard: Mutex<Subscriber>,
}

/// Why a bus cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BusError {
    place: String,
    why: String,
}

impl Nats {
    /// Connects to the server at an address, `nats://…`, or `tls://…` where it must be encrypted;
    /// `authority` is a PEM file with certificates to believe beside those of the system.
    pub async fn connect(address: &str, authority: Option<&Path>) -> Result<Nats, BusError> {
        let failed = |why: &dyn fmt::Display| BusError {
            place: without_password(address),
            why: why.to_string().split_whitespace().collect::<Vec<_>>().join(" "),
        };
        let mut options = ConnectOptions::new()
            .name("crownhead")
            .no_echo()
            .connection_timeout(LIMIT)
            .event_callback(async |event| match event {
                Event::Connected => tracing::info!("the bus is there"),
                event => tracing::warn!(%event, "the bus"),
            });
        if let Some(authority) = authority {
            options = options.add_root_certificates(authority.to_owned());
        }
        let connecting = tokio::time::timeout(LIMIT, options.connect(address));
        let client = match connecting.await {
            Ok(connected) => connected.map_err(|why| failed(&why))?,
            Err(_) => return Err(failed(&"it does not answer")),
        };
        let heard = client.subscribe(SUBJECT).await.map_err(|why| failed(&why))?;
        let (queue, waiting) = mpsc::channel(QUEUE);
        tokio::spawn(tell(client, waiting));
        Ok(Nats { queue, heard: Mutex::new(heard) })
    }
}

/// Tells what waits, as long as anybody can have something to tell.
async fn tell(client: Client, mut waiting: mpsc::Receiver<News>) {
    while let Some(news) = waiting.recv().await {
        // While the server is away this waits, and what comes meanwhile is lost.
        if let Err(why) = client.publish(SUBJECT, news.text().into()).await {
            tracing::warn!(%why, "news could not be told");
        }
    }
}

impl Bus for Nats {
    fn publish(&self, news: News) {
        let _ = self.queue.try_send(news);
    }

    fn hear(&self) -> Heard<'_> {
        Box::pin(async {
            let mut heard = self.heard.lock().await;
            loop {
                let Some(message) = heard.next().await else {
                    // The connection was given up for good; looking at the store has to do.
                    return std::future::pending().await;
                };
                let text = std::str::from_utf8(&message.payload).unwrap_or_default();
                if let Ok(news) = text.parse() {
                    return news;
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

impl fmt::Display for BusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be used as the bus: {}", self.place, self.why)
    }
}

impl std::error::Error for BusError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_not_shown() {
        assert_eq!(
            without_password("nats://me:se@cret@bus.example:4222"),
            "nats://bus.example:4222"
        );
        assert_eq!(without_password("bus.example"), "nats://bus.example");
    }
}
