//! A small neural network that corrects the linear evaluation. Its inputs are the checkers on their
//! squares; `training` fits it.

use super::layer::Layer;
use super::view::View;

/// Inputs: a slot for each of our men, our kings, their men and their kings.
pub(super) const INPUTS: usize = 4 * SLOTS;
/// Neurons of the first hidden layer.
pub(super) const HIDDEN1: usize = 64;
/// Neurons of the second hidden layer.
pub(super) const HIDDEN2: usize = 16;
/// The second and third layers have weights for each phase of the game.
pub(super) const PHASES: usize = 4;

pub(super) const SLOTS: usize = 35;

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

/// The number of [`each_checker`]'s indices, some of which do not occur.
pub(super) const CHECKER_INDICES: usize = 64 * 4;

/// The index of a checker in tables that are read during a search, by its slot and kind: our men,
/// our kings, their men or their kings.
pub(super) fn checker_index(slot: usize, kind: usize) -> usize {
    slot * 4 + kind
}

/// Calls `visit` with the index of every checker on the board. A single loop, because processors
/// guess its end wrong only once.
#[inline]
pub(super) fn each_checker(view: &View, mut visit: impl FnMut(usize)) {
    let View { us, them, kings } = *view;
    let mut left = us | them;
    while left != 0 {
        let slot = left.trailing_zeros();
        let kind = (them >> slot & 1) * 2 + (kings >> slot & 1);
        visit(slot as usize * 4 + kind as usize);
        left &= left - 1;
    }
}

/// A network in fixed point, ready to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Network {
    /// By [`checker_index`].
    layer1_weights: Box<[[i16; HIDDEN1]; CHECKER_INDICES]>,
    layer1_biases: [i16; HIDDEN1],
    phases: [Phase; PHASES],
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Phase {
    layer2: Layer,
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
            layer2: Layer::new(
                &core::array::from_fn(|neuron| {
                    let at = offset::LAYER2_WEIGHTS + (phase * HIDDEN2 + neuron) * HIDDEN1;
                    row_at(at, LAYER2_ONE)
                }),
                core::array::from_fn(|neuron| {
                    (numbers[offset::LAYER2_BIASES + phase * HIDDEN2 + neuron] * one * LAYER2_ONE)
                        .round() as i32
                }),
            ),
            output_weights: core::array::from_fn(|neuron| {
                full_phase(numbers[offset::OUTPUT_WEIGHTS + phase * HIDDEN2 + neuron], OUTPUT_ONE)
                    as i32
            }),
            output_bias: (numbers[offset::OUTPUT_BIASES + phase] * one * OUTPUT_ONE).round() as i32,
        };
        let mut layer1_weights = Box::new([[0; HIDDEN1]; CHECKER_INDICES]);
        for input in 0..INPUTS {
            layer1_weights[checker_index(input % SLOTS, input / SLOTS)] =
                row_at(offset::LAYER1_WEIGHTS + input * HIDDEN1, one);
        }
        Network {
            layer1_weights,
            layer1_biases: row_at(offset::LAYER1_BIASES, one),
            phases: core::array::from_fn(phase),
        }
    }

    /// The biases of the first layer: its sums on an empty board.
    #[inline]
    pub(super) fn first_sums(&self) -> [i16; HIDDEN1] {
        self.layer1_biases
    }

    /// Adds a checker to the sums of the first layer.
    #[inline]
    pub(super) fn add_checker(&self, sums: &mut [i16; HIDDEN1], index: usize) {
        for (sum, add) in sums.iter_mut().zip(&self.layer1_weights[index]) {
            *sum = sum.wrapping_add(*add);
        }
    }

    /// The output for the sums of the first layer: a correction of the evaluation in hundredths of a
    /// man.
    #[inline]
    pub(super) fn hundredths(&self, mut sums: [i16; HIDDEN1], checkers: u32) -> i32 {
        for sum in &mut sums {
            *sum = (*sum).clamp(0, ONE);
        }
        let phase = &self.phases[phase(checkers)];
        let mut output = phase.output_bias;
        for (sum, weight) in phase.layer2.sums(&sums).into_iter().zip(phase.output_weights) {
            output += sum.max(0) / LAYER2_ONE as i32 * weight;
        }
        // An output of one is a man.
        output / (i32::from(ONE) * OUTPUT_ONE as i32 / 100)
    }
}
