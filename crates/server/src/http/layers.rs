//! Middleware for every request: rate limit, concurrency limit, timeout and security headers.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower_http::cors::{AllowOrigin, Any, CorsLayer};

use super::{Problem, is_health_check};
use crate::app::App;
use crate::metrics::{Metrics, PanicPlace};
use crate::rate_limit::Peer;

/// The timeout of a request, from its head to the head of the response.
const TIMEOUT: Duration = Duration::from_secs(15);

/// How long browsers may remember what another origin may do.
const CORS_MAX_AGE: Duration = Duration::from_secs(3600);

/// When an address that has too many requests at a time should try again.
const CONCURRENT_RETRY: Duration = Duration::from_secs(1);

/// How long a client waits for the answer that it has too many requests. A client that takes no notice
/// would otherwise get tens of thousands of them a second, and have half of the processors.
const REFUSAL_DELAY: Duration = Duration::from_millis(100);

/// Applies the rate limit, the concurrency limit and the timeout.
pub(super) async fn limits(State(app): State<App>, request: Request, next: Next) -> Response {
    // Health checks must work when the server is overloaded, too.
    if is_health_check(request.uri().path()) {
        return next.run(request).await;
    }
    let mut _own = None;
    if let (Some(limiter), Some(peer)) = (&app.limiter, request.extensions().get::<Peer>()) {
        let address = limiter.address(*peer, request.headers());
        _own = app.requests_by_address.take(address);
        let checked = match &_own {
            Some(_) => limiter.check(address),
            None => Err(CONCURRENT_RETRY),
        };
        if let Err(wait) = checked {
            app.rooms.metrics().rate_limited.inc();
            // Behind a proxy, waiting requests would take the connections of all its clients.
            if !limiter.behind_proxy() {
                tokio::time::sleep(REFUSAL_DELAY).await;
            }
            return Problem::too_many(wait).into_response();
        }
    }
    let Ok(_permit) = app.requests.try_acquire() else { return Problem::busy().into_response() };
    match tokio::time::timeout(TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::busy().into_response(),
    }
}

/// The response to a request whose handler panicked. The connection goes on.
pub(super) fn after_panic(metrics: &Metrics) -> Response {
    metrics.record_panic(PanicPlace::Request);
    tracing::error!("the handler of a request broke off");
    let detail = "Something is wrong with the server.";
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "failed", detail).into_response()
}

/// Under the server's own TLS: browsers are to come back over TLS only, and handlers learn how the
/// request came in the same way as from a proxy.
pub(super) async fn own_tls(mut request: Request, next: Next) -> Response {
    let https = HeaderValue::from_static("https");
    request.headers_mut().insert(HeaderName::from_static("x-forwarded-proto"), https);
    let mut response = next.run(request).await;
    let a_year = HeaderValue::from_static("max-age=31536000");
    response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, a_year);
    response
}

/// Lets the pages of these origins use the API. With `*` all may, but without cookies.
pub(super) fn cors(origins: &[String]) -> CorsLayer {
    let layer = CorsLayer::new()
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([header::AUTHORIZATION, header::CONTENT_TYPE])
        .expose_headers([header::RETRY_AFTER, header::LOCATION])
        .max_age(CORS_MAX_AGE);
    if origins.iter().any(|origin| origin == "*") {
        return layer.allow_origin(Any);
    }
    let origins = origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok());
    layer.allow_origin(AllowOrigin::list(origins)).allow_credentials(true)
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
