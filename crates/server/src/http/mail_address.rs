//! The mail address of an account over HTTP, and notices by mail.

use axum::extract::State;
use axum::http::StatusCode;
use crownhead_protocol::{NewMail, NoticeSettings};

use super::Problem;
use super::client_addr::ClientAddr;
use super::extract::ApiJson;
use super::identity::SessionWriter;
use super::openapi::Problems;
use crate::app::App;
use crate::people::mail::is_address;

/// Sets or removes the mail address of the account.
#[utoipa::path(
    put,
    path = "/me/mail",
    tag = "accounts",
    operation_id = "addresses-set-mail",
    summary = "Set the mail address of the account; a mail asks to confirm it",
    request_body = NewMail,
    responses((status = 204, description = "Done"), Problems),
    security(("session" = [])),
)]
pub(super) async fn set_mail(
    State(app): State<App>,
    SessionWriter(identity): SessionWriter,
    ClientAddr(address): ClientAddr,
    ApiJson(NewMail { mail, password }): ApiJson<NewMail>,
) -> Result<StatusCode, Problem> {
    if mail.as_deref().is_some_and(|mail| !is_address(mail)) {
        let detail = "That is not the address of a mailbox.";
        return Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-body", detail));
    }
    let account = identity.account;
    let verified = app.accounts.check_password(&account, &password, address).await?;
    app.accounts.set_mail(&verified, mail.as_deref()).await?;
    if let Some(mail) = app.mail.clone() {
        // The client does not wait for the relay.
        tokio::spawn(async move {
            if let Err(error) = app.accounts.send_confirmation(&mail, &account).await {
                tracing::warn!(%error, "the mail that confirms an address was not sent");
            }
        });
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Sends the confirmation mail again.
#[utoipa::path(
    post,
    path = "/me/mail/confirmation",
    tag = "accounts",
    operation_id = "addresses-send-confirmation",
    summary = "Send the confirmation mail again",
    responses((status = 202, description = "The mail is sent if there is an unconfirmed address"), Problems),
    security(("session" = [])),
)]
pub(super) async fn send_confirmation(
    State(app): State<App>,
    SessionWriter(identity): SessionWriter,
) -> Result<StatusCode, Problem> {
    let mail = app.mail.clone().ok_or_else(no_mail)?;
    app.accounts.send_confirmation(&mail, &identity.account).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Turns notices by mail on or off.
#[utoipa::path(
    put,
    path = "/me/notices",
    tag = "accounts",
    operation_id = "addresses-set-notices",
    summary = "Turn mail notices on or off",
    request_body = NoticeSettings,
    responses((status = 204, description = "Done"), Problems),
    security(("session" = [])),
)]
pub(super) async fn set_notices(
    State(app): State<App>,
    SessionWriter(identity): SessionWriter,
    ApiJson(NoticeSettings { mail }): ApiJson<NoticeSettings>,
) -> Result<StatusCode, Problem> {
    if mail && app.mail.is_none() {
        return Err(no_mail());
    }
    app.accounts.set_mail_notices(&identity.account.id, mail).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn no_mail() -> Problem {
    Problem::new(StatusCode::CONFLICT, "no-mail", "This server sends no mail.")
}
