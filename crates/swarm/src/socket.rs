//! The WebSocket of one client.

use std::net::Ipv4Addr;
use std::time::Duration;

use crownhead_protocol::MatchId;
use futures_util::{SinkExt, StreamExt};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::transport::{Stream, connect, host};

/// The time limit for connecting and joining.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

/// A WebSocket connection to a match.
pub(crate) struct Socket(WebSocketStream<Box<dyn Stream>>);

/// The reason why a connection ended or never opened.
#[derive(Debug)]
pub(crate) struct BrokenConnection(pub(crate) String);

impl Socket {
    /// Connects to a match on a node, from an address of this machine, and joins it.
    pub(crate) async fn join(
        address: &str,
        id: &MatchId,
        join: &str,
        source: Option<Ipv4Addr>,
    ) -> Result<Socket, BrokenConnection> {
        let joining = timeout(CONNECT_TIMEOUT, async {
            let stream = connect(address, source).await.map_err(broken)?;
            let url = format!("ws://{}/api/v1/matches/{id}/live", host(address));
            let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
            let (stream, _) =
                client_async_with_config(url, stream, Some(config)).await.map_err(broken)?;
            let mut socket = Socket(stream);
            socket.send(join.to_owned()).await?;
            Ok(socket)
        });
        joining.await.map_err(|_| BrokenConnection("nobody answered".to_owned()))?
    }

    /// Sends a text.
    pub(crate) async fn send(&mut self, text: String) -> Result<(), BrokenConnection> {
        self.0.send(Message::text(text)).await.map_err(broken)
    }

    /// The next text from the server.
    pub(crate) async fn receive(&mut self) -> Result<Utf8Bytes, BrokenConnection> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(frame))) => {
                    let words = frame.map(|frame| format!("{} {}", frame.code, frame.reason));
                    return Err(BrokenConnection(words.unwrap_or_else(|| "closed".to_owned())));
                }
                // The library answers pings while it waits for the next message.
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(broken(error)),
                None => return Err(BrokenConnection("the connection ended".to_owned())),
            }
        }
    }
}

fn broken(error: impl std::fmt::Display) -> BrokenConnection {
    BrokenConnection(error.to_string())
}
