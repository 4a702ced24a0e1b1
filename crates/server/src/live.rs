//! Live connections: following a match over a WebSocket or a stream.
//!
//! When a socket closes, its [`Follower`] is dropped, and with it the player's presence
//! (`rooms/presence.rs`).

mod follow;
mod slots;
mod socket;

pub(crate) use follow::Follower;
pub(crate) use slots::{LiveSlot, LiveSlots, NoLiveSlot};
pub(crate) use socket::run as serve_socket;
