//! Where a push service takes messages for a browser.

use std::fmt;
use std::net::IpAddr;

use url::{Host, Url};

use super::Reach;

/// The longest that is kept.
const LONGEST: usize = 1000;

/// The address at a push service that stands for one browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint(Url);

/// A text that is none, or one that may not be asked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct InvalidEndpoint;

impl Endpoint {
    /// An endpoint by its text. What a name leads to is looked at when it is asked.
    pub fn new(text: &str, reach: Reach) -> Result<Endpoint, InvalidEndpoint> {
        if text.len() > LONGEST {
            return Err(InvalidEndpoint);
        }
        let url = Url::parse(text).map_err(|_| InvalidEndpoint)?;
        let bare =
            url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        let port = url.port().is_none() || reach == Reach::Anywhere;
        let host = match url.host().ok_or(InvalidEndpoint)? {
            Host::Domain(name) => !name.is_empty(),
            Host::Ipv4(address) => reach.allows(IpAddr::V4(address)),
            Host::Ipv6(address) => reach.allows(IpAddr::V6(address)),
        };
        let fits = url.scheme() == "https" && bare && port && host;
        if fits { Ok(Endpoint(url)) } else { Err(InvalidEndpoint) }
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Scheme and host, which is what a pass is good for.
    pub(super) fn origin(&self) -> String {
        self.0.origin().ascii_serialization()
    }

    /// The host and the port to ask.
    pub(super) fn host(&self) -> (String, u16) {
        let host = match self.0.host() {
            Some(Host::Ipv6(address)) => address.to_string(),
            Some(host) => host.to_string(),
            None => String::new(),
        };
        (host, self.0.port_or_known_default().unwrap_or(443))
    }

    /// What is asked for there.
    pub(super) fn path(&self) -> &str {
        &self.0[url::Position::BeforePath..url::Position::AfterQuery]
    }

    /// Host and port as a request names them.
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
    fn only_public_https_is_taken() {
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
            assert_eq!(Endpoint::new(text, Reach::Public), Err(InvalidEndpoint), "{text}");
        }
        let long = format!("https://push.example/{}", "x".repeat(LONGEST));
        assert_eq!(Endpoint::new(&long, Reach::Anywhere), Err(InvalidEndpoint));
        assert!(Endpoint::new("https://localhost:9/1", Reach::Anywhere).is_ok());
        let endpoint = Endpoint::new("https://push.example/to/1?a=b", Reach::Public).unwrap();
        assert_eq!(endpoint.origin(), "https://push.example");
        assert_eq!(endpoint.host(), ("push.example".to_owned(), 443));
        assert_eq!((endpoint.authority(), endpoint.path()), ("push.example", "/to/1?a=b"));
    }
}
