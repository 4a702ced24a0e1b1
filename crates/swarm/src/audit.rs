//! The reckoning: what the server has kept, compared with everything that its clients were shown
//! and promised.

use std::sync::Arc;

use crownhead_arbiter::Event;

use crate::report::Report;
use crate::run::{Swarm, SwarmError};
use crate::table::{Table, insist, log};

/// How often a match is asked for until its log and its snapshot are of the same moment.
const TRIES: usize = 20;

/// Looks at every match, on another node than the one that opened it.
pub(crate) async fn all(
    swarm: &Swarm,
    tables: &[Arc<Table>],
    report: &mut Report,
) -> Result<(), SwarmError> {
    for (number, table) in tables.iter().enumerate() {
        let (kept, hash) = kept(swarm.node(number + 1), &table.id).await?;
        let ledger = table.ledger();
        report.results += ledger.results();
        report.events += kept.len() as u64;
        report.acknowledged += ledger.acknowledgements();
        if let Err(why) = ledger.audit(&kept, &hash) {
            swarm.fault(format!("match {}: {why}", table.id));
        }
    }
    Ok(())
}

/// The log of a match and the hash that the server shows for it.
async fn kept(node: &str, id: &str) -> Result<(Vec<Event>, String), SwarmError> {
    for _ in 0..TRIES {
        let kept = log(node, id).await?;
        let snapshot = insist(node, "GET", &format!("/api/v1/matches/{id}"), "").await?;
        // In between a player may have been found to be gone.
        if snapshot["view"]["version"] == kept.len() {
            let hash = snapshot["view"]["hash"].as_str().unwrap_or_default().to_owned();
            return Ok((kept, hash));
        }
    }
    Err(SwarmError(format!("match {id} shows another version than it has")))
}
