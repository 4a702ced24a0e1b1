//! The lobby over HTTP: as a snapshot, or as a stream of changes.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use crownhead_protocol::LobbyView;
use tokio::sync::OwnedSemaphorePermit;

use super::Problem;
use super::openapi::Problems;
use super::stream::{self, StreamFormat, StreamSender};
use crate::app::App;

/// How often a stream sends a heartbeat.
const HEARTBEAT: std::time::Duration = std::time::Duration::from_secs(10);

/// Returns a snapshot of the lobby.
#[utoipa::path(
    get,
    path = "/lobby",
    tag = "challenges",
    operation_id = "lobby-look",
    summary = "Waiting challenges and live matches",
    responses((status = 200, description = "The lobby", body = LobbyView), Problems),
)]
pub(super) async fn snapshot(State(app): State<App>) -> Result<Json<LobbyView>, Problem> {
    Ok(Json(app.lobby.snapshot().await?))
}

/// Streams the lobby as it changes.
#[utoipa::path(
    get,
    path = "/lobby/stream",
    tag = "challenges",
    operation_id = "lobby-watch",
    summary = "The lobby after every change, one a line or as server-sent events",
    responses((status = 200, description = "The lobby, again after every change", content((LobbyView = "application/x-ndjson"), (LobbyView = "text/event-stream"))), Problems),
)]
pub(super) async fn stream(
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let permit = app.connections.clone().try_acquire_owned().map_err(|_| Problem::busy())?;
    let look = app.lobby.snapshot().await?;
    let (to, response) = stream::open(StreamFormat::of(&headers));
    tokio::spawn(async move {
        if to.send(&look).await.is_ok() {
            send_changes(to, app, permit).await;
        }
    });
    Ok(response)
}

async fn send_changes(to: StreamSender, app: App, permit: OwnedSemaphorePermit) {
    let mut look = app.lobby.subscribe();
    let mut stopping = std::pin::pin!(app.stopping());
    loop {
        let changed = tokio::time::timeout(HEARTBEAT, look.changed());
        let sent = tokio::select! {
            () = to.closed() => break,
            () = &mut stopping => break,
            changed = changed => match changed {
                Ok(Ok(())) => {
                    let json = look.borrow_and_update().clone();
                    to.send_json(&json).await
                }
                Ok(Err(_)) => break,
                Err(_) => to.heartbeat().await,
            },
        };
        if sent.is_err() {
            break;
        }
    }
    drop(permit);
}
