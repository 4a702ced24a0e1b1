//! Health checks and metrics: liveness, readiness, and OpenMetrics for Prometheus.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;

use super::Problem;
use crate::app::{App, MAX_LIVE_CONNECTIONS};
use crate::metrics::Gauges;

/// Liveness: the process answers.
pub(super) async fn alive() -> &'static str {
    "alive\n"
}

/// Readiness: the store answers, and the server is not about to stop.
pub(super) async fn ready(State(app): State<App>) -> Result<&'static str, Problem> {
    let not = |detail: &str| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "not-ready", detail);
    if *app.draining.borrow() {
        return Err(not("The server is about to stop."));
    }
    app.db.store().ping().await.map_err(|_| not("The store does not answer."))?;
    Ok("ready\n")
}

/// The metrics of this node.
pub(super) async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let now = Gauges {
        matches: app.rooms.registry.count(),
        sockets: MAX_LIVE_CONNECTIONS.saturating_sub(app.connections.available_permits()),
        waiting: app.db.store().backlog(),
        clock_offset_millis: app.db.clock().offset(),
    };
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.rooms.metrics().encode(&now))
}
