//! Rate limits by client address. Rate limits by player are quotas (`quota.rs`); slow ones are budgets
//! (`budget.rs`).

mod address_budgets;
mod address_slots;
mod budget;
mod quota;

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::http::HeaderMap;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

pub(crate) use address_budgets::AddressBudgets;
pub(crate) use address_slots::{AddressSlot, AddressSlots};
pub(crate) use budget::Budgets;
pub use quota::Quotas;

/// How many seconds' worth of requests may come at once.
const BURST_SECONDS: u32 = 4;

/// The number of requests between two sweeps of idle addresses.
const SWEEP_INTERVAL: u32 = 10_000;

/// How many times the limits of an address a site has.
pub(crate) const SITE_FACTOR: u32 = 4;

/// The network peer of a connection: the client, or a proxy.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// A rate limit for every client address.
pub struct ClientRateLimiter {
    limiter: DefaultKeyedRateLimiter<IpAddr>,
    clock: DefaultClock,
    request_count: AtomicU32,
    behind_proxy: bool,
}

impl ClientRateLimiter {
    /// Allows so many requests per second. Behind a proxy, the client address is the one that the
    /// proxy reports.
    pub fn new(per_second: NonZeroU32, behind_proxy: bool) -> ClientRateLimiter {
        let burst = per_second.saturating_mul(NonZeroU32::MIN.saturating_add(BURST_SECONDS - 1));
        let limiter = RateLimiter::keyed(Quota::per_second(per_second).allow_burst(burst));
        let (clock, request_count) = (DefaultClock::default(), AtomicU32::new(0));
        ClientRateLimiter { limiter, clock, request_count, behind_proxy }
    }

    /// Counts a request of an address. If it exceeds the limit, returns how long to wait.
    pub(crate) fn check(&self, address: IpAddr) -> Result<(), Duration> {
        if self.request_count.fetch_add(1, Ordering::Relaxed) % SWEEP_INTERVAL == SWEEP_INTERVAL - 1
        {
            self.limiter.retain_recent();
        }
        let checked = self.limiter.check_key(&address);
        checked.map_err(|later| later.wait_time_from(self.clock.now()))
    }

    /// Whether a proxy reports the client addresses.
    pub(crate) fn behind_proxy(&self) -> bool {
        self.behind_proxy
    }

    /// The address that the limit counts by.
    pub(crate) fn address(&self, peer: Peer, headers: &HeaderMap) -> IpAddr {
        client_address(peer, headers, self.behind_proxy)
    }
}

/// The address that limits count by: the client's own, or the one that the proxy reports. The
/// addresses of an IPv6 household count as one.
pub(crate) fn client_address(peer: Peer, headers: &HeaderMap, behind_proxy: bool) -> IpAddr {
    let named = behind_proxy.then(|| forwarded_for(headers)).flatten();
    network_prefix(named.unwrap_or(peer.0))
}

/// The client address that the nearest proxy reports.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let value = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    parse_forwarded(value.rsplit(',').next()?.trim())
}

/// An address as proxies write it: alone, in brackets, or with a port.
fn parse_forwarded(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let address = bare.unwrap_or(text).parse().ok();
    address.or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// The address that limits count by. A household has a whole /64 network of IPv6 addresses, so
/// they count as one.
pub(crate) fn network_prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => {
            let bits = six.to_bits() & (u128::MAX << 64);
            IpAddr::V6(Ipv6Addr::from_bits(bits))
        }
        four => four,
    }
}

/// The site of an address: the /56 network that an IPv6 line may have, which is 256 addresses.
pub(crate) fn site(address: IpAddr) -> Option<IpAddr> {
    match address.to_canonical() {
        IpAddr::V6(six) => {
            let bits = six.to_bits() & (u128::MAX << 72);
            Some(IpAddr::V6(Ipv6Addr::from_bits(bits)))
        }
        IpAddr::V4(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(limiter: &ClientRateLimiter, peer: &str, headers: &HeaderMap) -> Result<(), Duration> {
        limiter.check(limiter.address(Peer(peer.parse().unwrap()), headers))
    }

    /// The number of allowed requests, and the wait after them. The clock keeps running meanwhile,
    /// so the number may vary by one.
    fn until_refused(check: impl Fn(u8) -> Result<(), Duration>) -> (u8, Duration) {
        let refused = (0..200).find_map(|allowed| Some((allowed, check(allowed).err()?)));
        refused.expect("there is a limit")
    }

    #[test]
    fn each_address_has_its_own_limit() {
        let limiter = ClientRateLimiter::new(NonZeroU32::new(2).unwrap(), false);
        let none = HeaderMap::new();
        let (allowed, wait) = until_refused(|_| check(&limiter, "10.0.0.1", &none));
        assert!(allowed >= 8, "{allowed}");
        assert!(wait > Duration::ZERO && wait <= Duration::from_millis(500), "{wait:?}");
        assert_eq!(check(&limiter, "10.0.0.2", &none), Ok(()));
        let mut forged = HeaderMap::new();
        forged.insert("x-forwarded-for", "10.9.9.9".parse().unwrap());
        assert!(until_refused(|_| check(&limiter, "10.0.0.1", &forged)).0 < 8);
    }

    #[test]
    fn an_ipv6_network_counts_as_one() {
        let limiter = ClientRateLimiter::new(NonZeroU32::new(1).unwrap(), false);
        let none = HeaderMap::new();
        let ask = |number| check(&limiter, &format!("2001:db8::{number}"), &none);
        assert!(until_refused(ask).0 >= 4);
        assert_eq!(check(&limiter, "2001:db8:0:1::1", &none), Ok(()));
    }

    #[test]
    fn a_proxy_names_the_address_and_only_the_nearest_is_believed() {
        let limiter = ClientRateLimiter::new(NonZeroU32::new(1).unwrap(), true);
        let headers = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", text.parse().unwrap());
            headers
        };
        let ask = |number| {
            let request_count = headers(&format!("10.0.0.{number}, 192.0.2.7"));
            check(&limiter, "127.0.0.1", &request_count)
        };
        assert!(until_refused(ask).0 >= 4);
        assert_eq!(check(&limiter, "127.0.0.1", &headers("192.0.2.8")), Ok(()));
        // Some proxies add the port.
        let proxy = Peer(IpAddr::from([127, 0, 0, 1]));
        for (text, address) in [
            ("192.0.2.9:5678", "192.0.2.9"),
            ("192.0.2.1:80, 192.0.2.9:5678", "192.0.2.9"),
            ("[2001:db8::9]:5678", "2001:db8::"),
            ("[2001:db8::9]", "2001:db8::"),
            ("2001:db8::9", "2001:db8::"),
            ("unknown", "127.0.0.1"),
        ] {
            assert_eq!(limiter.address(proxy, &headers(text)).to_string(), address, "{text}");
        }
    }
}
