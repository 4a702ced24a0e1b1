//! Listen addresses: a TCP port or a Unix socket, and the listener at either.

use std::fmt;
use std::io;
use std::net::SocketAddr;
#[cfg(unix)]
use std::path::Path;
use std::path::PathBuf;
use std::str::FromStr;

use tokio::net::{TcpListener, TcpStream};
#[cfg(unix)]
use tokio::net::{UnixListener, UnixStream};

use crate::rate_limit::Peer;

/// The prefix of a Unix socket's address.
const UNIX_PREFIX: &str = "unix:";

/// The address at which a server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListenAddress {
    /// A TCP port.
    Tcp(SocketAddr),
    /// A Unix socket, for a proxy on the same machine.
    Unix(PathBuf),
}

/// A text that is not a listen address.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct InvalidListenAddress;

/// A bound socket.
pub(crate) enum Listener {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix(UnixListener, PathBuf),
}

/// An accepted connection.
pub(crate) enum ClientStream {
    Tcp(TcpStream),
    #[cfg(unix)]
    Unix(UnixStream),
}

impl ListenAddress {
    /// Binds the address.
    pub(crate) async fn bind(&self) -> io::Result<Listener> {
        match self {
            ListenAddress::Tcp(address) => TcpListener::bind(address).await.map(Listener::Tcp),
            #[cfg(unix)]
            ListenAddress::Unix(path) => {
                bind_unix(path).map(|listener| Listener::Unix(listener, path.clone()))
            }
            #[cfg(not(unix))]
            ListenAddress::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

/// Binds a Unix socket. The stale socket file of a killed server is replaced.
#[cfg(unix)]
fn bind_unix(path: &Path) -> io::Result<UnixListener> {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};

    let bound = match UnixListener::bind(path) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            if !std::fs::symlink_metadata(path)?.file_type().is_socket() {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            let probe = std::os::unix::net::UnixStream::connect(path);
            if !probe.is_err_and(|error| error.kind() == io::ErrorKind::ConnectionRefused) {
                return Err(error);
            }
            std::fs::remove_file(path)?;
            UnixListener::bind(path)
        }
        bound => bound,
    };
    // The folder's permissions decide who may connect.
    let listener = bound?;
    std::fs::set_permissions(path, PermissionsExt::from_mode(0o666))?;
    Ok(listener)
}

impl Listener {
    /// The bound address, with the port that the system chose for port 0.
    pub(crate) fn address(&self) -> io::Result<ListenAddress> {
        match self {
            Listener::Tcp(listener) => listener.local_addr().map(ListenAddress::Tcp),
            #[cfg(unix)]
            Listener::Unix(_, path) => Ok(ListenAddress::Unix(path.clone())),
        }
    }

    /// Accepts the next connection.
    pub(crate) async fn accept(&self) -> io::Result<(ClientStream, Peer)> {
        match self {
            Listener::Tcp(listener) => {
                let (stream, address) = listener.accept().await?;
                // A move is one small message that must not be delayed.
                let _ = stream.set_nodelay(true);
                Ok((ClientStream::Tcp(stream), Peer(address.ip())))
            }
            #[cfg(unix)]
            Listener::Unix(listener, _) => {
                let (stream, _) = listener.accept().await?;
                Ok((ClientStream::Unix(stream), Peer(std::net::Ipv4Addr::LOCALHOST.into())))
            }
        }
    }
}

/// Removes the socket file.
#[cfg(unix)]
impl Drop for Listener {
    fn drop(&mut self) {
        if let Listener::Unix(_, path) = self {
            let _ = std::fs::remove_file(path);
        }
    }
}

impl FromStr for ListenAddress {
    type Err = InvalidListenAddress;

    fn from_str(text: &str) -> Result<ListenAddress, InvalidListenAddress> {
        match text.strip_prefix(UNIX_PREFIX) {
            Some("") => Err(InvalidListenAddress),
            Some(path) => Ok(ListenAddress::Unix(path.into())),
            None => text.parse().map(ListenAddress::Tcp).map_err(|_| InvalidListenAddress),
        }
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ListenAddress::Tcp(address) => address.fmt(f),
            ListenAddress::Unix(path) => write!(f, "{UNIX_PREFIX}{}", path.display()),
        }
    }
}

impl fmt::Display for InvalidListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an address is a number and a port, as in 127.0.0.1:8080, or unix: and a path")
    }
}

impl std::error::Error for InvalidListenAddress {}
