//! API tokens over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use crownhead_protocol::{CreatedToken, NewToken, TokenList};

use super::Problem;
use super::extract::{ApiJson, TextPath};
use super::identity::{SessionReader, SessionWriter};
use super::openapi::Problems;
use crate::app::App;

/// Creates an API token.
#[utoipa::path(
    post,
    path = "/me/tokens",
    tag = "accounts",
    operation_id = "safety-make-token",
    summary = "Create a token for a program",
    request_body = NewToken,
    responses((status = 201, description = "The token and its secret", body = CreatedToken), Problems),
    security(("session" = [])),
)]
pub(super) async fn create(
    State(app): State<App>,
    SessionWriter(identity): SessionWriter,
    ApiJson(NewToken { name, mut scopes }): ApiJson<NewToken>,
) -> Result<(StatusCode, Json<CreatedToken>), Problem> {
    app.may_create(Some(&identity.account)).map_err(Problem::too_many)?;
    scopes.dedup();
    scopes.truncate(2);
    let (token, id) = app.accounts.create_token(&identity, name.as_str(), &scopes).await?;
    Ok((StatusCode::CREATED, Json(CreatedToken { id, token })))
}

/// Lists the API tokens of the account.
#[utoipa::path(
    get,
    path = "/me/tokens",
    tag = "accounts",
    operation_id = "safety-tokens",
    summary = "The tokens of the account",
    responses((status = 200, description = "The tokens", body = TokenList), Problems),
    security(("session" = [])),
)]
pub(super) async fn list(
    State(app): State<App>,
    SessionReader(identity): SessionReader,
) -> Result<Json<TokenList>, Problem> {
    Ok(Json(TokenList { tokens: app.accounts.tokens(&identity.account.id).await? }))
}

/// Deletes an API token.
#[utoipa::path(
    delete,
    path = "/me/tokens/{id}",
    tag = "accounts",
    operation_id = "safety-end-token",
    summary = "Revoke a token",
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
