//! The rooms of a node: the matches that are being played, and the parts that keep them in step.
//!
//! A room caches its match and broadcasts its events. It is not the truth: the store checks the
//! version of every write, and a stale room catches up and retries.

mod commands;
mod create;
mod feed;
mod lease;
mod presence;
mod registry;
mod run_to_completion;
mod sync;
mod timekeeper;
mod timers;

use std::sync::Arc;
use std::time::Duration;

use crownhead_arbiter::CommandRefusal;
use crownhead_store::{Db, NoRandomness, NodeId, StoreError};

use crate::Metrics;
use crate::bus::Bus;

pub use commands::{CommandDone, CommandExecutor, CommandRequest};
pub use create::MatchCreator;
pub(crate) use create::SeatAssignment;
pub use feed::{EventBatch, TooSlow};
pub use lease::NodeLease;
pub use presence::{Presence, PresenceTracker};
pub use registry::{RoomRegistry, Watcher};
pub use sync::NodeSync;
pub use timekeeper::Timekeeper;
pub use timers::MatchTimers;

/// The time limit of a command.
const TIME_LIMIT: Duration = Duration::from_secs(8);

/// The parts of a node that play matches, wired together. Other code takes only the parts it needs.
pub struct Rooms {
    /// Creates matches.
    pub creator: MatchCreator,
    /// The cached matches, and subscriptions to them.
    pub registry: Arc<RoomRegistry>,
    /// Carries out commands.
    pub commands: Arc<CommandExecutor>,
    /// Tracks who is connected.
    pub presence: Arc<PresenceTracker>,
    /// Fires the timers of matches.
    pub timers: MatchTimers,
    /// Keeps the time of this node.
    pub timekeeper: Arc<Timekeeper>,
    /// The lease of this node.
    pub lease: NodeLease,
    /// Follows the other nodes.
    pub sync: NodeSync,
    db: Db,
    bus: Arc<dyn Bus>,
    metrics: Arc<Metrics>,
}

/// Why an operation on a match or an account failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RoomError {
    /// There is no such match.
    #[error("There is no such match.")]
    NoMatch,
    /// The arbiter refused it.
    #[error("{0}")]
    Refused(Box<CommandRefusal>),
    /// The seats cannot be assigned like this, for the reason in the sentence.
    #[error("{0}")]
    Seats(&'static str),
    /// The server is overloaded; the client may retry.
    #[error("The server has too much to do; try again.")]
    Busy,
    /// An internal error, with its reason.
    #[error("Something is wrong with the server.")]
    Failed(String),
}

impl Rooms {
    /// The rooms of a new node over a store and a bus.
    pub fn new(db: Db, bus: Arc<dyn Bus>) -> Rooms {
        // A system without randomness cannot create matches either, and a single node needs no id.
        let node = NodeId::random().unwrap_or_default();
        let metrics = Arc::new(Metrics::default());
        let registry = Arc::new(RoomRegistry::new(db.clone()));
        let timekeeper = Arc::new(Timekeeper::new(db.clone(), metrics.clone()));
        let commands = Arc::new(CommandExecutor::new(
            db.clone(),
            registry.clone(),
            timekeeper.clone(),
            bus.clone(),
            metrics.clone(),
        ));
        Rooms {
            creator: MatchCreator::new(db.clone()),
            presence: Arc::new(PresenceTracker::new(node, db.clone(), commands.clone())),
            timers: MatchTimers::new(db.clone(), commands.clone(), timekeeper.clone()),
            lease: NodeLease::new(node, db.clone(), commands.clone(), timekeeper.clone()),
            sync: NodeSync::new(db.clone(), registry.clone(), bus.clone()),
            registry,
            commands,
            timekeeper,
            db,
            bus,
            metrics,
        }
    }

    /// The store and the clock.
    pub fn db(&self) -> &Db {
        &self.db
    }

    /// Whether the other nodes can be reached over the bus.
    pub(crate) fn is_bus_connected(&self) -> bool {
        self.bus.is_connected()
    }

    /// The metrics of this node.
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.metrics
    }
}

impl From<StoreError> for RoomError {
    fn from(error: StoreError) -> RoomError {
        match error {
            StoreError::Busy | StoreError::Closed => RoomError::Busy,
            StoreError::Failed(reason) => {
                tracing::error!(%reason, "the store failed");
                RoomError::Failed(reason)
            }
        }
    }
}

impl From<tokio::time::error::Elapsed> for RoomError {
    fn from(_: tokio::time::error::Elapsed) -> RoomError {
        RoomError::Busy
    }
}

impl From<NoRandomness> for RoomError {
    fn from(error: NoRandomness) -> RoomError {
        RoomError::Failed(error.to_string())
    }
}
