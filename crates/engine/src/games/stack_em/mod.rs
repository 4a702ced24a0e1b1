//! Stack'Em, as a search sees it. What is seen of a position is in `features`, what it is worth in
//! the table `weights/stack-em.txt`.

mod features;
#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use crownhead_rules::Position;
use crownhead_rules::dark::Path;
use crownhead_rules::stack_em::StackEm;

use crate::Score;
use crate::game::{Noise, Searchable, Tag};
use crate::tune::Tunable;
use crate::weights::{self, Weights};
use features::{COUNT, NAMES, STACKS};

const TABLE: &str = include_str!("../../../weights/stack-em.txt");

impl Searchable for StackEm {
    const THREATS: i32 = 2;

    type Eval = Weights<COUNT>;

    fn default_eval() -> &'static Self::Eval {
        static EVAL: OnceLock<Weights<COUNT>> = OnceLock::new();
        EVAL.get_or_init(|| Weights::read(&NAMES, TABLE).expect("a test reads the table"))
    }

    fn evaluate(&self, eval: &Self::Eval) -> Score {
        let (features, stacks) = features::of(self);
        eval.score(&features, stacks, STACKS)
    }

    #[inline]
    fn tag(&self, mv: Path) -> Tag {
        Tag::new(mv.from().slot(), mv.to().slot(), mv.code())
    }

    #[inline]
    fn is_tactical(&self, mv: Path) -> bool {
        mv.is_jump() || features::frees_or_crowns(self, mv)
    }

    #[inline]
    fn noise(&self) -> Noise {
        if self.can_jump(self.side()) {
            Noise::Forced
        } else if self.can_jump(!self.side()) {
            Noise::Threatened
        } else {
            Noise::Quiet
        }
    }
}

impl Tunable for StackEm {
    const WEIGHTS: usize = 2 * COUNT;

    fn active(&self, out: &mut Vec<(u32, f32)>) {
        let (features, stacks) = features::of(self);
        weights::active(&features, stacks, STACKS, out);
    }

    fn with_weights(numbers: &[f32]) -> Self::Eval {
        Weights::from_numbers(numbers)
    }

    fn first_guess() -> Vec<f32> {
        features::FIRST_GUESS.concat()
    }

    fn write_weights(numbers: &[f32], head: &str) -> String {
        weights::write(&NAMES, numbers, head)
    }

    fn read_weights(text: &str, _network: Option<&[u8]>) -> Result<Self::Eval, String> {
        Weights::read(&NAMES, text).map_err(|bad| bad.to_string())
    }
}
