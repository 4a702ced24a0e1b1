//! The games room: matches between people far apart, over HTTP and WebSocket, kept in SQLite or
//! PostgreSQL. The rules of a match are the arbiter's; a node of the server keeps no truth.

pub mod bus;
pub mod computer;
pub mod http;
mod id;
pub mod live;
mod operate;
pub mod people;
pub mod picture;
pub mod preview;
pub mod rooms;
mod serve;
pub mod store;

pub use http::{App, app};
pub use id::{MatchId, NoRandomness, NotAName, SeatSecret};
pub use operate::{NotDone, Order, Told, operate};
pub use serve::{Config, ServeError, Server, serve};
