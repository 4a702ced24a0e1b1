//! Node leases: each node renews its lease in the store, and the others report the players of a dead
//! node absent.

use std::sync::Arc;
use std::time::Duration;

use crownhead_arbiter::{Command, Span, Timestamp};
use crownhead_store::{Db, NodeId, OrphanedConnection, StoreError};
use tokio::time::MissedTickBehavior;

use super::RoomError;
use super::commands::CommandExecutor;
use super::presence::GRACE;
use super::timekeeper::Timekeeper;

/// How often a node renews its lease.
const RENEWAL: Duration = Duration::from_secs(3);

/// How long a lease lasts.
const LEASE: Span = Span::from_secs(10);

/// How many connections are handled at a time.
const BATCH: u32 = 256;

/// The lease of this node.
pub struct NodeLease {
    node: NodeId,
    db: Db,
    commands: Arc<CommandExecutor>,
    timekeeper: Arc<Timekeeper>,
}

impl NodeLease {
    pub(super) fn new(
        node: NodeId,
        db: Db,
        commands: Arc<CommandExecutor>,
        timekeeper: Arc<Timekeeper>,
    ) -> NodeLease {
        NodeLease { node, db, commands, timekeeper }
    }

    /// Renews the lease, and looks for connections of dead nodes, until the store is closed.
    pub async fn run(&self) {
        let mut renewal = tokio::time::interval(RENEWAL);
        renewal.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // Since when every renewal succeeded. While the store was away, or in an outage, no node could
        // renew: all get the length of a lease to do so.
        let mut steady: Option<Timestamp> = None;
        loop {
            renewal.tick().await;
            let now = self.db.now();
            match self.db.store().renew_lease(self.node, now + LEASE, now).await {
                Ok(()) => {}
                Err(StoreError::Closed) => return,
                Err(_) => {
                    steady = None;
                    continue;
                }
            }
            let outage = self.timekeeper.outages().last().map(|outage| outage.until);
            let since = (*steady.get_or_insert(now)).max(outage.unwrap_or_default());
            if now.since(since) > LEASE
                && let Err(error) = self.report_orphans(now).await
            {
                tracing::warn!(%error, "could not report the players of a dead node absent");
            }
        }
    }

    /// Lets the lease end soon, because this node stops. Its players have the usual grace period to
    /// reconnect.
    pub async fn release(&self) {
        let (now, grace) = (self.db.now(), u64::try_from(GRACE.as_millis()).unwrap_or_default());
        let until = now + Span::from_millis(grace);
        if let Err(error) = self.db.store().renew_lease(self.node, until, now).await {
            tracing::warn!(%error, "could not release the lease of this node");
        }
    }

    /// Reports players absent whose only connections were to dead nodes.
    async fn report_orphans(&self, now: Timestamp) -> Result<(), RoomError> {
        let store = self.db.store();
        for orphan in store.orphaned_connections(now, BATCH).await? {
            let OrphanedConnection { id, seat, node } = orphan;
            // The report comes before the deletion: if this node dies in between, another repeats it.
            if !store.is_connected_elsewhere(id, seat, node, now).await? {
                let absent = Command::Presence { seat, here: false };
                self.commands.execute_as_host(id, &absent).await?;
            }
            store.remove_connection(id, seat, node).await?;
        }
        Ok(())
    }
}
