//! Many players at once, over real sockets: what a games room bears, and whether it keeps its
//! promises while connections break and servers are killed. It knows the server by its interface
//! alone.

mod audit;
mod client;
pub mod fleet;
mod http;
mod idle;
mod kills;
mod ledger;
mod memory;
mod plan;
mod report;
mod run;
mod said;
mod socket;
mod table;
mod wire;
mod wish;

pub use plan::Plan;
pub use report::Report;
pub use run::SwarmError;

/// Does what the plan says; `say` is told how far it has come.
pub fn run(plan: Plan, say: impl FnMut(&str)) -> Result<Report, SwarmError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|why| SwarmError(why.to_string()))?;
    runtime.block_on(run::run(plan, say))
}
