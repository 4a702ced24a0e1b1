//! The store: matches, accounts and everything else that outlives a process, in SQLite or PostgreSQL.
//!
//! A store knows nothing of the rules. It keeps numbered events and gives out each number once. A
//! stale writer gets a conflict, catches up and retries.

pub mod backup;
mod codec;
mod db;
pub mod doctor;
mod error;
mod hash_chain;
mod heartbeat;
mod id;
mod location;
pub mod postgres;
pub mod results;
pub mod sql;
pub mod sqlite;
mod steady_clock;
mod store;

pub use codec::{hash_from_bytes, seat_to_number, to_i64, to_u64};
pub use crownhead_protocol::MatchId;
pub use db::Db;
pub use error::{OpenError, StoreError};
pub use heartbeat::{
    Beat, BeatDecision, BeatOutcome, Heartbeat, MAX_OUTAGES, MAX_SKEW, OUTAGE_RETENTION,
    RECONNECT_GRACE, STALE_AFTER,
};
pub use id::{
    InvalidId, NoRandomness, NodeId, SeatSecret, random_bytes, random_match_id, random_text,
};
pub use location::StoreLocation;
pub use steady_clock::{ClockStep, SteadyClock, TimeSource, system_time};
pub use store::{
    Append, AppendOutcome, CreateOutcome, EventRange, ListedMatch, MatchSummary, MatchVersion,
    NewMatch, OrphanedConnection, RecordedCommand, Store, StoreFuture,
};

use std::time::Duration;

/// The version of the database schema. Opening an older store migrates it to this version.
pub const SCHEMA_VERSION: i64 = 10;

/// The time limit of every operation on a store.
pub const TIME_LIMIT: Duration = Duration::from_secs(5);
