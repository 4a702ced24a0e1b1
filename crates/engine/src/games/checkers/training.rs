//! Training of the checkers evaluation: mini-batch gradient descent with Adam, for the feature weights
//! and the network together.

use super::features::{self, COUNT};
use super::network::{HIDDEN1, HIDDEN2, MAX_LAYER2_WEIGHT, SLOTS, SUMS, each_input, offset, phase};
use super::view::{SQUARES, View};
use crate::SplitMix64;

/// The number of parameters: two for each feature, then the network's.
pub(super) const PARAMETERS: usize = 2 * COUNT + offset::COUNT;

/// Hundredths of a man in a man.
const MAN: f32 = 100.0;
/// The size of a mini-batch.
const BATCH: usize = 1_024;
/// The parts of a mini-batch, each for a thread. The parameters do not depend on the processors.
const PARTS: usize = 2;
/// The learning rate at the beginning. It falls linearly to zero.
const RATE: f32 = 0.002;

/// A training sample.
#[derive(Copy, Clone)]
pub(super) struct Example {
    view: View,
    /// The target: the expected result of the side to move.
    result: f32,
}

impl Example {
    pub(super) fn new(view: &View, result: f32) -> Example {
        Example { view: *view, result }
    }
}

/// The active features of a position.
pub(super) fn active(view: &View, out: &mut Vec<(u32, f32)>) {
    let checkers = (view.us | view.them).count_ones();
    crate::weights::active(&features::of(view), checkers as i32, 24, out);
}

/// The activations of a forward pass. The buffers are used again for the next example.
struct ForwardPass {
    inputs: Vec<usize>,
    features: Vec<(u32, f32)>,
    phase: usize,
    sums: [f32; SUMS],
    hidden1: [f32; HIDDEN1],
    hidden2: [f32; HIDDEN2],
    /// The output in men.
    output: f32,
}

impl ForwardPass {
    fn new() -> ForwardPass {
        ForwardPass {
            inputs: Vec::new(),
            features: Vec::new(),
            phase: 0,
            sums: [0.0; SUMS],
            hidden1: [0.0; HIDDEN1],
            hidden2: [0.0; HIDDEN2],
            output: 0.0,
        }
    }

    /// The forward pass. The feature weights are in hundredths of a man.
    fn run(&mut self, parameters: &[f32], view: &View) {
        let (table, net) = parameters.split_at(2 * COUNT);
        self.inputs.clear();
        each_input(view, |input| self.inputs.push(input));
        self.features.clear();
        active(view, &mut self.features);
        self.phase = phase((view.us | view.them).count_ones());
        self.sums.copy_from_slice(&net[offset::LAYER1_BIASES..][..SUMS]);
        for &input in &self.inputs {
            let adds = &net[offset::LAYER1_WEIGHTS + input * SUMS..][..SUMS];
            self.sums.iter_mut().zip(adds).for_each(|(sum, add)| *sum += add);
        }
        let (left, right) = self.sums.split_at(HIDDEN1);
        for ((activation, one), other) in self.hidden1.iter_mut().zip(left).zip(right) {
            *activation = one.clamp(0.0, 1.0) * other.clamp(0.0, 1.0);
        }
        self.output = net[offset::OUTPUT_BIASES + self.phase];
        for (neuron, activation) in self.hidden2.iter_mut().enumerate() {
            let at = self.phase * HIDDEN2 + neuron;
            let weights = &net[offset::LAYER2_WEIGHTS + at * HIDDEN1..][..HIDDEN1];
            let sum = dot(&self.hidden1, weights);
            *activation = (net[offset::LAYER2_BIASES + at] + sum).max(0.0);
            self.output += *activation * net[offset::OUTPUT_WEIGHTS + at];
        }
        for &(feature, times) in &self.features {
            self.output += table[feature as usize] * times / MAN;
        }
    }

    /// The loss: the cross-entropy.
    fn loss(&self, example: &Example) -> f32 {
        let likely = (1.0 / (1.0 + (-self.output).exp())).clamp(1e-6, 1.0 - 1e-6);
        -(example.result * likely.ln() + (1.0 - example.result) * (1.0 - likely).ln())
    }

