//! A tuning run: self-play and fits in turn, each round of games with the weights of the last fit.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;

use super::{Fit, STEPS, SelfPlay, TrainingSample, Tunable, loss};
use crate::{SplitMix64, TranspositionTable};

/// The settings of a tuning run. The same settings and start positions produce the same weights on
/// every machine.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TuningRun {
    /// Games to play.
    pub games: u32,
    /// Nodes per move.
    pub nodes: u64,
    /// The seed of all games.
    pub seed: u64,
    /// Games played in parallel. The weights do not depend on it.
    pub threads: u16,
    /// Whether to continue from the built-in weights: they play all games, and one fit ends the
    /// run.
    pub from_built_in: bool,
}

/// The result of a tuning run.
#[derive(Clone, Debug, PartialEq)]
pub struct TuningResult {
    /// The fitted weights.
    pub weights: Vec<f32>,
    /// The number of samples they were fitted to.
    pub samples: usize,
    /// The mean loss on the validation games: with the initial weights, and with the new ones.
    pub loss: [f32; 2],
}

/// The tenths of the games that are played before each fit.
const ROUNDS: [u32; 4] = [1, 2, 5, 10];
/// The same for a run that continues from the built-in weights.
const ROUNDS_FROM_BUILT_IN: [u32; 1] = [10];
/// One game in this many is a validation game.
const VALIDATION_EVERY: u32 = 10;
const MEBIBYTES: usize = 4;

impl TuningRun {
    /// The steps that [`TuningRun::run`] reports.
    pub fn steps(&self) -> u64 {
        u64::from(self.games) + self.rounds().len() as u64 * u64::from(STEPS)
    }

    fn rounds(&self) -> &'static [u32] {
        if self.from_built_in { &ROUNDS_FROM_BUILT_IN } else { &ROUNDS }
    }

    /// Plays and fits. Games begin at each of the starts in turn. Calls `step` after each game and
    /// after each step of a fit.
    pub fn run<P: Tunable>(&self, starts: &[P], mut step: impl FnMut()) -> TuningResult {
        let guess = P::initial_weights();
        let mut weights = guess.clone();
        let (mut training, mut validation) = (Vec::new(), Vec::new());
        let mut done = 0;
        for (round, &tenths) in self.rounds().iter().enumerate() {
            let upto = (u64::from(self.games) * u64::from(tenths) / 10) as u32;
            // Games played with the initial weights are useless once there are better ones.
            if round == 1 {
                training.clear();
                validation.clear();
            }
            let fitted = P::with_weights(&weights);
            let eval = if self.from_built_in { P::default_eval() } else { &fitted };
            let games = self.play(starts, done..upto, eval, &mut step);
            for (game, samples) in games {
                let keep = game % VALIDATION_EVERY == VALIDATION_EVERY - 1;
                if keep { &mut validation } else { &mut training }.extend(samples);
            }
            let fit = Fit {
                training: &training,
                validation: &validation,
                games: upto,
                initial: None,
                steps: STEPS,
                rate: 1.0,
            };
            weights = P::fit(&fit, &mut self.rng(u32::MAX - upto), |_| step());
            done = upto;
        }
        let loss = [&guess, &weights].map(|weights| loss(weights, &validation));
        TuningResult { weights, samples: training.len(), loss }
    }

    /// The random numbers of one game, independent of all others.
    fn rng(&self, game: u32) -> SplitMix64 {
        SplitMix64::new(self.seed ^ u64::from(game) << 32)
    }

    /// Plays the games with these numbers in parallel, and returns their samples by number.
    fn play<P: Tunable>(
        &self,
        starts: &[P],
        games: Range<u32>,
        eval: &P::Eval,
        step: &mut impl FnMut(),
    ) -> BTreeMap<u32, Vec<TrainingSample<P>>> {
        let play = SelfPlay { nodes: self.nodes, random_plies: 10, max_plies: 500 };
        let next = AtomicU32::new(games.start);
        let (done, played) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (next, games, done) = (&next, &games, done.clone());
                scope.spawn(move || {
                    let table = TranspositionTable::with_mebibytes(MEBIBYTES);
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        if !games.contains(&game) {
                            return;
                        }
                        let start = &starts[game as usize % starts.len()];
                        let mut samples = Vec::new();
                        play.play(start, eval, &table, &mut self.rng(game), &mut samples);
                        if done.send((game, samples)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(done);
            played.into_iter().inspect(|_| step()).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use crownhead_rules::stack_em::StackEm;

    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_weights() {
        let course = TuningRun { games: 20, nodes: 200, seed: 7, threads: 1, from_built_in: false };
        let mut steps = 0;
        let once = course.run(&[StackEm::start()], || steps += 1);
        assert_eq!(steps, course.steps());
        let threads = 3;
        assert_eq!(once, TuningRun { threads, ..course }.run(&[StackEm::start()], || {}));
        assert_ne!(once, TuningRun { seed: 8, ..course }.run(&[StackEm::start()], || {}));
        assert!(once.samples > 50);
        let from_built_in = TuningRun { from_built_in: true, ..course };
        let mut steps = 0;
        let on = from_built_in.run(&[StackEm::start()], || steps += 1);
        // It fits once, and drops no game.
        assert_eq!((steps, from_built_in.steps()), (20 + u64::from(STEPS), 20 + u64::from(STEPS)));
        assert!(on.samples > once.samples && on.weights != once.weights, "{}", on.samples);
        let throw = |game| course.rng(game).below(1_000_000);
        assert_ne!(throw(0), throw(1));
    }
}
