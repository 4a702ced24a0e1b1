//! What a player or spectator asks for at the table beside moves: a hint, a name, a stream.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use crownhead_arbiter::{Seat, Version, Viewer};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::openapi::Problems;
use super::{App, Name, Problem, auth, matches};
use crate::MatchId;
use crate::computer::NoHint;
use crate::live::message::FromServer;
use crate::live::{Follower, stream};
use crate::people::Nickname;

/// A hint for the player on turn, in a match against the computer.
#[utoipa::path(
    post,
    path = "/matches/{id}/hint",
    tag = "matches",
    operation_id = "table-hint",
    summary = "A hint for the player on turn against the computer",
    params(("id" = MatchId, Path, description = "The name of the match")),
    responses((status = 200, description = "What was asked for", body = Hint), Problems),
    security((), ("seat" = [])),
)]
pub(super) async fn hint(
    State(app): State<App>,
    name: Name,
    headers: HeaderMap,
) -> Result<Json<Hint>, Problem> {
    let id = matches::id(name)?;
    let seat = player(&app, id, &headers).await?;
    let hint = app.computers.hint(id, seat).await.map_err(|why| match why {
        NoHint::BetweenPeople => {
            let detail = "There are no hints in a match between people.";
            Problem::new(StatusCode::FORBIDDEN, "no-hints", detail)
        }
        NoHint::Room(why) => why.into(),
    })?;
    Ok(Json(Hint { text: hint.text, sentence: hint.sentence.to_string() }))
}

/// A move to play, and why.
#[derive(Serialize, ToSchema)]
pub(super) struct Hint {
    text: String,
    sentence: String,
}

/// Says what a player is called.
#[utoipa::path(
    put,
    path = "/matches/{id}/name",
    tag = "matches",
    operation_id = "table-rename",
    summary = "Say what a player is called",
    params(("id" = MatchId, Path, description = "The name of the match")), request_body = Called,
    responses((status = 204, description = "Done"), Problems),
    security((), ("seat" = [])),
)]
pub(super) async fn rename(
    State(app): State<App>,
    name: Name,
    headers: HeaderMap,
    body: Result<Json<Called>, JsonRejection>,
) -> Result<StatusCode, Problem> {
    let id = matches::id(name)?;
    let Json(called) = body?;
    let seat = player(&app, id, &headers).await?;
    app.rooms.set_name(id, seat, &called.name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What a player is called.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Called {
    name: Nickname,
}

/// A match as it goes on, for those who have no WebSocket.
#[utoipa::path(
    get,
    path = "/matches/{id}/stream",
    tag = "matches",
    operation_id = "table-follow",
    summary = "A match as it goes on, one message a line or as server-sent events",
    params(("id" = MatchId, Path, description = "The name of the match"), Seen),
    responses((status = 200, description = "What was asked for", content((FromServer = "application/x-ndjson"), (FromServer = "text/event-stream"))), Problems),
    security((), ("seat" = [])),
)]
pub(super) async fn follow(
    State(app): State<App>,
    name: Name,
    query: Result<Query<Seen>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let id = matches::id(name)?;
    let seen = query?.0.seen.map(Version::new);
    let viewer = auth::viewer(&app, id, &headers).await?;
    let permit = app.sockets.clone().try_acquire_owned().map_err(|_| Problem::busy())?;
    let (follower, welcome) = Follower::join(app, id, viewer, seen).await?;
    let (to, response) = stream::open(stream::Form::of(&headers));
    tokio::spawn(stream::follow(to, follower, welcome, permit));
    Ok(response)
}

/// What was seen of a match.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Seen {
    seen: Option<u64>,
}

/// The seat of a player, who must be one.
pub(super) async fn player(app: &App, id: MatchId, headers: &HeaderMap) -> Result<Seat, Problem> {
    match auth::viewer(app, id, headers).await? {
        Viewer::Seat(seat) => Ok(seat),
        Viewer::Spectator => {
            // Whoever asks for a match that is not there is told that first.
            app.rooms.look(id).await?;
            let detail = "Players act with the secret of their seat, as a bearer token.";
            Err(Problem::new(StatusCode::UNAUTHORIZED, "no-secret", detail))
        }
    }
}
