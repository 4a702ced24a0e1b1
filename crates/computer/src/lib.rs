//! The computer as a player and analyst of any game: levels from a beginner's to full strength,
//! hints, and the review of a whole game. It reads no clock, file or random source: they are
//! arguments. [`choose()`] has a worked example, and `examples/custom_player.rs` a whole game.

mod analyst;
mod beginner_player;
mod choose;
mod dice;
mod draw;
mod endgames;
mod evaluation;
mod hint;
mod ladder;
mod level;
#[cfg(not(target_family = "wasm"))]
mod make_endgames;
mod move_facts;
mod noticing;
#[cfg(feature = "opponent")]
mod opponent;
mod probe;
mod prover;
mod review;
mod search_player;
mod slip_score;
mod words;

pub use crownhead_engine::{NoClock, Score, SearchClock, SearchLimits};
pub use crownhead_tablebase::Wld;

pub use analyst::{AnalysisRequest, Analyst, PositionAnalysis, Variation};
pub use choose::{Choice, ChoiceReason, MoveRequest, choose};
pub use draw::accepts_draw;
pub use endgames::{Endgames, Ending, Known, MADE_UNASKED, check_endgames, family, small_family};
pub use evaluation::{Evaluation, Points};
pub use hint::{Hint, hint};
pub use ladder::{Contest, Contestant, Tally};
pub use level::{InvalidLevel, Level};
#[cfg(not(target_family = "wasm"))]
pub use make_endgames::{make_endgames, make_endgames_aside};
pub use move_facts::MoveFacts;
#[cfg(feature = "opponent")]
pub use opponent::{ComputerOpponent, Intent, MoveTask};
pub use probe::{EndgameProbe, ProbedMove};
pub use review::{InvalidReviewMove, MoveQuality, Review, ReviewedMove, review};
pub use words::hint_messages;
