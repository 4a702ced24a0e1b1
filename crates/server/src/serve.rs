//! The server process: from binding the address and opening the store to graceful shutdown.

use std::fmt;
use std::io;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crownhead_computer::AUTO_BUILD_CHECKERS;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

use crate::address::{Address, Listener};
use crate::app::App;
use crate::bus::{Bus, BusError, LocalBus, Nats};
use crate::connections::ConnectionAcceptor;
use crate::limit::{Limiter, Quotas};
use crate::notices::NoticePace;
use crate::people::mail::{Mail, MailConfig, MailError};
use crate::push::{Push, PushConfig};
use crate::rooms::Rooms;
use crate::tls::{TlsError, TlsFiles};
use crownhead_store::{Db, OpenError, Store, StoreError, StoreLocation};

/// How long those who are being served have when the server is to stop.
const DRAIN: Duration = Duration::from_secs(10);

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub listen: Address,
    /// Where matches are kept.
    pub database: StoreLocation,
    /// The address of a NATS server, if there are other nodes.
    pub bus: Option<String>,
    /// Certificates by which that server is known, beside those of the system.
    pub bus_authority: Option<PathBuf>,
    /// Pages from elsewhere that may open live connections.
    pub origins: Vec<String>,
    /// The certificate with which it encrypts, if it does.
    pub tls: Option<TlsFiles>,
    /// How many requests a second one address may make, if there is a limit.
    pub rate: Option<NonZeroU32>,
    /// Whether a proxy stands before it that names the addresses of clients.
    pub behind_proxy: bool,
    /// How mail is sent, if it is.
    pub mail: Option<MailConfig>,
    /// How pushes are sent.
    pub push: PushConfig,
    /// The folder of the endgame tables, if there are any.
    pub tables: Option<PathBuf>,
}

/// A server that has its address and its store, and serves nobody yet.
pub struct Server {
    listener: Listener,
    address: Address,
    store: Arc<dyn Store>,
    bus: Arc<dyn Bus>,
    tls: Option<TlsAcceptor>,
    mail: Option<Arc<Mail>>,
    config: Config,
}

/// Why a server did not start, or did not end well.
#[derive(Debug)]
pub enum ServeError {
    /// It cannot listen there.
    Address(Address, io::Error),
    /// It cannot keep matches there.
    Store(OpenError),
    /// It cannot speak with the other nodes.
    Bus(BusError),
    /// It cannot encrypt.
    Tls(TlsError),
    /// It cannot send mail so.
    Mail(MailError),
    /// The system refused it something.
    System(io::Error),
    /// A background job panicked, or the store closed before it.
    JobEnded,
    /// The store did not close well.
    Close(StoreError),
}

/// Serves until the process is told to stop; `ready` is called once players can come.
pub fn serve(config: &Config, ready: impl FnOnce(&Address)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(ServeError::System)?;
    runtime.block_on(async {
        let stop = stop_signal().map_err(ServeError::System)?;
        let server = Server::bind(config).await?;
        ready(server.address());
        server.run(stop).await
    })
}

impl Server {
    /// Takes the address and opens the store.
    pub async fn bind(config: &Config) -> Result<Server, ServeError> {
        let tls = config.tls.as_ref().map(TlsFiles::acceptor).transpose();
        let tls = tls.map_err(ServeError::Tls)?;
        let mail = config.mail.as_ref().map(Mail::new).transpose().map_err(ServeError::Mail)?;
        let mail = mail.map(Arc::new);
        let taken = |why| ServeError::Address(config.listen.clone(), why);
        let listener = config.listen.listen().await.map_err(taken)?;
        let address = listener.address().map_err(taken)?;
        let store = config.database.open_to_serve().await.map_err(ServeError::Store)?;
        let bus: Arc<dyn Bus> = match &config.bus {
            Some(address) => {
                let connected = Nats::connect(address, config.bus_authority.as_deref()).await;
                Arc::new(connected.map_err(ServeError::Bus)?)
            }
            None => Arc::new(LocalBus),
        };
        Ok(Server { listener, address, store, bus, tls, mail, config: config.clone() })
    }

