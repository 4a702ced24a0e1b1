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
async fn find(app: &App, headers: &HeaderMap) -> Result<Option<Identity>, Problem> {
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
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        Some((name.trim(), value.trim()))
    });
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}

/// The header that sets the session cookie. If the page came over TLS, the cookie is sent over TLS
/// only.
pub(super) fn set_cookie(secret: &str, headers: &HeaderMap) -> HeaderValue {
    let forwarded = headers.get("x-forwarded-proto").and_then(|proto| proto.to_str().ok());
    let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    let tls = forwarded == Some("https") || origin.is_some_and(|from| from.starts_with("https:"));
    let secure = if tls { "; Secure" } else { "" };
    let text =
        format!("{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age={MAX_AGE}{secure}");
    HeaderValue::from_str(&text).unwrap_or_else(|_| clear_cookie())
}

/// The header that removes the session cookie.
pub(super) fn clear_cookie() -> HeaderValue {
    HeaderValue::from_static("crownhead=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")
}
