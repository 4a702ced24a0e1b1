//! The audit after a run: compares what the server stored with everything that its clients received
//! and were promised.

use std::sync::Arc;

#[cfg(target_os = "linux")]
use crownhead_arbiter::EndReason;
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

/// Checks that all nodes show the same log of every match.
#[cfg(target_os = "linux")]
pub(crate) async fn all_nodes_agree(
    swarm: &Swarm,
    matches: &[Arc<SharedMatch>],
) -> Result<(), SwarmError> {
    for shared in matches {
        let (first, hash) = stored_log(swarm.node(0), shared.id).await?;
        for node in &swarm.nodes[1..] {
            let (other, other_hash) = stored_log(node, shared.id).await?;
            // Presence may change in between, so one log may be longer.
            let same = first.iter().zip(&other).all(|(one, two)| one == two);
            if !same || (first.len() == other.len() && hash != other_hash) {
                swarm.record_fault(format!("match {}: {node} shows another log", shared.id));
            }
        }
    }
    Ok(())
}

/// Checks that nobody lost on time or by absence: the players of a swarm always move in time.
#[cfg(target_os = "linux")]
pub(crate) fn nobody_lost_time(swarm: &Swarm, matches: &[Arc<SharedMatch>]) {
    for shared in matches {
        for reason in shared.ledger().ends() {
            if matches!(reason, EndReason::Time | EndReason::Absence) {
                swarm.record_fault(format!("match {}: lost by {reason:?}", shared.id));
            }
        }
    }
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
