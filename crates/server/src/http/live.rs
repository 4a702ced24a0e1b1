//! Live connections over HTTP: the WebSocket upgrade, and the event stream for clients without one.

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use crownhead_arbiter::Version;
use crownhead_protocol::{MatchId, ServerMessage};
use serde::Deserialize;
use utoipa::IntoParams;

use super::extract::{ApiQuery, MatchPath};
use super::live_slot::LiveSlot;
use super::openapi::Problems;
use super::seat_auth::MatchFollower;
use super::stream::{self, Disconnected, StreamSender};
use super::{Problem, identity, origin};
use crate::app::App;
use crate::live::{self, Follower};
use crate::rooms::RoomError;

/// The largest message of a client. The largest that is needed is a tenth of it.
const MAX_MESSAGE: usize = 8 * 1024;

/// The read buffer of a connection. Most of the time it waits, so this is what an idle one costs.
const READ_BUFFER: usize = 1024;

/// The largest backlog of a client before the connection is closed.
const MAX_BACKLOG: usize = 1024 * 1024;

/// How often a stream sends a heartbeat, so that both sides notice a broken connection.
const HEARTBEAT: std::time::Duration = std::time::Duration::from_secs(10);

/// Opens a WebSocket; [`live::serve_socket`] takes over from there.
pub(super) async fn upgrade(
    State(app): State<App>,
    MatchPath(id): MatchPath,
    headers: HeaderMap,
    LiveSlot(slot): LiveSlot,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let upgrade = upgrade.map_err(|rejection| {
        Problem::new(StatusCode::UPGRADE_REQUIRED, "no-websocket", rejection.body_text())
    })?;
    if !origin::is_allowed(&headers, &app.origins) {
        let detail = "A page of another site may not open a live connection.";
        return Err(Problem::new(StatusCode::FORBIDDEN, "wrong-origin", detail));
    }
    if *app.draining.borrow() {
        return Err(Problem::busy());
    }
    let identity = identity::find(&app, &headers).await?;
    // A match that does not exist is reported before the upgrade.
    let secrets = app.db.store().seat_secrets(id).await.map_err(RoomError::from)?;
    secrets.ok_or(RoomError::NoMatch)?;
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .read_buffer_size(READ_BUFFER)
        .max_write_buffer_size(MAX_BACKLOG);
    Ok(upgrade.on_upgrade(async move |socket| {
        live::serve_socket(socket, app, id, identity).await;
        drop(slot);
    }))
}

/// Streams the events of a match, for clients without WebSocket.
#[utoipa::path(
    get,
    path = "/matches/{id}/stream",
    tag = "matches",
    operation_id = "table-follow",
    summary = "The live messages of a match, one a line or as server-sent events",
    params(("id" = MatchId, Path, description = "The id of the match"), StreamQuery),
    responses((status = 200, description = "The messages", content((ServerMessage = "application/x-ndjson"), (ServerMessage = "text/event-stream"))), Problems),
    security((), ("seat" = []), ("session" = []), ("token" = [])),
)]
pub(super) async fn stream(
    State(app): State<App>,
    MatchFollower(id, viewer, identity): MatchFollower,
    ApiQuery(StreamQuery { seen }): ApiQuery<StreamQuery>,
    headers: HeaderMap,
    LiveSlot(slot): LiveSlot,
) -> Result<Response, Problem> {
    let (follower, welcome) =
        Follower::join(app, id, viewer, identity, seen.map(Version::new)).await?;
    let (to, response) = stream::open(stream::StreamFormat::of(&headers));
    tokio::spawn(send_events(to, follower, welcome, slot));
    Ok(response)
}

/// The last version that the client has seen.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StreamQuery {
    seen: Option<u64>,
}

/// Sends the events of a match until the client disconnects or the server stops.
async fn send_events(
    to: StreamSender,
    mut follower: Follower,
    welcome: ServerMessage,
    slot: live::LiveSlot,
) {
    let mut stopping = std::pin::pin!(follower.app.stopping());
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    let mut sent = to.send(&welcome).await;
    while sent.is_ok() {
        sent = tokio::select! {
            () = to.closed() => Err(Disconnected),
            () = &mut stopping => Err(Disconnected),
            () = follower.changed() => send_new(&to, &mut follower).await,
            _ = heartbeat.tick() => match follower.is_authorized().await {
                Ok(false) => Err(Disconnected),
                Ok(true) | Err(_) => to.heartbeat().await,
            },
        };
    }
    drop(slot);
}

async fn send_new(to: &StreamSender, follower: &mut Follower) -> Result<(), Disconnected> {
    for message in &follower.new_messages().await.map_err(|_| Disconnected)? {
        to.send_json(message).await?;
    }
    Ok(())
}
