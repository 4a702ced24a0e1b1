//! The application state that all requests and live connections share.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crownhead_arbiter::Seat;
use crownhead_computer::Endgames;
use crownhead_store::{Db, MatchId, SeatSecret};
use tokio::sync::{Semaphore, watch};

use crate::capacity::Capacity;
use crate::computer::{Computers, SearchPool};
use crate::connections::{ConnectionLimits, ConnectionTable};
use crate::endgame_tables::EndgameTables;
use crate::http::HostPolicy;
use crate::jobs::Jobs;
use crate::live::LiveSlots;
use crate::notices::{NoticeSchedule, Notices};
use crate::people::account_events::OpenStreams;
use crate::people::account_matches::AccountMatches;
use crate::people::account_poll::AccountPoller;
use crate::people::accounts::{Account, Accounts, Identity, Scope};
use crate::people::analysis::Analyses;
use crate::people::archive::Archive;
use crate::people::challenges::Challenges;
use crate::people::lobby::Lobby;
use crate::people::mail::Mail;
use crate::people::players::Players;
use crate::people::ratings::Ratings;
use crate::push::PushSender;
use crate::rate_limit::{AddressSlots, ClientRateLimiter, Quotas};
use crate::readiness::Readiness;
use crate::rooms::{MatchCreator, RoomError, Rooms};

/// The maximum number of concurrent requests.
const MAX_REQUESTS: usize = 1024;

/// The maximum number of concurrent requests of an address.
const MAX_REQUESTS_PER_ADDRESS: u32 = 64;

/// The maximum number of files that are uploaded at a time, in all and by an address.
const MAX_UPLOADS: usize = 64;
const MAX_UPLOADS_PER_ADDRESS: u32 = 4;

/// How long a live client may be silent before it is dropped.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(30);

/// The application state. Clones share it.
#[derive(Clone)]
pub struct App {
    pub(crate) db: Db,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) creator: MatchCreator,
    pub(crate) players: Players,
    pub(crate) challenges: Challenges,
    pub(crate) archive: Archive,
    pub(crate) analyses: Analyses,
    pub(crate) ratings: Ratings,
    pub(crate) draining: watch::Receiver<bool>,
    pub(crate) requests: Arc<Semaphore>,
    pub(crate) requests_by_address: Arc<AddressSlots>,
    pub(crate) uploads: Arc<Semaphore>,
    pub(crate) uploads_by_address: Arc<AddressSlots>,
    pub(crate) connections: Arc<ConnectionTable>,
    pub(crate) live: Arc<LiveSlots>,
    pub(crate) origins: Arc<[String]>,
    pub(crate) hosts: HostPolicy,
    /// Whether the server itself encrypts its connections.
    pub(crate) own_tls: bool,
    pub(crate) silence: Duration,
    pub(crate) computers: Arc<Computers>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) accounts: Arc<Accounts>,
    pub(crate) account_matches: AccountMatches,
    pub(crate) account_streams: Arc<OpenStreams>,
    pub(crate) account_poller: Arc<AccountPoller>,
    /// Where finished games are analysed, so that no move waits for an analysis.
    pub(crate) analysts: Arc<SearchPool>,
    /// Where requests do long work, so that no move waits for it.
    pub(crate) workers: Arc<SearchPool>,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) readiness: Arc<Readiness>,
    pub(crate) limiter: Option<Arc<ClientRateLimiter>>,
    /// Whether a proxy reports the client addresses.
    pub(crate) behind_proxy: bool,
    pub(crate) quotas: Option<Arc<Quotas>>,
    pub(crate) mail: Option<Arc<Mail>>,
    pub(crate) notices: Arc<Notices>,
    /// The loaded endgame tables; more may be loaded later.
    pub(crate) endgames: Arc<Endgames>,
    /// Loads and builds endgame tables, if the server has a folder for them.
    pub(crate) tables: Option<Arc<EndgameTables>>,
}

/// The reason why a player's command is not executed at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CommandBlocked {
    /// The player sends too many; they may continue after this time.
    TooMany(Duration),
    /// The quota could not be checked.
    Room(RoomError),
}

/// The message for a client over its rate limit.
pub(crate) const TOO_MANY_REQUESTS: &str = "That was too much at once; try again a little later.";

