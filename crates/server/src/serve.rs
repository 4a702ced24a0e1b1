//! The server process: from binding the address and opening the store to graceful shutdown.

use std::fmt;
use std::io;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crownhead_computer::AUTO_BUILD_CHECKERS;
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::app::App;
use crate::bus::{Bus, BusError, LocalBus, NatsBus};
use crate::capacity::Capacity;
use crate::connections::ConnectionAcceptor;
use crate::http::HostPolicy;
use crate::listen_address::{ListenAddress, Listener};
use crate::notices::NoticeSchedule;
use crate::people::mail::{Mail, MailConfig, MailError};
use crate::push::{PushConfig, PushSender};
use crate::rate_limit::{ClientRateLimiter, Quotas};
use crate::rooms::Rooms;
use crate::tls::{Renewal, Tls, TlsError, TlsSource};
use crownhead_store::{Db, OpenError, Store, StoreError, StoreLocation};

/// How long connections have to finish during shutdown.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(10);

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen at.
    pub listen: ListenAddress,
    /// The database.
    pub database: StoreLocation,
    /// The address of a NATS server, if there are other nodes.
    pub bus: Option<String>,
    /// A PEM file of certificate authorities to trust for the bus, in addition to the system's.
    pub bus_authority: Option<PathBuf>,
    /// Other origins whose pages may use the API and open live connections.
    pub origins: Vec<String>,
    /// The host names of the server. If there are none, a server that only this machine reaches
    /// directly answers to loopback names, and others answer to every name.
    pub hosts: Vec<String>,
    /// Where the certificate comes from, if the server uses TLS.
    pub tls: Option<TlsSource>,
    /// The rate limit per client address, in requests per second.
    pub rate: Option<NonZeroU32>,
    /// Whether a proxy in front of the server reports the client addresses.
    pub behind_proxy: bool,
    /// The settings of mail, if there is mail.
    pub mail: Option<MailConfig>,
    /// The settings of Web Push.
    pub push: PushConfig,
    /// The folder of the endgame tables, if there is one.
    pub tables: Option<PathBuf>,
}

/// A server that is bound and has its store open, but does not serve yet.
pub struct Server {
    listener: Listener,
    address: ListenAddress,
    store: Arc<dyn Store>,
    bus: Arc<dyn Bus>,
    tls: Option<Arc<Tls>>,
    hangups: Option<Hangups>,
    renewal: Option<Renewal>,
    mail: Option<Arc<Mail>>,
    config: Config,
}

/// The reason why a server failed to start or to stop.
#[derive(Debug)]
pub enum ServeError {
    /// It cannot listen at the address.
    Address(ListenAddress, io::Error),
    /// The store cannot be opened.
    Store(OpenError),
    /// It cannot connect to the bus.
    Bus(BusError),
    /// The certificate or key is invalid.
    Tls(TlsError),
    /// The settings of mail are invalid.
    Mail(MailError),
    /// An operating-system error.
    System(io::Error),
    /// A background job panicked, or the store closed before it.
    JobEnded,
    /// The store failed to close.
    Close(StoreError),
}

/// Serves until the process gets a signal to stop; `ready` is called when the server accepts
/// connections.
pub fn serve(config: &Config, ready: impl FnOnce(&ListenAddress)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(ServeError::System)?;
    let warning = Capacity::raise();
    runtime.block_on(async {
        let stop = stop_signal().map_err(ServeError::System)?;
        let server = Server::bind(config).await?;
        if let Some(warning) = warning {
            tracing::warn!("{warning}");
        }
        ready(server.address());
        server.run(stop).await
    })
}

impl Server {
    /// Connects to the bus, binds the address, and opens the store.
    pub async fn bind(config: &Config) -> Result<Server, ServeError> {
        let tls = config.tls.as_ref().map(Tls::new).transpose().map_err(ServeError::Tls)?;
        let (tls, renewal) = tls.unzip();
        let tls = tls.map(Arc::new);
        // From now on the signal does not end the process.
        let hangups = tls.as_ref().map(|_| Hangups::listen()).transpose();
        let hangups = hangups.map_err(ServeError::System)?;
        let mail = config.mail.as_ref().map(Mail::new).transpose().map_err(ServeError::Mail)?;
        let mail = mail.map(Arc::new);
        let bus: Arc<dyn Bus> = match &config.bus {
            Some(address) => {
                let connected = NatsBus::connect(address, config.bus_authority.as_deref()).await;
                Arc::new(connected.map_err(ServeError::Bus)?)
            }
            None => Arc::new(LocalBus),
        };
        let taken = |error| ServeError::Address(config.listen.clone(), error);
        let listener = config.listen.bind().await.map_err(taken)?;
        let address = listener.address().map_err(taken)?;
        // The store comes last, because opening may create it: a wrong setting creates nothing.
        let store = config.database.open_to_serve().await.map_err(ServeError::Store)?;
        let (renewal, config) = (renewal.flatten(), config.clone());
        Ok(Server { listener, address, store, bus, tls, hangups, renewal, mail, config })
    }

