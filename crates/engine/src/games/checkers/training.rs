//! Training of the checkers evaluation: mini-batch gradient descent with Adam, for the feature weights
//! and the network together.

use super::features::{self, COUNT};
use super::network::{HIDDEN1, HIDDEN2, each_input, offset, phase};
use super::view::View;
use crate::SplitMix64;

/// The number of parameters: two for each feature, then the network's.
pub(super) const PARAMETERS: usize = 2 * COUNT + offset::COUNT;

/// Hundredths of a man in a man.
const MAN: f32 = 100.0;
/// The size of a mini-batch.
const BATCH: usize = 256;
/// The learning rate at the beginning. It falls linearly to zero.
const RATE: f32 = 0.002;

/// A training sample with its active inputs.
pub(super) struct Example {
    inputs: Vec<u8>,
    features: Vec<(u8, f32)>,
    phase: u8,
    /// The target: the expected result of the side to move.
    result: f32,
}

impl Example {
    pub(super) fn new(view: &View, result: f32) -> Example {
        let mut inputs = Vec::with_capacity(24);
        each_input(view, |input| inputs.push(input as u8));
        let mut active_features = Vec::new();
        active(view, &mut active_features);
        let checkers = (view.us | view.them).count_ones();
        let features =
            active_features.into_iter().map(|(place, times)| (place as u8, times)).collect();
        Example { inputs, features, phase: phase(checkers) as u8, result }
    }
}

/// The active features of a position.
pub(super) fn active(view: &View, out: &mut Vec<(u32, f32)>) {
    let checkers = (view.us | view.them).count_ones();
    crate::weights::active(&features::of(view), checkers as i32, 24, out);
}

/// The activations of a forward pass.
struct ForwardPass {
    hidden1: [f32; HIDDEN1],
    hidden2: [f32; HIDDEN2],
    /// The output in men.
    output: f32,
}

/// The forward pass. The feature weights are in hundredths of a man.
fn forward(parameters: &[f32], example: &Example) -> ForwardPass {
    let (table, net) = parameters.split_at(2 * COUNT);
    let mut hidden1 = [0.0; HIDDEN1];
    hidden1.copy_from_slice(&net[offset::LAYER1_BIASES..][..HIDDEN1]);
    for &input in &example.inputs {
        let adds = &net[offset::LAYER1_WEIGHTS + usize::from(input) * HIDDEN1..][..HIDDEN1];
        hidden1.iter_mut().zip(adds).for_each(|(sum, add)| *sum += add);
    }
    hidden1.iter_mut().for_each(|sum| *sum = sum.clamp(0.0, 1.0));
    let phase = usize::from(example.phase);
    let mut hidden2 = [0.0; HIDDEN2];
    let mut output = net[offset::OUTPUT_BIASES + phase];
    for (neuron, activation) in hidden2.iter_mut().enumerate() {
        let at = phase * HIDDEN2 + neuron;
        let weights = &net[offset::LAYER2_WEIGHTS + at * HIDDEN1..][..HIDDEN1];
        let sum: f32 = hidden1.iter().zip(weights).map(|(sum, weight)| sum * weight).sum();
        *activation = (net[offset::LAYER2_BIASES + at] + sum).max(0.0);
        output += *activation * net[offset::OUTPUT_WEIGHTS + at];
    }
    for &(feature, times) in &example.features {
        output += table[usize::from(feature)] * times / MAN;
    }
    ForwardPass { hidden1, hidden2, output }
}

/// The evaluation of a position in hundredths of a man.
pub(super) fn hundredths(parameters: &[f32], view: &View) -> f32 {
    forward(parameters, &Example::new(view, 0.0)).output * MAN
}

