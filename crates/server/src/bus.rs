//! The message bus between nodes: it broadcasts that a match has a new version.
//!
//! A message is a hint. The store is the truth, so a lost message costs a delay and never a move.

mod nats;

use std::pin::Pin;

use crownhead_store::MatchVersion;

pub use nats::{BusError, NatsBus};

/// The future of [`Bus::receive`].
pub type NextMessage<'a> = Pin<Box<dyn Future<Output = MatchVersion> + Send + 'a>>;

/// A bus between the nodes of a server.
pub trait Bus: Send + Sync + 'static {
    /// Broadcasts to the other nodes. It does not wait, and the message may be lost.
    fn publish(&self, version: MatchVersion);

    /// The next message of another node. Messages may come late, twice, out of order, or never.
    fn receive(&self) -> NextMessage<'_>;

    /// Whether messages get through at the moment.
    fn is_connected(&self) -> bool {
        true
    }
}

/// The bus of a single node: it has no one to send to and receives nothing.
#[derive(Default)]
pub struct LocalBus;

impl Bus for LocalBus {
    fn publish(&self, _: MatchVersion) {}

    fn receive(&self) -> NextMessage<'_> {
        Box::pin(std::future::pending())
    }
}
