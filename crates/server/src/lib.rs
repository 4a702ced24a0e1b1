//! The games room: matches between people far apart, over HTTP and WebSocket, stored in SQLite or
//! PostgreSQL. The arbiter decides what is allowed; a node of the server holds no truth.

// One panic must end one piece of work, and not the server.
#[cfg(not(panic = "unwind"))]
compile_error!("the server needs panics that unwind: remove panic = \"abort\" from the profile");

mod acme;
mod admin;
mod app;
mod build_coordinator;
pub mod bus;
mod capacity;
pub mod computer;
mod connections;
mod endgame_tables;
mod health_check;
pub mod http;
mod jobs;
mod keys;
mod listen_address;
mod live;
mod metrics;
pub mod notices;
pub mod people;
pub mod picture;
pub mod preview;
mod priority;
pub mod push;
mod rate_limit;
mod readiness;
pub mod rooms;
mod serve;
mod tls;

pub use acme::AcmeSettings;
pub use admin::{AdminError, AdminOutcome, AdminRequest, run_admin_command};
pub use app::App;
pub use build_coordinator::DatabaseCoordinator;
pub use connections::{ConnectionAcceptor, ConnectionLimits};
pub use crownhead_protocol::MatchId;
pub use health_check::{HealthError, HealthQuestion, HealthTarget, check_health};
pub use http::{HostPolicy, app, openapi};
pub use listen_address::{InvalidListenAddress, ListenAddress};
pub use metrics::Metrics;
pub use rate_limit::{ClientRateLimiter, Quotas};
pub use serve::{Config, ServeError, Server, serve};
pub use tls::{TlsError, TlsFiles, TlsSource};
