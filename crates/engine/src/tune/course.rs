//! A whole course of tuning: games, a fit, more games with what was learnt, and the last fit.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;

use super::{Dice, STEPS, Sample, SelfPlay, Tunable, loss};
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
    /// How many games are played at a time. The weights do not depend on it.
    pub threads: u16,
    /// Whether it goes on from the weights that are built in: all games are played with them, and
    /// one fit ends the course.
    pub further: bool,
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

/// How many tenths of the games are played before each fit; each time with what was learnt before.
const ROUNDS: [u32; 4] = [1, 2, 5, 10];
/// The same for a course that goes on from what was learnt in another.
const FURTHER: [u32; 1] = [10];
/// One game in so many is kept to see what was learnt.
const KEPT_EVERY: u32 = 10;
const MEBIBYTES: usize = 4;

impl Course {
    /// How many steps [`Course::run`] reports.
    pub fn steps(&self) -> u64 {
        u64::from(self.games) + self.rounds().len() as u64 * u64::from(STEPS)
    }

    fn rounds(&self) -> &'static [u32] {
        if self.further { &FURTHER } else { &ROUNDS }
    }

    /// Plays and fits. Games begin at each of the starts in turn; `step` is called after each
    /// game and each time a fit has gone through its samples.
    pub fn run<P: Tunable>(&self, starts: &[P], mut step: impl FnMut()) -> Tuned {
        let guess = P::first_guess();
        let mut weights = guess.clone();
        let (mut learnt, mut kept) = (Vec::new(), Vec::new());
        let mut done = 0;
        for (round, &tenths) in self.rounds().iter().enumerate() {
            let upto = (u64::from(self.games) * u64::from(tenths) / 10) as u32;
            // What was played with the first guess is of no more use once there is better.
            if round == 1 {
                learnt.clear();
                kept.clear();
            }
            let learnt_so_far = P::with_weights(&weights);
            let eval = if self.further { P::default_eval() } else { &learnt_so_far };
            let games = self.play(starts, done..upto, eval, &mut step);
            for (game, samples) in games {
                let keep = game % KEPT_EVERY == KEPT_EVERY - 1;
                if keep { &mut kept } else { &mut learnt }.extend(samples);
            }
            weights = P::fit(&learnt, upto, &mut self.dice(u32::MAX - upto), &mut step);
            done = upto;
        }
        let loss = [&guess, &weights].map(|weights| loss(weights, &kept));
        Tuned { weights, samples: learnt.len(), loss }
    }

    /// The dice of one game: they do not depend on what was thrown in others.
    fn dice(&self, game: u32) -> Dice {
        Dice::new(self.seed ^ u64::from(game) << 32)
    }

    /// Plays games of these numbers, several at a time, and returns the samples of each in the
    /// order of the numbers.
    fn play<P: Tunable>(
        &self,
        starts: &[P],
        games: Range<u32>,
        eval: &P::Eval,
        step: &mut impl FnMut(),
    ) -> BTreeMap<u32, Vec<Sample<P>>> {
        let play = SelfPlay { nodes: self.nodes, random_plies: 10, most_plies: 500 };
        let next = AtomicU32::new(games.start);
        let (done, played) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (next, games, done) = (&next, &games, done.clone());
                scope.spawn(move || {
                    let table = Table::with_mebibytes(MEBIBYTES);
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        if !games.contains(&game) {
                            return;
                        }
                        let start = &starts[game as usize % starts.len()];
                        let mut samples = Vec::new();
                        play.play(start, eval, &table, &mut self.dice(game), &mut samples);
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
        let course = Course { games: 20, nodes: 200, seed: 7, threads: 1, further: false };
        let mut steps = 0;
        let once = course.run(&[StackEm::start()], || steps += 1);
        assert_eq!(steps, course.steps());
        let threads = 3;
        assert_eq!(once, Course { threads, ..course }.run(&[StackEm::start()], || {}));
        assert_ne!(once, Course { seed: 8, ..course }.run(&[StackEm::start()], || {}));
        assert!(once.samples > 50);
        let further = Course { further: true, ..course };
        let mut steps = 0;
        let on = further.run(&[StackEm::start()], || steps += 1);
        // It fits once, and leaves no game out.
        assert_eq!((steps, further.steps()), (20 + u64::from(STEPS), 20 + u64::from(STEPS)));
        assert!(on.samples > once.samples && on.weights != once.weights, "{}", on.samples);
        let throw = |game| course.dice(game).below(1_000_000);
        assert_ne!(throw(0), throw(1));
    }
}
