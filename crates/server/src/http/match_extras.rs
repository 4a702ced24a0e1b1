//! Hints and nicknames in a match over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use crownhead_protocol::{HintResponse, MatchId, RenameRequest};

use super::Problem;
use super::client_addr::LimitedAddr;
use super::extract::ApiJson;
use super::openapi::Problems;
use super::seat_auth::MatchSeat;
use crate::app::App;
use crate::computer::HintError;

/// Returns a hint for the player to move, in a match against the computer.
#[utoipa::path(
    post,
    path = "/matches/{id}/hint",
    tag = "matches",
    operation_id = "table-hint",
    summary = "A hint for the player on turn against the computer",
    params(("id" = MatchId, Path, description = "The id of the match")),
    responses((status = 200, description = "The hint", body = HintResponse), Problems),
    security((), ("seat" = []), ("session" = []), ("token" = [])),
)]
pub(super) async fn hint(
    State(app): State<App>,
    MatchSeat(id, seat): MatchSeat,
    addr: LimitedAddr,
) -> Result<Json<HintResponse>, Problem> {
    let hint = app.computers.hint(id, seat, &app.workers, addr.caller());
    let hint = hint.await.map_err(|error| match error {
        HintError::BetweenPeople => {
            let detail = "There are no hints in a match between people.";
            Problem::new(StatusCode::FORBIDDEN, "no-hints", detail)
        }
        HintError::Room(error) => error.into(),
        HintError::Refused(refused) => refused.into(),
    })?;
    Ok(Json(HintResponse { text: hint.text, sentence: hint.sentence.to_string() }))
}

/// Sets the nickname of a guest.
#[utoipa::path(
    put,
    path = "/matches/{id}/name",
    tag = "matches",
    operation_id = "table-rename",
    summary = "Set the name of a player",
    params(("id" = MatchId, Path, description = "The id of the match")), request_body = RenameRequest,
    responses((status = 204, description = "Done"), Problems),
    security((), ("seat" = []), ("session" = []), ("token" = [])),
)]
pub(super) async fn rename(
    State(app): State<App>,
    MatchSeat(id, seat): MatchSeat,
    ApiJson(RenameRequest { name: nickname }): ApiJson<RenameRequest>,
) -> Result<StatusCode, Problem> {
    app.players.set_name(id, seat, &nickname).await?;
    Ok(StatusCode::NO_CONTENT)
}
