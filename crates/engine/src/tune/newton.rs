//! Newton's method for logistic regression, for small tables of weights. The result does not depend
//! on the order of the samples.

use super::{SCALE, STEPS, TrainingSample, Tunable, loss_of};

/// The data of a fit: the active features and the target of each sample.
pub(super) struct Newton {
    active: Vec<(u32, f32)>,
    /// The end of each sample in `active`.
    ends: Vec<usize>,
    results: Vec<f32>,
    initial: Vec<f64>,
    /// The regularization of each weight towards the first guess.
    pull: Vec<f64>,
}

impl Newton {
    /// Samples from a number of games. The positions of one game are similar, so the initial
    /// weights are weighed against games, not against positions.
    pub(super) fn new<P: Tunable>(
        initial: &[f32],
        samples: &[TrainingSample<P>],
        games: u32,
    ) -> Newton {
        let (mut active, mut ends) = (Vec::new(), Vec::new());
        for sample in samples {
            sample.position.active(&mut active);
            ends.push(active.len());
        }
        let mut squares = vec![0.0; initial.len()];
        for &(place, times) in &active {
            squares[place as usize] += f64::from(times * times);
        }
        let count = samples.len().max(1) as f64;
        let alike = count / f64::from(games.max(1));
        let spread = f64::from(P::SPREAD);
        // A feature that never occurs keeps its initial weight.
        let pull = |sum: f64| alike * (sum / count).max(1e-6) / (spread * spread);
        Newton {
            active,
            ends,
            results: samples.iter().map(|sample| sample.result).collect(),
            pull: squares.into_iter().map(pull).collect(),
            initial: initial.iter().map(|&weight| f64::from(weight)).collect(),
        }
    }

    /// The best weights. It converges before the last step. Calls `step` after each.
    pub(super) fn fit(&self, mut step: impl FnMut()) -> Vec<f32> {
        let mut weights = vec![0.0; self.initial.len()];
        let mut loss = self.loss(&weights);
        for _ in 0..STEPS {
            let newton_step = self.newton_step(&weights);
            // Line search: if the whole step does not reduce the loss, try half of it, a quarter and so on.
            let tries = (0..10).map(|halves| {
                let part = 0.5f64.powi(halves);
                weights.iter().zip(&newton_step).map(|(w, d)| w - part * d).collect::<Vec<f64>>()
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
                f64::from(loss_of(expected(weights, active) as f32, result as f32))
            })
            .sum();
        let away = weights.iter().zip(&self.initial).zip(&self.pull);
        fits + away.map(|((w, g), pull)| pull * (w - g) * (w - g) / 2.0).sum::<f64>()
    }

    /// Newton's step: the inverse Hessian times the gradient.
    fn newton_step(&self, weights: &[f64]) -> Vec<f64> {
        let n = weights.len();
        let scale = f64::from(SCALE);
        let mut gradient: Vec<f64> =
            (0..n).map(|i| self.pull[i] * (weights[i] - self.initial[i])).collect();
        let mut hessian = vec![0.0; n * n];
        for i in 0..n {
            hessian[i * n + i] = self.pull[i];
        }
        for (active, result) in self.samples() {
            let expected = expected(weights, active);
            let bend = expected * (1.0 - expected) / (scale * scale);
            for &(i, times) in active {
                let (i, times) = (i as usize, f64::from(times));
                gradient[i] += (expected - result) * times / scale;
                for &(j, others) in active {
                    hessian[i * n + j as usize] += bend * times * f64::from(others);
                }
            }
        }
        solve_linear(hessian, gradient)
    }
}

/// The expected result of the side to move.
fn expected(weights: &[f64], active: &[(u32, f32)]) -> f64 {
    let sum: f64 =
        active.iter().map(|&(place, times)| weights[place as usize] * f64::from(times)).sum();
    1.0 / (1.0 + (-sum / f64::from(SCALE)).exp())
}

/// Solves linear equations with a positive definite matrix by Gaussian elimination.
fn solve_linear(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
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
    fn linear_equations_are_solved() {
        let matrix = vec![4.0, 1.0, 0.0, 1.0, 3.0, 1.0, 0.0, 1.0, 2.0];
        let found = solve_linear(matrix, vec![6.0, 10.0, 8.0]);
        for (found, expected) in found.into_iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-9, "{found}");
        }
    }

    #[test]
    fn the_weight_of_a_constant_feature_is_the_log_odds() {
        // With one feature that is always 1, the weight is the logarithm of the odds.
        let newton = Newton {
            active: vec![(0, 1.0); 1_000],
            ends: (1..=1_000).collect(),
            results: (0..1_000).map(|i| if i < 800 { 1.0 } else { 0.0 }).collect(),
            initial: vec![0.0],
            pull: vec![1e-9],
        };
        let weight = newton.fit(|| {})[0];
        assert!((weight / SCALE - 4.0f32.ln()).abs() < 1e-3, "{weight}");
    }
}
