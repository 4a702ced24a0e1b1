//! Whether the server lives, whether it is ready for players, and what it counts.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;

use super::{App, Problem, SOCKETS};
use crate::metrics::Now;

/// It answers.
pub(super) async fn alive() -> &'static str {
    "alive\n"
}

/// It answers, its store does, and it is not about to stop.
pub(super) async fn ready(State(app): State<App>) -> Result<&'static str, Problem> {
    let not = |detail: &str| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "not-ready", detail);
    if *app.draining.borrow() {
        return Err(not("The server is about to stop."));
    }
    app.rooms.store().ping().await.map_err(|_| not("The store does not answer."))?;
    Ok("ready\n")
}

/// What it counts, for Prometheus.
pub(super) async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let now = Now {
        matches: app.rooms.count(),
        sockets: SOCKETS.saturating_sub(app.sockets.available_permits()),
        waiting: app.rooms.store().waiting(),
    };
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.rooms.metrics().text(&now))
}
