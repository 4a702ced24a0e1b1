//! The evaluation of checkers: a linear part and a neural network.

use std::sync::OnceLock;

use super::accumulator::{EvalCache, InputWeights, Sums};
use super::features::{self, COUNT, DYNAMIC_COUNT, NAMES};
use super::network::{FixedPoint, INPUTS, Network, SLOTS, offset};
use super::view::View;
use crate::{Score, weights};

/// Fixed-point weights: this many parts of a hundredth of a man.
const PARTS: i32 = 16;

/// A weight for a full board and one for an empty board, with interpolation between them.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Weight {
    /// The weight with 24 checkers.
    pub(super) full: i32,
    /// The weight with no checkers.
    pub(super) bare: i32,
}

impl Weight {
    /// From hundredths of a man.
    fn new(pair: &[f32]) -> Weight {
        let fixed = |number: f32| (number * PARTS as f32).round().clamp(-32e3, 32e3) as i32;
        Weight { full: fixed(pair[0]), bare: fixed(pair[1]) }
    }

    #[inline]
    pub(super) fn add(&mut self, other: Weight, times: i32) {
        self.full += other.full * times;
        self.bare += other.bare * times;
    }
}

/// All parameters of the evaluation, ready to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckersWeights {
    /// The weights of the features that are counted during a search.
    dynamic: [Weight; DYNAMIC_COUNT],
    /// What each checker on its square adds.
    inputs: InputWeights,
    network: Network,
}

impl CheckersWeights {
    /// The number of parameters: two for each feature, then the network's.
    pub const COUNT: usize = 2 * COUNT + offset::COUNT;

    /// The built-in weights.
    pub fn built_in() -> &'static CheckersWeights {
        static WEIGHTS: OnceLock<CheckersWeights> = OnceLock::new();
        WEIGHTS.get_or_init(|| {
            let table = include_str!("../../../weights/checkers.txt");
            let network = include_bytes!("../../../weights/checkers.network");
            CheckersWeights::read(table, Some(network)).unwrap_or_else(|_| {
                CheckersWeights::from_numbers(&CheckersWeights::initial_weights())
            })
        })
    }

    /// Material alone, in the order of [`CheckersWeights::from_numbers`]. The network adds nothing.
    pub(super) fn initial_weights() -> Vec<f32> {
        let mut numbers = vec![0.0; CheckersWeights::COUNT];
        numbers[..4].copy_from_slice(&[100.0, 100.0, 140.0, 130.0]);
        numbers
    }

    /// Parses the table of features and the network, if any: 16-bit numbers, little-endian.
    pub(super) fn read(table: &str, network: Option<&[u8]>) -> Result<CheckersWeights, String> {
        let features =
            weights::FeatureWeights::parse(&NAMES, table).map_err(|bad| bad.to_string())?;
        let network = match network {
            Some(bytes) => FixedPoint::from_bytes(bytes)?,
            None => FixedPoint::new(&[0.0; offset::COUNT]),
        };
        Ok(CheckersWeights::from_parts(&features.numbers(), &network))
    }

    /// The numbers in the files, in the order of [`CheckersWeights::from_numbers`].
    pub(super) fn parse_numbers(table: &str, network: Option<&[u8]>) -> Result<Vec<f32>, String> {
        let features = weights::FeatureWeights::<COUNT>::parse(&NAMES, table)
            .map_err(|bad| bad.to_string())?;
        let mut numbers = features.numbers();
        if let Some(bytes) = network {
            numbers.extend(FixedPoint::from_bytes(bytes)?.numbers());
        }
        numbers.resize(CheckersWeights::COUNT, 0.0);
        Ok(numbers)
    }

    /// The table of the features in the format of [`CheckersWeights::read`].
    pub(super) fn write_table(numbers: &[f32], head: &str) -> String {
        weights::write(&NAMES, &numbers[..2 * COUNT], head)
    }

    /// The network in the format of [`CheckersWeights::read`].
    pub(super) fn write_network(numbers: &[f32]) -> Vec<u8> {
        FixedPoint::new(&numbers[2 * COUNT..]).to_bytes()
    }

    /// Weights from numbers: those of the features in hundredths of a man.
    ///
    /// # Panics
    ///
    /// If there are not [`CheckersWeights::COUNT`] of them.
    pub fn from_numbers(numbers: &[f32]) -> CheckersWeights {
        assert_eq!(numbers.len(), CheckersWeights::COUNT);
        let (table, network) = numbers.split_at(2 * COUNT);
        CheckersWeights::from_parts(table, &FixedPoint::new(network))
    }

    fn from_parts(table: &[f32], network: &FixedPoint) -> CheckersWeights {
        let mut pairs = table.chunks(2).map(Weight::new);
        let dynamic = core::array::from_fn(|_| pairs.next().unwrap_or_default());
        let of_men: Vec<Weight> = pairs.collect();
        let worth = |slot: usize| {
            let mut worth = Weight::default();
            for (&weight, times) in of_men.iter().zip(features::of_man(slot as u32)) {
                worth.add(weight, times);
            }
            worth
        };
        let mut squares = [Weight::default(); INPUTS];
        for slot in 0..SLOTS {
            squares[slot] = worth(slot);
            squares[2 * SLOTS + slot].add(worth(SLOTS - 1 - slot), -1);
        }
        let inputs = InputWeights {
            layer1: network.layer1(),
            layer1_biases: network.layer1_biases(),
            squares,
        };
        CheckersWeights { dynamic, inputs, network: Network::new(network) }
    }

    /// The static evaluation for the side whose view this is.
    pub(super) fn score(&self, view: &View) -> Score {
        self.score_of(view, &self.inputs.of(view))
    }

    /// The same at a ply of a search, which evaluates similar positions at the same ply.
    #[inline]
    pub(super) fn cached_score(&self, view: &View, cache: &mut EvalCache, ply: usize) -> Score {
        self.score_of(view, cache.sums(&self.inputs, view, ply))
    }

    #[inline]
    fn score_of(&self, view: &View, sums: &Sums) -> Score {
        let mut sum = sums.squares;
        for (&weight, times) in self.dynamic.iter().zip(features::dynamic(view)) {
            sum.add(weight, times);
        }
        let checkers = (view.us | view.them).count_ones();
        let left = checkers as i32;
        let table = (sum.full * left + sum.bare * (24 - left)) / (24 * PARTS);
        Score::new(table + self.network.hundredths(&sums.layer1, checkers))
    }
}

