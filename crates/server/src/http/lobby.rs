//! The lobby over HTTP: at a glance, or as it changes.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use tokio::sync::OwnedSemaphorePermit;

use super::openapi::Problems;
use super::{App, Problem, stopping};
use crate::live::stream::{self, Form, Sender};
use crate::people::lobby::Look;

/// How often something is said although nothing has changed.
const BEAT: std::time::Duration = std::time::Duration::from_secs(10);

/// What there is to see.
#[utoipa::path(
    get,
    path = "/lobby",
    tag = "challenges",
    operation_id = "lobby-look",
    summary = "Who waits and what is played",
    responses((status = 200, description = "What was asked for", body = Look), Problems),
)]
pub(super) async fn look(State(app): State<App>) -> Result<Json<Look>, Problem> {
    Ok(Json(app.lobby.look().await?))
}

/// What there is to see, as it changes.
#[utoipa::path(
    get,
    path = "/lobby/stream",
    tag = "challenges",
    operation_id = "lobby-watch",
    summary = "The same as it changes, one a line or as server-sent events",
    responses((status = 200, description = "What was asked for", content((Look = "application/x-ndjson"), (Look = "text/event-stream"))), Problems),
)]
pub(super) async fn watch(State(app): State<App>, headers: HeaderMap) -> Result<Response, Problem> {
    let permit = app.sockets.clone().try_acquire_owned().map_err(|_| Problem::busy())?;
    let look = app.lobby.look().await?;
    let (to, response) = stream::open(Form::of(&headers));
    tokio::spawn(async move {
        if to.send(&look).await.is_ok() {
            tell(to, app, permit).await;
        }
    });
    Ok(response)
}

async fn tell(to: Sender, app: App, permit: OwnedSemaphorePermit) {
    let mut look = app.lobby.watch();
    let mut stopping = std::pin::pin!(stopping(app.draining.clone()));
    loop {
        let changed = tokio::time::timeout(BEAT, look.changed());
        let told = tokio::select! {
            () = to.gone() => break,
            () = &mut stopping => break,
            changed = changed => match changed {
                Ok(Ok(())) => {
                    let json = look.borrow_and_update().clone();
                    to.send_json(&json).await
                }
                Ok(Err(_)) => break,
                Err(_) => to.beat().await,
            },
        };
        if told.is_err() {
            break;
        }
    }
    drop(permit);
}
