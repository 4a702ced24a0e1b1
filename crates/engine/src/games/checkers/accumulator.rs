//! Sums over the checkers on a board, kept from one evaluated position to the next. Positions that a
//! search evaluates one after the other differ by a few checkers.

use super::network::{INPUTS, SLOTS, SUMS};
use super::view::View;
use super::weights::Weight;

/// What each checker adds to the sums, and the sums of an empty board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct InputWeights {
    /// The first layer of the network.
    pub(super) layer1: Box<[[i16; SUMS]; INPUTS]>,
    pub(super) layer1_biases: [i16; SUMS],
    /// The piece-square table.
    pub(super) squares: [Weight; INPUTS],
}

/// The sums of a board, aligned for vector instructions.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Sums {
    /// The first layer of the network.
    pub(super) layer1: [i16; SUMS],
    /// The piece-square table.
    pub(super) squares: Weight,
}

/// The last boards that were evaluated, with their sums. It belongs to one set of weights.
#[derive(Clone, Debug, Default)]
pub struct EvalCache {
    /// For each ply the last board there, which is one or two moves away from a sibling.
    entries: Vec<(View, Sums)>,
}

/// The most checkers on a board, and so the most changes.
const MAX_CHANGES: usize = 64;
/// The sums that are updated at a time, in registers.
const CHUNK: usize = 64;

const EMPTY: View = View { us: 0, them: 0, kings: 0 };

impl EvalCache {
    /// The sums of a board at a ply of the search.
    #[inline]
    pub(super) fn sums(&mut self, weights: &InputWeights, view: &View, ply: usize) -> &Sums {
        if ply >= self.entries.len() {
            self.entries.resize(ply + 1, (EMPTY, weights.of_empty_board()));
        }
        let (last, sums) = &mut self.entries[ply];
        let changes = Changes::between(last, view);
        if changes.len() <= (view.us | view.them).count_ones() as usize {
            changes.apply(weights, sums);
        } else {
            *sums = weights.of(view);
        }
        *last = *view;
        sums
    }
}

impl InputWeights {
    /// The sums of a board.
    pub(super) fn of(&self, view: &View) -> Sums {
        let mut sums = self.of_empty_board();
        Changes::between(&EMPTY, view).apply(self, &mut sums);
        sums
    }

    fn of_empty_board(&self) -> Sums {
        Sums { layer1: self.layer1_biases, squares: Weight::default() }
    }
}

/// The inputs that differ between two boards.
struct Changes {
    added: Inputs,
    removed: Inputs,
}

struct Inputs {
    inputs: [u8; MAX_CHANGES],
    count: usize,
}

impl Inputs {
    #[inline]
    fn push_all(&mut self, first: usize, mut set: u64) {
        while set != 0 {
            self.inputs[self.count % MAX_CHANGES] = (first + set.trailing_zeros() as usize) as u8;
            self.count += 1;
            set &= set - 1;
        }
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = usize> {
        self.inputs[..self.count.min(MAX_CHANGES)].iter().map(|&input| usize::from(input) % INPUTS)
    }
}

impl Changes {
    #[inline]
    fn between(from: &View, to: &View) -> Changes {
        let none = || Inputs { inputs: [0; MAX_CHANGES], count: 0 };
        let mut changes = Changes { added: none(), removed: none() };
        for (kind, (from, to)) in from.kinds().into_iter().zip(to.kinds()).enumerate() {
            changes.added.push_all(kind * SLOTS, to & !from);
            changes.removed.push_all(kind * SLOTS, from & !to);
        }
        changes
    }

    #[inline]
    fn len(&self) -> usize {
        self.added.count + self.removed.count
    }

    #[inline]
    fn apply(&self, weights: &InputWeights, sums: &mut Sums) {
        self.added.iter().for_each(|input| sums.squares.add(weights.squares[input], 1));
        self.removed.iter().for_each(|input| sums.squares.add(weights.squares[input], -1));
        for (number, chunk) in sums.layer1.as_chunks_mut::<CHUNK>().0.iter_mut().enumerate() {
            let row = |input: usize| &weights.layer1[input].as_chunks::<CHUNK>().0[number];
            let mut total = *chunk;
            for input in self.added.iter() {
                for (sum, add) in total.iter_mut().zip(row(input)) {
                    *sum = sum.wrapping_add(*add);
                }
            }
            for input in self.removed.iter() {
                for (sum, add) in total.iter_mut().zip(row(input)) {
                    *sum = sum.wrapping_sub(*add);
                }
            }
            *chunk = total;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;

    #[test]
    fn updated_sums_equal_those_from_nothing() {
        let mut rng = SplitMix64::new(9);
        let mut number = || rng.below(20_001) as i16 - 10_000;
        let mut layer1 = Box::new([[0; SUMS]; INPUTS]);
        layer1.iter_mut().flatten().for_each(|weight| *weight = number());
        let layer1_biases = core::array::from_fn(|_| number());
        let squares =
            core::array::from_fn(|_| Weight { full: number().into(), bare: number().into() });
        let weights = InputWeights { layer1, layer1_biases, squares };
        let mut cache = EvalCache::default();
        let mut view = View { us: 0b1111 << 3, them: 0b1111 << 20, kings: 1 << 21 };
        for step in 0..500 {
            let (us, them) = (rng.below(1 << 9) as u64, rng.below(1 << 9) as u64);
            if step % 5 == 0 {
                view = View { us, them: them << 20, kings: us & 3 };
            } else {
                view = View { us: view.us ^ 1 << (us % 18), ..view };
            }
            let (sums, expected) = (cache.sums(&weights, &view, step % 3), weights.of(&view));
            assert_eq!(sums.layer1, expected.layer1, "step {step}");
            assert_eq!(sums.squares, expected.squares, "step {step}");
        }
    }
}
