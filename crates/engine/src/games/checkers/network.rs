//! The neural network that corrects the linear evaluation, in integers. Its inputs are the checkers
//! on their squares; `training` fits it, `accumulator` keeps the sums of its first layer.

use super::layer::Layer;
use super::view::View;

/// Inputs: a slot for each of our men, our kings, their men and their kings.
pub(super) const INPUTS: usize = 4 * SLOTS;
/// Sums of the first layer.
pub(super) const SUMS: usize = 256;
/// Activations of the first layer: products of two sums.
pub(super) const HIDDEN1: usize = SUMS / 2;
/// Neurons of the second layer.
pub(super) const HIDDEN2: usize = 16;
/// The second and third layers have weights for each phase of the game.
pub(super) const PHASES: usize = 8;

pub(super) const SLOTS: usize = 35;

/// Fixed point: a sum of one.
const SUM_ONE: i16 = 255;
/// The product of two sums is shifted by this much, so that one is 127.
const PRODUCT_SHIFT: u32 = 9;
/// Fixed point: an activation of one.
const ACTIVATION_ONE: f32 = 127.0;
/// Fixed point: a weight of one in the second layer.
const LAYER2_ONE: f32 = 64.0;
/// The sums of the second layer are shifted by this much.
const LAYER2_SHIFT: u32 = 4;
/// Fixed point: a weight of one in the output layer.
const OUTPUT_ONE: f32 = 128.0;
/// Fixed point: an output of one.
const WHOLE: f32 = ACTIVATION_ONE * LAYER2_ONE / (1 << LAYER2_SHIFT) as f32 * OUTPUT_ONE;

/// The greatest activation of the second layer, and the greatest weight of the output: the sum of
/// their products fits into 32 bits.
const MAX_NEURON: i32 = 16_000;
const MAX_OUTPUT_WEIGHT: f32 = 4_000.0;

/// A weight of the second layer fits into eight bits if it is not further from zero.
pub(super) const MAX_LAYER2_WEIGHT: f32 = 127.0 / LAYER2_ONE;

/// Where the layers are in the list of all parameters.
pub(super) mod offset {
    use super::{HIDDEN1, HIDDEN2, INPUTS, PHASES, SUMS};

    /// Weights of the first layer: `SUMS` for each input.
    pub(crate) const LAYER1_WEIGHTS: usize = 0;
    /// Biases of the first layer.
    pub(crate) const LAYER1_BIASES: usize = LAYER1_WEIGHTS + INPUTS * SUMS;
    /// Weights of the second layer: `HIDDEN1` for each neuron of each phase.
    pub(crate) const LAYER2_WEIGHTS: usize = LAYER1_BIASES + SUMS;
    /// Biases of the second layer.
    pub(crate) const LAYER2_BIASES: usize = LAYER2_WEIGHTS + PHASES * HIDDEN2 * HIDDEN1;
    pub(crate) const OUTPUT_WEIGHTS: usize = LAYER2_BIASES + PHASES * HIDDEN2;
    pub(crate) const OUTPUT_BIASES: usize = OUTPUT_WEIGHTS + PHASES * HIDDEN2;
    /// The number of parameters.
    pub(crate) const COUNT: usize = OUTPUT_BIASES + PHASES;
}

/// The game phase of a board by its number of checkers.
#[inline]
pub(super) fn phase(checkers: u32) -> usize {
    (checkers.max(1) as usize - 1) / 3
}

/// Calls `visit` with the input of every checker on the board.
#[inline]
pub(super) fn each_input(view: &View, mut visit: impl FnMut(usize)) {
    for (kind, mut set) in view.kinds().into_iter().enumerate() {
        while set != 0 {
            visit(kind * SLOTS + set.trailing_zeros() as usize);
            set &= set - 1;
        }
    }
}

/// The layers above the first in fixed point, ready to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Network {
    phases: Box<[Phase]>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Phase {
    layer2: Layer,
    output_weights: [i32; HIDDEN2],
    output_bias: i32,
}

/// The fixed-point numbers of a network in the order of [`offset`]. A file holds them as 16-bit
/// numbers, little-endian.
pub(super) struct FixedPoint(Vec<i16>);

/// The fixed-point units in each part of the list of parameters.
fn unit(index: usize) -> f32 {
    match index {
        i if i < offset::LAYER2_WEIGHTS => f32::from(SUM_ONE),
        i if i < offset::LAYER2_BIASES => LAYER2_ONE,
        // Biases of the second layer and the output are rounded to 16 bits.
        i if i < offset::OUTPUT_WEIGHTS => ACTIVATION_ONE * LAYER2_ONE / BIAS_PARTS,
        i if i < offset::OUTPUT_BIASES => OUTPUT_ONE,
        _ => WHOLE / BIAS_PARTS,
    }
}

