//! Identity: extractors for the account that sends a request, by a session cookie or an API token.
//!
//! A request that changes something must come from a page of this server.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};

use super::{Problem, origin, seat_auth};
use crate::app::App;
use crate::people::accounts::{Account, Identity, Scope, TOKEN_PREFIX};

/// The name of the session cookie.
const COOKIE: &str = "crownhead";

/// How long browsers keep the cookie, in seconds from signing in.
const MAX_AGE: u32 = 60 * 24 * 60 * 60;

/// The name of the cookie of a known device, where it is sent, and how long: as long as browsers allow.
const DEVICE_COOKIE: &str = "crownhead-device";
const DEVICE_PATH: &str = "/api/v1";
const DEVICE_MAX_AGE: u32 = 400 * 24 * 60 * 60;

/// An account in a browser session, for reading.
pub(super) struct SessionReader(pub(super) Identity);

/// An account in a browser session, for changing something.
pub(super) struct SessionWriter(pub(super) Identity);

/// An account in a session, or a program with a token that may read.
pub(super) struct TokenReader(pub(super) Identity);

/// The account of a player who is signed in.
pub(super) struct PlayingAs(pub(super) Option<Account>);

impl FromRequestParts<App> for SessionReader {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<SessionReader, Problem> {
        let identity = signed_in(app, &parts.headers).await?;
        if identity.session.is_none() {
            return Err(wrong_scope("That token has no scope for this."));
        }
        Ok(SessionReader(identity))
    }
}

impl FromRequestParts<App> for SessionWriter {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<SessionWriter, Problem> {
        origin::check(app, &parts.headers)?;
        let SessionReader(identity) = SessionReader::from_request_parts(parts, app).await?;
        Ok(SessionWriter(identity))
    }
}

impl FromRequestParts<App> for TokenReader {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<TokenReader, Problem> {
        let identity = signed_in(app, &parts.headers).await?;
        if !identity.may(Scope::Read) {
            return Err(wrong_scope("That token has no scope for this."));
        }
        Ok(TokenReader(identity))
    }
}

impl FromRequestParts<App> for PlayingAs {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<PlayingAs, Problem> {
        let Some(identity) = find(app, &parts.headers).await? else { return Ok(PlayingAs(None)) };
        origin::check(app, &parts.headers)?;
        if !identity.may(Scope::Play) {
            return Err(wrong_scope("That token has no scope for playing."));
        }
        Ok(PlayingAs(Some(identity.account)))
    }
}

/// The identity of a request, if there is one.
pub(super) async fn find(app: &App, headers: &HeaderMap) -> Result<Option<Identity>, Problem> {
    if let Some(token) = seat_auth::bearer(headers).filter(|token| token.starts_with(TOKEN_PREFIX))
    {
        let identity = app.accounts.by_token(token).await?;
        return identity.map(Some).ok_or_else(|| {
            let detail = "That token is not valid.";
            Problem::new(StatusCode::UNAUTHORIZED, "wrong-token", detail)
        });
    }
    match session_secret(headers) {
        Some(secret) => Ok(app.accounts.by_session(secret).await?),
        None => Ok(None),
    }
}

async fn signed_in(app: &App, headers: &HeaderMap) -> Result<Identity, Problem> {
    find(app, headers).await?.ok_or_else(|| {
        let detail = "Sign in first.";
        Problem::new(StatusCode::UNAUTHORIZED, "not-signed-in", detail)
    })
}

fn wrong_scope(detail: &str) -> Problem {
    Problem::new(StatusCode::FORBIDDEN, "no-scope", detail)
}

fn session_secret(headers: &HeaderMap) -> Option<&str> {
    cookie(headers, COOKIE)
}

/// The tokens of the device that sends a request.
pub(super) fn device_tokens(headers: &HeaderMap) -> Option<&str> {
    cookie(headers, DEVICE_COOKIE)
}

fn cookie<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        Some((name.trim(), value.trim()))
    });
    pairs.find(|(name, _)| *name == wanted).map(|(_, value)| value)
}

/// The header that sets the session cookie.
pub(super) fn set_cookie(secret: &str, headers: &HeaderMap) -> HeaderValue {
    cookie_header(COOKIE, secret, "/", MAX_AGE, headers)
}

/// The header that sets the cookie of a known device.
pub(super) fn set_device_cookie(tokens: &str, headers: &HeaderMap) -> HeaderValue {
    cookie_header(DEVICE_COOKIE, tokens, DEVICE_PATH, DEVICE_MAX_AGE, headers)
}

/// The header that sets a cookie. If the page came over TLS, the cookie is sent over TLS only.
fn cookie_header(
    name: &str,
    value: &str,
    path: &str,
    max_age: u32,
    headers: &HeaderMap,
) -> HeaderValue {
    let forwarded = headers.get("x-forwarded-proto").and_then(|proto| proto.to_str().ok());
    let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    let tls = forwarded == Some("https") || origin.is_some_and(|from| from.starts_with("https:"));
    let secure = if tls { "; Secure" } else { "" };
    let text = format!(
        "{name}={value}; Path={path}; HttpOnly; SameSite=Strict; Max-Age={max_age}{secure}"
    );
    HeaderValue::from_str(&text).unwrap_or_else(|_| clear_cookie())
}

/// The header that removes the session cookie.
pub(super) fn clear_cookie() -> HeaderValue {
    HeaderValue::from_static("crownhead=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")
}

/// The header that removes the cookie of a known device.
pub(super) fn clear_device_cookie() -> HeaderValue {
    HeaderValue::from_static(
        "crownhead-device=; Path=/api/v1; HttpOnly; SameSite=Strict; Max-Age=0",
    )
}
