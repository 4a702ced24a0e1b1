//! The client address: an extractor for handlers with limits by address.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::app::App;
use crate::rate_limit::Peer;

/// The client's address; `None` without a rate limit by address.
pub(super) struct ClientAddr(pub(super) Option<IpAddr>);

impl FromRequestParts<App> for ClientAddr {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<ClientAddr, Infallible> {
        let (limiter, peer) = (app.limiter.as_ref(), parts.extensions.get::<Peer>());
        Ok(ClientAddr(
            limiter.zip(peer).map(|(limiter, peer)| limiter.address(*peer, &parts.headers)),
        ))
    }
}
