//! The games room: matches between people far apart, over HTTP and WebSocket, kept in SQLite or
//! PostgreSQL. The rules of a match are the arbiter's; a node of the server keeps no truth.

mod address;
mod admin;
mod app;
mod build_coordinator;
pub mod bus;
pub mod computer;
mod connections;
pub mod http;
mod keys;
mod limit;
mod live;
mod metrics;
pub mod notices;
pub mod people;
pub mod picture;
pub mod preview;
pub mod push;
pub mod rooms;
mod serve;
mod tables;
mod tls;

pub use address::{Address, InvalidAddress};
pub use admin::{AdminError, AdminOutcome, AdminRequest, run_admin_command};
pub use app::App;
pub use build_coordinator::DatabaseCoordinator;
pub use connections::ConnectionAcceptor;
pub use crownhead_protocol::MatchId;
pub use http::app;
pub use limit::{Limiter, Quotas};
pub use metrics::Metrics;
pub use serve::{Config, ServeError, Server, serve};
pub use tls::{TlsError, TlsFiles};