/// Backpropagation: adds the gradient of the loss at an example.
fn add_gradient(parameters: &[f32], example: &Example, gradients: &mut [f32]) {
    let ForwardPass { hidden1, hidden2, output } = forward(parameters, example);
    let net = &parameters[2 * COUNT..];
    let (table, gradient) = gradients.split_at_mut(2 * COUNT);
    let error = 1.0 / (1.0 + (-output).exp()) - example.result;
    for &(feature, times) in &example.features {
        table[usize::from(feature)] += error * times;
    }
    let phase = usize::from(example.phase);
    gradient[offset::OUTPUT_BIASES + phase] += error;
    let mut hidden1_gradient = [0.0; HIDDEN1];
    for (neuron, activation) in
        hidden2.into_iter().enumerate().filter(|(_, activation)| *activation > 0.0)
    {
        let at = phase * HIDDEN2 + neuron;
        gradient[offset::OUTPUT_WEIGHTS + at] += error * activation;
        let neuron_gradient = error * net[offset::OUTPUT_WEIGHTS + at];
        gradient[offset::LAYER2_BIASES + at] += neuron_gradient;
        let weights = &net[offset::LAYER2_WEIGHTS + at * HIDDEN1..][..HIDDEN1];
        let gradients = &mut gradient[offset::LAYER2_WEIGHTS + at * HIDDEN1..][..HIDDEN1];
        for i in 0..HIDDEN1 {
            gradients[i] += neuron_gradient * hidden1[i];
            hidden1_gradient[i] += neuron_gradient * weights[i];
        }
    }
    for (gradient_of_sum, sum) in hidden1_gradient.iter_mut().zip(hidden1) {
        if sum <= 0.0 || sum >= 1.0 {
            *gradient_of_sum = 0.0;
        }
    }
    let add = |to: &mut [f32]| {
        to.iter_mut()
            .zip(&hidden1_gradient)
            .for_each(|(to, gradient_of_sum)| *to += gradient_of_sum);
    };
    add(&mut gradient[offset::LAYER1_BIASES..][..HIDDEN1]);
    for &input in &example.inputs {
        add(&mut gradient[offset::LAYER1_WEIGHTS + usize::from(input) * HIDDEN1..][..HIDDEN1]);
    }
}

/// The initial parameters: those of the features as given, those of the network small and random.
pub(super) fn initial_parameters(table: &[f32], rng: &mut SplitMix64) -> Vec<f32> {
    let mut parameters = table[..2 * COUNT].to_vec();
    let mut small = |most: f32| (rng.below(2_001) as f32 / 1_000.0 - 1.0) * most;
    parameters.extend((0..offset::COUNT).map(|i| match i {
        i if i < offset::LAYER1_BIASES => small(0.25),
        i if i < offset::LAYER2_WEIGHTS => 0.1,
        i if i < offset::LAYER2_BIASES => small(0.15),
        i if i < offset::OUTPUT_WEIGHTS => 0.0,
        i if i < offset::OUTPUT_BIASES => small(0.3),
        _ => 0.0,
    }));
    parameters
}

/// Trains for a number of epochs on random examples. Calls `step` after each epoch.
pub(super) fn train(
    parameters: &mut [f32],
    examples: &[Example],
    times: u32,
    rng: &mut SplitMix64,
    mut step: impl FnMut(),
) {
    let mut adam = Adam::new();
    let mut gradients = vec![0.0; PARAMETERS];
    let batches = examples.len().div_ceil(BATCH);
    let all = (batches * times as usize) as f32;
    for time in 0..times as usize {
        for batch in 0..batches {
            gradients.fill(0.0);
            for _ in 0..BATCH {
                add_gradient(parameters, &examples[rng.below(examples.len())], &mut gradients);
            }
            let done = (time * batches + batch) as f32 / all;
            adam.step(parameters, &gradients, RATE * (1.0 - done));
        }
        step();
    }
}

/// The Adam optimizer.
struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    /// The bias of means and squares, because they begin at zero.
    bias: [f32; 2],
}

impl Adam {
    /// The decay rates of the means and the squares.
    const DECAY: [f32; 2] = [0.9, 0.999];

    fn new() -> Adam {
        Adam { means: vec![0.0; PARAMETERS], squares: vec![0.0; PARAMETERS], bias: [1.0; 2] }
    }