impl App {
    /// The state of a node. `draining` turns true when the server is about to stop; `origins` are the
    /// pages, such as `https://games.example`, that may open live connections beside the server's own.
    pub fn new(rooms: Arc<Rooms>, draining: watch::Receiver<bool>, origins: Vec<String>) -> App {
        let endgames = Arc::new(Endgames::default());
        let pool = SearchPool::start(None, endgames.clone());
        let db = rooms.db().clone();
        let capacity = Capacity::of_process();
        App {
            creator: rooms.creator.clone(),
            players: Players::new(db.clone()),
            challenges: Challenges::new(db.clone()),
            archive: Archive::new(db.clone()),
            analyses: Analyses::new(db.clone()),
            ratings: Ratings::new(db.clone()),
            computers: Arc::new(Computers::new(&rooms, pool)),
            lobby: Arc::new(Lobby::new(db.clone(), rooms.registry.clone())),
            accounts: Arc::new(Accounts::new(db.clone())),
            account_matches: AccountMatches::new(db.clone(), rooms.registry.clone()),
            account_streams: Arc::default(),
            account_poller: AccountPoller::new(db.clone()),
            analysts: Arc::new(SearchPool::start(Some(1), endgames.clone())),
            workers: Arc::new(SearchPool::start_for_requests(endgames.clone())),
            jobs: Arc::new(Jobs::new(rooms.metrics().clone())),
            readiness: Arc::default(),
            endgames,
            tables: None,
            mail: None,
            notices: Arc::new(Notices::new(
                &rooms,
                PushSender::default(),
                NoticeSchedule::default(),
            )),
            db,
            rooms,
            draining,
            requests: Arc::new(Semaphore::new(MAX_REQUESTS)),
            requests_by_address: AddressSlots::new(MAX_REQUESTS_PER_ADDRESS),
            connections: ConnectionTable::new(capacity.connections),
            uploads: Arc::new(Semaphore::new(MAX_UPLOADS)),
            uploads_by_address: AddressSlots::new(MAX_UPLOADS_PER_ADDRESS),
            live: Arc::new(LiveSlots::new(capacity.live)),
            origins: origins.into(),
            hosts: HostPolicy::default(),
            own_tls: false,
            silence: SILENCE_TIMEOUT,
            limiter: None,
            behind_proxy: false,
            quotas: None,
        }
    }

    /// Follows the other nodes, until the store is closed.
    pub(crate) async fn run_cluster_jobs(&self) {
        tokio::select! {
            () = self.jobs.keep("sync", || self.rooms.sync.run()) => {}
            () = self.jobs.keep("lease", || self.rooms.lease.run()) => {}
        }
    }

    /// Keeps this node's time, forever.
    pub(crate) async fn run_timekeeper(&self) {
        self.jobs.keep("timekeeper", || self.rooms.timekeeper.run()).await;
    }

    /// Runs the background jobs, forever: timers, the computer's moves, the lobby, ratings, analyses
    /// and notices.
    pub async fn run_background(&self) {
        let jobs = &self.jobs;
        tokio::join!(
            jobs.keep("timers", || self.rooms.timers.run()),
            jobs.keep("computer", || self.computers.clone().run()),
            jobs.keep("lobby", || self.lobby.run()),
            jobs.keep("ratings", || self.ratings.run()),
            jobs.keep("analyses", || self.analyses.run(&self.analysts)),
            jobs.keep("readiness", || self.readiness.run(self)),
            jobs.keep("notices", || self.notices.run(self.mail.as_deref())),
        );
    }

    /// The thread pool of the computer opponent.
    pub fn pool(&self) -> &SearchPool {
        self.computers.pool()
    }

    /// The thread pool in which requests do long work.
    pub fn workers(&self) -> &SearchPool {
        &self.workers
    }

    /// Replaces the thread pool of the computer opponent.
    #[must_use]
    pub fn with_pool(self, pool: SearchPool) -> App {
        App { computers: Arc::new(Computers::new(&self.rooms, pool)), ..self }
    }

    /// The endgame tables, which may be extended at any time.
    pub fn endgames(&self) -> &Arc<Endgames> {
        &self.endgames
    }

    /// Loads endgame tables from a folder. Those of up to `max_checkers` checkers are built on first use.
    #[must_use]
    pub fn with_tables(self, folder: PathBuf, max_checkers: u8) -> App {
        let tables = EndgameTables::open(folder, max_checkers, self.endgames.clone());
        App { tables: Some(Arc::new(tables)), ..self }
    }

    /// Sets a rate limit for every client address.
    #[must_use]
    pub fn with_limiter(self, limiter: ClientRateLimiter) -> App {
        App { limiter: Some(Arc::new(limiter)), ..self }
    }

    /// Takes the client addresses from the header of a proxy, if there is one.
    #[must_use]
    pub fn with_proxy(self, behind_proxy: bool) -> App {
        App { behind_proxy, ..self }
    }

