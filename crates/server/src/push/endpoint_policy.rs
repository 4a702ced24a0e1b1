//! Protection against server-side request forgery: an endpoint comes from a client, and must not
//! lead the server into a private network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The endpoints that the server may connect to.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum EndpointPolicy {
    /// Endpoints with public addresses, at the HTTPS port.
    #[default]
    Public,
    /// All endpoints, for the operator's own push service.
    Any,
}

impl EndpointPolicy {
    pub(super) fn allows(self, address: IpAddr) -> bool {
        self == EndpointPolicy::Any
            || match address.to_canonical() {
                IpAddr::V4(four) => is_public_v4(four),
                IpAddr::V6(six) => is_public_v6(six),
            }
    }
}

/// Whether an address is globally reachable (RFC 6890).
fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let protocols = a == 192 && b == 0 && c == 0;
    let relays = a == 192 && b == 88 && c == 99;
    let benchmarks = a == 198 && (18..20).contains(&b);
    let special = shared || protocols || relays || benchmarks || a == 0 || a >= 224;
    !(special
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation())
}

/// Whether an address is globally reachable: in `2000::/3`, except Teredo and other protocols,
/// documentation, and embedded IPv4 addresses.
fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        [0x2001, second, ..] => second >= 0x0200 && second != 0x0db8,
        [0x2002 | 0x3fff, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_allowed() {
        for text in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.0.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "192.0.0.8",
            "192.0.2.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.9",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
        ] {
            let address: IpAddr = text.parse().unwrap();
            assert!(!EndpointPolicy::Public.allows(address), "{text}");
            assert!(EndpointPolicy::Any.allows(address), "{text}");
        }
        for text in [
            "8.8.8.8",
            "172.32.0.1",
            "100.128.0.1",
            "192.0.1.1",
            "2a00:1450:4001::1",
            "2001:4860::1",
        ] {
            assert!(EndpointPolicy::Public.allows(text.parse().unwrap()), "{text}");
        }
    }
}
