//! Weights from the engine's own games: self-play from a seed, and logistic regression of the
//! results on what was seen in the positions.

mod course;
mod newton;

use std::sync::atomic::AtomicBool;

use crownhead_rules::{History, Side, Verdict};

use crate::game::{Noise, Searchable};
use crate::{Limits, Search, Table};
pub use course::{Course, Tuned};
use newton::Newton;

/// How many steps a fit reports.
pub const STEPS: u32 = 12;

/// A game whose evaluation is a sum of weights.
pub trait Tunable: Searchable {
    /// How many weights there are.
    const WEIGHTS: usize;

    /// Adds the places of the weights that count in the position, and how often each does: the
    /// worth to the side to move, in hundredths of a man, is the sum of weight times number.
    fn active(&self, out: &mut Vec<(u32, f32)>);

    /// The worth to the side to move, in hundredths of a man.
    fn hundredths(&self, weights: &[f32]) -> f32 {
        let mut active = Vec::new();
        self.active(&mut active);
        active.iter().map(|&(place, times)| weights[place as usize] * times).sum()
    }

    /// Weights that fit samples out of so many games. `step` is called [`STEPS`] times.
    fn fit(samples: &[Sample<Self>], games: u32, _dice: &mut Dice, step: impl FnMut()) -> Vec<f32> {
        Newton::new(&Self::first_guess(), samples, games).fit(step)
    }

    /// The evaluation with these weights.
    fn with_weights(weights: &[f32]) -> Self::Eval;

    /// What a player would set the weights to: where tuning begins.
    fn first_guess() -> Vec<f32>;

    /// How far a weight may well be from the first guess, in hundredths of a man for what its
    /// feature mostly is.
    const SPREAD: f32 = 40.0;

    /// How much of what is learnt from a position is how the game ended, and not what the search
    /// said of the position.
    const RESULT: f32 = 0.5;

    /// A game in which nothing is achieved for so many plies is a draw, as far as tuning is
    /// concerned.
    const IDLE: u32 = 30;

    /// The weights as the game's file has them, under a head of comments if the file can have
    /// one.
    fn write_weights(weights: &[f32], head: &str) -> String;

    /// The weights of a network, if the evaluation has one, as a file of its own.
    fn write_network(_weights: &[f32]) -> Option<Vec<u8>> {
        None
    }

    /// Reads what [`Tunable::write_weights`] and [`Tunable::write_network`] wrote, or says what
    /// is wrong with it.
    fn read_weights(text: &str, network: Option<&[u8]>) -> Result<Self::Eval, String>;
}

/// A position out of a game, and how likely its side to move was to win: in part how the game
/// ended (1, ½ or 0), for the rest what the search said.
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
                if is_trusted::<P>(position.noise()) && !score.is_proven() {
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
            sample.result = P::RESULT * result + (1.0 - P::RESULT) * sample.result;
        }
    }
}

/// Hundredths of a man that make winning e times as likely as losing.
const SCALE: f32 = 100.0;

/// Whether a search takes such a position at its looks: from those it is learnt.
fn is_trusted<P: Tunable>(noise: Noise) -> bool {
    noise == Noise::Quiet || noise == Noise::Threatened && P::THREATS == 0
}

/// The mean loss on samples.
fn loss<P: Tunable>(weights: &[f32], samples: &[Sample<P>]) -> f32 {
    let of = |sample: &Sample<P>| {
        f64::from(loss_of(likely(sample.position.hundredths(weights)), sample.result))
    };
    (samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64) as f32
}

/// How likely a side wins that is ahead by so many hundredths of a man.
fn likely(hundredths: f32) -> f32 {
    1.0 / (1.0 + (-hundredths / SCALE).exp())
}

fn loss_of(guess: f32, result: f32) -> f32 {
    let guess = guess.clamp(1e-6, 1.0 - 1e-6);
    -(result * guess.ln() + (1.0 - result) * (1.0 - guess).ln())
}
