//! A fully connected layer of the network in integers: a product of a matrix and a vector.
//!
//! On x86-64 processors with AVX2 the weights are interleaved for its instructions, elsewhere plain
//! loops do the same. Both give the same sums.

use super::network::{HIDDEN1, HIDDEN2};

/// Weights and biases from the activations of the first layer to the neurons of the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layer {
    weights: weights::Weights,
    biases: [i32; HIDDEN2],
}

impl Layer {
    /// The weights of each neuron, and the biases.
    pub(super) fn new(rows: &[[i8; HIDDEN1]; HIDDEN2], biases: [i32; HIDDEN2]) -> Layer {
        Layer { weights: weights::of(rows), biases }
    }

    /// For each neuron its bias and the sum of its weights times the activations. Activations are
    /// at most 127, so that two products together fit into 16 bits.
    #[inline]
    pub(super) fn sums(&self, activations: &[u8; HIDDEN1]) -> [i32; HIDDEN2] {
        weights::sums(&self.weights, activations, &self.biases)
    }
}

#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx2"))))]
#[cfg_attr(all(target_arch = "x86_64", target_feature = "avx2"), allow(dead_code))]
mod portable {
    use super::{HIDDEN1, HIDDEN2};

    /// The weights of each neuron, as wide as the products are computed.
    pub(super) type Weights = [[i16; HIDDEN1]; HIDDEN2];

    pub(super) fn of(rows: &[[i8; HIDDEN1]; HIDDEN2]) -> Weights {
        rows.map(|row| row.map(i16::from))
    }

    #[inline]
    pub(super) fn sums(
        weights: &Weights,
        activations: &[u8; HIDDEN1],
        biases: &[i32; HIDDEN2],
    ) -> [i32; HIDDEN2] {
        let activations = activations.map(i16::from);
        let mut sums = *biases;
        for (sum, row) in sums.iter_mut().zip(weights) {
            let products = activations.iter().zip(row);
            *sum += products.map(|(&a, &weight)| i32::from(a) * i32::from(weight)).sum::<i32>();
        }
        sums
    }
}
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
use portable as weights;

#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
#[allow(unsafe_code)]
mod weights {
    use core::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16,
        _mm256_set1_epi16, _mm256_set1_epi32, _mm256_storeu_si256,
    };

    use super::{HIDDEN1, HIDDEN2};

    /// The 8-bit numbers in a register.
    const LANES: usize = 32;
    /// The activations that are multiplied at a time, for all neurons.
    const GROUP: usize = 4;
    const REGISTERS: usize = GROUP * HIDDEN2 / LANES;

    /// For each group of activations the weights of the neurons, four by four.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[repr(align(64))]
    pub(super) struct Weights([[[i8; LANES]; REGISTERS]; HIDDEN1 / GROUP]);

    pub(super) fn of(rows: &[[i8; HIDDEN1]; HIDDEN2]) -> Weights {
        let weight = |group: usize, register: usize, lane: usize| {
            rows[(register * LANES + lane) / GROUP][GROUP * group + lane % GROUP]
        };
        Weights(core::array::from_fn(|group| {
            core::array::from_fn(|register| {
                core::array::from_fn(|lane| weight(group, register, lane))
            })
        }))
    }

    #[inline]
    pub(super) fn sums(
        weights: &Weights,
        activations: &[u8; HIDDEN1],
        biases: &[i32; HIDDEN2],
    ) -> [i32; HIDDEN2] {
        // SAFETY: the whole build has AVX2, or this module would not be in it.
        unsafe { sums_avx2(weights, activations, biases) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn sums_avx2(
        weights: &Weights,
        activations: &[u8; HIDDEN1],
        biases: &[i32; HIDDEN2],
    ) -> [i32; HIDDEN2] {
        let mut sums = *biases;
        let (halves, _) = sums.as_chunks_mut::<8>();
        let mut totals: [__m256i; REGISTERS] = [load_sums(&halves[0]), load_sums(&halves[1])];
        let ones = _mm256_set1_epi16(1);
        for (&group, row) in activations.as_chunks::<GROUP>().0.iter().zip(&weights.0) {
            let group = _mm256_set1_epi32(i32::from_le_bytes(group));
            for (total, weights) in totals.iter_mut().zip(row) {
                // Two products of at most 127 × 127 fit into 16 bits.
                let pairs = _mm256_maddubs_epi16(group, load_weights(weights));
                *total = _mm256_add_epi32(*total, _mm256_madd_epi16(pairs, ones));
            }
        }
        for (half, total) in halves.iter_mut().zip(totals) {
            store_sums(half, total);
        }
        sums
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load_weights(weights: &[i8; LANES]) -> __m256i {
        // SAFETY: the reference is to 32 bytes, which is what the instruction reads, aligned or not.
        unsafe { _mm256_loadu_si256(core::ptr::from_ref(weights).cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load_sums(sums: &[i32; 8]) -> __m256i {
        // SAFETY: as above.
        unsafe { _mm256_loadu_si256(core::ptr::from_ref(sums).cast()) }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn store_sums(sums: &mut [i32; 8], total: __m256i) {
        // SAFETY: as above, for a reference that allows writing.
        unsafe { _mm256_storeu_si256(core::ptr::from_mut(sums).cast(), total) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;

    #[test]
    fn all_processors_give_the_same_sums() {
        let mut rng = SplitMix64::new(17);
        for _ in 0..100 {
            let mut number = |most: usize| rng.below(2 * most + 1) as i32 - most as i32;
            let rows: [[i8; HIDDEN1]; HIDDEN2] =
                core::array::from_fn(|_| core::array::from_fn(|_| number(127) as i8));
            let biases = core::array::from_fn(|_| 1_000 * number(30_000));
            let activations = core::array::from_fn(|_| number(63) as u8 & 127);
            let expected = portable::sums(&portable::of(&rows), &activations, &biases);
            assert_eq!(Layer::new(&rows, biases).sums(&activations), expected);
        }
    }
}
