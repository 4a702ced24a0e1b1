//! Accounts and sessions over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use crownhead_protocol::{
    AccountData, AccountDeletion, NewAccount, NewPassword, OwnAccount, Profile, SessionList,
    SignIn, UserName,
};

use super::client_addr::ClientAddr;
use super::extract::{ApiJson, TextPath, UserNamePath};
use super::identity::{SessionReader, SessionWriter, TokenReader};
use super::openapi::{Problems, Unauthorized};
use super::origin::SameOrigin;
use super::{Problem, identity};
use crate::app::App;
use crate::people::accounts::{AccountError, SignInSource, VerifiedAccount};

/// Creates an account, and signs in.
#[utoipa::path(
    post,
    path = "/accounts",
    tag = "accounts",
    operation_id = "accounts-make",
    summary = "Create an account, and sign in",
    request_body = NewAccount,
    responses((status = 201, description = "The account", body = OwnAccount), Problems),
)]
pub(super) async fn create(
    State(app): State<App>,
    _: SameOrigin,
    ClientAddr(address): ClientAddr,
    headers: HeaderMap,
    ApiJson(new): ApiJson<NewAccount>,
) -> Result<Response, Problem> {
    app.may_create_account(address).map_err(Problem::too_many)?;
    let created = app.accounts.create(&new.name, &new.password, address).await;
    let verified = created.inspect_err(|_| app.forget_new_account(address))?;
    signed_in(&app, verified, &headers, StatusCode::CREATED).await
}

/// Signs in.
#[utoipa::path(
    post,
    path = "/session",
    tag = "accounts",
    operation_id = "accounts-sign-in",
    summary = "Sign in",
    request_body = SignIn,
    responses((status = 200, description = "The account", body = OwnAccount), Problems, Unauthorized),
)]
pub(super) async fn sign_in(
    State(app): State<App>,
    _: SameOrigin,
    ClientAddr(address): ClientAddr,
    headers: HeaderMap,
    ApiJson(SignIn { name, password }): ApiJson<SignIn>,
) -> Result<Response, Problem> {
    if name.len() > 200 {
        return Err(AccountError::WrongPassword.into());
    }
    let device = identity::device_tokens(&headers).map(str::to_owned);
    let from = SignInSource { address, device };
    let verified = app.accounts.sign_in(&name, &password, &from).await?;
    signed_in(&app, verified, &headers, StatusCode::OK).await
}

async fn signed_in(
    app: &App,
    verified: VerifiedAccount,
    headers: &HeaderMap,
    status: StatusCode,
) -> Result<Response, Problem> {
    let program = headers.get(header::USER_AGENT).and_then(|name| name.to_str().ok());
    let secret = app.accounts.begin_session(&verified, program.unwrap_or_default()).await?;
    let mut cookies = vec![(header::SET_COOKIE, identity::set_cookie(&secret, headers))];
    cookies.extend(new_device(app, &verified, headers).await?);
    let own = OwnAccount { name: verified.account.name, made: verified.account.made };
    Ok((status, AppendHeaders(cookies), Json(own)).into_response())
}

/// The header that makes the client's device one that the account knows, unless it is already.
pub(super) async fn new_device(
    app: &App,
    verified: &VerifiedAccount,
    headers: &HeaderMap,
) -> Result<Option<(HeaderName, HeaderValue)>, AccountError> {
    let tokens = app.accounts.remember_device(verified, identity::device_tokens(headers)).await?;
    Ok(tokens.map(|tokens| (header::SET_COOKIE, identity::set_device_cookie(&tokens, headers))))
}

/// Returns the account of the client.
#[utoipa::path(
    get,
    path = "/me",
    tag = "accounts",
    operation_id = "accounts-me",
    summary = "The signed-in account",
    responses((status = 200, description = "The account", body = OwnAccount), Problems),
    security(("session" = []), ("token" = [])),
)]
pub(super) async fn me(TokenReader(identity): TokenReader) -> Result<Json<OwnAccount>, Problem> {
    Ok(Json(OwnAccount { name: identity.account.name, made: identity.account.made }))
}

/// Ends the session of the client.
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