    /// Where it listens.
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Serves until `stop`, and then finishes what it has begun.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), ServeError> {
        let rooms = Arc::new(Rooms::new(Db::new(self.store.clone()), self.bus));
        let (drain, draining) = watch::channel(false);
        let mut state = App::new(rooms.clone(), draining, self.config.origins.clone())
            .with_mail(self.mail)
            .with_push(Push::new(self.config.push), NoticePace::default());
        if let Some(rate) = self.config.rate {
            state = state
                .with_limiter(Limiter::new(rate, self.config.behind_proxy))
                .with_quotas(Quotas::new(rate));
        }
        if let Some(folder) = &self.config.tables {
            state = state.with_tables(folder.clone(), AUTO_BUILD_CHECKERS);
        }
        let entrance = ConnectionAcceptor::new(self.listener, self.tls, state.clone());
        let mut chores = chores(&rooms);
        chores.spawn(async move { state.run_background().await });
        // Jobs run forever. Without one of them the server would only seem to work, so it stops, and
        // whoever watches over it can start it again.
        let job_ended = tokio::select! {
            () = entrance.admit(stop) => false,
            Some(_) = chores.join_next() => true,
        };
        let all_gone = entrance.close();
        chores.shutdown().await;
        rooms.lease.release().await;
        let _ = drain.send(true);
        let _ = tokio::time::timeout(DRAIN, all_gone).await;
        let closed = self.store.close().await;
        if job_ended {
            return Err(ServeError::JobEnded);
        }
        closed.map_err(ServeError::Close)
    }
}

/// What a node does for the others, until it is shut down.
fn chores(rooms: &Arc<Rooms>) -> JoinSet<()> {
    let mut chores = JoinSet::new();
    let (listener, lease) = (rooms.clone(), rooms.clone());
    chores.spawn(async move { listener.sync.run().await });
    chores.spawn(async move { lease.lease.run().await });
    chores
}

/// Waits for the process to be told to stop: by the terminal, or by the system.
fn stop_signal() -> io::Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminated = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
    Ok(async move {
        #[cfg(unix)]
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminated.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = tokio::signal::ctrl_c().await;
    })
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ServeError::Address(address, why) if why.kind() == io::ErrorKind::AddrInUse => {
                write!(f, "{address} is taken: another program listens there")
            }
            ServeError::Address(address, why) if why.kind() == io::ErrorKind::AlreadyExists => {
                write!(f, "{address} is taken: there is a file already")
            }
            ServeError::Address(address, why) => write!(f, "cannot listen at {address}: {why}"),
            ServeError::Store(why) => why.fmt(f),
            ServeError::Bus(why) => why.fmt(f),
            ServeError::Tls(why) => why.fmt(f),
            ServeError::Mail(why) => why.fmt(f),
            ServeError::System(why) => write!(f, "cannot start: {why}"),
            ServeError::JobEnded => f.write_str("stopped, because a background job broke off"),
            ServeError::Close(why) => write!(f, "stopped, but {why}"),
        }
    }
}

impl std::error::Error for ServeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_server_whose_store_is_gone_stops() {
        let folder = tempfile::tempdir().unwrap();
        let config = Config {
            listen: "127.0.0.1:0".parse().unwrap(),
            database: StoreLocation::File(folder.path().join("store")),
            bus: None,
            bus_authority: None,
            origins: Vec::new(),
            tls: None,
            rate: None,
            behind_proxy: false,
            mail: None,
            push: PushConfig::default(),
            tables: None,
        };
        let server = Server::bind(&config).await.unwrap();
        server.store.close().await.unwrap();
        let served = server.run(std::future::pending());
        let served = tokio::time::timeout(Duration::from_secs(60), served).await.unwrap();
        assert!(matches!(served, Err(ServeError::JobEnded)), "{served:?}");
    }
}
