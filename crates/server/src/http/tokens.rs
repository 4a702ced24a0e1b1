//! API tokens over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use crownhead_protocol::Nickname;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Problem;
use super::extract::{ApiJson, TextPath};
use super::identity::{SessionReader, SessionWriter};
use super::openapi::Problems;
use crate::app::App;
use crate::people::accounts::{Scope, TokenInfo};

/// The name and the scopes of a new token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewToken {
    name: Nickname,
    scopes: Vec<Scope>,
}

/// A created token. Only this response has its secret.
#[derive(Serialize, ToSchema)]
pub(super) struct Token {
    id: String,
    token: String,
}

/// Creates an API token.
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
pub(super) async fn create(
    State(app): State<App>,
    SessionWriter(identity): SessionWriter,
    ApiJson(NewToken { name, mut scopes }): ApiJson<NewToken>,
) -> Result<(StatusCode, Json<Token>), Problem> {
    app.may_create(Some(&identity.account)).map_err(Problem::too_many)?;
    scopes.dedup();
    scopes.truncate(2);
    let account = &identity.account.id;
    let (token, id) = app.accounts.create_token(account, name.as_str(), &scopes).await?;
    Ok((StatusCode::CREATED, Json(Token { id, token })))
}

/// The tokens of the account.
#[derive(Serialize, ToSchema)]
pub(super) struct Tokens {
    tokens: Vec<TokenInfo>,
}

/// Lists the API tokens of the account.
#[utoipa::path(
    get,
    path = "/me/tokens",
    tag = "accounts",
    operation_id = "safety-tokens",
    summary = "The tokens of the account",
    responses((status = 200, description = "What was asked for", body = Tokens), Problems),
    security(("session" = [])),
)]
pub(super) async fn list(
    State(app): State<App>,
    SessionReader(identity): SessionReader,
) -> Result<Json<Tokens>, Problem> {
    Ok(Json(Tokens { tokens: app.accounts.tokens(&identity.account.id).await? }))
}

/// Deletes an API token.
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
pub(super) async fn delete(
    State(app): State<App>,
    SessionWriter(identity): SessionWriter,
    TextPath(id): TextPath,
) -> Result<StatusCode, Problem> {
    if app.accounts.delete_token(&identity.account.id, &id).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::new(StatusCode::NOT_FOUND, "no-token", "There is no such token."))
}
