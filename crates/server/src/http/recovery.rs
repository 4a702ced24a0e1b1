//! Password recovery over HTTP.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use crownhead_protocol::{PasswordRecovery, RecoveryRequest};

use super::extract::ApiJson;
use super::openapi::{Problems, Unauthorized};
use super::origin::SameOrigin;
use super::{Problem, accounts};
use crate::app::App;

/// Sends a recovery mail, if the account has an address.
#[utoipa::path(
    post,
    path = "/recovery",
    tag = "accounts",
    operation_id = "recovery-begin",
    summary = "Send a recovery mail; the response does not reveal whether the account exists",
    request_body = RecoveryRequest,
    responses((status = 202, description = "The mail is sent if the account has an address"), Problems),
)]
pub(super) async fn begin(
    State(app): State<App>,
    _: SameOrigin,
    ApiJson(RecoveryRequest { name }): ApiJson<RecoveryRequest>,
) -> Result<StatusCode, Problem> {
    let mail = app.mail.clone().ok_or_else(|| {
        let detail = "This server sends no mail; its operator can set a new password.";
        Problem::new(StatusCode::CONFLICT, "no-mail", detail)
    })?;
    // The response takes equally long whether the account exists or not: the mail is sent in the
    // background.
    tokio::spawn(async move {
        if let Err(error) = app.accounts.send_recovery(&mail, &name).await {
            tracing::warn!(%error, "a lost password's mail was not sent");
        }
    });
    Ok(StatusCode::ACCEPTED)
}

/// Sets a new password.
#[utoipa::path(
    post,
    path = "/recovery/password",
    tag = "accounts",
    operation_id = "recovery-finish",
    summary = "Set a new password with the secret of the mail",
    request_body = PasswordRecovery,
    responses((status = 204, description = "Done"), Problems, Unauthorized),
)]
pub(super) async fn finish(
    State(app): State<App>,
    _: SameOrigin,
    headers: HeaderMap,
    ApiJson(PasswordRecovery { secret, password }): ApiJson<PasswordRecovery>,
) -> Result<Response, Problem> {
    let account = app.accounts.recover(&secret, &password).await?;
    // Whoever reads the mail signs in from here next, whatever others try.
    let device = accounts::new_device(&app, &account, &headers).await?;
    Ok((StatusCode::NO_CONTENT, AppendHeaders(device)).into_response())
}
