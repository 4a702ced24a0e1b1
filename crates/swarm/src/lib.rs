//! A load generator: many players at once over real sockets. It measures what a games server
//! sustains, and checks that it keeps its promises while connections break and servers are killed.
//! It knows the server only by its public interface.

pub mod archive;
mod audit;
mod client;
pub mod command;
#[cfg(target_os = "linux")]
pub mod faults;
pub mod fleet;
mod http;
mod http_connection;
mod idle;
mod intent;
mod kills;
mod ledger;
mod memory;
mod messages;
pub mod noisy;
mod plan;
mod report;
mod run;
mod shared_match;
mod socket;
mod transport;

pub use plan::Plan;
pub use report::RunReport;
pub use run::SwarmError;

/// Runs a plan. `log` receives progress messages.
pub fn run(plan: Plan, log: impl FnMut(&str)) -> Result<RunReport, SwarmError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| SwarmError(error.to_string()))?;
    runtime.block_on(run::run(plan, log))
}
