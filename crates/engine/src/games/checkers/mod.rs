//! The checkers family, as a search sees it.

mod features;
mod network;
mod training;
mod view;
mod weights;

use crownhead_rules::Position;
use crownhead_rules::checkers::{Checkers, Jumping, Move, RuleSet, Stage};

use crate::Score;
use crate::game::{Noise, Searchable, Tag};
use crate::tune::{self, Dice, Sample, Tunable};
use training::Lesson;
pub use weights::Weights;

impl<R: RuleSet> Searchable for Checkers<R> {
    type Eval = Weights;

    fn default_eval() -> &'static Weights {
        Weights::built_in()
    }

    fn evaluate(&self, weights: &Weights) -> Score {
        weights.score(&view::View::of(self))
    }

    #[inline]
    fn tag(&self, mv: Move) -> Tag {
        match mv {
            Move::Go { path, .. } => Tag::new(path.from().slot(), path.to().slot(), path.code()),
            Move::Pass => Tag::new(63, 63, 0),
            Move::Compel => Tag::new(63, 62, 0),
            Move::Stand => Tag::new(63, 61, 0),
            Move::Huff(culprit) => Tag::new(62, culprit.slot(), 0),
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

    /// In Parker's game an offence is never better than the best jump: the opponent may compel
    /// it. So it need not be looked at.
    #[inline]
    fn each_candidate(&self, visit: impl FnMut(Move)) {
        self.each_blameless_move(visit);
    }

    #[inline]
    fn noise(&self) -> Noise {
        let board = self.board();
        if self.stage() != Stage::Regular {
            Noise::Forced
        } else if !board.all_jumpers(self.side()).is_empty() {
            match R::JUMPING {
                Jumping::Choice => Noise::Optional,
                Jumping::Must | Jumping::Remedy => Noise::Forced,
            }
        } else if !board.all_jumpers(!self.side()).is_empty() {
            Noise::Threatened
        } else {
            Noise::Quiet
        }
    }
}

impl<R: RuleSet> Tunable for Checkers<R> {
    const WEIGHTS: usize = Weights::COUNT;

    /// Most games end in a draw whatever happens in them: a search of a position says more of it.
    const RESULT: f32 = 0.1;

    fn active(&self, out: &mut Vec<(u32, f32)>) {
        training::active(&view::View::of(self), out);
    }

    fn hundredths(&self, weights: &[f32]) -> f32 {
        training::hundredths(weights, &view::View::of(self))
    }

    fn with_weights(weights: &[f32]) -> Weights {
        Weights::from_numbers(weights)
    }

    fn first_guess() -> Vec<f32> {
        Weights::first_guess()
    }

    fn fit(samples: &[Sample<Self>], _games: u32, dice: &mut Dice, step: impl FnMut()) -> Vec<f32> {
        let lesson =
            |sample: &Sample<Self>| Lesson::new(&view::View::of(&sample.position), sample.result);
        let lessons: Vec<Lesson> = samples.iter().map(lesson).collect();
        let mut numbers = training::beginning(&Weights::first_guess(), dice);
        training::train(&mut numbers, &lessons, tune::STEPS, dice, step);
        numbers
    }

    fn write_weights(numbers: &[f32], head: &str) -> String {
        Weights::write_table(numbers, head)
    }

    fn write_network(numbers: &[f32]) -> Option<Vec<u8>> {
        Some(Weights::write_network(numbers))
    }

    fn read_weights(text: &str, network: Option<&[u8]>) -> Result<Weights, String> {
        Weights::read(text, network)
    }
}
