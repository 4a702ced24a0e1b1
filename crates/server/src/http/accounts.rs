//! Accounts and sessions over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use crownhead_arbiter::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::extract::{ApiJson, TextPath, UserNamePath};
use super::identity::{SessionReader, SessionWriter, TokenReader};
use super::openapi::Problems;
use super::origin::SameOrigin;
use super::{Problem, identity};
use crate::app::App;
use crate::people::accounts::{
    Account, AccountError, Address, Password, SessionInfo, TokenInfo, UserName,
};
use crate::people::results::Rating;

/// A name and a password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewAccount {
    name: UserName,
    password: Password,
}

/// Makes an account, and signs in.
#[utoipa::path(
    post,
    path = "/accounts",
    tag = "accounts",
    operation_id = "accounts-make",
    summary = "Make an account, and sign in",
    request_body = NewAccount,
    responses((status = 201, description = "What was asked for", body = OwnAccount), Problems),
)]
pub(super) async fn make(
    State(app): State<App>,
    _: SameOrigin,
    headers: HeaderMap,
    ApiJson(new): ApiJson<NewAccount>,
) -> Result<Response, Problem> {
    let account = app.accounts.make(&new.name, &new.password).await?;
    signed_in(&app, account, &headers, StatusCode::CREATED).await
}

/// What is typed to sign in; a wrong name is as wrong as a wrong password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SignIn {
    name: String,
    password: Password,
}

/// Signs in.
#[utoipa::path(
    post,
    path = "/session",
    tag = "accounts",
    operation_id = "accounts-sign-in",
    summary = "Sign in",
    request_body = SignIn,
    responses((status = 200, description = "What was asked for", body = OwnAccount), Problems),
)]
pub(super) async fn sign_in(
    State(app): State<App>,
    _: SameOrigin,
    headers: HeaderMap,
    ApiJson(SignIn { name, password }): ApiJson<SignIn>,
) -> Result<Response, Problem> {
    if name.len() > 200 {
        return Err(AccountError::WrongPassword.into());
    }
    let account = app.accounts.sign_in(&name, &password).await?;
    signed_in(&app, account, &headers, StatusCode::OK).await
}

async fn signed_in(
    app: &App,
    account: Account,
    headers: &HeaderMap,
    status: StatusCode,
) -> Result<Response, Problem> {
    let program = headers.get(header::USER_AGENT).and_then(|name| name.to_str().ok());
    let secret = app.accounts.begin_session(&account.id, program.unwrap_or_default()).await?;
    let cookie = identity::set_cookie(&secret, headers);
    let own = OwnAccount { name: account.name, made: account.made };
    Ok((status, [(header::SET_COOKIE, cookie)], Json(own)).into_response())
}

/// The account that one is signed in to.
#[derive(Serialize, ToSchema)]
pub(super) struct OwnAccount {
    name: String,
    made: Timestamp,
}

/// Who one is.
#[utoipa::path(
    get,
    path = "/me",
    tag = "accounts",
    operation_id = "accounts-me",
    summary = "Who one is",
    responses((status = 200, description = "What was asked for", body = OwnAccount), Problems),
    security(("session" = []), ("token" = [])),
)]
pub(super) async fn me(TokenReader(identity): TokenReader) -> Result<Json<OwnAccount>, Problem> {
    Ok(Json(OwnAccount { name: identity.account.name, made: identity.account.made }))
}

/// Signs out: ends the session that asks, or another by its id.
#[utoipa::path(
    delete,
    path = "/session",
    tag = "accounts",
    operation_id = "accounts-sign-out",
    summary = "Sign out",
    responses((status = 204, description = "Done"), Problems),
    security(("session" = [])),
)]
pub(super) async fn sign_out(
    State(app): State<App>,
    SessionWriter(identity): SessionWriter,
) -> Result<Response, Problem> {
    app.accounts.end_session(&identity.account.id, identity.session.as_deref()).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, identity::clear_cookie())]).into_response())
}

/// The sessions of the account.
#[utoipa::path(
    get,
    path = "/me/sessions",
    tag = "accounts",
    operation_id = "accounts-sessions",
    summary = "The sessions of the account",
    responses((status = 200, description = "What was asked for", body = Sessions), Problems),
    security(("session" = [])),
)]
pub(super) async fn sessions(
    State(app): State<App>,
    SessionReader(identity): SessionReader,
) -> Result<Json<Sessions>, Problem> {
    Ok(Json(Sessions { sessions: app.accounts.sessions(&identity).await? }))
}

#[derive(Serialize, ToSchema)]
pub(super) struct Sessions {
    sessions: Vec<SessionInfo>,
}

/// Ends a session.
#[utoipa::path(
    delete,
    path = "/me/sessions/{id}",
    tag = "accounts",
    operation_id = "accounts-end-session",
    summary = "End a session",
    params(("id" = String, Path, description = "The session")),
    responses((status = 204, description = "Done"), Problems),
    security(("session" = [])),
)]
pub(super) async fn end_session(
    State(app): State<App>,
    SessionWriter(identity): SessionWriter,
    TextPath(id): TextPath,
) -> Result<StatusCode, Problem> {
    if !id.is_empty() && app.accounts.end_session(&identity.account.id, Some(&id)).await? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Problem::new(StatusCode::NOT_FOUND, "no-session", "There is no such session."))
}