    /// Backpropagation: adds the gradient of the loss at an example.
    fn add_gradient(&mut self, parameters: &[f32], example: &Example, gradients: &mut [f32]) {
        self.run(parameters, &example.view);
        let net = &parameters[2 * COUNT..];
        let (table, gradient) = gradients.split_at_mut(2 * COUNT);
        let error = 1.0 / (1.0 + (-self.output).exp()) - example.result;
        for &(feature, times) in &self.features {
            table[feature as usize] += error * times;
        }
        gradient[offset::OUTPUT_BIASES + self.phase] += error;
        let mut hidden1_gradient = [0.0; HIDDEN1];
        for (neuron, activation) in self.hidden2.into_iter().enumerate() {
            if activation <= 0.0 {
                continue;
            }
            let at = self.phase * HIDDEN2 + neuron;
            gradient[offset::OUTPUT_WEIGHTS + at] += error * activation;
            let neuron_gradient = error * net[offset::OUTPUT_WEIGHTS + at];
            gradient[offset::LAYER2_BIASES + at] += neuron_gradient;
            let weights = &net[offset::LAYER2_WEIGHTS + at * HIDDEN1..][..HIDDEN1];
            let gradients = &mut gradient[offset::LAYER2_WEIGHTS + at * HIDDEN1..][..HIDDEN1];
            for i in 0..HIDDEN1 {
                gradients[i] += neuron_gradient * self.hidden1[i];
                hidden1_gradient[i] += neuron_gradient * weights[i];
            }
        }
        let inside = |sum: f32| if sum > 0.0 && sum < 1.0 { 1.0 } else { 0.0 };
        let mut sums_gradient = [0.0; SUMS];
        for i in 0..HIDDEN1 {
            let (one, other) = (self.sums[i], self.sums[i + HIDDEN1]);
            sums_gradient[i] = hidden1_gradient[i] * other.clamp(0.0, 1.0) * inside(one);
            sums_gradient[i + HIDDEN1] = hidden1_gradient[i] * one.clamp(0.0, 1.0) * inside(other);
        }
        let add = |to: &mut [f32]| {
            to.iter_mut().zip(&sums_gradient).for_each(|(to, of_sum)| *to += of_sum);
        };
        add(&mut gradient[offset::LAYER1_BIASES..][..SUMS]);
        for &input in &self.inputs {
            add(&mut gradient[offset::LAYER1_WEIGHTS + input * SUMS..][..SUMS]);
        }
    }
}

/// A sum of products in a fixed order that suits vector instructions.
fn dot(one: &[f32; HIDDEN1], other: &[f32]) -> f32 {
    const LANES: usize = 16;
    let mut sums = [0.0; LANES];
    for (one, other) in one.as_chunks::<LANES>().0.iter().zip(other.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sums[lane] += one[lane] * other[lane];
        }
    }
    sums.into_iter().sum()
}

/// The evaluation of a position in hundredths of a man.
pub(super) fn hundredths(parameters: &[f32], view: &View) -> f32 {
    let mut pass = ForwardPass::new();
    pass.run(parameters, view);
    pass.output * MAN
}

/// The mean loss over examples.
pub(super) fn loss(parameters: &[f32], examples: &[Example]) -> f32 {
    let mut pass = ForwardPass::new();
    let sum: f64 = (examples.iter())
        .map(|example| {
            pass.run(parameters, &example.view);
            f64::from(pass.loss(example))
        })
        .sum();
    (sum / examples.len().max(1) as f64) as f32
}

/// The initial parameters: those of the features as given, those of the network small and random.
pub(super) fn initial_parameters(table: &[f32], rng: &mut SplitMix64) -> Vec<f32> {
    let mut parameters = table[..2 * COUNT].to_vec();
    let mut small = |most: f32| (rng.below(2_001) as f32 / 1_000.0 - 1.0) * most;
    parameters.extend((0..offset::COUNT).map(|i| match i {
        i if i < offset::LAYER1_BIASES => small(0.2),
        i if i < offset::LAYER2_WEIGHTS => 0.3,
        i if i < offset::LAYER2_BIASES => small(0.15),
        i if i < offset::OUTPUT_WEIGHTS => 0.05,
        i if i < offset::OUTPUT_BIASES => small(0.3),
        _ => 0.0,
    }));
    // What never occurs is not trained: zeros compress better than random numbers.
    let layer1 = &mut parameters[2 * COUNT..][..offset::LAYER1_BIASES];
    for (input, weights) in layer1.chunks_exact_mut(SUMS).enumerate() {
        let occurs = match input / SLOTS {
            0 => SQUARES & !features::row_of(7),
            2 => SQUARES & !features::row_of(0),
            _ => SQUARES,
        };
        if occurs >> (input % SLOTS) & 1 == 0 {
            weights.fill(0.0);
        }
    }
    parameters
}

/// How long and how fast to train.
#[derive(Copy, Clone)]
pub(super) struct Schedule {
    pub(super) epochs: u32,
    /// The learning rate, compared with [`RATE`].
    pub(super) rate: f32,
}

