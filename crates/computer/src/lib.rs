//! The computer as a player and analyst of any game: levels from a beginner's to full strength,
//! hints, and the review of a whole game. It reads no clock, file or random source: they are
//! arguments.

mod analyst;
mod careful;
mod careless;
mod choose;
mod dice;
mod endgames;
mod exact;
mod facts;
mod hint;
mod ladder;
mod level;
#[cfg(not(target_family = "wasm"))]
mod make_endgames;
mod probe;
mod prover;
mod review;
mod sight;
mod words;
mod worth;

pub use crownhead_engine::{Clock, Limits, NoClock, Score};

pub use analyst::{Analyst, Question, Thought, Way};
pub use choose::{Asked, Choice, Why, choose};
pub use endgames::{Endgames, MADE_UNASKED, check_endgames, family, small_family};
pub use exact::{Exact, exact};
pub use facts::Facts;
pub use hint::{Hint, hint};
pub use ladder::{Contest, Contestant, Tally};
pub use level::{Level, NoSuchLevel};
#[cfg(not(target_family = "wasm"))]
pub use make_endgames::{make_endgames, make_endgames_aside};
pub use probe::{Probed, ProbedMove};
pub use review::{BadMove, Judged, Review, Reviewed, review};
pub use words::hint_messages;
pub use worth::win_chance;
