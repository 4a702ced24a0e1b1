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
use features::{COUNT, LEGS, NAMES, PositionFeatures};

const TABLE: &str = include_str!("../../../weights/coast-to-coast.txt");

/// The score of a decided race: more than any feature, so that it is not delayed.
const DECIDED_RACE: i32 = 2_000;
/// The bonus for each turn of the lead.
const PER_TURN: i32 = 20;

impl Searchable for CoastToCoast {
    type Eval = FeatureWeights<COUNT>;
    type EvalCache = ();

    /// The side that is ahead could block the other and wait; damping makes it win instead.
    const DAMPS_EVAL: bool = true;

    fn default_eval() -> &'static Self::Eval {
        static EVAL: OnceLock<FeatureWeights<COUNT>> = OnceLock::new();
        EVAL.get_or_init(|| FeatureWeights::parse(&NAMES, TABLE).expect("a test reads the table"))
    }

    fn evaluate(&self, eval: &Self::Eval) -> Score {
        let PositionFeatures { features, legs, race } = features::of(self);
        match race {
            Some(lead) => Score::new(lead.signum() * DECIDED_RACE + lead * PER_TURN),
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

    /// Nothing is ever captured, so every position is quiet.
    fn quietness(&self) -> Quietness {
        Quietness::Quiet
    }
}

impl Tunable for CoastToCoast {
    weights::feature_table!(NAMES, features::INITIAL_WEIGHTS);

    /// With a larger spread the games teach that a side which stays at home is not beaten: true,
    /// but it does not win races.
    const SPREAD: f32 = 8.0;

    /// Long, because the first man is crowned late.
    const ADJUDICATE_AFTER: u32 = 150;

    fn active(&self, out: &mut Vec<(u32, f32)>) {
        let PositionFeatures { features, legs, .. } = features::of(self);
        weights::active(&features, legs, LEGS, out);
    }
}
