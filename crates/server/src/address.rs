//! Where a server is found: at a port, or at a file of the machine that it runs on.

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

use crate::limit::Peer;

/// What the address of a file begins with.
const FILE: &str = "unix:";

/// Where a server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// At a port.
    Port(SocketAddr),
    /// At a Unix socket, for a proxy on the same machine.
    File(PathBuf),
}

/// A text that is no address.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct InvalidAddress;

/// An address that is listened at.
pub(crate) enum Listener {
    Port(TcpListener),
    #[cfg(unix)]
    File(UnixListener, PathBuf),
}

/// Somebody who came there.
pub(crate) enum Caller {
    Port(TcpStream),
    #[cfg(unix)]
    File(UnixStream),
}

impl Address {
    /// Listens there.
    pub(crate) async fn listen(&self) -> io::Result<Listener> {
        match self {
            Address::Port(address) => TcpListener::bind(address).await.map(Listener::Port),
            #[cfg(unix)]
            Address::File(path) => {
                listen_at_file(path).map(|listener| Listener::File(listener, path.clone()))
            }
            #[cfg(not(unix))]
            Address::File(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }
}

/// A server that was killed leaves its file behind, at which nobody listens any more.
#[cfg(unix)]
fn listen_at_file(path: &Path) -> io::Result<UnixListener> {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt};

    let bound = match UnixListener::bind(path) {
        Err(why) if why.kind() == io::ErrorKind::AddrInUse => {
            if !std::fs::symlink_metadata(path)?.file_type().is_socket() {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            let knocked = std::os::unix::net::UnixStream::connect(path);
            if !knocked.is_err_and(|why| why.kind() == io::ErrorKind::ConnectionRefused) {
                return Err(why);
            }
            std::fs::remove_file(path)?;
            UnixListener::bind(path)
        }
        bound => bound,
    };
    // Who may come there is a matter of the folder, as a port is open to all who can reach it.
    let listener = bound?;
    std::fs::set_permissions(path, PermissionsExt::from_mode(0o666))?;
    Ok(listener)
}

impl Listener {
    /// Where that is, with the port that was chosen if none was asked for.
    pub(crate) fn address(&self) -> io::Result<Address> {
        match self {
            Listener::Port(listener) => listener.local_addr().map(Address::Port),
            #[cfg(unix)]
            Listener::File(_, path) => Ok(Address::File(path.clone())),
        }
    }

    /// Waits for somebody.
    pub(crate) async fn accept(&self) -> io::Result<(Caller, Peer)> {
        match self {
            Listener::Port(listener) => {
                let (stream, address) = listener.accept().await?;
                // A move is one small message, and is not to wait for another.
                let _ = stream.set_nodelay(true);
                Ok((Caller::Port(stream), Peer(address.ip())))
            }
            #[cfg(unix)]
            Listener::File(listener, _) => {
                let (stream, _) = listener.accept().await?;
                Ok((Caller::File(stream), Peer(std::net::Ipv4Addr::LOCALHOST.into())))
            }
        }
    }
}

/// A file at which nobody listens any more is taken away.
#[cfg(unix)]
impl Drop for Listener {
    fn drop(&mut self) {
        if let Listener::File(_, path) = self {
            let _ = std::fs::remove_file(path);
        }
    }
}

impl FromStr for Address {
    type Err = InvalidAddress;

    fn from_str(text: &str) -> Result<Address, InvalidAddress> {
        match text.strip_prefix(FILE) {
            Some("") => Err(InvalidAddress),
            Some(path) => Ok(Address::File(path.into())),
            None => text.parse().map(Address::Port).map_err(|_| InvalidAddress),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Port(address) => address.fmt(f),
            Address::File(path) => write!(f, "{FILE}{}", path.display()),
        }
    }
}

impl fmt::Display for InvalidAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an address is a number and a port, as in 127.0.0.1:8080, or unix: and a path")
    }
}

impl std::error::Error for InvalidAddress {}
