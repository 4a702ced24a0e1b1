//! Who asks: the secret of a seat comes as a bearer token. Who has none watches.

use axum::http::{HeaderMap, StatusCode, header};
use crownhead_arbiter::{Seat, Viewer};

use super::{App, Problem};
use crate::people::accounts::TOKEN;
use crate::{MatchId, SeatSecret};

/// Who looks at a match.
pub(super) async fn viewer(app: &App, id: MatchId, headers: &HeaderMap) -> Result<Viewer, Problem> {
    match bearer(headers).filter(|token| !token.starts_with(TOKEN)) {
        None => Ok(Viewer::Spectator),
        Some(token) => seat(app, id, token).await.map(Viewer::Seat),
    }
}

/// The bearer token of a request; an empty one if it has something else.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?;
    let token = value.to_str().ok().and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    });
    Some(token.unwrap_or_default())
}

/// The seat that a secret gives.
pub(crate) async fn seat(app: &App, id: MatchId, secret: &str) -> Result<Seat, Problem> {
    let seat = match secret.parse::<SeatSecret>() {
        Ok(secret) => app.rooms.seat(id, &secret).await?,
        Err(_) => None,
    };
    seat.ok_or_else(wrong_secret)
}

pub(super) fn wrong_secret() -> Problem {
    let detail = "That is not the secret of a seat here.";
    Problem::new(StatusCode::UNAUTHORIZED, "wrong-secret", detail)
}
