//! CSRF protection, the origin check: only pages of this server, and allowed ones, may change things or open live
//! connections.

use std::marker::PhantomData;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};

use super::Problem;
use crate::app::App;

/// A request that does not come from another site's page.
pub(super) struct SameOrigin(PhantomData<()>);

impl FromRequestParts<App> for SameOrigin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<SameOrigin, Problem> {
        check(app, &parts.headers)?;
        Ok(SameOrigin(PhantomData))
    }
}

/// Refuses a request of another site's page.
pub(super) fn check(app: &App, headers: &HeaderMap) -> Result<(), Problem> {
    if is_allowed(headers, &app.origins) {
        return Ok(());
    }
    let detail = "A page of another site may not do that.";
    Err(Problem::new(StatusCode::FORBIDDEN, "wrong-origin", detail))
}

/// Browsers send the origin of the page: it must be this server's, or an allowed one. Programs send
/// none, and may pass.
pub(super) fn is_allowed(headers: &HeaderMap, allowed: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if allowed.iter().any(|allowed| allowed == origin) {
        return true;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let from = origin.split_once("://").map(|(_, host)| host);
    host.is_some() && from == host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_other_sites_are_refused() {
        let allowed = ["https://games.example".to_owned()];
        let comes = |origin: &str, host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            if !origin.is_empty() {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            is_allowed(&headers, &allowed)
        };
        assert!(comes("", "localhost:8080"));
        assert!(comes("http://localhost:8080", "localhost:8080"));
        assert!(comes("https://games.example", "10.0.0.1:8080"));
        assert!(!comes("http://localhost:8081", "localhost:8080"));
        assert!(!comes("https://evil.example", "localhost:8080"));
        assert!(!comes("null", "null"));
        assert!(!comes("https://games.example.evil.example", "localhost:8080"));
    }
}
