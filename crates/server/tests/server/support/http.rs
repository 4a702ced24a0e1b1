//! Requests over real sockets, byte by byte.

use std::net::SocketAddr;
use std::time::Duration;

use crownhead_server::ConnectionAcceptor;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use super::node::Node;

/// The longest wait for anything.
const LIMIT: Duration = Duration::from_secs(30);

pub(crate) struct Connection(pub(crate) TcpStream);

/// Serves a node at a port.
pub(crate) async fn serve(node: &Node) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    let acceptor = ConnectionAcceptor::at(listener, node.state.clone());
    tokio::spawn(async move { acceptor.accept_until(std::future::pending()).await });
    address
}

/// The response to one request on a connection of its own.
pub(crate) async fn get(address: SocketAddr, path: &str) -> String {
    let mut connection = Connection::open(address).await;
    connection.send(&request("GET", path, "", "")).await;
    connection.response().await
}

/// A request with more header lines.
pub(crate) fn request(method: &str, path: &str, head: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\n{head}content-length: {length}\r\n\
         content-type: application/json\r\n\r\n{body}"
    )
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> Connection {
        Connection(TcpStream::connect(address).await.expect("a connection"))
    }

    pub(crate) async fn send(&mut self, text: &str) {
        // The server may have refused and closed it already.
        let _ = self.0.write_all(text.as_bytes()).await;
    }

    /// The next response, or the part of it that arrived before the connection was closed.
    pub(crate) async fn response(&mut self) -> String {
        let mut bytes = Vec::new();
        let read = async {
            let mut buffer = [0; 4096];
            while !is_complete(&bytes) {
                match self.0.read(&mut buffer).await {
                    Ok(0) | Err(_) => break,
                    Ok(count) => bytes.extend_from_slice(&buffer[..count]),
                }
            }
        };
        timeout(LIMIT, read).await.expect("the server answers or closes");
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Reads until this text arrives.
    pub(crate) async fn until(&mut self, what: &str) -> String {
        let mut text = String::new();
        let read = async {
            let mut buffer = [0; 4096];
            while !text.contains(what) {
                let count = self.0.read(&mut buffer).await.expect("it reads");
                assert!(count > 0, "it ended: {text}");
                text.push_str(&String::from_utf8_lossy(&buffer[..count]));
            }
        };
        timeout(LIMIT, read).await.expect("it comes");
        text
    }

    /// Waits until the server closes the connection.
    pub(crate) async fn closed(&mut self) {
        let mut rest = Vec::new();
        let _ = timeout(LIMIT, self.0.read_to_end(&mut rest)).await.expect("it is closed");
    }
}

/// Whether a response with a known length is complete.
fn is_complete(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    length.is_some_and(|length| body.len() >= length.parse().expect("a length"))
}
