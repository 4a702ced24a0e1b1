//! What can be asked over HTTP: the routes, and what holds for all of them.

mod accounts;
mod addresses;
mod archive;
mod auth;
mod bounds;
mod challenges;
mod endgames;
mod guard;
mod health;
mod letters;
mod lobby;
mod manual;
mod matches;
mod notices;
mod openapi;
mod page;
mod pictures;
mod problem;
mod records;
mod recovery;
mod safety;
mod split;
mod table;
mod whence;
mod who;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::PathRejection;
use axum::extract::{DefaultBodyLimit, Path};
use axum::middleware;
use axum::routing::{delete, get, post, put};
use axum::{Router, http};
use crownhead_arbiter::Seat;
use crownhead_computer::Endgames;
use tokio::sync::{Semaphore, watch};

use crate::MatchId;
use crate::computer::{Computers, Pool};
use crate::limit::{Limiter, Quotas};
use crate::live;
use crate::notices::{Notices, Pace};
use crate::people::accounts::{Account, Accounts};
use crate::people::lobby::Lobby;
use crate::people::mail::Mail;
use crate::push::Push;
use crate::rooms::Rooms;
use crate::tables::Tables;

pub(crate) use auth::seat as seat_of;
pub use problem::Problem;

/// The most that a request may bring with it. A log of a long game fits in.
const LARGEST_BODY: usize = 64 * 1024;

/// How many requests are worked on at a time.
const REQUESTS: usize = 1024;

/// How many live connections there are at a time.
const SOCKETS: usize = 20_000;

/// How long a live client may be silent.
const SILENCE: Duration = Duration::from_secs(30);

/// The name in a path.
type Name = Result<Path<String>, PathRejection>;

/// What all requests share.
#[derive(Clone)]
pub struct App {
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) draining: watch::Receiver<bool>,
    pub(crate) requests: Arc<Semaphore>,
    pub(crate) sockets: Arc<Semaphore>,
    pub(crate) origins: Arc<[String]>,
    pub(crate) silence: Duration,
    pub(crate) computers: Arc<Computers>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) accounts: Arc<Accounts>,
    /// Where games that are over are thought about, so that no move waits for them.
    pub(crate) analysts: Arc<Pool>,
    pub(crate) limiter: Option<Arc<Limiter>>,
    pub(crate) quotas: Option<Arc<Quotas>>,
    pub(crate) mail: Option<Arc<Mail>>,
    pub(crate) notices: Arc<Notices>,
    /// What is known of endgames; it may come in later.
    pub(crate) endgames: Arc<Endgames>,
    /// Where it comes from, if it is more than was put in.
    pub(crate) tables: Option<Arc<Tables>>,
}

impl App {
    /// Rooms to play in. `draining` turns true when the server is to stop; `origins` are those
    /// pages that may open live connections beside the server's own, such as
    /// `https://games.example`.
    pub fn new(rooms: Arc<Rooms>, draining: watch::Receiver<bool>, origins: Vec<String>) -> App {
        let endgames = Arc::new(Endgames::default());
        App::with_pool(rooms, draining, origins, Pool::start(None, endgames.clone()), endgames)
    }

    /// The same with a pool in which the computer thinks, and the endgame tables that it asks.
    fn with_pool(
        rooms: Arc<Rooms>,
        draining: watch::Receiver<bool>,
        origins: Vec<String>,
        pool: Pool,
        endgames: Arc<Endgames>,
    ) -> App {
        App {
            computers: Arc::new(Computers::new(rooms.clone(), pool)),
            lobby: Arc::new(Lobby::new(rooms.clone())),
            accounts: Arc::new(Accounts::new(rooms.clone())),
            analysts: Arc::new(Pool::start(Some(1), endgames.clone())),
            endgames,
            tables: None,
            mail: None,
            notices: Arc::new(Notices::new(rooms.clone(), Push::default(), Pace::default())),
            rooms,
            draining,
            requests: Arc::new(Semaphore::new(REQUESTS)),
            sockets: Arc::new(Semaphore::new(SOCKETS)),
            origins: origins.into(),
            silence: SILENCE,
            limiter: None,
            quotas: None,
        }
    }

    /// Does what no request asks for, for ever: time that passes, the computer's moves, the lobby,
    /// ratings, analyses and notices.
    pub async fn keep(&self) {
        tokio::join!(
            self.rooms.keep_time(),
            self.computers.clone().keep_playing(),
            self.lobby.keep(),
            self.rooms.keep_ratings(),
            self.rooms.keep_analysing(&self.analysts),
            self.notices.keep(self.mail.as_deref()),
        );
    }

    /// The endgame tables that it asks, to be put in at any time.
    pub fn endgames(&self) -> &Arc<Endgames> {
        &self.endgames
    }

    /// The same with the endgame tables of a folder; those of up to so many checkers are made when
    /// they are first asked for.
    #[must_use]
    pub fn with_tables(self, folder: PathBuf, most: u8) -> App {
        let tables = Tables::open(folder, most, self.endgames.clone());
        App { tables: Some(Arc::new(tables)), ..self }
    }

    /// The same with a limit for every address.
    #[must_use]
    pub fn with_limiter(self, limiter: Limiter) -> App {
        App { limiter: Some(Arc::new(limiter)), ..self }
    }

    /// The same with a limit for every player.
    #[must_use]
    pub fn with_quotas(self, quotas: Quotas) -> App {
        App { quotas: Some(Arc::new(quotas)), ..self }
    }

