//! A small network that corrects what the features say: which checkers stand where, all at once.
//! It is fitted in `training`.

use super::view::View;

/// Slots for each of our men, our kings, their men and their kings.
pub(super) const INPUTS: usize = 4 * SLOTS;
/// Sums that the checkers are added up to.
pub(super) const SUMS: usize = 64;
/// Numbers that are made of the sums.
pub(super) const MIXES: usize = 16;
/// What is done with the sums depends on how many checkers are left.
pub(super) const PHASES: usize = 4;

const SLOTS: usize = 35;

/// A sum of one is kept as this number.
const ONE: i16 = 255;
/// Weights of mixes are kept in this many parts.
const MIX_PARTS: f32 = 64.0;
/// Weights of the result are kept in this many parts.
const RESULT_PARTS: f32 = 128.0;

/// Where the parts of a network are in the list of its numbers.
pub(super) mod place {
    use super::{INPUTS, MIXES, PHASES, SUMS};

    /// How much a checker adds to each sum: `SUMS` numbers for each input.
    pub(crate) const INPUT: usize = 0;
    /// What each sum begins with.
    pub(crate) const SUM: usize = INPUT + INPUTS * SUMS;
    /// How much a sum adds to each mix: `SUMS` numbers for each mix of each phase.
    pub(crate) const MIX: usize = SUM + SUMS;
    /// What each mix begins with.
    pub(crate) const MIX_START: usize = MIX + PHASES * MIXES * SUMS;
    /// How much a mix adds to the result.
    pub(crate) const RESULT: usize = MIX_START + PHASES * MIXES;
    /// What the result begins with.
    pub(crate) const RESULT_START: usize = RESULT + PHASES * MIXES;
    /// How many numbers there are.
    pub(crate) const COUNT: usize = RESULT_START + PHASES;
}

/// Which part of the network is for a board with so many checkers.
#[inline]
pub(super) fn phase(checkers: u32) -> usize {
    (checkers.max(1) as usize - 1) / 6
}

/// Hands the input of every checker on the board to `visit`.
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

/// A network in whole numbers, ready to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Network {
    inputs: Vec<[i16; SUMS]>,
    sums: [i16; SUMS],
    phases: [Phase; PHASES],
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Phase {
    mixes: [[i16; SUMS]; MIXES],
    mix_starts: [i32; MIXES],
    results: [i32; MIXES],
    result_start: i32,
}

impl Network {
    /// The network with these numbers, in the order of [`place`].
    pub(super) fn new(numbers: &[f32]) -> Network {
        assert_eq!(numbers.len(), place::COUNT);
        let whole = |number: f32, parts: f32| (number * parts).round().clamp(-32_000.0, 32_000.0);
        let sums_at = |at: usize, parts: f32| -> [i16; SUMS] {
            core::array::from_fn(|i| whole(numbers[at + i], parts) as i16)
        };
        let one = f32::from(ONE);
        let phase = |phase: usize| Phase {
            mixes: core::array::from_fn(|mix| {
                sums_at(place::MIX + (phase * MIXES + mix) * SUMS, MIX_PARTS)
            }),
            mix_starts: core::array::from_fn(|mix| {
                (numbers[place::MIX_START + phase * MIXES + mix] * one * MIX_PARTS).round() as i32
            }),
            results: core::array::from_fn(|mix| {
                whole(numbers[place::RESULT + phase * MIXES + mix], RESULT_PARTS) as i32
            }),
            result_start: (numbers[place::RESULT_START + phase] * one * RESULT_PARTS).round()
                as i32,
        };
        Network {
            inputs: (0..INPUTS).map(|input| sums_at(place::INPUT + input * SUMS, one)).collect(),
            sums: sums_at(place::SUM, one),
            phases: core::array::from_fn(phase),
        }
    }

    /// What it adds to the worth of the position, in hundredths of a man.
    #[inline]
    pub(super) fn hundredths(&self, view: &View) -> i32 {
        let mut sums = self.sums;
        each_input(view, |input| {
            for (sum, add) in sums.iter_mut().zip(&self.inputs[input]) {
                *sum = sum.wrapping_add(*add);
            }
        });
        for sum in &mut sums {
            *sum = (*sum).clamp(0, ONE);
        }
        let phase = &self.phases[phase((view.us | view.them).count_ones())];
        let mut result = phase.result_start;
        for mix in 0..MIXES {
            let products = sums.iter().zip(&phase.mixes[mix]);
            let sum: i32 = products.map(|(&sum, &weight)| i32::from(sum) * i32::from(weight)).sum();
            let mixed = (phase.mix_starts[mix] + sum).max(0) / MIX_PARTS as i32;
            result += mixed * phase.results[mix];
        }
        // A result of one is a man.
        result / (i32::from(ONE) * RESULT_PARTS as i32 / 100)
    }
}