    /// Sets a rate limit for every player.
    #[must_use]
    pub fn with_quotas(self, quotas: Quotas) -> App {
        App { quotas: Some(Arc::new(quotas)), ..self }
    }

    /// Sends mail, if it is configured.
    #[must_use]
    pub fn with_mail(self, mail: Option<Arc<Mail>>) -> App {
        App { mail, ..self }
    }

    /// Replaces how push messages are sent, and the pace of notices.
    #[must_use]
    pub fn with_push(self, push: PushSender, schedule: NoticeSchedule) -> App {
        App { notices: Arc::new(Notices::new(&self.rooms, push, schedule)), ..self }
    }

    /// Limits the host names that the server answers to.
    #[must_use]
    pub fn with_hosts(self, hosts: HostPolicy) -> App {
        App { hosts, ..self }
    }

    /// Tells clients that the server itself encrypts its connections.
    #[must_use]
    pub fn with_own_tls(self, own_tls: bool) -> App {
        App { own_tls, ..self }
    }

    /// Replaces the limits of connections.
    #[must_use]
    pub fn with_connection_limits(self, limits: ConnectionLimits) -> App {
        App { connections: ConnectionTable::new(limits), ..self }
    }

    /// Sets the time after which a silent live client is dropped.
    #[must_use]
    pub fn with_silence(self, silence: Duration) -> App {
        App { silence, ..self }
    }

    /// The seat that a seat secret belongs to, if any.
    pub(crate) async fn seat_by_secret(
        &self,
        id: MatchId,
        secret: &str,
    ) -> Result<Option<Seat>, RoomError> {
        match secret.parse::<SeatSecret>() {
            Ok(secret) => self.creator.seat(id, &secret).await,
            Err(_) => Ok(None),
        }
    }

    /// The seat of whoever is signed in, if they may play and have one.
    pub(crate) async fn seat_by_identity(
        &self,
        id: MatchId,
        identity: Option<Identity>,
    ) -> Result<Option<(Seat, Identity)>, RoomError> {
        let Some(identity) = identity.filter(|identity| identity.may(Scope::Play)) else {
            return Ok(None);
        };
        let seat = self.players.seat_of(id, &identity.account.id).await?;
        Ok(seat.map(|seat| (seat, identity)))
    }

    /// Checks the quota of a player's commands.
    pub(crate) async fn may_command(&self, id: MatchId, seat: Seat) -> Result<(), CommandBlocked> {
        let Some(quotas) = &self.quotas else { return Ok(()) };
        let checked =
            quotas.check_command(&self.players, id, seat).await.map_err(CommandBlocked::Room)?;
        self.count_rejected(checked).map_err(CommandBlocked::TooMany)
    }

    /// Checks the quota of what an account creates.
    pub(crate) fn may_create(&self, account: Option<&Account>) -> Result<(), Duration> {
        match (&self.quotas, account) {
            (Some(quotas), Some(account)) => {
                self.count_rejected(quotas.check_creation(&account.id))
            }
            _ => Ok(()),
        }
    }

    /// Checks the quota of new accounts from an address.
    pub(crate) fn may_create_account(&self, address: Option<IpAddr>) -> Result<(), Duration> {
        match (&self.quotas, address) {
            (Some(quotas), Some(address)) => self.count_rejected(quotas.check_new_account(address)),
            _ => Ok(()),
        }
    }

    /// Takes back an account that was not created after all.
    pub(crate) fn forget_new_account(&self, address: Option<IpAddr>) {
        if let (Some(quotas), Some(address)) = (&self.quotas, address) {
            quotas.forget_new_account(address);
        }
    }

    fn count_rejected(&self, checked: Result<(), Duration>) -> Result<(), Duration> {
        checked.inspect_err(|_| {
            self.rooms.metrics().rate_limited.inc();
        })
    }

    /// Waits until the server is about to stop.
    pub(crate) fn stopping(&self) -> impl Future<Output = ()> + Send + use<> {
        stopping(self.draining.clone())
    }
}

/// Waits until `draining` turns true.
pub(crate) async fn stopping(mut draining: watch::Receiver<bool>) {
    if draining.wait_for(|draining| *draining).await.is_err() {
        // The sender is dropped, so `draining` never turns true.
        std::future::pending::<()>().await;
    }
}

impl fmt::Display for CommandBlocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandBlocked::TooMany(_) => f.write_str(TOO_MANY_REQUESTS),
            CommandBlocked::Room(error) => error.fmt(f),
        }
    }
}
