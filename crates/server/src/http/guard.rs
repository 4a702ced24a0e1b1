//! What holds for every request: how many at a time, how long each, and what browsers are told.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{App, Problem};
use crate::limit::Peer;

/// How long a request may take, from its head to the head of its answer.
const LIMIT: Duration = Duration::from_secs(15);

/// Turns away what is too much, and gives up on what takes too long.
pub(super) async fn limits(State(app): State<App>, request: Request, next: Next) -> Response {
    // Whether the server lives must be answered when it is busy, too.
    if matches!(request.uri().path(), "/livez" | "/readyz" | "/metrics") {
        return next.run(request).await;
    }
    if let (Some(limiter), Some(peer)) = (&app.limiter, request.extensions().get::<Peer>())
        && let Err(wait) = limiter.check(*peer, request.headers())
    {
        app.rooms.metrics().turned_away.inc();
        return Problem::too_many(wait).into_response();
    }
    let Ok(_permit) = app.requests.try_acquire() else { return Problem::busy().into_response() };
    match tokio::time::timeout(LIMIT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::busy().into_response(),
    }
}

/// What browsers are told: nothing here is a page, and nothing is to be guessed or kept.
pub(super) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
