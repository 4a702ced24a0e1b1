//! Whether the server lives, and whether it is ready for players.

use axum::extract::State;
use axum::http::StatusCode;

use super::{App, Problem};

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
