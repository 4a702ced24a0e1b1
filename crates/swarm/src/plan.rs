//! The plan of a run: how many matches, how fast, for how long, and what to kill.

use std::path::PathBuf;
use std::time::Duration;

use crownhead_arbiter::Span;

/// A clock that nobody loses by, whatever breaks.
pub(crate) const LONG_CLOCK: [Span; 2] = [Span::from_secs(3600), Span::from_secs(2)];

/// The plan of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The addresses of the nodes: a host and a port, or `unix:` and a path. If empty, the swarm
    /// starts a server of its own.
    pub nodes: Vec<String>,
    /// The program to start as a server.
    pub program: PathBuf,
    /// Whether to start two nodes over PostgreSQL and NATS.
    pub cluster: bool,
    /// Whether to use Unix sockets instead of TCP ports.
    pub unix: bool,
    /// How many matches to play at a time.
    pub matches: usize,
    /// Whether the settings fix who begins, so that nearly every command is a move.
    pub given: bool,
    /// The main time of matches with a clock, and its increment.
    pub clock: [Span; 2],
    /// How many spectators watch each match.
    pub spectators: usize,
    /// How many idle connections to open besides.
    pub idle: usize,
    /// How many moves to make per second; as many as possible if none.
    pub rate: Option<f64>,
    /// How long to play.
    pub time: Duration,
    /// The probability that a command breaks its connection.
    pub breaks: f64,
    /// How often to kill a server.
    pub kills: u32,
    /// Whether every client connects from a loopback address of its own.
    pub spread: bool,
    /// The random seed.
    pub seed: u64,
}
