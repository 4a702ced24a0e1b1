//! The checkers family, as a search sees it.

mod features;
mod patterns;
mod view;
mod weights;

use crownhead_rules::Position;
use crownhead_rules::checkers::{Checkers, Jumping, Move, RuleSet, Stage};

use crate::Score;
use crate::game::{Noise, Searchable, Tag};
use crate::tune::Tunable;
pub use weights::{Weight, Weights};

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

    fn active(&self, out: &mut Vec<(u32, f32)>) {
        weights::active(&view::View::of(self), out);
    }

    fn with_weights(weights: &[f32]) -> Weights {
        Weights::from_numbers(weights)
    }

    fn first_guess() -> Vec<f32> {
        Weights::first_guess()
    }

    fn write_weights(numbers: &[f32], head: &str) -> String {
        Weights::write(numbers, head)
    }

    fn read_weights(text: &str) -> Result<Weights, String> {
        Weights::read(text)
    }
}
