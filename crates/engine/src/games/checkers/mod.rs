//! Search support for the checkers family: evaluation, move tags, quietness and tuning.

mod accumulator;
mod features;
mod layer;
mod network;
mod training;
mod view;
mod weights;

use accumulator::EvalCache;
use crownhead_rules::checkers::{Checkers, CheckersPhase, JumpRule, Move, RuleSet};
use crownhead_rules::dark::Square;
use crownhead_rules::{Position, Side};

use crate::game::{MoveTag, Quietness, Searchable};
use crate::tune::{Fit, TrainingSample, Tunable};
use crate::{Ply, Score, SplitMix64};
use training::Example;
pub use weights::CheckersWeights;

impl<R: RuleSet> Searchable for Checkers<R> {
    type Eval = CheckersWeights;
    type EvalCache = EvalCache;

    fn default_eval() -> &'static CheckersWeights {
        CheckersWeights::built_in()
    }

    fn evaluate(&self, weights: &CheckersWeights) -> Score {
        weights.score(&view::View::of(self))
    }

    #[inline]
    fn evaluate_cached(&self, weights: &CheckersWeights, cache: &mut EvalCache, ply: Ply) -> Score {
        weights.cached_score(&view::View::of(self), cache, ply.index())
    }

    #[inline]
    fn move_tag(&self, mv: Move) -> MoveTag {
        match mv {
            Move::Go { path, .. } => {
                MoveTag::new(path.from().slot(), path.to().slot(), path.code())
            }
            Move::Pass => MoveTag::new(63, 63, 0),
            Move::Compel => MoveTag::new(63, 62, 0),
            Move::Stand => MoveTag::new(63, 61, 0),
            Move::Huff(culprit) => MoveTag::new(62, culprit.slot(), 0),
        }
    }

    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        match mv {
            Move::Go { path, crowned, .. } => path.is_jump() || crowned,
            Move::Pass => false,
            Move::Compel | Move::Stand | Move::Huff(_) => true,
        }
    }

    /// In Parker's game an offence is never better than the best jump, because the opponent may
    /// compel it. So offences are not searched.
    #[inline]
    fn each_candidate(&self, visit: impl FnMut(Move)) {
        self.each_move_without_offence(visit);
    }

    #[inline]
    fn quietness(&self) -> Quietness {
        let board = self.board();
        if self.checkers_phase() != CheckersPhase::Regular {
            Quietness::MustCapture
        } else if !board.all_jumpers(self.side()).is_empty() {
            match R::JUMPING {
                JumpRule::Choice => Quietness::MayCapture,
                JumpRule::Must | JumpRule::Remedy => Quietness::MustCapture,
            }
        } else if !board.all_jumpers(!self.side()).is_empty() {
            Quietness::Threatened
        } else {
            Quietness::Quiet
        }
    }
}

impl<R: RuleSet> Tunable for Checkers<R> {
    const WEIGHTS: usize = CheckersWeights::COUNT;

    /// Most games are drawn whatever happens in them, so the search score says more about a
    /// position.
    const RESULT_WEIGHT: f32 = 0.1;

    fn active(&self, out: &mut Vec<(u32, f32)>) {
        training::active(&view::View::of(self), out);
    }

    fn hundredths(&self, weights: &[f32]) -> f32 {
        training::hundredths(weights, &view::View::of(self))
    }

    fn ballot(&self, rng: &mut SplitMix64) -> Option<Self> {
        let mut board = *self.board();
        for side in Side::ALL {
            let men: Vec<Square> = board.pieces(side).into_iter().collect();
            board.remove(*men.get(rng.below(men.len().max(1)))?);
        }
        Some(Checkers::regular(board, self.side()))
    }

    fn sample_group(&self) -> usize {
        let view = view::View::of(self);
        (view.us | view.them).count_ones() as usize
    }

    fn with_weights(weights: &[f32]) -> CheckersWeights {
        CheckersWeights::from_numbers(weights)
    }

    fn initial_weights() -> Vec<f32> {
        CheckersWeights::initial_weights()
    }

    fn fit(
        fit: &Fit<'_, Self>,
        rng: &mut SplitMix64,
        mut step: impl FnMut(Option<f32>),
    ) -> Vec<f32> {
        let examples = |samples: &[TrainingSample<Self>]| -> Vec<Example> {
            let example = |sample: &TrainingSample<Self>| {
                Example::new(&view::View::of(&sample.position), sample.result)
            };
            samples.iter().map(example).collect()
        };
        let mut numbers = match fit.initial {
            Some(initial) => initial.to_vec(),
            None => training::initial_parameters(&CheckersWeights::initial_weights(), rng),
        };
        let (examples, validation) = (examples(fit.training), examples(fit.validation));
        let schedule = training::Schedule { epochs: fit.steps, rate: fit.rate };
        let data = [&*examples, &*validation];
        training::train(&mut numbers, data, schedule, rng, |loss| step(Some(loss)));
        numbers
    }

    fn parse_numbers(text: &str, network: Option<&[u8]>) -> Result<Vec<f32>, String> {
        CheckersWeights::parse_numbers(text, network)
    }

    fn write_weights(numbers: &[f32], head: &str) -> String {
        CheckersWeights::write_table(numbers, head)
    }

    fn write_network(numbers: &[f32]) -> Option<Vec<u8>> {
        Some(CheckersWeights::write_network(numbers))
    }

    fn read_weights(text: &str, network: Option<&[u8]>) -> Result<CheckersWeights, String> {
        CheckersWeights::read(text, network)
    }
}
