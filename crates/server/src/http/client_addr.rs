//! The client address: an extractor for handlers with limits by address.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::app::App;
use crate::computer::Caller;
use crate::rate_limit::{Peer, client_address};

/// The client's address; `None` if the request did not come over a connection.
pub(super) struct ClientAddr(pub(super) Option<IpAddr>);

/// The client's address for limits on what an address may have; `None` if there are no such limits.
pub(super) struct LimitedAddr(pub(super) Option<IpAddr>);

impl LimitedAddr {
    /// The client as a caller of work.
    pub(super) fn caller(&self) -> Caller {
        self.0.map_or(Caller::Server, Caller::Address)
    }
}

impl FromRequestParts<App> for ClientAddr {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<ClientAddr, Infallible> {
        let peer = parts.extensions.get::<Peer>();
        let address = |peer: &Peer| client_address(*peer, &parts.headers, app.behind_proxy);
        Ok(ClientAddr(peer.map(address)))
    }
}

impl FromRequestParts<App> for LimitedAddr {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<LimitedAddr, Infallible> {
        let (limiter, peer) = (app.limiter.as_ref(), parts.extensions.get::<Peer>());
        Ok(LimitedAddr(
            limiter.zip(peer).map(|(limiter, peer)| limiter.address(*peer, &parts.headers)),
        ))
    }
}
