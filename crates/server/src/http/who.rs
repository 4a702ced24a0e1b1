//! Who asks in the name of an account: a browser by its cookie, a program by its token. What a
//! browser changes must come from a page of this server.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};

use super::{App, Problem, auth};
use crate::live::may_come;
use crate::people::accounts::{Identity, Scope, TOKEN};

/// The name of the cookie.
const COOKIE: &str = "crownhead";

/// How long browsers keep it: as long as a session lasts.
const MAX_AGE: u32 = 60 * 24 * 60 * 60;

/// Somebody who is signed in.
pub(super) struct Signed(pub(super) Identity);

/// Who asks, if anybody is signed in.
pub(super) async fn maybe(app: &App, headers: &HeaderMap) -> Result<Option<Identity>, Problem> {
    if let Some(token) = auth::bearer(headers).filter(|token| token.starts_with(TOKEN)) {
        let identity = app.accounts.by_token(token).await?;
        return identity.map(Some).ok_or_else(|| {
            let detail = "That token is not, or not any more, one of an account.";
            Problem::new(StatusCode::UNAUTHORIZED, "wrong-token", detail)
        });
    }
    match session(headers) {
        Some(secret) => Ok(app.accounts.by_session(secret).await?),
        None => Ok(None),
    }
}

/// Who looks at something of one's own. Without a scope it is not for programs.
pub(super) async fn must(
    app: &App,
    headers: &HeaderMap,
    scope: Option<Scope>,
) -> Result<Signed, Problem> {
    let identity = maybe(app, headers).await?.ok_or_else(|| {
        let detail = "One must be signed in for that.";
        Problem::new(StatusCode::UNAUTHORIZED, "not-signed-in", detail)
    })?;
    let allowed = match scope {
        Some(scope) => identity.may(scope),
        None => identity.session.is_some(),
    };
    if !allowed {
        let detail = "That token is not for this.";
        return Err(Problem::new(StatusCode::FORBIDDEN, "no-scope", detail));
    }
    Ok(Signed(identity))
}

/// Who changes something of one's own.
pub(super) async fn acts(
    app: &App,
    headers: &HeaderMap,
    scope: Option<Scope>,
) -> Result<Signed, Problem> {
    from_here(app, headers)?;
    must(app, headers, scope).await
}

/// Who plays in the name of an account, if anybody does.
pub(super) async fn plays(app: &App, headers: &HeaderMap) -> Result<Option<Identity>, Problem> {
    let Some(identity) = maybe(app, headers).await? else { return Ok(None) };
    from_here(app, headers)?;
    if !identity.may(Scope::Play) {
        let detail = "That token is not for playing.";
        return Err(Problem::new(StatusCode::FORBIDDEN, "no-scope", detail));
    }
    Ok(Some(identity))
}

/// Refuses what a page from elsewhere wants.
pub(super) fn from_here(app: &App, headers: &HeaderMap) -> Result<(), Problem> {
    if may_come(headers, &app.origins) {
        return Ok(());
    }
    let detail = "A page from elsewhere may not do that.";
    Err(Problem::new(StatusCode::FORBIDDEN, "wrong-origin", detail))
}

fn session(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        Some((name.trim(), value.trim()))
    });
    pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value)
}

/// What sets the cookie. Over TLS it never goes over anything else.
pub(super) fn cookie(secret: &str, headers: &HeaderMap) -> HeaderValue {
    let forwarded = headers.get("x-forwarded-proto").and_then(|proto| proto.to_str().ok());
    let origin = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
    let tls = forwarded == Some("https") || origin.is_some_and(|from| from.starts_with("https:"));
    let secure = if tls { "; Secure" } else { "" };
    let text =
        format!("{COOKIE}={secret}; Path=/; HttpOnly; SameSite=Strict; Max-Age={MAX_AGE}{secure}");
    HeaderValue::from_str(&text).unwrap_or_else(|_| no_cookie())
}

/// What takes it away.
pub(super) fn no_cookie() -> HeaderValue {
    HeaderValue::from_static("crownhead=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")
}
