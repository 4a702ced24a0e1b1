//! The computer as a player and analyst of any game: levels from beginner to full strength, hints,
//! and the review of a game. It reads no clock, file or random source: they are arguments.
//! [`choose()`] has a worked example, and `examples/custom_player.rs` a complete game.

mod accuracy;
mod analyst;
mod beginner_player;
#[cfg(not(target_family = "wasm"))]
mod build_endgames;
mod choose;
mod draw;
mod endgames;
mod evaluation;
mod hint;
mod ladder;
mod level;
mod level_rng;
mod messages;
mod moments;
mod move_facts;
mod noticing;
#[cfg(feature = "opponent")]
mod opponent;
mod probe;
mod prover;
mod review;
mod search_player;
mod slip_score;

pub use crownhead_engine::{NoClock, Score, SearchClock, SearchLimits};
pub use crownhead_tablebase::Wld;

pub use analyst::{AnalysisRequest, Analyst, PositionAnalysis, Variation};
#[cfg(not(target_family = "wasm"))]
pub use build_endgames::{build_endgames, build_endgames_in_background};
pub use choose::{Choice, ChoiceReason, MoveRequest, choose};
pub use draw::accepts_draw;
pub use endgames::{
    AUTO_BUILD_CHECKERS, EndgamePosition, Endgames, TablebaseKnowledge, family, small_family,
    verify_endgames,
};
pub use evaluation::{Evaluation, Points};
pub use hint::{Hint, hint};
pub use ladder::{Contestant, LevelMatch, LevelTally};
pub use level::{InvalidLevel, Level};
pub use messages::hint_messages;
pub use moments::{Moment, MomentKind, moments};
pub use move_facts::MoveFacts;
#[cfg(feature = "opponent")]
pub use opponent::{ComputerOpponent, Intent, MoveTask, TurnClock};
#[cfg(feature = "serde")]
pub use probe::{EndgameAnswer, EndgameMove};
pub use probe::{EndgameProbe, ProbedMove};
pub use review::{InvalidReviewMove, MoveQuality, Review, ReviewedMove, review};
