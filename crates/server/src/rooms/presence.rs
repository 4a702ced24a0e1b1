//! Presence: which players are connected.
//!
//! A player is present from joining, or sending a command, until the last live connection to any
//! node has been closed for a while. A closing socket drops its [`Presence`], which starts that wait.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crownhead_arbiter::{Command, Seat};
use crownhead_store::{Db, MatchId, NodeId, StoreError};
use parking_lot::Mutex;

use super::RoomError;
use super::commands::CommandExecutor;

/// How long a player may be disconnected before the others learn of it: reloading the page is not an
/// absence.
pub(super) const GRACE: Duration = Duration::from_secs(5);

/// The delay before a report that failed is repeated.
const RETRY: Duration = Duration::from_secs(2);

/// Tracks the live connections to this node.
pub struct PresenceTracker {
    node: NodeId,
    db: Db,
    commands: Arc<CommandExecutor>,
    connections: ConnectionCounts,
}

/// The number of live connections of each player to this node.
#[derive(Default)]
struct ConnectionCounts(Mutex<HashMap<(MatchId, Seat), usize>>);

/// A player's live connection. Dropping it reports the player absent after a grace period, unless
/// the player has another connection by then.
pub struct Presence {
    tracker: Arc<PresenceTracker>,
    id: MatchId,
    seat: Seat,
}

impl PresenceTracker {
    pub(super) fn new(node: NodeId, db: Db, commands: Arc<CommandExecutor>) -> PresenceTracker {
        PresenceTracker { node, db, commands, connections: ConnectionCounts::default() }
    }

    /// Registers a player's live connection, and reports the player present.
    pub async fn join(self: &Arc<Self>, id: MatchId, seat: Seat) -> Result<Presence, RoomError> {
        self.connections.add(id, seat);
        let presence = Presence { tracker: self.clone(), id, seat };
        presence.report_present().await?;
        Ok(presence)
    }

    /// Reports a player absent, unless the player has a connection to this or another node.
    async fn report_absent(&self, id: MatchId, seat: Seat) -> Result<(), RoomError> {
        if !self.connections.is_empty(id, seat) {
            return Ok(());
        }
        let store = self.db.store();
        store.remove_connection(id, seat, self.node).await?;
        if !store.is_connected_elsewhere(id, seat, self.node, self.db.now()).await? {
            let absent = Command::Presence { seat, here: false };
            self.commands.execute_as_host(id, &absent).await?;
        }
        // A player who reconnected in the meantime still has a connection.
        if !self.connections.is_empty(id, seat) {
            store.add_connection(id, seat, self.node).await?;
        }
        Ok(())
    }
}

impl Presence {
    /// Reports the player present; again, if another node reported the player absent.
    pub async fn report_present(&self) -> Result<(), RoomError> {
        let PresenceTracker { node, db, commands, .. } = &*self.tracker;
        db.store().add_connection(self.id, self.seat, *node).await?;
        let present = Command::Presence { seat: self.seat, here: true };
        commands.execute_as_host(self.id, &present).await
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        let (tracker, id, seat) = (self.tracker.clone(), self.id, self.seat);
        if !tracker.connections.remove(id, seat) {
            return;
        }
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            tokio::time::sleep(GRACE).await;
            // Nobody else would do it: other nodes only report the players of dead nodes.
            while let Err(error) = tracker.report_absent(id, seat).await {
                let closed = tracker.db.store().ping().await == Err(StoreError::Closed);
                if closed || error == RoomError::NoMatch {
                    return;
                }
                tracing::warn!(%id, %error, "a player will be reported absent a little later");
                tokio::time::sleep(RETRY).await;
            }
        });
    }
}

impl ConnectionCounts {
    fn add(&self, id: MatchId, seat: Seat) {
        *self.0.lock().entry((id, seat)).or_default() += 1;
    }

    /// Removes a connection, and returns whether it was the last.
    fn remove(&self, id: MatchId, seat: Seat) -> bool {
        let mut counts = self.0.lock();
        let Some(count) = counts.get_mut(&(id, seat)) else { return true };
        *count = count.saturating_sub(1);
        let last = *count == 0;
        if last {
            counts.remove(&(id, seat));
        }
        last
    }

    fn is_empty(&self, id: MatchId, seat: Seat) -> bool {
        !self.0.lock().contains_key(&(id, seat))
    }
}
