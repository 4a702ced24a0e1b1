//! Weights from the engine's own games: self-play from a seed, and logistic regression of the
//! results on what was seen in the positions.

mod course;
mod newton;

use std::sync::atomic::AtomicBool;

use crownhead_rules::{History, Side, Verdict};

use crate::game::{Noise, Searchable};
use crate::{Limits, Search, Table};
pub use course::{Course, Tuned};

/// A game whose evaluation is a sum of weights.
pub trait Tunable: Searchable {
    /// How many weights there are.
    const WEIGHTS: usize;

    /// Adds the places of the weights that count in the position, and how often each does: the
    /// worth to the side to move, in hundredths of a man, is the sum of weight times number.
    fn active(&self, out: &mut Vec<(u32, f32)>);

    /// The evaluation with these weights.
    fn with_weights(weights: &[f32]) -> Self::Eval;

    /// What a player would set the weights to: where tuning begins.
    fn first_guess() -> Vec<f32>;

    /// How far a weight may well be from the first guess, in hundredths of a man for what its
    /// feature mostly is.
    const SPREAD: f32 = 40.0;

    /// A game in which nothing is achieved for so many plies is a draw, as far as tuning is
    /// concerned.
    const IDLE: u32 = 30;

    /// The weights as the game's file has them, under a head of comments if the file can have
    /// one.
    fn write_weights(weights: &[f32], head: &str) -> String;

    /// Reads what [`Tunable::write_weights`] wrote, or says what is wrong with it.
    fn read_weights(text: &str) -> Result<Self::Eval, String>;
}

/// A position out of a game, and how likely its side to move was to win: half of it is how the
/// game ended (1, ½ or 0), half what the search said.
#[derive(Clone, Debug)]
pub struct Sample<P> {
    /// The position, a quiet one.
    pub position: P,
    /// The result.
    pub result: f32,
}

/// A side that is ahead by this many hundredths of a man for [`DECIDED_PLIES`] has won, as far as
/// tuning is concerned.
const DECIDED: i32 = 170;
/// For how long.
const DECIDED_PLIES: u32 = 8;

/// How self-play is played.
#[derive(Copy, Clone, Debug)]
pub struct SelfPlay {
    /// How many positions are looked at for each move.
    pub nodes: u64,
    /// At most so many plies at the beginning of a game are played at random.
    pub random_plies: u32,
    /// A game longer than this counts as a draw.
    pub most_plies: u32,
}

/// Random numbers from a seed (splitmix64).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The series that belongs to a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// A number below `bound`, which must not be zero.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        ((u128::from(z) * bound as u128) >> 64) as usize
    }
}

impl SelfPlay {
    /// Plays a game from `start` and adds its quiet positions to `samples`. The same dice, table
    /// size and weights give the same game.
    pub fn play<P: Tunable>(
        &self,
        start: &P,
        eval: &P::Eval,
        table: &Table,
        dice: &mut Dice,
        samples: &mut Vec<Sample<P>>,
    ) {
        let mut position = start.clone();
        let mut history = History::new(&position);
        let mut random = dice.below(self.random_plies as usize + 1);
        let stop = AtomicBool::new(false);
        table.clear();
        let first = samples.len();
        let mut sides: Vec<Side> = Vec::new();
        let mut ahead = (0, Side::First);
        for _ in 0..self.most_plies {
            let over = position.outcome().is_some() || history.draw(&position).is_some();
            if over || history.idle_plies() >= P::IDLE || ahead.0 >= DECIDED_PLIES {
                break;
            }
            let mv = if random > 0 {
                random -= 1;
                let mut moves = Vec::new();
                position.each_candidate(|mv| moves.push(mv));
                moves[dice.below(moves.len())]
            } else {
                let mut search = Search::<P>::new(table, &stop, Limits::nodes(self.nodes));
                search.eval = eval;
                let found = search.run(&position, &history, |_| {});
                let (score, side) = (found.lines[0].score, position.side());
                if position.noise() == Noise::Quiet && !score.is_proven() {
                    sides.push(side);
                    let result = likely(score.value() as f32);
                    samples.push(Sample { position: position.clone(), result });
                }
                let leader = if score.value() > 0 { side } else { !side };
                ahead = match score.value().abs() >= DECIDED {
                    true if ahead.1 == leader => (ahead.0 + 1, leader),
                    true => (1, leader),
                    false => (0, leader),
                };
                match found.best() {
                    Some(mv) => mv,
                    None => break,
                }
            };
            history.play(&mut position, mv);
        }
        let verdict = match position.outcome() {
            Some(outcome) => outcome.verdict,
            None if ahead.0 >= DECIDED_PLIES => Verdict::Win(ahead.1),
            None => Verdict::Draw,
        };
        for (sample, side) in samples[first..].iter_mut().zip(sides) {
            let result = match verdict {
                Verdict::Draw => 0.5,
                Verdict::Win(winner) if winner == side => 1.0,
                Verdict::Win(_) => 0.0,
            };
            sample.result = (sample.result + result) / 2.0;
        }
    }
}

/// Hundredths of a man that make winning e times as likely as losing.
const SCALE: f32 = 100.0;

/// A regression under way.
pub struct Fit {
    /// The weights so far.
    pub weights: Vec<f32>,
    squares: Vec<f32>,
    /// How strongly weights are drawn to where they began.
    pull: f32,
    began: Vec<f32>,
}

impl Fit {
    /// A regression that begins with these weights.
    pub fn new(weights: Vec<f32>, pull: f32) -> Fit {
        Fit { squares: vec![1e-8; weights.len()], began: weights.clone(), weights, pull }
    }

    /// Goes through the samples once in an order by the dice, a step of the gradient for each,
    /// and returns the mean loss before each step.
    pub fn epoch<P: Tunable>(&mut self, samples: &[Sample<P>], rate: f32, dice: &mut Dice) -> f32 {
        let mut active = Vec::new();
        let mut loss = 0.0f64;
        for _ in 0..samples.len() {
            let sample = &samples[dice.below(samples.len())];
            active.clear();
            sample.position.active(&mut active);
            let error = self.guess(&active) - sample.result;
            loss += f64::from(loss_of(error + sample.result, sample.result));
            for &(place, times) in &active {
                let place = place as usize;
                let pulled = self.weights[place] - self.began[place];
                let slope = error * times + self.pull * pulled;
                self.squares[place] += slope * slope;
                self.weights[place] -= rate * slope / self.squares[place].sqrt();
            }
        }
        (loss / samples.len().max(1) as f64) as f32
    }

    /// The mean loss on samples that nothing is learnt from.
    pub fn loss<P: Tunable>(&self, samples: &[Sample<P>]) -> f32 {
        let mut active = Vec::new();
        let sum: f64 = samples
            .iter()
            .map(|sample| {
                active.clear();
                sample.position.active(&mut active);
                f64::from(loss_of(self.guess(&active), sample.result))
            })
            .sum();
        (sum / samples.len().max(1) as f64) as f32
    }

    /// How likely the side to move wins, by these weights.
    fn guess(&self, active: &[(u32, f32)]) -> f32 {
        let sum: f32 =
            active.iter().map(|&(place, times)| self.weights[place as usize] * times).sum();
        likely(sum)
    }
}

/// How likely a side wins that is ahead by so many hundredths of a man.
fn likely(hundredths: f32) -> f32 {
    1.0 / (1.0 + (-hundredths / SCALE).exp())
}

fn loss_of(guess: f32, result: f32) -> f32 {
    let guess = guess.clamp(1e-6, 1.0 - 1e-6);
    -(result * guess.ln() + (1.0 - result) * (1.0 - guess).ln())
}
