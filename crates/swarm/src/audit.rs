//! The audit after a run: compares what the server stored with everything that its clients received
//! and were promised.

use std::sync::Arc;

use crownhead_arbiter::{Event, Sha256Hash};
use crownhead_protocol::{MatchId, Snapshot};

use crate::http::request;
use crate::report::Report;
use crate::run::{Swarm, SwarmError};
use crate::shared_match::{SharedMatch, log};

/// How often a match is asked for until its log and its snapshot are of the same moment.
const TRIES: usize = 20;

/// Looks at every match, on another node than the one that opened it.
pub(crate) async fn all(
    swarm: &Swarm,
    matches: &[Arc<SharedMatch>],
    report: &mut Report,
) -> Result<(), SwarmError> {
    for (number, shared) in matches.iter().enumerate() {
        let (kept, hash) = kept(swarm.node(number + 1), shared.id).await?;
        let ledger = shared.ledger();
        report.results += ledger.results();
        report.events += kept.len() as u64;
        report.acknowledged += ledger.acknowledgements();
        if let Err(why) = ledger.audit(&kept, hash) {
            swarm.fault(format!("match {}: {why}", shared.id));
        }
    }
    Ok(())
}

/// The log of a match and the hash that the server shows for it.
async fn kept(node: &str, id: MatchId) -> Result<(Vec<Event>, Sha256Hash), SwarmError> {
    for _ in 0..TRIES {
        let kept = log(node, id).await?;
        let snapshot: Snapshot = request(node, "GET", &format!("/api/v1/matches/{id}"), "").await?;
        // In between a player may have been found to be gone.
        if snapshot.view.version.get() == kept.len() as u64 {
            return Ok((kept, snapshot.view.hash));
        }
    }
    Err(SwarmError(format!("match {id} shows another version than it has")))
}