    /// Refuses a command of a player who gives too many.
    pub(crate) async fn may_command(&self, id: MatchId, seat: Seat) -> Result<(), Problem> {
        match &self.quotas {
            Some(quotas) => self.counted(quotas.command(&self.rooms, id, seat).await?),
            None => Ok(()),
        }
    }

    /// Refuses what an account wants to make, if it makes too much.
    pub(crate) fn may_make(&self, account: Option<&Account>) -> Result<(), Problem> {
        match (&self.quotas, account) {
            (Some(quotas), Some(account)) => self.counted(quotas.creation(&account.id)),
            _ => Ok(()),
        }
    }

    fn counted(&self, checked: Result<(), Duration>) -> Result<(), Problem> {
        checked.map_err(|wait| {
            self.rooms.metrics().turned_away.inc();
            Problem::too_many(wait)
        })
    }

    /// The same with mail, where it is configured.
    #[must_use]
    pub fn with_mail(self, mail: Option<Arc<Mail>>) -> App {
        App { mail, ..self }
    }

    /// The same with another way to send pushes, and another pace of notices.
    #[must_use]
    pub fn with_push(self, push: Push, pace: Pace) -> App {
        App { notices: Arc::new(Notices::new(self.rooms.clone(), push, pace)), ..self }
    }

    /// The same with another time after which a live client that says nothing is dropped.
    #[must_use]
    pub fn with_silence(self, silence: Duration) -> App {
        App { silence, ..self }
    }
}

/// Waits until the server is to stop.
pub(crate) async fn stopping(mut draining: watch::Receiver<bool>) {
    if draining.wait_for(|draining| *draining).await.is_err() {
        // Nobody can say so any more.
        std::future::pending::<()>().await;
    }
}

/// The whole server as a function from requests to responses.
pub fn app(app: App) -> Router {
    let api = Router::new()
        .route("/matches", get(matches::live).post(matches::open))
        .route("/matches/{id}", get(matches::look))
        .route("/matches/{id}/events", get(matches::events))
        .route("/matches/{id}/commands", post(matches::command))
        .route("/matches/{id}/live", get(live::upgrade))
        .route("/matches/{id}/stream", get(table::follow))
        .route("/matches/{id}/hint", post(table::hint))
        .route("/matches/{id}/name", put(table::rename))
        .route("/matches/{id}/notices", post(notices::want).delete(notices::forget))
        .route("/notices/key", get(notices::key))
        .route("/challenges", get(challenges::list).post(challenges::make))
        .route("/challenges/{id}", get(challenges::look).delete(challenges::withdraw))
        .route("/challenges/{id}/accept", post(challenges::take_up))
        .route("/lobby", get(lobby::look))
        .route("/lobby/stream", get(lobby::watch))
        .route("/matches/{id}/export", get(archive::export))
        .route("/matches/{id}/picture", get(pictures::of_match))
        .route(
            "/matches/{id}/games/{number}/analysis",
            get(archive::analysis).post(archive::analyse),
        )
        .route("/picture", get(pictures::position))
        .route("/endgames", get(endgames::list))
        .route("/endgames/{name}", get(endgames::probe))
        .route("/games", get(archive::search))
        .route("/records", post(records::read).layer(DefaultBodyLimit::max(records::LARGEST_FILE)))
        .route("/openapi.json", get(openapi::json))
        .merge(people());
    Router::new()
        .nest("/api/v1", api)
        .route("/api", get(openapi::read))
        .route("/mail/confirm/{secret}", get(letters::ask_confirm).post(letters::confirm))
        .route("/mail/stop/{token}", get(letters::ask_stop).post(letters::stop))
        .route("/livez", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .fallback(page::serve)
        .method_not_allowed_fallback(not_so)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), guard::limits))
        .layer(middleware::from_fn(guard::headers))
        .with_state(app)
}

/// What can be asked about accounts.
fn people() -> Router<App> {
    Router::new()
        .route("/accounts", post(accounts::make))
        .route("/accounts/{name}", get(accounts::profile))
        .route("/accounts/{name}/games", get(archive::history))
        .route("/session", post(accounts::sign_in).delete(accounts::sign_out))
        .route("/me", get(accounts::me).delete(accounts::delete))
        .route("/me/password", put(accounts::set_password))
        .route("/me/mail", put(addresses::set_mail))
        .route("/me/mail/confirmation", post(addresses::send_confirmation))
        .route("/me/notices", put(addresses::set_notices))
        .route("/recovery", post(recovery::begin))
        .route("/recovery/password", post(recovery::finish))
        .route("/me/data", get(accounts::data))
        .route("/me/games", get(archive::export_mine))
        .route("/me/sessions", get(accounts::sessions))
        .route("/me/sessions/{id}", delete(accounts::end_session))
        .route("/me/tokens", get(safety::tokens).post(safety::make_token))
        .route("/me/tokens/{id}", delete(safety::end_token))
        .route("/me/blocked", get(safety::blocked))
        .route("/me/blocked/{name}", put(safety::block).delete(safety::unblock))
        .route("/reports", post(safety::report))
}

async fn nothing_here() -> Problem {
    Problem::new(http::StatusCode::NOT_FOUND, "not-found", "There is nothing here.")
}

async fn not_so() -> Problem {
    let status = http::StatusCode::METHOD_NOT_ALLOWED;
    Problem::new(status, "method-not-allowed", "That cannot be done here.")
}
