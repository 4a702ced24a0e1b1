//! Seat authentication: extractors for the seat whose secret comes as a bearer token, or whose player
//! is signed in. Anybody else is a spectator.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use crownhead_arbiter::{Seat, Viewer};
use crownhead_store::{MatchId, SeatSecret};

use super::extract::MatchPath;
use super::{Problem, identity, origin};
use crate::app::App;
use crate::people::accounts::{Identity, TOKEN_PREFIX};

/// The match in the path, and the client as a viewer of it.
pub(super) struct MatchViewer(pub(super) MatchId, pub(super) Viewer);

/// The match in the path, the client as a viewer of it, and the identity that the seat was given for,
/// if it was not for its secret.
pub(super) struct MatchFollower(pub(super) MatchId, pub(super) Viewer, pub(super) Option<Identity>);

/// The match in the path, and the client's seat in it.
pub(super) struct MatchSeat(pub(super) MatchId, pub(super) Seat);

/// The secret of a challenge or a seat, if the request has one.
pub(super) struct OptionalSecret(pub(super) Option<SeatSecret>);

impl FromRequestParts<App> for MatchViewer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<MatchViewer, Problem> {
        let MatchFollower(id, viewer, _) = MatchFollower::from_request_parts(parts, app).await?;
        Ok(MatchViewer(id, viewer))
    }
}

impl FromRequestParts<App> for MatchFollower {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<MatchFollower, Problem> {
        let MatchPath(id) = MatchPath::from_request_parts(parts, app).await?;
        if let Some(secret) = seat_token(&parts.headers) {
            let seat = app.seat_by_secret(id, secret).await?.ok_or_else(wrong_secret)?;
            return Ok(MatchFollower(id, Viewer::Seat(seat), None));
        }
        let identity = identity::find(app, &parts.headers).await?;
        let Some((seat, identity)) = app.seat_by_identity(id, identity).await? else {
            return Ok(MatchFollower(id, Viewer::Spectator, None));
        };
        if !parts.method.is_safe() {
            origin::check(app, &parts.headers)?;
        }
        Ok(MatchFollower(id, Viewer::Seat(seat), Some(identity)))
    }
}

impl FromRequestParts<App> for MatchSeat {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<MatchSeat, Problem> {
        let MatchViewer(id, viewer) = MatchViewer::from_request_parts(parts, app).await?;
        match viewer {
            Viewer::Seat(seat) => Ok(MatchSeat(id, seat)),
            Viewer::Spectator => {
                // An unknown match is the more useful error.
                app.rooms.registry.load(id).await?;
                Err(no_secret())
            }
        }
    }
}

impl FromRequestParts<App> for OptionalSecret {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<OptionalSecret, Problem> {
        let secret =
            seat_token(&parts.headers).map(|token| token.parse().map_err(|_| wrong_secret()));
        Ok(OptionalSecret(secret.transpose()?))
    }
}

/// The bearer token, unless it is the API token of an account.
fn seat_token(headers: &HeaderMap) -> Option<&str> {
    bearer(headers).filter(|token| !token.starts_with(TOKEN_PREFIX))
}

/// The bearer token of a request; an empty one if the header has another scheme.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?;
    let token = value.to_str().ok().and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    });
    Some(token.unwrap_or_default())
}

fn wrong_secret() -> Problem {
    let detail = "That is not the secret of a seat here.";
    Problem::new(StatusCode::UNAUTHORIZED, "wrong-secret", detail)
}

pub(super) fn no_secret() -> Problem {
    let detail = "Players act with the secret of their seat as a bearer token, or signed in.";
    Problem::new(StatusCode::UNAUTHORIZED, "no-secret", detail)
}