    /// The bound address.
    pub fn address(&self) -> &ListenAddress {
        &self.address
    }

    /// Serves until `stop`, then shuts down gracefully.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), ServeError> {
        let rooms = Arc::new(Rooms::new(Db::new(self.store.clone()), self.bus));
        // Only one server has a file open.
        let is_shared = matches!(self.config.database, StoreLocation::Postgres(_));
        rooms.timekeeper.join(is_shared).await;
        let (drain, draining) = watch::channel(false);
        let mut state = App::new(rooms.clone(), draining, self.config.origins.clone())
            .with_proxy(self.config.behind_proxy)
            .with_mail(self.mail)
            .with_hosts(self.config.host_policy())
            .with_own_tls(self.tls.is_some())
            .with_push(PushSender::new(self.config.push), NoticeSchedule::default());
        if let Some(rate) = self.config.rate {
            state = state
                .with_limiter(ClientRateLimiter::new(rate, self.config.behind_proxy))
                .with_quotas(Quotas::new(rate));
        }
        if let Some(folder) = &self.config.tables {
            state = state.with_tables(folder.clone(), AUTO_BUILD_CHECKERS);
        }
        let acceptor = ConnectionAcceptor::new(self.listener, self.tls.clone(), state.clone());
        let (mut jobs, mut timekeeper) = (JoinSet::new(), JoinSet::new());
        let (keeper, cluster) = (state.clone(), state.clone());
        timekeeper.spawn(async move { keeper.run_timekeeper().await });
        jobs.spawn(async move { cluster.run_cluster_jobs().await });
        jobs.spawn(async move { state.run_background().await });
        let reloading = self.tls.zip(self.hangups).map(|(tls, it)| tokio::spawn(it.reload(tls)));
        let _reloading = reloading.map(AbortOnDrop);
        let _renewing = self.renewal.map(|renewal| AbortOnDrop(tokio::spawn(renewal)));
        // Background jobs run forever. Without one of them the server would only seem to work, so
        // it stops, and a supervisor can restart it.
        let job_ended = tokio::select! {
            () = acceptor.accept_until(stop) => false,
            Some(_) = jobs.join_next() => true,
            Some(_) = timekeeper.join_next() => true,
        };
        let all_closed = acceptor.close();
        jobs.shutdown().await;
        rooms.lease.release().await;
        let _ = drain.send(true);
        let _ = tokio::time::timeout(DRAIN_TIMEOUT, all_closed).await;
        timekeeper.shutdown().await;
        rooms.timekeeper.stop().await;
        let closed = self.store.close().await;
        if job_ended {
            return Err(ServeError::JobEnded);
        }
        closed.map_err(ServeError::Close)
    }
}

/// Ends a task.
struct AbortOnDrop(JoinHandle<()>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The signal `SIGHUP`, on which a certificate is read again.
struct Hangups {
    #[cfg(unix)]
    signal: tokio::signal::unix::Signal,
}

impl Hangups {
    fn listen() -> io::Result<Hangups> {
        Ok(Hangups {
            #[cfg(unix)]
            signal: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup())?,
        })
    }

    /// Reads the certificate again whenever the process gets the signal.
    #[cfg(unix)]
    async fn reload(mut self, tls: Arc<Tls>) {
        while self.signal.recv().await.is_some() {
            match tls.reload() {
                Ok(()) => tracing::info!("the certificate was read again"),
                Err(error) => tracing::error!(%error, "the old certificate stays in use"),
            }
        }
    }

    #[cfg(not(unix))]
    async fn reload(self, _tls: Arc<Tls>) {}
}

impl Config {
    /// The host names that the server answers to.
    fn host_policy(&self) -> HostPolicy {
        let is_local = matches!(self.listen, ListenAddress::Tcp(at) if at.ip().is_loopback());
        if self.hosts.is_empty() && (self.behind_proxy || !is_local) {
            return HostPolicy::default();
        }
        let site = self.mail.as_ref().and_then(|mail| url::Url::parse(&mail.site).ok());
        let site = site.and_then(|site| site.host_str().map(str::to_owned));
        HostPolicy::only(self.hosts.iter().cloned().chain(site))
    }
}

/// Waits for a signal to stop: Ctrl-C, or `SIGTERM`.
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
            ServeError::Address(address, error) if error.kind() == io::ErrorKind::AddrInUse => {
                write!(f, "{address} is taken: another program listens there")
            }
            ServeError::Address(address, error) if error.kind() == io::ErrorKind::AlreadyExists => {
                write!(f, "{address} is taken: there is a file already")
            }
            ServeError::Address(address, error) => write!(f, "cannot listen at {address}: {error}"),
            ServeError::Store(error) => error.fmt(f),
            ServeError::Bus(error) => error.fmt(f),
            ServeError::Tls(error) => error.fmt(f),
            ServeError::Mail(error) => error.fmt(f),
            ServeError::System(error) => write!(f, "cannot start: {error}"),
            ServeError::JobEnded => f.write_str("stopped, because a background job broke off"),
            ServeError::Close(error) => write!(f, "stopped, but {error}"),
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
            hosts: Vec::new(),
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
