//! The client address: an extractor for handlers with limits by address.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::app::App;
use crate::rate_limit::{Peer, client_address};

/// The client's address; `None` if the request did not come over a connection.
pub(super) struct ClientAddr(pub(super) Option<IpAddr>);

impl FromRequestParts<App> for ClientAddr {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<ClientAddr, Infallible> {
        let peer = parts.extensions.get::<Peer>();
        let address = |peer: &Peer| client_address(*peer, &parts.headers, app.behind_proxy);
        Ok(ClientAddr(peer.map(address)))
    }
}
