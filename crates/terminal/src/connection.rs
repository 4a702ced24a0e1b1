//! The connection to a server: a thread of its own, which comes again whenever it breaks, with the
//! last version that was seen.

use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::link::Link;
use crate::session::{FromServer, Said};

/// How long it may take to connect.
const CONNECT: Duration = Duration::from_secs(10);
/// The server says something every ten seconds; who is silent for so long has gone.
const SILENCE: Duration = Duration::from_secs(30);
/// How long it waits before it comes again, at first and at most.
const WAITS: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(8));
/// How much may wait to be said.
const MOST_WAITING: usize = 64;

type Socket = WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>;

/// A connection that is kept up.
#[derive(Debug)]
pub(crate) struct Connection {
    out: Sender<String>,
    /// The last version that was seen; 0 before the first.
    seen: Arc<AtomicU64>,
}

/// Why a connection ended.
enum End {
    /// It broke.
    Broke,
    /// It is no use to come again; the words say why.
    Refused(String),
    /// Nobody wants it any more.
    Unwanted,
}

impl Connection {
    /// Begins to connect. What comes in goes to `tell`, which says whether anybody listens.
    pub(crate) fn open(
        link: Link,
        tell: impl Fn(FromServer) -> bool + Send + 'static,
    ) -> std::io::Result<Connection> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (out, waiting) = channel(MOST_WAITING);
        let seen = Arc::new(AtomicU64::new(0));
        let shared = Arc::clone(&seen);
        std::thread::spawn(move || runtime.block_on(keep_up(&link, &shared, waiting, &tell)));
        Ok(Connection { out, seen })
    }

    /// Says something. What finds no room is said again after the next welcome.
    pub(crate) fn say(&self, text: String) {
        let _ = self.out.try_send(text);
    }

    /// Notes up to which version the match was seen.
    pub(crate) fn saw(&self, version: u64) {
        self.seen.store(version, Ordering::Relaxed);
    }
}

async fn keep_up(
    link: &Link,
    seen: &AtomicU64,
    mut waiting: Receiver<String>,
    tell: &impl Fn(FromServer) -> bool,
) {
    // Whoever links several providers of encryption has to name one.
    let _ = tokio_rustls::rustls::crypto::ring::default_provider().install_default();
    let mut wait = WAITS.0;
    loop {
        let mut welcome = false;
        let end = match connect(link).await {
            Ok(socket) => talk(socket, link, seen, &mut waiting, tell, &mut welcome).await,
            Err(end) => end,
        };
        if welcome {
            wait = WAITS.0;
        }
        match end {
            End::Broke => {
                if !tell(FromServer::Broke) {
                    return;
                }
                sleep(wait.mul_f64(0.75 + fastrand::f64() / 2.0)).await;
                wait = (wait * 2).min(WAITS.1);
                // What was said to nobody is said again after the welcome.
                while waiting.try_recv().is_ok() {}
                if waiting.is_closed() {
                    return;
                }
            }
            End::Refused(why) => {
                tell(FromServer::Refused(why));
                return;
            }
            End::Unwanted => return,
        }
    }
}

async fn connect(link: &Link) -> Result<Socket, End> {
    match timeout(CONNECT, connect_async(link.live())).await {
        Ok(Ok((socket, _))) => Ok(socket),
        Ok(Err(Error::Http(response))) if response.status() == 404 => {
            Err(End::Refused(format!("There is no match {} on {}.", link.id(), link.host())))
        }
        // A certificate that does not fit is no better the next time.
        Ok(Err(Error::Io(why))) if why.kind() == ErrorKind::InvalidData => {
            Err(End::Refused(format!("{} cannot be trusted: {why}.", link.host())))
        }
        Ok(Err(Error::Url(why))) => Err(End::Refused(format!("That link leads nowhere: {why}."))),
        Ok(Err(_)) | Err(_) => Err(End::Broke),
    }
}

async fn talk(
    mut socket: Socket,
    link: &Link,
    seen: &AtomicU64,
    waiting: &mut Receiver<String>,
    tell: &impl Fn(FromServer) -> bool,
    welcome: &mut bool,
) -> End {
    let version = Some(seen.load(Ordering::Relaxed)).filter(|version| *version > 0);
    let join = serde_json::json!({"kind": "join", "secret": link.secret(), "seen": version});
    if send(&mut socket, join.to_string()).await.is_err() {
        return End::Broke;
    }
    loop {
        tokio::select! {
            text = waiting.recv() => match text {
                Some(text) => if send(&mut socket, text).await.is_err() { return End::Broke },
                None => {
                    let _ = timeout(CONNECT, socket.close(None)).await;
                    return End::Unwanted;
                }
            },
            heard = timeout(SILENCE, socket.next()) => match heard {
                Ok(Some(Ok(Message::Text(text)))) => {
                    let Ok(said) = serde_json::from_str::<Said>(&text) else {
                        return End::Refused("The server speaks another edition.".to_owned());
                    };
                    *welcome = true;
                    if !tell(FromServer::Said(Box::new(said))) {
                        return End::Unwanted;
                    }
                }
                Ok(Some(Ok(Message::Close(Some(frame))))) if u16::from(frame.code) == 1008 => {
                    return End::Refused(frame.reason.to_string());
                }
                // Pings are answered while the next message is waited for.
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
                Ok(Some(_) | None) | Err(_) => return End::Broke,
            },
        }
    }
}

async fn send(socket: &mut Socket, text: String) -> Result<(), ()> {
    match timeout(CONNECT, socket.send(Message::text(text))).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(()),
    }
}
