//! Tuning: fits the evaluation weights to self-play games by logistic regression (Texel tuning).

mod newton;
pub mod samples;
pub mod shard;
mod tuning_run;

use std::sync::atomic::AtomicBool;

use crownhead_rules::{History, Side, Verdict};

use crate::game::{Quietness, Searchable};
use crate::{Search, SearchLimits, SplitMix64, TranspositionTable};
use newton::Newton;
pub use tuning_run::{TuningResult, TuningRun};

/// The number of steps in which a fit reports its progress.
pub const STEPS: u32 = 12;

/// A game whose evaluation is a sum of weights.
pub trait Tunable: Searchable {
    /// The number of weights.
    const WEIGHTS: usize;

    /// Pushes the active features: the index of each weight and its count. The evaluation, in
    /// hundredths of a man, is the sum of weight times count.
    fn active(&self, out: &mut Vec<(u32, f32)>);

    /// The evaluation with these weights, in hundredths of a man.
    fn hundredths(&self, weights: &[f32]) -> f32 {
        let mut active = Vec::new();
        self.active(&mut active);
        active.iter().map(|&(place, times)| weights[place as usize] * times).sum()
    }

    /// Fits weights to samples. Calls `step` [`Fit::steps`] times with the loss on the validation
    /// samples, if the fit computes it.
    fn fit(
        fit: &Fit<'_, Self>,
        _rng: &mut SplitMix64,
        mut step: impl FnMut(Option<f32>),
    ) -> Vec<f32> {
        let initial = fit.initial.map_or_else(Self::initial_weights, <[f32]>::to_vec);
        Newton::new(&initial, fit.training, fit.games).fit(|| step(None))
    }

    /// The position without one random man of each side, in games that are opened by ballot.
    fn ballot(&self, _dice: &mut SplitMix64) -> Option<Self> {
        None
    }

    /// Labelled positions are balanced by this, such as the number of checkers.
    fn sample_group(&self) -> usize {
        0
    }

    /// The evaluation with these weights.
    fn with_weights(weights: &[f32]) -> Self::Eval;

    /// The weights of a file in the form of [`Tunable::with_weights`].
    fn parse_numbers(text: &str, network: Option<&[u8]>) -> Result<Vec<f32>, String>;

    /// Hand-set weights: where tuning begins.
    fn initial_weights() -> Vec<f32>;

    /// The regularization: how far a weight may easily move from the first guess, in hundredths of
    /// a man for a typical count of its feature.
    const SPREAD: f32 = 40.0;

    /// The weight of the game result in the target of a sample. The rest is the search score.
    const RESULT_WEIGHT: f32 = 0.5;

    /// Self-play adjudicates a draw after this many plies without progress.
    const ADJUDICATE_AFTER: u32 = 30;

    /// The weights in the format of the game's file, below a comment.
    fn write_weights(weights: &[f32], head: &str) -> String;

    /// The network file, if the evaluation has a network.
    fn write_network(_weights: &[f32]) -> Option<Vec<u8>> {
        None
    }

    /// Parses what [`Tunable::write_weights`] and [`Tunable::write_network`] wrote, or says what is
    /// wrong with it.
    fn read_weights(text: &str, network: Option<&[u8]>) -> Result<Self::Eval, String>;
}

/// What a fit is to do.
#[derive(Clone, Debug)]
pub struct Fit<'a, P> {
    /// The samples that the weights are fitted to.
    pub training: &'a [TrainingSample<P>],
    /// Other samples, by which the fit decides when to stop.
    pub validation: &'a [TrainingSample<P>],
    /// The number of games that the training samples are from.
    pub games: u32,
    /// Where the fit begins; none for the hand-set weights and a random network.
    pub initial: Option<&'a [f32]>,
    /// The number of steps: for a network, passes over the samples.
    pub steps: u32,
    /// The learning rate of a network, compared with the usual one.
    pub rate: f32,
}

/// A position from a game, and the target of its evaluation.
#[derive(Clone, Debug)]
pub struct TrainingSample<P> {
    /// A quiet position.
    pub position: P,
    /// The expected result to the side to move, from 0 to 1: a mix of the game result (1, ½ or 0) and
    /// the search score.
    pub result: f32,
}

/// Self-play adjudicates a win for a side that is ahead by this many hundredths of a man for
/// [`DECIDED_PLIES`].
const DECIDED: i32 = 170;
const DECIDED_PLIES: u32 = 8;

/// The settings of self-play.
#[derive(Copy, Clone, Debug)]
pub struct SelfPlay {
    /// Nodes per move.
    pub nodes: u64,
    /// The maximal number of random plies at the beginning of a game.
    pub random_plies: u32,
    /// A longer game is a draw.
    pub max_plies: u32,
}

impl SelfPlay {
    /// Plays a game from `start` and adds its quiet positions to `samples`. The same seed, table
    /// size and weights give the same game.
    pub fn play<P: Tunable>(
        &self,
        start: &P,
        eval: &P::Eval,
        table: &TranspositionTable,
        rng: &mut SplitMix64,
        samples: &mut Vec<TrainingSample<P>>,
    ) {
        let mut position = start.clone();
        let mut history = History::new(&position);
        let mut random = rng.below(self.random_plies as usize + 1);
        let stop = AtomicBool::new(false);
        table.clear();
        let first = samples.len();
        let mut sides: Vec<Side> = Vec::new();
        let mut ahead = (0, Side::First);
        for _ in 0..self.max_plies {
            let over = position.outcome().is_some() || history.draw(&position).is_some();
            if over
                || history.plies_without_progress() >= P::ADJUDICATE_AFTER
                || ahead.0 >= DECIDED_PLIES
            {
                break;
            }
            let mv = if random > 0 {
                random -= 1;
                let mut moves = Vec::new();
                position.each_candidate(|mv| moves.push(mv));
                moves[rng.below(moves.len())]
            } else {
                let mut search = Search::<P>::new(table, &stop, SearchLimits::nodes(self.nodes));
                search.eval = eval;
                let found = search.run(&position, &history, |_| {});
                let (score, side) = (found.lines[0].score, position.side());
                if is_trusted::<P>(position.quietness()) && !score.is_proven() {
                    sides.push(side);
                    let result = expected_result(score.value() as f32);
                    samples.push(TrainingSample { position: position.clone(), result });
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
            sample.result = P::RESULT_WEIGHT * result + (1.0 - P::RESULT_WEIGHT) * sample.result;
        }
    }
}

/// A lead of this many hundredths of a man makes a win e times as likely as a loss.
const SCALE: f32 = 100.0;

/// Whether a search trusts the static evaluation of such a position: only those are samples.
fn is_trusted<P: Tunable>(quietness: Quietness) -> bool {
    quietness == Quietness::Quiet || quietness == Quietness::Threatened && P::THREAT_PLIES == 0
}

/// The mean loss (cross-entropy) over samples.
fn loss<P: Tunable>(weights: &[f32], samples: &[TrainingSample<P>]) -> f32 {
    let of = |sample: &TrainingSample<P>| {
        f64::from(loss_of(expected_result(sample.position.hundredths(weights)), sample.result))
    };
    (samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64) as f32
}

/// The expected result of a side that is ahead by this many hundredths of a man.
fn expected_result(hundredths: f32) -> f32 {
    1.0 / (1.0 + (-hundredths / SCALE).exp())
}

fn loss_of(guess: f32, result: f32) -> f32 {
    let guess = guess.clamp(1e-6, 1.0 - 1e-6);
    -(result * guess.ln() + (1.0 - result) * (1.0 - guess).ln())
}
