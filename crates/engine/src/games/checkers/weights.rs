//! The evaluation of checkers: a linear part and a neural network.

use std::sync::OnceLock;

use super::features::{self, COUNT, DYNAMIC_COUNT, NAMES};
use super::network::{CHECKER_INDICES, Network, SLOTS, checker_index, each_checker, offset};
use super::view::View;
use crate::{Score, weights};

/// Fixed-point weights: this many parts of a hundredth of a man.
const PARTS: i32 = 16;

/// The network file holds fixed-point numbers with this many parts.
const NETWORK_PARTS: f32 = 1024.0;

/// A weight for a full board and one for an empty board, with interpolation between them.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Weight {
    /// The weight with 24 checkers.
    full: i32,
    /// The weight with no checkers.
    bare: i32,
}

impl Weight {
    /// From hundredths of a man.
    fn new(pair: &[f32]) -> Weight {
        let fixed = |number: f32| (number * PARTS as f32).round().clamp(-32e3, 32e3) as i32;
        Weight { full: fixed(pair[0]), bare: fixed(pair[1]) }
    }

    #[inline]
    fn add(&mut self, other: Weight, times: i32) {
        self.full += other.full * times;
        self.bare += other.bare * times;
    }
}

/// All parameters of the evaluation, ready to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckersWeights {
    /// The weights of the features that are counted during a search.
    dynamic: [Weight; DYNAMIC_COUNT],
    /// Piece-square table, by [`checker_index`]: what the squares of men add.
    squares: Box<[Weight; CHECKER_INDICES]>,
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
        let mut numbers = features.numbers();
        let (pairs, rest) = network.unwrap_or_default().as_chunks::<2>();
        if network.is_some() && (pairs.len(), rest.len()) != (offset::COUNT, 0) {
            return Err(format!("the network is not {} bytes long", 2 * offset::COUNT));
        }
        numbers
            .extend(pairs.iter().map(|&pair| f32::from(i16::from_le_bytes(pair)) / NETWORK_PARTS));
        numbers.resize(CheckersWeights::COUNT, 0.0);
        Ok(CheckersWeights::from_numbers(&numbers))
    }

    /// The table of the features in the format of [`CheckersWeights::read`].
    pub(super) fn write_table(numbers: &[f32], head: &str) -> String {
        weights::write(&NAMES, &numbers[..2 * COUNT], head)
    }

    /// The network in the format of [`CheckersWeights::read`].
    pub(super) fn write_network(numbers: &[f32]) -> Vec<u8> {
        let full_phase = |number: f32| (number * NETWORK_PARTS).round().clamp(-32e3, 32e3) as i16;
        numbers[2 * COUNT..].iter().flat_map(|&number| full_phase(number).to_le_bytes()).collect()
    }

    /// Weights from numbers: those of the features in hundredths of a man.
    ///
    /// # Panics
    ///
    /// If there are not [`CheckersWeights::COUNT`] of them.
    pub fn from_numbers(numbers: &[f32]) -> CheckersWeights {
        assert_eq!(numbers.len(), CheckersWeights::COUNT);
        let (table, network) = numbers.split_at(2 * COUNT);
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
        let mut squares = Box::new([Weight::default(); CHECKER_INDICES]);
        for slot in 0..SLOTS {
            squares[checker_index(slot, 0)] = worth(slot);
            squares[checker_index(slot, 2)].add(worth(SLOTS - 1 - slot), -1);
        }
        CheckersWeights { dynamic, squares, network: Network::new(network) }
    }

    /// The static evaluation for the side whose view this is.
    pub(super) fn score(&self, view: &View) -> Score {
        let mut sum = Weight::default();
        for (&weight, times) in self.dynamic.iter().zip(features::dynamic(view)) {
            sum.add(weight, times);
        }
        let mut sums = self.network.first_sums();
        each_checker(view, |index| {
            sum.add(self.squares[index], 1);
            self.network.add_checker(&mut sums, index);
        });
        let checkers = (view.us | view.them).count_ones();
        let left = checkers as i32;
        let table = (sum.full * left + sum.bare * (24 - left)) / (24 * PARTS);
        Score::new(table + self.network.hundredths(sums, checkers))
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
