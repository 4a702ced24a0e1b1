//! Ports of the swarm's own. A server that is killed is started again at its port, so nobody may
//! take that meanwhile: neither the system, for a connection that goes out, nor another swarm.

use std::net::{TcpListener, UdpSocket};

/// From where on ports are tried, and up to where if the system does not say which it gives out.
const LOWEST: u16 = 15_000;
const HIGHEST: u16 = 32_767;

/// How many are tried.
const TRIES: usize = 1_000;

/// A port on this machine that is nobody else's until this is dropped.
#[derive(Debug)]
pub struct Port {
    number: u16,
    /// The port of the same number of the other kind, by which swarms know of each other.
    _sign: UdpSocket,
}

impl Port {
    /// Takes one that is free.
    pub fn take() -> Result<Port, String> {
        let highest = given_out_from().map_or(HIGHEST, |from| from.saturating_sub(1)).max(LOWEST);
        let free = |number: u16| {
            let sign = UdpSocket::bind(("127.0.0.1", number)).ok()?;
            TcpListener::bind(("127.0.0.1", number)).ok()?;
            Some(Port { number, _sign: sign })
        };
        let mut tries = (0..TRIES).map(|_| fastrand::u16(LOWEST..=highest));
        tries.find_map(free).ok_or_else(|| "there is no free port".to_owned())
    }

    /// Its number.
    pub fn number(&self) -> u16 {
        self.number
    }
}

/// From which port on the system gives them out to connections.
fn given_out_from() -> Option<u16> {
    let range = std::fs::read_to_string("/proc/sys/net/ipv4/ip_local_port_range").ok()?;
    range.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_nobody_elses() {
        let ports: Vec<_> = (0..50).map(|_| Port::take().expect("a port")).collect();
        let mut numbers: Vec<_> = ports.iter().map(Port::number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), ports.len());
        // A server finds it free.
        let listening = TcpListener::bind(("127.0.0.1", ports[0].number()));
        assert!(listening.is_ok(), "{listening:?}");
        assert!(ports.iter().all(|port| given_out_from().is_none_or(|from| port.number < from)));
    }
}
