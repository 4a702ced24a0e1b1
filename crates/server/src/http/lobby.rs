//! The lobby over HTTP: as a snapshot, or as a stream of changes.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use crownhead_protocol::LobbyView;
use tokio::sync::watch;

use super::Problem;
use super::live_slot::LiveSlot;
use super::openapi::Problems;
use super::stream::{self, StreamFormat};
use crate::app::{App, stopping};
use crate::live;
use crate::people::lobby::LobbySnapshot;

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
pub(super) async fn snapshot(State(app): State<App>) -> Result<Response, Problem> {
    let snapshot = app.lobby.snapshot().await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], snapshot.json()).into_response())
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
    LiveSlot(slot): LiveSlot,
) -> Result<Response, Problem> {
    let format = StreamFormat::of(&headers);
    let (first, changes) = app.lobby.subscribe().await?;
    let draining = app.draining.clone();
    let subscriber = Subscriber { format, first: Some(first), changes, draining, _slot: slot };
    let messages = futures_util::stream::unfold(subscriber, async |mut subscriber| {
        let message = subscriber.next().await?;
        Some((message, subscriber))
    });
    Ok(stream::response(format, messages))
}

/// A client that watches the lobby. It has no queue: when it is ready to read, it gets the newest
/// snapshot, which all share.
struct Subscriber {
    format: StreamFormat,
    first: Option<Arc<LobbySnapshot>>,
    changes: watch::Receiver<Arc<LobbySnapshot>>,
    draining: watch::Receiver<bool>,
    _slot: live::LiveSlot,
}

impl Subscriber {
    /// The next message; `None` when the server stops.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.take() {
            return Some(first.message(self.format));
        }
        tokio::select! {
            () = stopping(self.draining.clone()) => None,
            changed = self.changes.changed() => {
                changed.ok()?;
                Some(self.changes.borrow_and_update().message(self.format))
            }
            () = tokio::time::sleep(HEARTBEAT) => Some(self.format.heartbeat()),
        }
    }
}
