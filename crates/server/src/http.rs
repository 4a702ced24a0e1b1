//! What can be asked over HTTP: the routes, and what holds for all of them.

mod auth;
mod guard;
mod health;
mod matches;
mod problem;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};
use axum::{Router, http};
use tokio::sync::{Semaphore, watch};

use crate::limit::Limiter;
use crate::live;
use crate::rooms::Rooms;

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

/// What all requests share.
#[derive(Clone)]
pub struct App {
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) draining: watch::Receiver<bool>,
    pub(crate) requests: Arc<Semaphore>,
    pub(crate) sockets: Arc<Semaphore>,
    pub(crate) origins: Arc<[String]>,
    pub(crate) silence: Duration,
    pub(crate) limiter: Option<Arc<Limiter>>,
}

impl App {
    /// Rooms to play in. `draining` turns true when the server is to stop; `origins` are those
    /// pages that may open live connections beside the server's own, such as
    /// `https://games.example`.
    pub fn new(rooms: Arc<Rooms>, draining: watch::Receiver<bool>, origins: Vec<String>) -> App {
        App {
            rooms,
            draining,
            requests: Arc::new(Semaphore::new(REQUESTS)),
            sockets: Arc::new(Semaphore::new(SOCKETS)),
            origins: origins.into(),
            silence: SILENCE,
            limiter: None,
        }
    }

    /// The same with a limit for every address.
    #[must_use]
    pub fn with_limiter(self, limiter: Limiter) -> App {
        App { limiter: Some(Arc::new(limiter)), ..self }
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
        .route("/matches/{id}/live", get(live::upgrade));
    Router::new()
        .nest("/api/v1", api)
        .route("/livez", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics))
        .fallback(nothing_here)
        .method_not_allowed_fallback(not_so)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), guard::limits))
        .layer(middleware::from_fn(guard::headers))
        .with_state(app)
}

async fn nothing_here() -> Problem {
    Problem::new(http::StatusCode::NOT_FOUND, "not-found", "There is nothing here.")
}

async fn not_so() -> Problem {
    let status = http::StatusCode::METHOD_NOT_ALLOWED;
    Problem::new(status, "method-not-allowed", "That cannot be done here.")
}
