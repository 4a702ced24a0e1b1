//! Rate limits by client address. Limits by player are quotas.

mod open_challenges;
mod quota;

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::http::HeaderMap;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

pub(crate) use open_challenges::MOST as MOST_WAITING;
pub use quota::Quotas;

/// How many seconds' worth may be asked for at once.
const BURST: u32 = 4;

/// After how many requests those are forgotten who have asked for nothing lately.
const SWEEP: u32 = 10_000;

/// Who asks.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// A limit for every address.
pub struct Limiter {
    limiter: DefaultKeyedRateLimiter<IpAddr>,
    clock: DefaultClock,
    asked: AtomicU32,
    behind_proxy: bool,
}

impl Limiter {
    /// So many requests a second. Behind a proxy the address is the one that the proxy names.
    pub fn new(a_second: NonZeroU32, behind_proxy: bool) -> Limiter {
        let burst = a_second.saturating_mul(NonZeroU32::MIN.saturating_add(BURST - 1));
        let limiter = RateLimiter::keyed(Quota::per_second(a_second).allow_burst(burst));
        let (clock, asked) = (DefaultClock::default(), AtomicU32::new(0));
        Limiter { limiter, clock, asked, behind_proxy }
    }

    /// Whether somebody may ask now, and if not, how long to wait.
    pub(crate) fn check(&self, peer: Peer, headers: &HeaderMap) -> Result<(), Duration> {
        if self.asked.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            self.limiter.retain_recent();
        }
        let checked = self.limiter.check_key(&self.address(peer, headers));
        checked.map_err(|later| later.wait_time_from(self.clock.now()))
    }

    /// The address that somebody is counted by.
    pub(crate) fn address(&self, peer: Peer, headers: &HeaderMap) -> IpAddr {
        let named = self.behind_proxy.then(|| forwarded_for(headers)).flatten();
        household(named.unwrap_or(peer.0))
    }
}

/// The address that the nearest proxy has seen.
fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let value = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    value.rsplit(',').next()?.trim().parse().ok()
}

/// One household has a whole network of addresses of the newer kind.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => {
            let bits = six.to_bits() & (u128::MAX << 64);
            IpAddr::V6(Ipv6Addr::from_bits(bits))
        }
        four => four,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(text: &str) -> Peer {
        Peer(text.parse().unwrap())
    }

    /// How often somebody may ask, and how long to wait then. Time goes on meanwhile, and with it
    /// the limit.
    fn until_refused(check: impl Fn(u8) -> Result<(), Duration>) -> (u8, Duration) {
        let refused = (0..200).find_map(|allowed| Some((allowed, check(allowed).err()?)));
        refused.expect("there is a limit")
    }

    #[test]
    fn each_address_has_its_own_limit() {
        let limiter = Limiter::new(NonZeroU32::new(2).unwrap(), false);
        let none = HeaderMap::new();
        let (allowed, wait) = until_refused(|_| limiter.check(peer("10.0.0.1"), &none));
        assert!(allowed >= 8, "{allowed}");
        assert!(wait > Duration::ZERO && wait <= Duration::from_millis(500), "{wait:?}");
        assert_eq!(limiter.check(peer("10.0.0.2"), &none), Ok(()));
        let mut forged = HeaderMap::new();
        forged.insert("x-forwarded-for", "10.9.9.9".parse().unwrap());
        assert!(until_refused(|_| limiter.check(peer("10.0.0.1"), &forged)).0 < 8);
    }

    #[test]
    fn a_household_counts_as_one() {
        let limiter = Limiter::new(NonZeroU32::new(1).unwrap(), false);
        let none = HeaderMap::new();
        let ask = |number| limiter.check(peer(&format!("2001:db8::{number}")), &none);
        assert!(until_refused(ask).0 >= 4);
        assert_eq!(limiter.check(peer("2001:db8:0:1::1"), &none), Ok(()));
    }

    #[test]
    fn a_proxy_names_the_address_and_only_the_nearest_is_believed() {
        let limiter = Limiter::new(NonZeroU32::new(1).unwrap(), true);
        let headers = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", text.parse().unwrap());
            headers
        };
        let ask = |number| {
            let asked = headers(&format!("10.0.0.{number}, 192.0.2.7"));
            limiter.check(peer("127.0.0.1"), &asked)
        };
        assert!(until_refused(ask).0 >= 4);
        assert_eq!(limiter.check(peer("127.0.0.1"), &headers("192.0.2.8")), Ok(()));
    }
}
