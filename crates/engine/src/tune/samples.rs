//! Training samples from shards of self-play games.

use std::collections::HashMap;

use crownhead_rules::{Keyed, Notation, Side, Verdict};

use super::shard::{ShardError, TrainingGame};
use super::{TrainingSample, Tunable, expected_result, is_trusted};

/// How the target of a sample is computed from its game.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Target {
    /// The weight of the result of the game.
    pub result_weight: f32,
    /// How far the searches after a position count as well: each ply has this times the weight of
    /// the one before (a λ-return). Zero for the position's own search alone.
    pub decay: f32,
}

/// A score that is clearer than this many hundredths of a man counts as this.
const MAX_HUNDREDTHS: f32 = 600.0;

impl Target {
    /// The samples of a game: its quiet positions that were searched.
    pub fn samples<P: Tunable + Notation>(
        self,
        game: &TrainingGame<P>,
    ) -> Result<Vec<TrainingSample<P>>, ShardError> {
        let result = game.verdict().map(|verdict| match verdict {
            Verdict::Draw => 0.5,
            Verdict::Win(Side::First) => 1.0,
            Verdict::Win(Side::Second) => 0.0,
        });
        let mut searched = Vec::new();
        game.replay(|position, score| {
            if let Some(score) = score {
                searched.push((position.clone(), score));
            }
        })?;
        let mut samples = Vec::new();
        // What the first side could expect, from the last search back to the first.
        let mut future = None;
        for (position, score) in searched.into_iter().rev() {
            let side = position.side();
            let first = |expected: f32| if side == Side::First { expected } else { 1.0 - expected };
            let hundredths = (score.value() as f32).clamp(-MAX_HUNDREDTHS, MAX_HUNDREDTHS);
            let now = first(expected_result(hundredths));
            let mixed = future.map_or(now, |later| now + self.decay * (later - now));
            future = Some(mixed);
            if is_trusted::<P>(position.quietness()) && !score.is_proven() {
                let result = result.unwrap_or(mixed);
                let target = mixed + self.result_weight * (result - mixed);
                samples.push(TrainingSample { position, result: first(target) });
            }
        }
        samples.reverse();
        Ok(samples)
    }
}

/// Merges samples of the same position: the target is the mean. The order of the first ones stays.
pub fn deduplicate<P: Tunable>(samples: Vec<TrainingSample<P>>) -> Vec<TrainingSample<P>> {
    let mut places = HashMap::with_capacity(samples.len());
    let mut unique: Vec<(TrainingSample<P>, f32)> = Vec::new();
    for sample in samples {
        let place =
            *places.entry(Keyed::new(sample.position.clone()).key()).or_insert(unique.len());
        match unique.get_mut(place) {
            Some((known, times)) => {
                known.result += sample.result;
                *times += 1.0;
            }
            None => unique.push((sample, 1.0)),
        }
    }
    let mean = |(sample, times): (TrainingSample<P>, f32)| TrainingSample {
        result: sample.result / times,
        ..sample
    };
    unique.into_iter().map(mean).collect()
}
