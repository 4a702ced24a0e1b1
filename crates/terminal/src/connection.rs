//! The WebSocket connection to a server, on its own thread. It reconnects with backoff and resumes
//! from the last version it saw.

use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crownhead_arbiter::Version;
use crownhead_protocol::{ClientMessage, ServerMessage};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::match_link::MatchLink;
use crate::session::ConnectionEvent;

/// The time limit for connecting and sending.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The server sends something every ten seconds. After this silence the connection counts as lost.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(30);
/// The shortest and longest backoff before a reconnect.
const BACKOFF: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(8));
/// The capacity of the outgoing queue.
const MAX_QUEUED: usize = 64;

type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

/// A handle to the connection's thread.
#[derive(Debug)]
pub(crate) struct Connection {
    out: Sender<String>,
    /// The last version seen; 0 before the first.
    seen: Arc<AtomicU64>,
}

/// The reason why a connection ended.
enum Disconnect {
    /// The connection broke; reconnecting may help.
    Broke,
    /// The server refused; reconnecting is pointless. The text says why.
    Refused(String),
    /// The session was closed.
    Closed,
}

impl Connection {
    /// Starts connecting. Events go to `report`, which returns whether the session still exists.
    pub(crate) fn open(
        link: MatchLink,
        report: impl Fn(ConnectionEvent) -> bool + Send + 'static,
    ) -> std::io::Result<Connection> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (out, waiting) = channel(MAX_QUEUED);
        let seen = Arc::new(AtomicU64::new(0));
        let shared = Arc::clone(&seen);
        std::thread::spawn(move || runtime.block_on(run(&link, &shared, waiting, &report)));
        Ok(Connection { out, seen })
    }

    /// Sends a text. If the queue is full, the session sends it again after the next welcome.
    pub(crate) fn send(&self, text: String) {
        let _ = self.out.try_send(text);
    }

    /// Records the last version seen.
    pub(crate) fn record_version(&self, version: u64) {
        self.seen.store(version, Ordering::Relaxed);
    }
}

async fn run(
    link: &MatchLink,
    seen: &AtomicU64,
    mut waiting: Receiver<String>,
    report: &impl Fn(ConnectionEvent) -> bool,
) {
    // With several TLS providers linked, one must be the default.
    let _ = tokio_rustls::rustls::crypto::ring::default_provider().install_default();
    let mut wait = BACKOFF.0;
    loop {
        let mut welcome = false;
        let end = match connect(link).await {
            Ok(socket) => {
                exchange_messages(socket, link, seen, &mut waiting, report, &mut welcome).await
            }
            Err(end) => end,
        };
        if welcome {
            wait = BACKOFF.0;
        }
        match end {
            Disconnect::Broke => {
                if !report(ConnectionEvent::Broke) {
                    return;
                }
                sleep(wait.mul_f64(0.75 + fastrand::f64() / 2.0)).await;
                wait = (wait * 2).min(BACKOFF.1);
                // The session sends unconfirmed commands again after the welcome.
                while waiting.try_recv().is_ok() {}
                if waiting.is_closed() {
                    return;
                }
            }
            Disconnect::Refused(error) => {
                report(ConnectionEvent::Refused(error));
                return;
            }
            Disconnect::Closed => return,
        }
    }
}

async fn connect(link: &MatchLink) -> Result<Socket, Disconnect> {
    match timeout(CONNECT_TIMEOUT, connect_async(link.websocket_url())).await {
        Ok(Ok((socket, _))) => Ok(socket),
        Ok(Err(Error::Http(response))) if response.status() == 404 => {
            Err(Disconnect::Refused(format!("There is no match {} on {}.", link.id(), link.host())))
        }
        // An invalid certificate stays invalid.
        Ok(Err(Error::Io(error))) if error.kind() == ErrorKind::InvalidData => {
            Err(Disconnect::Refused(format!("{} cannot be trusted: {error}.", link.host())))
        }
        Ok(Err(Error::Url(error))) => {
            Err(Disconnect::Refused(format!("That link does not work: {error}.")))
        }
        Ok(Err(_)) | Err(_) => Err(Disconnect::Broke),
    }
}

async fn exchange_messages(
    mut socket: Socket,
    link: &MatchLink,
    seen: &AtomicU64,
    waiting: &mut Receiver<String>,
    report: &impl Fn(ConnectionEvent) -> bool,
    welcome: &mut bool,
) -> Disconnect {
    let version = Some(seen.load(Ordering::Relaxed)).filter(|version| *version > 0);
    let (secret, seen) = (link.secret().map(str::to_owned), version.map(Version::new));
    let join = ClientMessage::Join { secret, seen, name: None };
    if send_text(&mut socket, join.to_json()).await.is_err() {
        return Disconnect::Broke;
    }
    loop {
        tokio::select! {
            text = waiting.recv() => match text {
                Some(text) => if send_text(&mut socket, text).await.is_err() { return Disconnect::Broke },
                None => {
                    let _ = timeout(CONNECT_TIMEOUT, socket.close(None)).await;
                    return Disconnect::Closed;
                }
            },
            heard = timeout(SILENCE_TIMEOUT, socket.next()) => match heard {
                Ok(Some(Ok(Message::Text(text)))) => {
                    let Ok(message) = serde_json::from_str::<ServerMessage>(&text) else {
                        return Disconnect::Refused("The server speaks another version of the protocol.".to_owned());
                    };
                    *welcome = true;
                    if !report(ConnectionEvent::Message(Box::new(message))) {
                        return Disconnect::Closed;
                    }
                }
                Ok(Some(Ok(Message::Close(Some(frame))))) if u16::from(frame.code) == 1008 => {
                    return Disconnect::Refused(frame.reason.to_string());
                }
                // Reading the next message answers pings.
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
                Ok(Some(_) | None) | Err(_) => return Disconnect::Broke,
            },
        }
    }
}

async fn send_text(socket: &mut Socket, text: String) -> Result<(), ()> {
    match timeout(CONNECT_TIMEOUT, socket.send(Message::text(text))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(()),
    }
}
