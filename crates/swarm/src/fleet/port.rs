//! Reserved ports. A killed server restarts at its port, so neither the system's outgoing
//! connections nor another run may take that port meanwhile.

use std::net::{TcpListener, UdpSocket};

/// The range of ports to try, if the system does not tell its own range for outgoing connections.
const LOWEST: u16 = 15_000;
const HIGHEST: u16 = 32_767;

/// The maximum number of ports to try.
const MAX_ATTEMPTS: usize = 1_000;

/// A port of this machine, reserved until this is dropped.
#[derive(Debug)]
pub struct Port {
    number: u16,
    /// The UDP port of the same number, by which runs notice each other's reservations.
    _reservation: UdpSocket,
}

impl Port {
    /// Reserves a free port.
    pub fn reserve() -> Result<Port, String> {
        let highest =
            ephemeral_port_start().map_or(HIGHEST, |from| from.saturating_sub(1)).max(LOWEST);
        let free = |number: u16| {
            let reservation = UdpSocket::bind(("127.0.0.1", number)).ok()?;
            TcpListener::bind(("127.0.0.1", number)).ok()?;
            Some(Port { number, _reservation: reservation })
        };
        let mut tries = (0..MAX_ATTEMPTS).map(|_| fastrand::u16(LOWEST..=highest));
        tries.find_map(free).ok_or_else(|| "there is no free port".to_owned())
    }

    /// Its number.
    pub fn number(&self) -> u16 {
        self.number
    }
}

/// The lowest port that the system uses for outgoing connections.
fn ephemeral_port_start() -> Option<u16> {
    let range = std::fs::read_to_string("/proc/sys/net/ipv4/ip_local_port_range").ok()?;
    range.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_is_reserved_once() {
        let ports: Vec<_> = (0..50).map(|_| Port::reserve().expect("a port")).collect();
        let mut numbers: Vec<_> = ports.iter().map(Port::number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), ports.len());
        // A server can bind it.
        let listening = TcpListener::bind(("127.0.0.1", ports[0].number()));
        assert!(listening.is_ok(), "{listening:?}");
        assert!(
            ports.iter().all(|port| ephemeral_port_start().is_none_or(|from| port.number < from))
        );
    }
}