/// Lists the sessions of the account.
#[utoipa::path(
    get,
    path = "/me/sessions",
    tag = "accounts",
    operation_id = "accounts-sessions",
    summary = "The sessions of the account",
    responses((status = 200, description = "The sessions", body = SessionList), Problems),
    security(("session" = [])),
)]
pub(super) async fn sessions(
    State(app): State<App>,
    SessionReader(identity): SessionReader,
) -> Result<Json<SessionList>, Problem> {
    Ok(Json(SessionList { sessions: app.accounts.sessions(&identity).await? }))
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

/// Changes the password. All other sessions and all tokens end.
#[utoipa::path(
    put,
    path = "/me/password",
    tag = "accounts",
    operation_id = "accounts-set-password",
    summary = "Change the password",
    request_body = NewPassword,
    responses((status = 200, description = "The account", body = OwnAccount), Problems),
    security(("session" = [])),
)]
pub(super) async fn set_password(
    State(app): State<App>,
    SessionWriter(identity): SessionWriter,
    ClientAddr(address): ClientAddr,
    headers: HeaderMap,
    ApiJson(NewPassword { old, new }): ApiJson<NewPassword>,
) -> Result<Response, Problem> {
    let verified = app.accounts.check_password(&identity.account, &old, address).await?;
    let (secret, verified) = app.accounts.change_password(&identity, &verified, &new).await?;
    let mut cookies = vec![(header::SET_COOKIE, identity::set_cookie(&secret, &headers))];
    cookies.extend(new_device(&app, &verified, &headers).await?);
    let own = OwnAccount { name: identity.account.name, made: identity.account.made };
    Ok((AppendHeaders(cookies), Json(own)).into_response())
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
    ClientAddr(address): ClientAddr,
    ApiJson(AccountDeletion { password }): ApiJson<AccountDeletion>,
) -> Result<Response, Problem> {
    let verified = app.accounts.check_password(&identity.account, &password, address).await?;
    app.accounts.delete_own(&verified).await?;
    let cookies = [identity::clear_cookie(), identity::clear_device_cookie()];
    let cookies = AppendHeaders(cookies.map(|cookie| (header::SET_COOKIE, cookie)));
    Ok((StatusCode::NO_CONTENT, cookies).into_response())
}

/// Exports the data of the account.
#[utoipa::path(
    get,
    path = "/me/data",
    tag = "accounts",
    operation_id = "accounts-data",
    summary = "All stored data of the account",
    responses((status = 200, description = "The data of the account", body = AccountData), Problems),
    security(("session" = [])),
)]
pub(super) async fn export(
    State(app): State<App>,
    SessionReader(identity): SessionReader,
) -> Result<Json<AccountData>, Problem> {
    let id = &identity.account.id;
    Ok(Json(AccountData {
        mail: app.accounts.mail_settings(id).await?,
        endpoints: app.accounts.endpoints(id).await?,
        ratings: app.ratings.of_account(id.as_str()).await?,
        sessions: app.accounts.sessions(&identity).await?,
        tokens: app.accounts.tokens(id).await?,
        blocked: app.accounts.blocked(id).await?,
        name: identity.account.name,
        made: identity.account.made,
    }))
}

/// Returns the public profile of a player.
#[utoipa::path(
    get,
    path = "/accounts/{name}",
    tag = "accounts",
    operation_id = "accounts-profile",
    summary = "A player with ratings",
    params(("name" = UserName, Path, description = "The user name")),
    responses((status = 200, description = "The profile", body = Profile), Problems),
)]
pub(super) async fn profile(
    State(app): State<App>,
    UserNamePath(name): UserNamePath,
) -> Result<Json<Profile>, Problem> {
    let account = app.accounts.find(&name).await?.ok_or(AccountError::NotFound)?;
    let ratings = app.ratings.of_account(account.id.as_str()).await?;
    Ok(Json(Profile { name: account.name, made: account.made, ratings }))
}

impl From<AccountError> for Problem {
    fn from(error: AccountError) -> Problem {
        let detail = error.to_string();
        let (status, kind) = match error {
            AccountError::NotFound => (StatusCode::NOT_FOUND, "no-account"),
            AccountError::NameTaken => (StatusCode::CONFLICT, "name-taken"),
            AccountError::WrongPassword => (StatusCode::UNAUTHORIZED, "wrong-password"),
            AccountError::WrongSecret => (StatusCode::UNAUTHORIZED, "wrong-secret"),
            AccountError::SignedOut => (StatusCode::UNAUTHORIZED, "not-signed-in"),
            AccountError::TooMany(wait) | AccountError::TooManyFromAddress(wait) => {
                return Problem { detail, ..Problem::too_many(wait) };
            }
            AccountError::NotConfirmed => (StatusCode::CONFLICT, "not-confirmed"),
            AccountError::Banned => (StatusCode::FORBIDDEN, "banned"),
            AccountError::Conflict(_) => (StatusCode::CONFLICT, "full"),
            AccountError::Room(error) => return error.into(),
        };
        Problem::new(status, kind, detail)
    }
}
