//! Endpoints: the addresses at which push services take messages for a browser.

use std::fmt;
use std::net::IpAddr;

use url::{Host, Url};

use super::EndpointPolicy;

/// The maximum length of an endpoint.
const MAX_LENGTH: usize = 1000;

/// The address of one browser at its push service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint(Url);

/// A text that is no endpoint, or one that is not allowed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct InvalidEndpoint;

impl Endpoint {
    /// Parses an endpoint. The addresses of its host name are checked when it is used.
    pub fn new(text: &str, policy: EndpointPolicy) -> Result<Endpoint, InvalidEndpoint> {
        if text.len() > MAX_LENGTH {
            return Err(InvalidEndpoint);
        }
        let url = Url::parse(text).map_err(|_| InvalidEndpoint)?;
        let bare =
            url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        let port = url.port().is_none() || policy == EndpointPolicy::Any;
        let host = match url.host().ok_or(InvalidEndpoint)? {
            Host::Domain(name) => !name.is_empty(),
            Host::Ipv4(address) => policy.allows(IpAddr::V4(address)),
            Host::Ipv6(address) => policy.allows(IpAddr::V6(address)),
        };
        let fits = url.scheme() == "https" && bare && port && host;
        if fits { Ok(Endpoint(url)) } else { Err(InvalidEndpoint) }
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Scheme and host: the audience of an authorization.
    pub(super) fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// The host and the port to connect to.
    pub(super) fn host(&self) -> (String, u16) {
        let host = match self.0.host() {
            Some(Host::Ipv6(address)) => address.to_string(),
            Some(host) => host.to_string(),
            None => String::new(),
        };
        (host, self.0.port_or_known_default().unwrap_or(443))
    }

    /// The path of the request.
    pub(super) fn path(&self) -> &str {
        &self.0[url::Position::BeforePath..url::Position::AfterQuery]
    }

    /// Host and port for the `Host` header.
    pub(super) fn authority(&self) -> &str {
        &self.0[url::Position::BeforeHost..url::Position::AfterPort]
    }
}

impl fmt::Display for InvalidEndpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("That is not the https address of a push service that can be asked.")
    }
}

impl std::error::Error for InvalidEndpoint {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_https_is_allowed() {
        for text in [
            "",
            "push",
            "http://push.example/1",
            "https://127.0.0.1/1",
            "https://0x7f.1/1",
            "https://[::1]/1",
            "https://2130706433/1",
            "https://169.254.169.254/latest",
            "https://push.example:8443/1",
            "https://me@push.example/1",
            "https://push.example/1#2",
            "file:///etc/passwd",
            "https://10.0.0.1/1",
        ] {
            assert_eq!(Endpoint::new(text, EndpointPolicy::Public), Err(InvalidEndpoint), "{text}");
        }
        let long = format!("https://push.example/{}", "x".repeat(MAX_LENGTH));
        assert_eq!(Endpoint::new(&long, EndpointPolicy::Any), Err(InvalidEndpoint));
        assert!(Endpoint::new("https://localhost:9/1", EndpointPolicy::Any).is_ok());
        let endpoint =
            Endpoint::new("https://push.example/to/1?a=b", EndpointPolicy::Public).unwrap();
        assert_eq!(endpoint.origin(), "https://push.example");
        assert_eq!(endpoint.host(), ("push.example".to_owned(), 443));
        assert_eq!((endpoint.authority(), endpoint.path()), ("push.example", "/to/1?a=b"));
    }
}
