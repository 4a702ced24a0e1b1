//! Middleware for every request: rate limit, concurrency limit, timeout and security headers.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Problem;
use crate::app::App;
use crate::rate_limit::Peer;

/// The timeout of a request, from its head to the head of the response.
const TIMEOUT: Duration = Duration::from_secs(15);

/// Applies the rate limit, the concurrency limit and the timeout.
pub(super) async fn limits(State(app): State<App>, request: Request, next: Next) -> Response {
    // Health checks must work when the server is overloaded, too.
    if matches!(request.uri().path(), "/livez" | "/readyz" | "/metrics") {
        return next.run(request).await;
    }
    if let (Some(limiter), Some(peer)) = (&app.limiter, request.extensions().get::<Peer>())
        && let Err(wait) = limiter.check(*peer, request.headers())
    {
        app.rooms.metrics().rate_limited.inc();
        return Problem::too_many(wait).into_response();
    }
    let Ok(_permit) = app.requests.try_acquire() else { return Problem::busy().into_response() };
    match tokio::time::timeout(TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::busy().into_response(),
    }
}

/// Adds security headers. By default a response is not rendered, sniffed or cached; handlers of
/// pages override that.
pub(super) async fn security_headers(request: Request, next: Next) -> Response {
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
