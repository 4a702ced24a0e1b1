//! API tokens, blocks and reports over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use crownhead_protocol::Nickname;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Problem;
use super::extract::{ApiJson, TextPath, UserNamePath};
use super::identity::{SessionReader, SessionWriter};
use super::openapi::Problems;
use crate::app::App;
use crate::people::accounts::{Scope, TokenInfo, UserName};
use crownhead_store::MatchId;

/// The most characters of a report.
const LONGEST: usize = 1000;

/// A token that is to be made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewToken {
    name: Nickname,
    scopes: Vec<Scope>,
}

/// A token that was made. Its secret is told now and never again.
#[derive(Serialize, ToSchema)]
pub(super) struct Token {
    id: String,
    token: String,
}

/// Makes a token for a program.
#[utoipa::path(
    post,
    path = "/me/tokens",
    tag = "accounts",
    operation_id = "safety-make-token",
    summary = "Make a token for a program",
    request_body = NewToken,
    responses((status = 201, description = "What was asked for", body = Token), Problems),
    security(("session" = [])),
)]
pub(super) async fn make_token(
    State(app): State<App>,
    SessionWriter(identity): SessionWriter,
    ApiJson(NewToken { name, mut scopes }): ApiJson<NewToken>,
) -> Result<(StatusCode, Json<Token>), Problem> {
    app.may_create(Some(&identity.account)).map_err(Problem::too_many)?;
    scopes.dedup();
    scopes.truncate(2);
    let account = &identity.account.id;
    let (token, id) = app.accounts.make_token(account, name.as_str(), &scopes).await?;
    Ok((StatusCode::CREATED, Json(Token { id, token })))
}

/// The tokens of the account.
#[derive(Serialize, ToSchema)]
pub(super) struct Tokens {
    tokens: Vec<TokenInfo>,
}

/// Lists the tokens.
#[utoipa::path(
    get,
    path = "/me/tokens",
    tag = "accounts",
    operation_id = "safety-tokens",
    summary = "The tokens of the account",
    responses((status = 200, description = "What was asked for", body = Tokens), Problems),
    security(("session" = [])),
)]
pub(super) async fn tokens(
    State(app): State<App>,
    SessionReader(identity): SessionReader,
) -> Result<Json<Tokens>, Problem> {
    Ok(Json(Tokens { tokens: app.accounts.tokens(&identity.account.id).await? }))
}

/// Ends a token.
#[utoipa::path(
    delete,
    path = "/me/tokens/{id}",
    tag = "accounts",
    operation_id = "safety-end-token",
    summary = "End a token",
    params(("id" = String, Path, description = "The token")),
    responses((status = 204, description = "Done"), Problems),
    security(("session" = [])),
)]
pub(super) async fn end_token(
    State(app): State<App>,
    SessionWriter(identity): SessionWriter,
    TextPath(id): TextPath,
) -> Result<StatusCode, Problem> {
    if app.accounts.end_token(&identity.account.id, &id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::new(StatusCode::NOT_FOUND, "no-token", "There is no such token."))
}

/// Whom one blocks.
#[derive(Serialize, ToSchema)]
pub(super) struct Blocked {
    blocked: Vec<String>,
}

/// Lists whom one blocks.
#[utoipa::path(
    get,
    path = "/me/blocked",
    tag = "accounts",
    operation_id = "safety-blocked",
    summary = "Whom one blocks",
    responses((status = 200, description = "What was asked for", body = Blocked), Problems),
    security(("session" = [])),
)]
pub(super) async fn blocked(
    State(app): State<App>,
    SessionReader(identity): SessionReader,
) -> Result<Json<Blocked>, Problem> {
    Ok(Json(Blocked { blocked: app.accounts.blocked(&identity.account.id).await? }))
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

/// Blocks a player no longer.
#[utoipa::path(
    delete,
    path = "/me/blocked/{name}",
    tag = "accounts",
    operation_id = "safety-unblock",
    summary = "Block a player no longer",
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

/// A report.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewReport {
    about: UserName,
    #[serde(default, rename = "match")]
    #[schema(pattern = "^[0-9A-Za-z]{8}$")]
    in_match: Option<String>,
    #[schema(max_length = 1_000, pattern = r"\S")]
    words: String,
}

/// Reports a player to the operator.
#[utoipa::path(
    post,
    path = "/reports",
    tag = "accounts",
    operation_id = "safety-report",
    summary = "Report a player to the operator",
    request_body = NewReport,
    responses((status = 202, description = "The operator will read it"), Problems),
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
    if words.is_empty() || words.chars().count() > LONGEST {
        return Err(wrong("A report has 1 to 1000 characters."));
    }
    app.accounts.report(&identity.account.id, &about, in_match, &words).await?;
    Ok(StatusCode::ACCEPTED)
}
