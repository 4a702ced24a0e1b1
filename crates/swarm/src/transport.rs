//! The transport to a node: a TCP connection, or a Unix socket on the same machine.

use std::io;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

/// The prefix of the address of a Unix socket.
const UNIX: &str = "unix:";

/// A byte stream of either kind.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// Connects to an address.
pub(crate) async fn connect(address: &str) -> io::Result<Box<dyn Stream>> {
    #[cfg(unix)]
    if let Some(path) = address.strip_prefix(UNIX) {
        return Ok(Box::new(tokio::net::UnixStream::connect(path).await?));
    }
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(Box::new(stream))
}

/// The `Host` header for an address.
pub(crate) fn host(address: &str) -> &str {
    if address.starts_with(UNIX) { "localhost" } else { address }
}
