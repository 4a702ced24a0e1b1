//! A whole course of tuning: games, a fit, more games with what was learnt, and the last fit.

use super::newton::Newton;
use super::{Dice, Fit, Sample, SelfPlay, Tunable};
use crate::Table;

/// How long a course is, and what its dice begin with. The same course from the same start gives
/// the same weights, on every machine.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// How many games are played.
    pub games: u32,
    /// How many positions are looked at for each move.
    pub nodes: u64,
    /// What the dice begin with.
    pub seed: u64,
}

/// What a course has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// The weights.
    pub weights: Vec<f32>,
    /// How many positions they were fitted to.
    pub samples: usize,
    /// The mean loss on games that nothing was learnt from: with the first guess, and now.
    pub loss: [f32; 2],
}

/// How often a course plays and then fits; each time with what it has learnt before.
const ROUNDS: u32 = 3;
/// How often a fit of a large table goes through its samples: as often as one of a small table
/// takes a step.
const EPOCHS: u32 = Newton::STEPS;
/// A table with more weights is fitted sample by sample.
const SMALL: usize = 200;
/// One game in so many is kept to see what was learnt.
const KEPT_EVERY: u32 = 10;
/// How strongly weights are drawn to the first guess; hardly, unless a feature is rare.
const PULL: f32 = 1e-6;
const MEBIBYTES: usize = 4;

impl Course {
    /// How many steps [`Course::run`] reports.
    pub fn steps(&self) -> u64 {
        u64::from(self.games) + u64::from(ROUNDS * EPOCHS)
    }

    /// Plays and fits. Games begin at each of the starts in turn; `step` is called after each
    /// game and each time a fit has gone through its samples.
    pub fn run<P: Tunable>(&self, starts: &[P], mut step: impl FnMut()) -> Tuned {
        let play = SelfPlay { nodes: self.nodes, random_plies: 10, most_plies: 500 };
        let table = Table::with_mebibytes(MEBIBYTES);
        let mut dice = Dice::new(self.seed);
        let guess = P::first_guess();
        let mut weights = guess.clone();
        let (mut learnt, mut kept) = (Vec::new(), Vec::new());
        let mut game = 0;
        for round in 1..=ROUNDS {
            let eval = P::with_weights(&weights);
            while game < self.games * round / ROUNDS {
                let into =
                    if game % KEPT_EVERY == KEPT_EVERY - 1 { &mut kept } else { &mut learnt };
                let start = &starts[game as usize % starts.len()];
                play.play(start, &eval, &table, &mut dice, into);
                game += 1;
                step();
            }
            weights = fit(&guess, &learnt, game, &mut dice, &mut step);
        }
        let loss = [&guess, &weights].map(|weights| Fit::new(weights.clone(), 0.0).loss(&kept));
        Tuned { weights, samples: learnt.len(), loss }
    }
}

fn fit<P: Tunable>(
    guess: &[f32],
    samples: &[Sample<P>],
    games: u32,
    dice: &mut Dice,
    mut step: impl FnMut(),
) -> Vec<f32> {
    if guess.len() <= SMALL {
        return Newton::new(guess, samples, games).fit(step);
    }
    let mut fit = Fit::new(guess.to_vec(), PULL);
    for epoch in 0..EPOCHS {
        // Long steps at first, short ones to settle.
        fit.epoch(samples, 12.0 / (1.0 + epoch as f32), dice);
        step();
    }
    fit.weights
}

#[cfg(test)]
mod tests {
    use crownhead_rules::stack_em::StackEm;

    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_weights() {
        let course = Course { games: 6, nodes: 200, seed: 7 };
        let mut steps = 0;
        let once = course.run(&[StackEm::start()], || steps += 1);
        assert_eq!(steps, course.steps());
        assert_eq!(once, course.run(&[StackEm::start()], || {}));
        assert_ne!(once, Course { seed: 8, ..course }.run(&[StackEm::start()], || {}));
        assert!(once.samples > 50);
    }
}
