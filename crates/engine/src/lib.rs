//! The engine: alpha-beta search, static evaluation and exact solving, generic over the rules.
//!
//! Nothing here reads a clock, a file or a random source: they are arguments. [`Search`] has a worked
//! example.

pub mod games;
pub mod solver;
pub mod tune;

mod endgame_knowledge;
mod game;
mod limits;
mod memory;
mod move_ordering;
mod rng;
mod score;
mod search;
mod transposition_table;
mod weights;

pub use endgame_knowledge::{EndgameKnowledge, NoKnowledge};
pub use game::{MoveTag, NoWeights, Quietness, Searchable};
pub use limits::{NoClock, SearchClock, SearchLimits};
pub use rng::SplitMix64;
pub use score::{Score, TtScore};
pub use search::{Depth, MAX_PLY, Ply, PvLine, Search, SearchOptions, SearchReport};
pub use transposition_table::{Bound, TranspositionEntry, TranspositionTable};
pub use weights::{FeatureWeights, WeightsError};
