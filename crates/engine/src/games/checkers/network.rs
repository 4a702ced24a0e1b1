//! A small neural network that corrects the linear evaluation. Its inputs are the checkers on their
//! squares; `training` fits it.

use super::view::View;

/// Inputs: a slot for each of our men, our kings, their men and their kings.
pub(super) const INPUTS: usize = 4 * SLOTS;
/// Neurons of the first hidden layer.
pub(super) const HIDDEN1: usize = 64;
/// Neurons of the second hidden layer.
pub(super) const HIDDEN2: usize = 16;
/// The second and third layers have weights for each phase of the game.
pub(super) const PHASES: usize = 4;

const SLOTS: usize = 35;

/// Fixed point: an activation of one.
const ONE: i16 = 255;
/// Fixed point: a weight of one in the second layer.
const LAYER2_ONE: f32 = 64.0;
/// Fixed point: a weight of one in the output layer.
const OUTPUT_ONE: f32 = 128.0;

/// Where the layers are in the list of all parameters.
pub(super) mod offset {
    use super::{HIDDEN1, HIDDEN2, INPUTS, PHASES};

    /// Weights of the first layer: `HIDDEN1` for each input.
    pub(crate) const LAYER1_WEIGHTS: usize = 0;
    /// Biases of the first layer.
    pub(crate) const LAYER1_BIASES: usize = LAYER1_WEIGHTS + INPUTS * HIDDEN1;
    /// Weights of the second layer: `HIDDEN1` for each neuron of each phase.
    pub(crate) const LAYER2_WEIGHTS: usize = LAYER1_BIASES + HIDDEN1;
    /// Biases of the second layer.
    pub(crate) const LAYER2_BIASES: usize = LAYER2_WEIGHTS + PHASES * HIDDEN2 * HIDDEN1;
    /// Weights of the output.
    pub(crate) const OUTPUT_WEIGHTS: usize = LAYER2_BIASES + PHASES * HIDDEN2;
    /// Biases of the output.
    pub(crate) const OUTPUT_BIASES: usize = OUTPUT_WEIGHTS + PHASES * HIDDEN2;
    /// The number of parameters.
    pub(crate) const COUNT: usize = OUTPUT_BIASES + PHASES;
}

/// The game phase of a board by its number of checkers.
#[inline]
pub(super) fn phase(checkers: u32) -> usize {
    (checkers.max(1) as usize - 1) / 6
}

/// Calls `visit` with the input of every checker on the board.
#[inline]
pub(super) fn each_input(view: &View, mut visit: impl FnMut(usize)) {
    let View { us, them, kings } = *view;
    for (kind, mut set) in
        [us & !kings, us & kings, them & !kings, them & kings].into_iter().enumerate()
    {
        while set != 0 {
            visit(kind * SLOTS + set.trailing_zeros() as usize);
            set &= set - 1;
        }
    }
}

/// A network in fixed point, ready to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Network {
    layer1_weights: Vec<[i16; HIDDEN1]>,
    layer1_biases: [i16; HIDDEN1],
    phases: [Phase; PHASES],
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Phase {
    layer2_weights: [[i16; HIDDEN1]; HIDDEN2],
    layer2_biases: [i32; HIDDEN2],
    output_weights: [i32; HIDDEN2],
    output_bias: i32,
}

impl Network {
    /// The network with these parameters, in the order of [`offset`].
    pub(super) fn new(numbers: &[f32]) -> Network {
        assert_eq!(numbers.len(), offset::COUNT);
        let full_phase =
            |number: f32, parts: f32| (number * parts).round().clamp(-32_000.0, 32_000.0);
        let row_at = |at: usize, parts: f32| -> [i16; HIDDEN1] {
            core::array::from_fn(|i| full_phase(numbers[at + i], parts) as i16)
        };
        let one = f32::from(ONE);
        let phase = |phase: usize| Phase {
            layer2_weights: core::array::from_fn(|neuron| {
                row_at(offset::LAYER2_WEIGHTS + (phase * HIDDEN2 + neuron) * HIDDEN1, LAYER2_ONE)
            }),
            layer2_biases: core::array::from_fn(|neuron| {
                (numbers[offset::LAYER2_BIASES + phase * HIDDEN2 + neuron] * one * LAYER2_ONE)
                    .round() as i32
            }),
            output_weights: core::array::from_fn(|neuron| {
                full_phase(numbers[offset::OUTPUT_WEIGHTS + phase * HIDDEN2 + neuron], OUTPUT_ONE)
                    as i32
            }),
            output_bias: (numbers[offset::OUTPUT_BIASES + phase] * one * OUTPUT_ONE).round() as i32,
        };
        Network {
            layer1_weights: (0..INPUTS)
                .map(|input| row_at(offset::LAYER1_WEIGHTS + input * HIDDEN1, one))
                .collect(),
            layer1_biases: row_at(offset::LAYER1_BIASES, one),
            phases: core::array::from_fn(phase),
        }
    }

    /// The output: a correction of the evaluation in hundredths of a man.
    #[inline]
    pub(super) fn hundredths(&self, view: &View) -> i32 {
        let mut hidden1 = self.layer1_biases;
        each_input(view, |input| {
            for (sum, add) in hidden1.iter_mut().zip(&self.layer1_weights[input]) {
                *sum = sum.wrapping_add(*add);
            }
        });
        for sum in &mut hidden1 {
            *sum = (*sum).clamp(0, ONE);
        }
        let phase = &self.phases[phase((view.us | view.them).count_ones())];
        let mut output = phase.output_bias;
        for neuron in 0..HIDDEN2 {
            let products = hidden1.iter().zip(&phase.layer2_weights[neuron]);
            let sum: i32 = products.map(|(&sum, &weight)| i32::from(sum) * i32::from(weight)).sum();
            let activation = (phase.layer2_biases[neuron] + sum).max(0) / LAYER2_ONE as i32;
            output += activation * phase.output_weights[neuron];
        }
        // An output of one is a man.
        output / (i32::from(ONE) * OUTPUT_ONE as i32 / 100)
    }
}