#[cfg(test)]
mod tests {
    use crownhead_rules::Position;
    use crownhead_rules::checkers::WinningMovesCheckers;

    use super::super::training;
    use super::*;
    use crate::SplitMix64;

    #[test]
    fn the_built_in_files_are_valid() {
        let table = include_str!("../../../weights/checkers.txt");
        let network = include_bytes!("../../../weights/checkers.network");
        let weights = CheckersWeights::read(table, Some(network)).expect("both files are whole");
        assert_eq!(&weights, CheckersWeights::built_in());
        assert!(CheckersWeights::read(table, Some(&network[1..])).is_err());
        assert!(CheckersWeights::read("man 1", Some(network)).is_err());
    }

    fn some_numbers() -> Vec<f32> {
        let table: Vec<f32> = (0..2 * COUNT).map(|i| (i * 7919 % 41) as f32 / 2.0 - 10.0).collect();
        training::initial_parameters(&table, &mut SplitMix64::new(3))
    }

    #[test]
    fn the_fixed_point_score_matches_the_tuned_evaluation() {
        let numbers = some_numbers();
        let weights = CheckersWeights::from_numbers(&numbers);
        for text in ["B:W18,22,24,26,29,K30,31,32:B1,3,4,6,8,10,12,K16", "W:WK5,K9:B1,3,K28,K30"] {
            let position = text.parse::<WinningMovesCheckers>().unwrap();
            let view = View::of(&position);
            let tuned = training::hundredths(&numbers, &view);
            let score = weights.score(&view).value() as f32;
            let side = position.side();
            assert!((tuned - score).abs() < 3.0, "{text} for {side:?}: {tuned} {score}");
        }
    }

    #[test]
    fn written_weights_parse_to_the_same_evaluation() {
        let numbers = some_numbers();
        let table = CheckersWeights::write_table(&numbers, "of a test");
        let network = CheckersWeights::write_network(&numbers);
        let read = CheckersWeights::read(&table, Some(&network)).unwrap();
        assert_eq!(CheckersWeights::write_network(&numbers), network);
        let view = View { us: 0b1011 << 9, them: 0b110 << 20, kings: 1 << 9 };
        let (one, other) =
            (read.score(&view), CheckersWeights::from_numbers(&numbers).score(&view));
        assert!((one.value() - other.value()).abs() <= 2, "{one:?} {other:?}");
    }
}