/// Trains on random examples, and returns the parameters with the least loss
/// on the validation examples after any of them. Calls `step` with that loss after each epoch.
pub(super) fn train(
    parameters: &mut Vec<f32>,
    [examples, validation]: [&[Example]; 2],
    Schedule { epochs, rate }: Schedule,
    rng: &mut SplitMix64,
    mut step: impl FnMut(f32),
) {
    let mut adam = Adam::new();
    let batches = examples.len().div_ceil(BATCH);
    let all = (batches * epochs as usize) as f32;
    let mut best = (f32::INFINITY, parameters.clone());
    let mut gradients = [vec![0.0; PARAMETERS], vec![0.0; PARAMETERS]];
    for epoch in 0..epochs as usize {
        for batch in 0..batches {
            let seeds: [u64; PARTS] = core::array::from_fn(|_| rng.below(usize::MAX) as u64);
            let parameters_now = &*parameters;
            std::thread::scope(|scope| {
                for (seed, gradients) in seeds.into_iter().zip(&mut gradients) {
                    scope.spawn(move || {
                        let mut rng = SplitMix64::new(seed);
                        let mut pass = ForwardPass::new();
                        gradients.fill(0.0);
                        for _ in 0..BATCH / PARTS {
                            let example = &examples[rng.below(examples.len())];
                            pass.add_gradient(parameters_now, example, gradients);
                        }
                    });
                }
            });
            let done = (epoch * batches + batch) as f32 / all;
            adam.step(parameters, &gradients, rate * RATE * (1.0 - done));
        }
        let loss = loss(parameters, validation);
        if loss < best.0 || validation.is_empty() {
            best = (loss, parameters.clone());
        }
        step(loss);
    }
    *parameters = best.1;
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

    fn step(&mut self, parameters: &mut [f32], gradients: &[Vec<f32>; PARTS], rate: f32) {
        let [mean_decay, square_decay] = Adam::DECAY;
        self.bias = [self.bias[0] * mean_decay, self.bias[1] * square_decay];
        let (mean_part, square_part) = (1.0 - self.bias[0], 1.0 - self.bias[1]);
        let state = self.means.iter_mut().zip(&mut self.squares);
        let gradients = gradients[0].iter().zip(&gradients[1]);
        for (i, (((mean, square), parameter), (one, other))) in
            state.zip(parameters.iter_mut()).zip(gradients).enumerate()
        {
            let gradient = (one + other) / BATCH as f32;
            *mean += (1.0 - mean_decay) * (gradient - *mean);
            *square += (1.0 - square_decay) * (gradient * gradient - *square);
            let length = (*square / square_part).sqrt() + 1e-8;
            // The features' weights are in hundredths of a man, the network's in men.
            let unit = if i < 2 * COUNT { MAN } else { 1.0 };
            *parameter -= unit * rate * *mean / mean_part / length;
        }
        let layer2 = 2 * COUNT + offset::LAYER2_WEIGHTS..2 * COUNT + offset::LAYER2_BIASES;
        for weight in &mut parameters[layer2] {
            *weight = weight.clamp(-MAX_LAYER2_WEIGHT, MAX_LAYER2_WEIGHT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(rng: &mut SplitMix64) -> Example {
        let mut set = || (0..35).fold(0, |set, slot| set | u64::from(rng.below(4) == 0) << slot);
        let (us, them, kings) = (set() & SQUARES, set() & SQUARES, set());
        Example::new(&View { us, them: them & !us, kings: kings & (us | them) }, 0.7)
    }

    fn loss(parameters: &[f32], example: &Example) -> f32 {
        super::loss(parameters, std::slice::from_ref(example))
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
        ForwardPass::new().add_gradient(&parameters, &example, &mut gradients);
        let mut compared = 0;
        for i in (0..PARAMETERS)
            .step_by(37)
            .chain(0..2 * COUNT)
            .chain(2 * COUNT + offset::LAYER1_BIASES..2 * COUNT + offset::LAYER2_WEIGHTS)
            .chain(PARAMETERS - 100..PARAMETERS)
        {
            // A weight of a feature is in hundredths, its gradient for a man.
            let (unit, small) = if i < 2 * COUNT { (MAN, 1.0) } else { (1.0, 0.002) };
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
        train(
            &mut parameters,
            [&examples, &examples],
            Schedule { epochs: 60, rate: 1.0 },
            &mut rng,
            |_| {},
        );
        let after = mean(&parameters);
        assert!(after < 0.4 && before > 0.5, "{before} {after}");
    }
}
