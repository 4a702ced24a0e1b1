//! Seat authentication: extractors for the seat whose secret comes as a bearer token. Without a
//! secret, the client is a spectator.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use crownhead_arbiter::{Seat, Viewer};
use crownhead_store::{MatchId, SeatSecret};

use super::Problem;
use super::extract::MatchPath;
use crate::app::App;
use crate::people::accounts::TOKEN_PREFIX;

/// The match in the path, and the client as a viewer of it.
pub(super) struct MatchViewer(pub(super) MatchId, pub(super) Viewer);

/// The match in the path, and the client's seat in it.
pub(super) struct MatchSeat(pub(super) MatchId, pub(super) Seat);

/// The secret of a challenge or a seat, if the request has one.
pub(super) struct OptionalSecret(pub(super) Option<SeatSecret>);

impl FromRequestParts<App> for MatchViewer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<MatchViewer, Problem> {
        let MatchPath(id) = MatchPath::from_request_parts(parts, app).await?;
        let Some(token) = seat_token(&parts.headers) else {
            return Ok(MatchViewer(id, Viewer::Spectator));
        };
        let seat = app.seat_by_secret(id, token).await?.ok_or_else(wrong_secret)?;
        Ok(MatchViewer(id, Viewer::Seat(seat)))
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
    let detail = "Players act with the secret of their seat, as a bearer token.";
    Problem::new(StatusCode::UNAUTHORIZED, "no-secret", detail)
}
