//! The transport to a node: a TCP connection, or a Unix socket on the same machine.

use std::io;
use std::net::Ipv4Addr;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpSocket, TcpStream, lookup_host};

/// The prefix of the address of a Unix socket.
const UNIX: &str = "unix:";

/// A byte stream of either kind.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

/// Connects to an address; to a TCP port from an address of this machine, if one is given.
pub(crate) async fn connect(
    address: &str,
    source: Option<Ipv4Addr>,
) -> io::Result<Box<dyn Stream>> {
    #[cfg(unix)]
    if let Some(path) = address.strip_prefix(UNIX) {
        return Ok(Box::new(tokio::net::UnixStream::connect(path).await?));
    }
    let stream = match source {
        Some(source) => connect_from(source, address, None).await?,
        None => TcpStream::connect(address).await?,
    };
    stream.set_nodelay(true)?;
    Ok(Box::new(stream))
}

/// Connects to a TCP port from an address of this machine, with a receive buffer of this size.
pub(crate) async fn connect_from(
    source: Ipv4Addr,
    address: &str,
    receive_buffer: Option<u32>,
) -> io::Result<TcpStream> {
    let mut found = lookup_host(address).await?.filter(std::net::SocketAddr::is_ipv4);
    let address = found.next().ok_or(io::ErrorKind::AddrNotAvailable)?;
    let socket = TcpSocket::new_v4()?;
    if let Some(size) = receive_buffer {
        socket.set_recv_buffer_size(size)?;
    }
    socket.bind((source, 0).into())?;
    socket.connect(address).await
}

/// The `Host` header for an address.
pub(crate) fn host(address: &str) -> &str {
    if address.starts_with(UNIX) { "localhost" } else { address }
}
