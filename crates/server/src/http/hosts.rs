//! The host check, against DNS rebinding: a page of another site whose name suddenly leads here must
//! not reach a server that only the visitor's own network can reach.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{Problem, is_health_check};

/// The names that a server answers to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostPolicy {
    /// In lower case; `None` if all are allowed.
    names: Option<Arc<[String]>>,
}

impl HostPolicy {
    /// Allows these names, and what no other page can claim: `localhost` and IP addresses.
    pub fn only(names: impl IntoIterator<Item = String>) -> HostPolicy {
        let names = names.into_iter().map(|name| normalized(&name)).collect();
        HostPolicy { names: Some(names) }
    }

    /// Whether a request to this host, with or without a port, is for this server.
    fn allows(&self, host: &str) -> bool {
        let Some(names) = &self.names else { return true };
        let name = normalized(without_port(host));
        name == "localhost"
            || name.ends_with(".localhost")
            || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok()
            || names.contains(&name)
    }
}

/// DNS does not distinguish upper and lower case, and a name may end with a dot.
fn normalized(name: &str) -> String {
    name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase()
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        // A colon inside brackets belongs to an IPv6 address.
        Some((name, port)) if !port.contains(']') => name,
        _ => host,
    }
}

/// Refuses requests for other hosts. Health checks pass, because who checks may not know the name.
pub(super) async fn check(
    State(policy): State<HostPolicy>,
    request: Request,
    next: Next,
) -> Response {
    let named = request.headers().get_all(header::HOST).into_iter();
    let named = named.map(|host| host.to_str().unwrap_or_default());
    let authority = request.uri().authority().map(axum::http::uri::Authority::as_str);
    let is_allowed = named.chain(authority).all(|host| policy.allows(host));
    if is_allowed || is_health_check(request.uri().path()) {
        return next.run(request).await;
    }
    let detail = "This server does not answer to that host name. Its operator can allow a name with \
                  --host.";
    Problem::new(StatusCode::MISDIRECTED_REQUEST, "wrong-host", detail).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_servers_own_names_are_allowed() {
        let policy = HostPolicy::only(["Games.example".to_owned()]);
        for allowed in [
            "games.example",
            "GAMES.example.:8443",
            "localhost:8080",
            "room.localhost",
            "127.0.0.1:8080",
            "192.168.1.7",
            "[::1]:8080",
            "[fe80::1]",
        ] {
            assert!(policy.allows(allowed), "{allowed}");
        }
        for refused in ["", "evil.example", "games.example.evil.example", "notlocalhost", "1.2.3"] {
            assert!(!policy.allows(refused), "{refused}");
        }
        assert!(HostPolicy::default().allows("evil.example"));
    }
}
