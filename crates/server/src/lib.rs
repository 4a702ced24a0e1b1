//! The games room: matches between people far apart, kept in SQLite or PostgreSQL. The rules of a
//! match are the arbiter's.

mod id;
pub mod store;

pub use id::{MatchId, NoRandomness, NotAName, SeatSecret};