/// The old password, and the new one.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPassword {
    old: Password,
    new: Password,
}

/// Sets another password. All sessions end, and a new one begins.
#[utoipa::path(
    put,
    path = "/me/password",
    tag = "accounts",
    operation_id = "accounts-set-password",
    summary = "Set another password",
    request_body = NewPassword,
    responses((status = 200, description = "What was asked for", body = OwnAccount), Problems),
    security(("session" = [])),
)]
pub(super) async fn set_password(
    State(app): State<App>,
    SessionWriter(identity): SessionWriter,
    headers: HeaderMap,
    ApiJson(NewPassword { old, new }): ApiJson<NewPassword>,
) -> Result<Response, Problem> {
    let account = app.accounts.sign_in(&identity.account.name, &old).await?;
    app.accounts.set_password(&account.id, &new).await?;
    signed_in(&app, account, &headers, StatusCode::OK).await
}

/// The password once more, because it cannot be undone.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AccountDeletion {
    password: Password,
}

/// Deletes the account.
#[utoipa::path(
    delete,
    path = "/me",
    tag = "accounts",
    operation_id = "accounts-delete",
    summary = "Delete the account",
    request_body = AccountDeletion,
    responses((status = 204, description = "Done"), Problems),
    security(("session" = [])),
)]
pub(super) async fn delete(
    State(app): State<App>,
    SessionWriter(identity): SessionWriter,
    ApiJson(AccountDeletion { password }): ApiJson<AccountDeletion>,
) -> Result<Response, Problem> {
    let account = app.accounts.sign_in(&identity.account.name, &password).await?;
    app.accounts.delete(&account.id).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, identity::clear_cookie())]).into_response())
}

/// Everything that is kept of an account, the matches aside.
#[derive(Serialize, ToSchema)]
pub(super) struct Data {
    name: String,
    made: Timestamp,
    #[serde(flatten)]
    address: Address,
    /// Where browsers are told of the account's turns.
    endpoints: Vec<String>,
    ratings: Vec<Rating>,
    sessions: Vec<SessionInfo>,
    tokens: Vec<TokenInfo>,
    blocked: Vec<String>,
}

/// Hands out what is kept of the account.
#[utoipa::path(
    get,
    path = "/me/data",
    tag = "accounts",
    operation_id = "accounts-data",
    summary = "Everything that is kept of the account",
    responses((status = 200, description = "What was asked for", body = Data), Problems),
    security(("session" = [])),
)]
pub(super) async fn data(
    State(app): State<App>,
    SessionReader(identity): SessionReader,
) -> Result<Json<Data>, Problem> {
    let id = &identity.account.id;
    Ok(Json(Data {
        address: app.accounts.address(id).await?,
        endpoints: app.accounts.endpoints(id).await?,
        ratings: app.ratings.of_account(id.as_str()).await?,
        sessions: app.accounts.sessions(&identity).await?,
        tokens: app.accounts.tokens(id).await?,
        blocked: app.accounts.blocked(id).await?,
        name: identity.account.name,
        made: identity.account.made,
    }))
}

/// A player as everybody may see it.
#[derive(Serialize, ToSchema)]
pub(super) struct Profile {
    name: String,
    made: Timestamp,
    ratings: Vec<Rating>,
}

/// Shows a player.
#[utoipa::path(
    get,
    path = "/accounts/{name}",
    tag = "accounts",
    operation_id = "accounts-profile",
    summary = "A player with ratings",
    params(("name" = UserName, Path, description = "The user name")),
    responses((status = 200, description = "What was asked for", body = Profile), Problems),
)]
pub(super) async fn profile(
    State(app): State<App>,
    UserNamePath(name): UserNamePath,
) -> Result<Json<Profile>, Problem> {
    let account = app.accounts.find(&name).await?.ok_or(AccountError::Nobody)?;
    let ratings = app.ratings.of_account(account.id.as_str()).await?;
    Ok(Json(Profile { name: account.name, made: account.made, ratings }))
}

impl From<AccountError> for Problem {
    fn from(why: AccountError) -> Problem {
        let detail = why.to_string();
        let (status, kind) = match why {
            AccountError::Nobody => (StatusCode::NOT_FOUND, "no-account"),
            AccountError::NameTaken => (StatusCode::CONFLICT, "name-taken"),
            AccountError::WrongPassword => (StatusCode::UNAUTHORIZED, "wrong-password"),
            AccountError::WrongSecret => (StatusCode::UNAUTHORIZED, "wrong-secret"),
            AccountError::TooMany(wait) => return Problem { detail, ..Problem::too_many(wait) },
            AccountError::NotConfirmed => (StatusCode::CONFLICT, "not-confirmed"),
            AccountError::Banned => (StatusCode::FORBIDDEN, "banned"),
            AccountError::Full(_) => (StatusCode::CONFLICT, "full"),
            AccountError::Room(why) => return why.into(),
        };
        Problem::new(status, kind, detail)
    }
}
