//! Search support for Stack'Em. The features of its evaluation are in `features`, their weights in
//! `weights/stack-em.txt`.

mod features;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use crownhead_rules::Position;
use crownhead_rules::dark::Path;
use crownhead_rules::stack_em::StackEm;

use crate::Score;
use crate::game::{MoveTag, Quietness, Searchable};
use crate::tune::Tunable;
use crate::weights::{self, FeatureWeights};
use features::{COUNT, NAMES, STACKS};

const TABLE: &str = include_str!("../../../weights/stack-em.txt");

impl Searchable for StackEm {
    const THREAT_PLIES: i32 = 2;

    type Eval = FeatureWeights<COUNT>;
    type EvalCache = ();

    fn default_eval() -> &'static Self::Eval {
        static EVAL: OnceLock<FeatureWeights<COUNT>> = OnceLock::new();
        EVAL.get_or_init(|| FeatureWeights::parse(&NAMES, TABLE).expect("a test reads the table"))
    }

    fn evaluate(&self, eval: &Self::Eval) -> Score {
        let (features, stacks) = features::of(self);
        eval.score(&features, stacks, STACKS)
    }

    #[inline]
    fn move_tag(&self, mv: Path) -> MoveTag {
        MoveTag::new(mv.from().slot(), mv.to().slot(), mv.code())
    }

    #[inline]
    fn is_tactical(&self, mv: Path) -> bool {
        mv.is_jump() || features::frees_or_crowns(self, mv)
    }

    #[inline]
    fn quietness(&self) -> Quietness {
        if self.can_jump(self.side()) {
            Quietness::MustCapture
        } else if self.can_jump(!self.side()) {
            Quietness::Threatened
        } else {
            Quietness::Quiet
        }
    }
}

impl Tunable for StackEm {
    weights::feature_table!(NAMES, features::INITIAL_WEIGHTS);

    fn active(&self, out: &mut Vec<(u32, f32)>) {
        let (features, stacks) = features::of(self);
        weights::active(&features, stacks, STACKS, out);
    }
}
