//! The fit of a small table of weights: Newton's method for logistic regression, which finds the
//! one best table and does not depend on an order.

use super::{SCALE, STEPS, Sample, Tunable, loss_of};

/// What a fit works on: for each sample the weights that count and how often, and its result.
pub(super) struct Newton {
    active: Vec<(u32, f32)>,
    /// Where each sample's part of `active` ends.
    ends: Vec<usize>,
    results: Vec<f32>,
    guess: Vec<f64>,
    /// How strongly each weight is drawn to the first guess.
    pull: Vec<f64>,
}

impl Newton {
    /// Samples out of so many games. Positions of one game tell much the same, so all of them
    /// together count as a few for each game against the first guess.
    pub(super) fn new<P: Tunable>(guess: &[f32], samples: &[Sample<P>], games: u32) -> Newton {
        let (mut active, mut ends) = (Vec::new(), Vec::new());
        for sample in samples {
            sample.position.active(&mut active);
            ends.push(active.len());
        }
        let mut squares = vec![0.0; guess.len()];
        for &(place, times) in &active {
            squares[place as usize] += f64::from(times * times);
        }
        let count = samples.len().max(1) as f64;
        let alike = count / f64::from(games.max(1));
        let spread = f64::from(P::SPREAD);
        // A feature that never shows keeps its first guess.
        let pull = |sum: f64| alike * (sum / count).max(1e-6) / (spread * spread);
        Newton {
            active,
            ends,
            results: samples.iter().map(|sample| sample.result).collect(),
            pull: squares.into_iter().map(pull).collect(),
            guess: guess.iter().map(|&weight| f64::from(weight)).collect(),
        }
    }

    /// The best weights; the last of the steps change nothing. `step` is called after each step.
    pub(super) fn fit(&self, mut step: impl FnMut()) -> Vec<f32> {
        let mut weights = vec![0.0; self.guess.len()];
        let mut loss = self.loss(&weights);
        for _ in 0..STEPS {
            let way = self.way_down(&weights);
            // A whole step may be too long at first: then half, a quarter and so on.
            let tries = (0..10).map(|halves| {
                let part = 0.5f64.powi(halves);
                weights.iter().zip(&way).map(|(w, d)| w - part * d).collect::<Vec<f64>>()
            });
            let mut better = tries.map(|tried| (self.loss(&tried), tried));
            if let Some((less, tried)) = better.find(|(tried, _)| *tried < loss) {
                (loss, weights) = (less, tried);
            }
            step();
        }
        weights.into_iter().map(|weight| weight as f32).collect()
    }

    fn samples(&self) -> impl Iterator<Item = (&[(u32, f32)], f64)> {
        let starts = core::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .zip(&self.results)
            .map(|((start, &end), &result)| (&self.active[start..end], f64::from(result)))
    }

    fn loss(&self, weights: &[f64]) -> f64 {
        let fits: f64 = self
            .samples()
            .map(|(active, result)| {
                f64::from(loss_of(likely(weights, active) as f32, result as f32))
            })
            .sum();
        let away = weights.iter().zip(&self.guess).zip(&self.pull);
        fits + away.map(|((w, g), pull)| pull * (w - g) * (w - g) / 2.0).sum::<f64>()
    }

    /// Newton's step: the slope divided by the curvature.
    fn way_down(&self, weights: &[f64]) -> Vec<f64> {
        let n = weights.len();
        let scale = f64::from(SCALE);
        let mut slope: Vec<f64> =
            (0..n).map(|i| self.pull[i] * (weights[i] - self.guess[i])).collect();
        let mut curve = vec![0.0; n * n];
        for i in 0..n {
            curve[i * n + i] = self.pull[i];
        }
        for (active, result) in self.samples() {
            let likely = likely(weights, active);
            let bend = likely * (1.0 - likely) / (scale * scale);
            for &(i, times) in active {
                let (i, times) = (i as usize, f64::from(times));
                slope[i] += (likely - result) * times / scale;
                for &(j, others) in active {
                    curve[i * n + j as usize] += bend * times * f64::from(others);
                }
            }
        }
        solved(curve, slope)
    }
}

/// How likely the side to move wins.
fn likely(weights: &[f64], active: &[(u32, f32)]) -> f64 {
    let sum: f64 =
        active.iter().map(|&(place, times)| weights[place as usize] * f64::from(times)).sum();
    1.0 / (1.0 + (-sum / f64::from(SCALE)).exp())
}

/// Solves a system of equations whose matrix is symmetric and positive, by elimination.
fn solved(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for i in 0..n {
        for row in i + 1..n {
            let times = matrix[row * n + i] / matrix[i * n + i];
            for column in i..n {
                matrix[row * n + column] -= times * matrix[i * n + column];
            }
            right[row] -= times * right[i];
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|column| matrix[i * n + column] * right[column]).sum();
        right[i] = (right[i] - known) / matrix[i * n + i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let matrix = vec![4.0, 1.0, 0.0, 1.0, 3.0, 1.0, 0.0, 1.0, 2.0];
        let found = solved(matrix, vec![6.0, 10.0, 8.0]);
        for (found, expected) in found.into_iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-9, "{found}");
        }
    }

    #[test]
    fn the_odds_are_found() {
        // With one feature that is always 1, the weight is the logarithm of the odds.
        let newton = Newton {
            active: vec![(0, 1.0); 1_000],
            ends: (1..=1_000).collect(),
            results: (0..1_000).map(|i| if i < 800 { 1.0 } else { 0.0 }).collect(),
            guess: vec![0.0],
            pull: vec![1e-9],
        };
        let weight = newton.fit(|| {})[0];
        assert!((weight / SCALE - 4.0f32.ln()).abs() < 1e-3, "{weight}");
    }
}
