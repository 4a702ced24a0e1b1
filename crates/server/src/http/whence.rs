//! Where a request comes from, for what is counted by the address.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::App;
use crate::limit::Peer;

/// The address of whoever asks; nothing where addresses are not counted.
pub(super) struct Whence(pub(super) Option<IpAddr>);

impl FromRequestParts<App> for Whence {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Whence, Infallible> {
        let (limiter, peer) = (app.limiter.as_ref(), parts.extensions.get::<Peer>());
        Ok(Whence(limiter.zip(peer).map(|(limiter, peer)| limiter.address(*peer, &parts.headers))))
    }
}