/// A bias in a file has this many parts of the fixed-point unit of its layer.
const BIAS_PARTS: f32 = 32.0;

impl FixedPoint {
    /// Rounds the parameters.
    pub(super) fn new(numbers: &[f32]) -> FixedPoint {
        let fixed = |(i, number): (usize, &f32)| {
            let most = match i {
                offset::LAYER2_WEIGHTS..offset::LAYER2_BIASES => 127.0,
                offset::OUTPUT_WEIGHTS..offset::OUTPUT_BIASES => MAX_OUTPUT_WEIGHT,
                _ => 32_000.0,
            };
            (number * unit(i)).round().clamp(-most, most) as i16
        };
        FixedPoint(numbers.iter().enumerate().map(fixed).collect())
    }

    /// The parameters again.
    pub(super) fn numbers(&self) -> impl Iterator<Item = f32> {
        self.0.iter().enumerate().map(|(i, &fixed)| f32::from(fixed) / unit(i))
    }

    /// The bytes of a file.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    /// The weights of the first layer by input.
    pub(super) fn layer1(&self) -> Box<[[i16; SUMS]; INPUTS]> {
        let mut weights = Box::new([[0; SUMS]; INPUTS]);
        weights.as_flattened_mut().copy_from_slice(&self.0[..offset::LAYER1_BIASES]);
        weights
    }

    /// The biases of the first layer.
    pub(super) fn layer1_biases(&self) -> [i16; SUMS] {
        core::array::from_fn(|i| self.0[offset::LAYER1_BIASES + i])
    }

    /// Parses the bytes of a file.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<FixedPoint, String> {
        let (pairs, rest) = bytes.as_chunks::<2>();
        if (pairs.len(), rest.len()) != (offset::COUNT, 0) {
            return Err(format!("the network is not {} bytes long", 2 * offset::COUNT));
        }
        Ok(FixedPoint(pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect()))
    }
}

impl Network {
    /// The network with these parameters.
    pub(super) fn new(FixedPoint(numbers): &FixedPoint) -> Network {
        assert_eq!(numbers.len(), offset::COUNT);
        let bias = |at: usize| i32::from(numbers[at]) * BIAS_PARTS as i32;
        let phase = |phase: usize| Phase {
            layer2: Layer::new(
                &core::array::from_fn(|neuron| {
                    let at = offset::LAYER2_WEIGHTS + (phase * HIDDEN2 + neuron) * HIDDEN1;
                    core::array::from_fn(|i| numbers[at + i].clamp(-127, 127) as i8)
                }),
                core::array::from_fn(|neuron| {
                    bias(offset::LAYER2_BIASES + phase * HIDDEN2 + neuron)
                }),
            ),
            output_weights: core::array::from_fn(|neuron| {
                i32::from(numbers[offset::OUTPUT_WEIGHTS + phase * HIDDEN2 + neuron])
            }),
            output_bias: bias(offset::OUTPUT_BIASES + phase),
        };
        Network { phases: (0..PHASES).map(phase).collect() }
    }

    /// The output for the sums of the first layer: a correction of the evaluation in hundredths of a
    /// man.
    #[inline]
    pub(super) fn hundredths(&self, sums: &[i16; SUMS], checkers: u32) -> i32 {
        let activations = activations(sums);
        let phase = &self.phases[phase(checkers)];
        let mut output = phase.output_bias;
        for (sum, weight) in phase.layer2.sums(&activations).into_iter().zip(phase.output_weights) {
            output += (sum >> LAYER2_SHIFT).clamp(0, MAX_NEURON) * weight;
        }
        // An output of one is a man.
        output / (WHOLE / 100.0) as i32
    }
}

/// The activations of the first layer: products of a sum of the first half and one of the second.
#[inline]
fn activations(sums: &[i16; SUMS]) -> [u8; HIDDEN1] {
    let mut activations = [0; HIDDEN1];
    let (left, right) = sums.split_at(HIDDEN1);
    for ((activation, &one), &other) in activations.iter_mut().zip(left).zip(right) {
        let (one, other) = (one.clamp(0, SUM_ONE) as u16, other.clamp(0, SUM_ONE) as u16);
        *activation = (one.wrapping_mul(other) >> PRODUCT_SHIFT) as u8;
    }
    activations
}
