//! What the features of a checkers position are worth, and what the network adds to them.

use std::sync::OnceLock;

use super::features::{self, COUNT, NAMES, SEEN};
use super::network::{Network, place};
use super::view::{View, turned};
use crate::{Score, weights};

/// Weights are kept in this many parts of a hundredth of a man.
const PARTS: i32 = 16;

/// Numbers of the network are written as whole numbers of this many parts.
const NETWORK_PARTS: f32 = 1024.0;

/// A weight for a full board, and one for an empty board: between them it changes evenly.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
struct Weight {
    /// With 24 checkers.
    full: i32,
    /// With none.
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

/// All weights of the evaluation, ready to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Of the features that are counted in play.
    seen: [Weight; SEEN],
    /// What a man of ours is worth by its slot, besides being a man.
    men: [Weight; 35],
    network: Network,
}

impl Weights {
    /// How many weights there are: the features', each for a full and for a bare board, then the
    /// network's.
    pub const COUNT: usize = 2 * COUNT + place::COUNT;

    /// The weights that come with the program.
    pub fn built_in() -> &'static Weights {
        static WEIGHTS: OnceLock<Weights> = OnceLock::new();
        WEIGHTS.get_or_init(|| {
            let table = include_str!("../../../weights/checkers.txt");
            let network = include_bytes!("../../../weights/checkers.network");
            Weights::read(table, Some(network))
                .unwrap_or_else(|_| Weights::from_numbers(&Weights::first_guess()))
        })
    }

    /// What men and kings are worth by themselves, in the order of [`Weights::from_numbers`]. The
    /// network adds nothing.
    pub(super) fn first_guess() -> Vec<f32> {
        let mut numbers = vec![0.0; Weights::COUNT];
        numbers[..4].copy_from_slice(&[100.0, 100.0, 140.0, 130.0]);
        numbers
    }

    /// Reads the table of the features and, if there is one, the network: two bytes a number, the
    /// lower first.
    pub(super) fn read(table: &str, network: Option<&[u8]>) -> Result<Weights, String> {
        let features = weights::Weights::read(&NAMES, table).map_err(|bad| bad.to_string())?;
        let mut numbers = features.numbers();
        let (pairs, rest) = network.unwrap_or_default().as_chunks::<2>();
        if network.is_some() && (pairs.len(), rest.len()) != (place::COUNT, 0) {
            return Err(format!("the network is not {} bytes long", 2 * place::COUNT));
        }
        numbers
            .extend(pairs.iter().map(|&pair| f32::from(i16::from_le_bytes(pair)) / NETWORK_PARTS));
        numbers.resize(Weights::COUNT, 0.0);
        Ok(Weights::from_numbers(&numbers))
    }

    /// The table of the features, as [`Weights::read`] takes it.
    pub(super) fn write_table(numbers: &[f32], head: &str) -> String {
        weights::write(&NAMES, &numbers[..2 * COUNT], head)
    }

    /// The network, as [`Weights::read`] takes it.
    pub(super) fn write_network(numbers: &[f32]) -> Vec<u8> {
        let whole = |number: f32| (number * NETWORK_PARTS).round().clamp(-32e3, 32e3) as i16;
        numbers[2 * COUNT..].iter().flat_map(|&number| whole(number).to_le_bytes()).collect()
    }

    /// The weights with these values: those of the features in hundredths of a man.
    pub fn from_numbers(numbers: &[f32]) -> Weights {
        assert_eq!(numbers.len(), Weights::COUNT);
        let (table, network) = numbers.split_at(2 * COUNT);
        let mut pairs = table.chunks(2).map(Weight::new);
        let seen = core::array::from_fn(|_| pairs.next().unwrap_or_default());
        let of_men: Vec<Weight> = pairs.collect();
        let worth = |slot: usize| {
            let mut worth = Weight::default();
            for (&weight, times) in of_men.iter().zip(features::of_man(slot as u32)) {
                worth.add(weight, times);
            }
            worth
        };
        Weights { seen, men: core::array::from_fn(worth), network: Network::new(network) }
    }

    /// The worth of a position to the side that views it.
    pub(super) fn score(&self, view: &View) -> Score {
        let mut sum = Weight::default();
        for (&weight, times) in self.seen.iter().zip(features::seen(view)) {
            sum.add(weight, times);
        }
        let mut add_men = |mut men: u64, times: i32| {
            while men != 0 {
                sum.add(self.men[men.trailing_zeros() as usize], times);
                men &= men - 1;
            }
        };
        add_men(view.us & !view.kings, 1);
        add_men(turned(view.them & !view.kings), -1);
        let checkers = (view.us | view.them).count_ones() as i32;
        let table = (sum.full * checkers + sum.bare * (24 - checkers)) / (24 * PARTS);
        Score::new(table + self.network.hundredths(view))
    }
}

#[cfg(test)]
mod tests {
    use crownhead_rules::checkers::WinningMovesCheckers;
    use crownhead_rules::{Notation, Position};

    use super::super::training;
    use super::*;
    use crate::tune::Dice;

    #[test]
    fn the_files_hold_what_is_used() {
        let table = include_str!("../../../weights/checkers.txt");
        let network = include_bytes!("../../../weights/checkers.network");
        let weights = Weights::read(table, Some(network)).expect("both files are whole");
        assert_eq!(&weights, Weights::built_in());
        assert!(Weights::read(table, Some(&network[1..])).is_err());
        assert!(Weights::read("man 1", Some(network)).is_err());
    }

    fn some_numbers() -> Vec<f32> {
        let table: Vec<f32> = (0..2 * COUNT).map(|i| (i * 7919 % 41) as f32 / 2.0 - 10.0).collect();
        training::beginning(&table, &mut Dice::new(3))
    }

    #[test]
    fn the_score_is_what_is_tuned() {
        let numbers = some_numbers();
        let weights = Weights::from_numbers(&numbers);
        for text in ["B:W18,22,24,26,29,K30,31,32:B1,3,4,6,8,10,12,K16", "W:WK5,K9:B1,3,K28,K30"] {
            let position = WinningMovesCheckers::from_text((), text).unwrap();
            let view = View::of(&position);
            let tuned = training::hundredths(&numbers, &view);
            let score = weights.score(&view).value() as f32;
            let side = position.side();
            assert!((tuned - score).abs() < 3.0, "{text} for {side:?}: {tuned} {score}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let numbers = some_numbers();
        let table = Weights::write_table(&numbers, "of a test");
        let network = Weights::write_network(&numbers);
        let read = Weights::read(&table, Some(&network)).unwrap();
        assert_eq!(Weights::write_network(&numbers), network);
        let view = View { us: 0b1011 << 9, them: 0b110 << 20, kings: 1 << 9 };
        let (one, other) = (read.score(&view), Weights::from_numbers(&numbers).score(&view));
        assert!((one.value() - other.value()).abs() <= 2, "{one:?} {other:?}");
    }
}
