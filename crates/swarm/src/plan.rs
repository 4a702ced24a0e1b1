//! What a swarm is to do.

use std::path::PathBuf;
use std::time::Duration;

/// What a swarm is to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The addresses of the nodes: a host and a port, or `unix:` and a path. Without any it starts a
    /// server of its own.
    pub nodes: Vec<String>,
    /// The program that is started as a server of its own.
    pub program: PathBuf,
    /// Whether its own server is two nodes over PostgreSQL and NATS.
    pub cluster: bool,
    /// Whether its own server is reached by Unix sockets, and not at ports.
    pub unix: bool,
    /// How many matches are played at a time.
    pub matches: usize,
    /// Whether it is given who begins, so that nearly every command is a move.
    pub given: bool,
    /// How many watch each of them.
    pub spectators: usize,
    /// How many further connections are open and do nothing.
    pub idle: usize,
    /// How many moves a second are made; as many as can be, if nothing is said.
    pub rate: Option<f64>,
    /// For how long.
    pub time: Duration,
    /// How likely a player's connection breaks with a command.
    pub breaks: f64,
    /// How often a server of its own is killed on the way.
    pub kills: u32,
    /// What the dice begin with.
    pub seed: u64,
}
