//! The extractor of a place for a live connection.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use super::Problem;
use super::client_addr::LimitedAddr;
use crate::app::App;
use crate::connections::Connection;
use crate::live::{self, NoLiveSlot};

/// The place of a live connection. Whoever serves the connection keeps it.
pub(super) struct LiveSlot(pub(super) live::LiveSlot);

impl FromRequestParts<App> for LiveSlot {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<LiveSlot, Problem> {
        let Ok(LimitedAddr(address)) = LimitedAddr::from_request_parts(parts, app).await;
        let connection = parts.extensions.get::<Arc<Connection>>().cloned();
        app.live.take(address, connection).map(LiveSlot).map_err(|reason| match reason {
            NoLiveSlot::TooManyOfAddress => {
                app.rooms.metrics().rate_limited.inc();
                Problem::too_many_connections()
            }
            NoLiveSlot::Full => Problem::busy(),
        })
    }
}
