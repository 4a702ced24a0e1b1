//! The games room: matches between people far apart, over HTTP and WebSocket, kept in SQLite or
//! PostgreSQL. The rules of a match are the arbiter's; a node of the server keeps no truth.

mod address;
pub mod bus;
pub mod computer;
pub mod http;
mod id;
mod keys;
mod limit;
pub mod live;
mod metrics;
pub mod notices;
mod operate;
pub mod people;
pub mod picture;
pub mod preview;
pub mod push;
pub mod rooms;
mod serve;
pub mod store;
mod tables;
mod tls;
pub mod upkeep;
mod workshop;

pub use address::{Address, NotAnAddress};
pub use http::{App, app};
pub use id::{MatchId, NoRandomness, NodeId, NotAName, SeatSecret};
pub use limit::{Limiter, Quotas};
pub use metrics::Metrics;
pub use operate::{NotDone, Order, Told, operate};
pub use serve::{Config, ServeError, Server, serve};
pub use tls::{TlsError, TlsFiles};
pub use workshop::Workshop;
