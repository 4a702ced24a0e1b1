//! Blocks and reports over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use crownhead_protocol::{BlockList, NewReport, UserName};

use super::Problem;
use super::extract::{ApiJson, UserNamePath};
use super::identity::{SessionReader, SessionWriter};
use super::openapi::{NotFound, Problems};
use crate::app::App;
use crownhead_store::MatchId;

/// The maximum number of characters of a report.
const MAX_REPORT_CHARS: usize = 1000;

/// Lists the players whom the account blocks.
#[utoipa::path(
    get,
    path = "/me/blocked",
    tag = "accounts",
    operation_id = "safety-blocked",
    summary = "Blocked players",
    responses((status = 200, description = "The blocked players", body = BlockList), Problems),
    security(("session" = [])),
)]
pub(super) async fn blocked(
    State(app): State<App>,
    SessionReader(identity): SessionReader,
) -> Result<Json<BlockList>, Problem> {
    Ok(Json(BlockList { blocked: app.accounts.blocked(&identity.account.id).await? }))
}

/// Blocks a player.
#[utoipa::path(
    put,
    path = "/me/blocked/{name}",
    tag = "accounts",
    operation_id = "safety-block",
    summary = "Block a player",
    params(("name" = UserName, Path, description = "The user name")),
    responses((status = 204, description = "Done"), Problems),
    security(("session" = [])),
)]
pub(super) async fn block(
    State(app): State<App>,
    SessionWriter(identity): SessionWriter,
    UserNamePath(name): UserNamePath,
) -> Result<StatusCode, Problem> {
    app.accounts.block(&identity.account.id, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Unblocks a player.
#[utoipa::path(
    delete,
    path = "/me/blocked/{name}",
    tag = "accounts",
    operation_id = "safety-unblock",
    summary = "Unblock a player",
    params(("name" = UserName, Path, description = "The user name")),
    responses((status = 204, description = "Done"), Problems),
    security(("session" = [])),
)]
pub(super) async fn unblock(
    State(app): State<App>,
    SessionWriter(identity): SessionWriter,
    UserNamePath(name): UserNamePath,
) -> Result<StatusCode, Problem> {
    app.accounts.unblock(&identity.account.id, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reports a player to the operator.
#[utoipa::path(
    post,
    path = "/reports",
    tag = "accounts",
    operation_id = "safety-report",
    summary = "Report a player to the operator",
    request_body = NewReport,
    responses((status = 202, description = "The operator will read it"), Problems, NotFound),
    security(("session" = [])),
)]
pub(super) async fn report(
    State(app): State<App>,
    SessionWriter(identity): SessionWriter,
    ApiJson(NewReport { about, in_match, words }): ApiJson<NewReport>,
) -> Result<StatusCode, Problem> {
    let wrong = |detail| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-body", detail);
    let in_match = in_match.map(|id| id.parse::<MatchId>()).transpose();
    let in_match = in_match.map_err(|_| wrong("A match has a name of 8 letters and digits."))?;
    let words: String = words.trim().chars().filter(|c| !c.is_control() || *c == '\n').collect();
    if words.is_empty() || words.chars().count() > MAX_REPORT_CHARS {
        return Err(wrong("A report has 1 to 1000 characters."));
    }
    app.accounts.report(&identity.account.id, &about, in_match, &words).await?;
    Ok(StatusCode::ACCEPTED)
}
