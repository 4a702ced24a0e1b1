//! Search support for Coast to Coast. The features of its evaluation are in `features`, their weights
//! in `weights/coast-to-coast.txt`.

mod features;
#[cfg(test)]
mod tests;
mod view;

use std::sync::OnceLock;

use crownhead_rules::Position;
use crownhead_rules::coast_to_coast::{CoastToCoast, Move};

use crate::Score;
use crate::game::{MoveTag, Quietness, Searchable};
use crate::tune::Tunable;
use crate::weights::{self, FeatureWeights};
use features::{COUNT, LEGS, NAMES, Seen};

const TABLE: &str = include_str!("../../../weights/coast-to-coast.txt");

/// What a race is worth that is decided: more than anything that it could be put off for.
const DECIDED: i32 = 2_000;
/// And each turn by which it is won.
const A_TURN: i32 = 20;

impl Searchable for CoastToCoast {
    type Eval = FeatureWeights<COUNT>;

    /// The side that is ahead can lock the other in and wait: it is to win instead.
    const DAMPS_EVAL: bool = true;

    fn default_eval() -> &'static Self::Eval {
        static EVAL: OnceLock<FeatureWeights<COUNT>> = OnceLock::new();
        EVAL.get_or_init(|| FeatureWeights::parse(&NAMES, TABLE).expect("a test reads the table"))
    }

    fn evaluate(&self, eval: &Self::Eval) -> Score {
        let Seen { features, legs, race } = features::of(self);
        match race {
            Some(lead) => Score::new(lead.signum() * DECIDED + lead * A_TURN),
            None => eval.score(&features, legs, LEGS),
        }
    }

    #[inline]
    fn move_tag(&self, mv: Move) -> MoveTag {
        match mv {
            Move::Go { from, to, crowned } => {
                MoveTag::new(from.index(), to.index(), u32::from(crowned))
            }
            Move::Pass => MoveTag::new(0, 0, 0),
        }
    }

    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        self.makes_progress(mv)
    }

    #[inline]
    fn move_prior(&self, mv: Move) -> i32 {
        view::progress(self, mv)
    }

    /// Nothing is ever captured: there is nothing to wait for.
    fn quietness(&self) -> Quietness {
        Quietness::Quiet
    }
}

impl Tunable for CoastToCoast {
    const WEIGHTS: usize = 2 * COUNT;

    /// With more room the games teach that who stays at home is not beaten: true, but nobody
    /// wins a race that way.
    const SPREAD: f32 = 8.0;

    /// The first man is crowned late.
    const IDLE: u32 = 150;

    fn active(&self, out: &mut Vec<(u32, f32)>) {
        let Seen { features, legs, .. } = features::of(self);
        weights::active(&features, legs, LEGS, out);
    }

    fn with_weights(numbers: &[f32]) -> Self::Eval {
        FeatureWeights::from_numbers(numbers)
    }

    fn first_guess() -> Vec<f32> {
        features::FIRST_GUESS.concat()
    }

    fn write_weights(numbers: &[f32], head: &str) -> String {
        weights::write(&NAMES, numbers, head)
    }

    fn read_weights(text: &str, _network: Option<&[u8]>) -> Result<Self::Eval, String> {
        FeatureWeights::parse(&NAMES, text).map_err(|bad| bad.to_string())
    }
}
