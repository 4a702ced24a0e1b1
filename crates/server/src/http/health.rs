//! Health checks and metrics: liveness, readiness, and OpenMetrics for Prometheus.

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;

use super::Problem;
use crate::app::App;
use crate::computer::SearchPool;
use crate::metrics::Gauges;

/// Liveness: the process answers.
pub(super) async fn alive() -> &'static str {
    "alive\n"
}

/// Readiness: the node has what play needs, and is not about to stop.
pub(super) async fn ready(State(app): State<App>) -> Result<&'static str, Problem> {
    let not = |detail: &str| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "not-ready", detail);
    if *app.draining.borrow() {
        return Err(not("The server is about to stop."));
    }
    match app.readiness.check(&app).await.failures() {
        None => Ok("ready\n"),
        Some(failures) => Err(not(&failures)),
    }
}

/// The metrics of this node.
pub(super) async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let now = Gauges {
        matches: app.rooms.registry.count(),
        sockets: app.live.count(),
        connections: app.connections.count(),
        work_panics: [app.pool(), &app.analysts, &app.workers].map(SearchPool::panics).iter().sum(),
        waiting: app.db.store().backlog(),
        clock_offset_millis: app.db.clock().offset(),
    };
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.rooms.metrics().encode(&now))
}