    fn step(&mut self, parameters: &mut [f32], gradients: &[f32], rate: f32) {
        let [mean_decay, square_decay] = Adam::DECAY;
        self.bias = [self.bias[0] * mean_decay, self.bias[1] * square_decay];
        let (mean_part, square_part) = (1.0 - self.bias[0], 1.0 - self.bias[1]);
        for i in 0..PARAMETERS {
            let gradient = gradients[i] / BATCH as f32;
            self.means[i] += (1.0 - mean_decay) * (gradient - self.means[i]);
            self.squares[i] += (1.0 - square_decay) * (gradient * gradient - self.squares[i]);
            let length = (self.squares[i] / square_part).sqrt() + 1e-8;
            // The features' weights are in hundredths of a man, the network's in men.
            let unit = if i < 2 * COUNT { MAN } else { 1.0 };
            parameters[i] -= unit * rate * self.means[i] / mean_part / length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::view::SQUARES;
    use super::*;

    fn example(rng: &mut SplitMix64) -> Example {
        let mut set = || (0..35).fold(0, |set, slot| set | u64::from(rng.below(4) == 0) << slot);
        let (us, them, kings) = (set() & SQUARES, set() & SQUARES, set());
        Example::new(&View { us, them: them & !us, kings: kings & (us | them) }, 0.7)
    }

    fn loss(parameters: &[f32], example: &Example) -> f32 {
        let likely = 1.0 / (1.0 + (-forward(parameters, example).output).exp());
        -(example.result * likely.ln() + (1.0 - example.result) * (1.0 - likely).ln())
    }

    #[test]
    fn gradients_match_finite_differences() {
        let mut rng = SplitMix64::new(5);
        let mut parameters = initial_parameters(&[10.0; 2 * COUNT], &mut rng);
        // Larger, so that some activations are above one and some below zero.
        parameters[2 * COUNT..][..offset::LAYER1_BIASES]
            .iter_mut()
            .for_each(|number| *number *= 3.0);
        let example = example(&mut rng);
        let mut gradients = vec![0.0; PARAMETERS];
        add_gradient(&parameters, &example, &mut gradients);
        let mut compared = 0;
        for i in (0..PARAMETERS)
            .step_by(37)
            .chain(0..2 * COUNT)
            .chain(2 * COUNT + offset::LAYER1_BIASES..2 * COUNT + offset::LAYER2_WEIGHTS)
            .chain(PARAMETERS - 100..PARAMETERS)
        {
            // A weight of a feature is in hundredths, its gradient for a man.
            let (unit, small) = if i < 2 * COUNT { (MAN, 1.0) } else { (1.0, 0.01) };
            let number = parameters[i];
            parameters[i] = number + small;
            let more = loss(&parameters, &example);
            parameters[i] = number - small;
            let less = loss(&parameters, &example);
            parameters[i] = number;
            let shown = (more - less) / (2.0 * small) * unit;
            assert!((shown - gradients[i]).abs() < 0.01, "{i}: {shown} {}", gradients[i]);
            compared += usize::from(gradients[i] != 0.0);
        }
        assert!(compared > 20, "{compared}");
    }

    #[test]
    fn training_reduces_the_loss() {
        let mut rng = SplitMix64::new(6);
        let examples: Vec<Example> = (0..40)
            .map(|i| Example { result: if i % 2 == 0 { 0.9 } else { 0.1 }, ..example(&mut rng) })
            .collect();
        let mut parameters = initial_parameters(&[0.0; 2 * COUNT], &mut rng);
        let mean = |parameters: &[f32]| {
            examples.iter().map(|example| loss(parameters, example)).sum::<f32>()
                / examples.len() as f32
        };
        let before = mean(&parameters);
        train(&mut parameters, &examples, 60, &mut rng, || {});
        let after = mean(&parameters);
        assert!(after < 0.4 && before > 0.5, "{before} {after}");
    }
}
