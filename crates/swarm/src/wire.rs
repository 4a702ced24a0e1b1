//! A connection to a node: to a port, or to a file of the same machine.

use std::io;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;

/// What the address of a file begins with.
const FILE: &str = "unix:";

/// A connection of either kind.
pub(crate) trait Wire: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Wire for T {}

/// Connects.
pub(crate) async fn connect(address: &str) -> io::Result<Box<dyn Wire>> {
    #[cfg(unix)]
    if let Some(path) = address.strip_prefix(FILE) {
        return Ok(Box::new(tokio::net::UnixStream::connect(path).await?));
    }
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(Box::new(stream))
}

/// The host that a request is for.
pub(crate) fn host(address: &str) -> &str {
    if address.starts_with(FILE) { "localhost" } else { address }
}
