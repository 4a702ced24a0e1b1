//! Password recovery over HTTP.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Problem;
use super::extract::ApiJson;
use super::openapi::Problems;
use super::origin::SameOrigin;
use crate::app::App;
use crate::people::accounts::{Password, UserName};

/// Whose password is lost.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RecoveryRequest {
    name: UserName,
}

/// Sends a mail, if there is somebody to send it to.
#[utoipa::path(
    post,
    path = "/recovery",
    tag = "accounts",
    operation_id = "recovery-begin",
    summary = "Ask for the mail of a lost password; whether there is such an account is not told",
    request_body = RecoveryRequest,
    responses((status = 202, description = "The mail is sent, if there is somebody to send it to"), Problems),
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
    // It takes as long whether there is such an account or not: nobody waits for it.
    tokio::spawn(async move {
        if let Err(why) = app.accounts.send_recovery(&mail, &name).await {
            tracing::warn!(%why, "a lost password's mail was not sent");
        }
    });
    Ok(StatusCode::ACCEPTED)
}

/// The secret of the mail, and the new password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PasswordRecovery {
    secret: String,
    password: Password,
}

/// Sets a new password.
#[utoipa::path(
    post,
    path = "/recovery/password",
    tag = "accounts",
    operation_id = "recovery-finish",
    summary = "Set a new password by the secret of the mail",
    request_body = PasswordRecovery,
    responses((status = 204, description = "Done"), Problems),
)]
pub(super) async fn finish(
    State(app): State<App>,
    _: SameOrigin,
    ApiJson(PasswordRecovery { secret, password }): ApiJson<PasswordRecovery>,
) -> Result<StatusCode, Problem> {
    app.accounts.recover(&secret, &password).await?;
    Ok(StatusCode::NO_CONTENT)
}
