//! The audit after a run: compares what the server stored with everything that its clients received
//! and were promised.

use std::sync::Arc;

use crownhead_arbiter::{Event, Sha256Hash};
use crownhead_protocol::{MatchId, Snapshot};

use crate::http::request;
use crate::report::RunReport;
use crate::run::{Swarm, SwarmError};
use crate::shared_match::{SharedMatch, log};

/// How often a match is read until its log and its snapshot have the same version.
const MAX_ATTEMPTS: usize = 20;

/// Audits every match, on another node than the one that opened it.
pub(crate) async fn all(
    swarm: &Swarm,
    matches: &[Arc<SharedMatch>],
    report: &mut RunReport,
) -> Result<(), SwarmError> {
    for (number, shared) in matches.iter().enumerate() {
        let (stored_log, hash) = stored_log(swarm.node(number + 1), shared.id).await?;
        let ledger = shared.ledger();
        report.results += ledger.results();
        report.events += stored_log.len() as u64;
        report.acknowledged += ledger.acknowledgements();
        if let Err(error) = ledger.audit(&stored_log, hash) {
            swarm.record_fault(format!("match {}: {error}", shared.id));
        }
    }
    Ok(())
}

/// The stored log of a match, and the hash in its snapshot.
async fn stored_log(node: &str, id: MatchId) -> Result<(Vec<Event>, Sha256Hash), SwarmError> {
    for _ in 0..MAX_ATTEMPTS {
        let stored_log = log(node, id).await?;
        let snapshot: Snapshot = request(node, "GET", &format!("/api/v1/matches/{id}"), "").await?;
        // A player may have been reported absent in between.
        if snapshot.view.version.get() == stored_log.len() as u64 {
            return Ok((stored_log, snapshot.view.hash));
        }
    }
    Err(SwarmError(format!("match {id} shows another version than it has")))
}
