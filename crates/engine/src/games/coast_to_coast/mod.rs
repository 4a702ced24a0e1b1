//! Coast to Coast, as a search sees it. What is seen of a position is in `features`, what it is
//! worth in the table `weights/coast-to-coast.txt`.

mod features;
#[cfg(test)]
mod tests;
mod view;

use std::sync::OnceLock;

use crownhead_rules::Position;
use crownhead_rules::coast_to_coast::{CoastToCoast, Move};

use crate::Score;
use crate::game::{Noise, Searchable, Tag};
use crate::tune::Tunable;
use crate::weights::{self, Weights};
use features::{COUNT, LEGS, NAMES, Seen};

const TABLE: &str = include_str!("../../../weights/coast-to-coast.txt");

/// What a race is worth that is decided: more than anything that it could be put off for.
const DECIDED: i32 = 2_000;
/// And each turn by which it is won.
const A_TURN: i32 = 20;

impl Searchable for CoastToCoast {
    type Eval = Weights<COUNT>;

    /// The side that is ahead can lock the other in and wait: it is to win instead.
    const FADES: bool = true;

    fn default_eval() -> &'static Self::Eval {
        static EVAL: OnceLock<Weights<COUNT>> = OnceLock::new();
        EVAL.get_or_init(|| Weights::read(&NAMES, TABLE).expect("a test reads the table"))
    }

    fn evaluate(&self, eval: &Self::Eval) -> Score {
        let Seen { features, legs, race } = features::of(self);
        match race {
            Some(lead) => Score::new(lead.signum() * DECIDED + lead * A_TURN),
            None => eval.score(&features, legs, LEGS),
        }
    }

    #[inline]
    fn tag(&self, mv: Move) -> Tag {
        match mv {
            Move::Go { from, to, crowned } => {
                Tag::new(from.index(), to.index(), u32::from(crowned))
            }
            Move::Pass => Tag::new(0, 0, 0),
        }
    }

    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        self.makes_progress(mv)
    }

    #[inline]
    fn promise(&self, mv: Move) -> i32 {
        view::progress(self, mv)
    }

    /// Nothing is ever captured: there is nothing to wait for.
    fn noise(&self) -> Noise {
        Noise::Quiet
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
