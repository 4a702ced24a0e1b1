//! Who asks: the secret of a seat comes as a bearer token. Who has none watches.

use axum::http::{HeaderMap, StatusCode, header};
use crownhead_arbiter::{Seat, Viewer};

use super::{App, Problem};
use crate::{MatchId, SeatSecret};

/// Who looks at a match.
pub(super) async fn viewer(app: &App, id: MatchId, headers: &HeaderMap) -> Result<Viewer, Problem> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(Viewer::Spectator) };
    let token = value.to_str().ok().and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    });
    seat(app, id, token.unwrap_or_default()).await.map(Viewer::Seat)
}

/// The seat that a secret gives.
pub(crate) async fn seat(app: &App, id: MatchId, secret: &str) -> Result<Seat, Problem> {
    let seat = match secret.parse::<SeatSecret>() {
        Ok(secret) => app.rooms.seat(id, &secret).await?,
        Err(_) => None,
    };
    seat.ok_or_else(|| {
        let detail = "That is not the secret of a seat of this match.";
        Problem::new(StatusCode::UNAUTHORIZED, "wrong-secret", detail)
    })
}
