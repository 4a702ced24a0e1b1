//! Search, evaluation and exact solving, generic over the rules. No clock, file or random source
//! is read here: they are arguments.

pub mod duel;
pub mod games;
pub mod mcts;
pub mod solver;
pub mod tune;

mod game;
mod knowledge;
mod limits;
mod memory;
mod order;

mod score;
mod search;
mod table;
mod weights;

pub use game::{Noise, Searchable, Tag};
pub use knowledge::{Knowledge, NoKnowledge};
pub use limits::{Clock, Limits, NoClock};
pub use score::Score;
pub use search::{Line, MOST_PLIES, Report, Search, Style};
pub use table::{Bound, Table};
pub use weights::{BadWeights, Weights};
