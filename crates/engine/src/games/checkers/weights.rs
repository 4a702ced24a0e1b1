//! What the features and patterns of a checkers position are worth.

use std::sync::OnceLock;

use super::patterns::{FILLINGS, WINDOWS, fillings};
use super::view::View;
use super::{features, view};
use crate::Score;

/// Weights are kept in this many parts of a hundredth of a man.
const PARTS: i32 = 16;

/// A byte of the pattern file is worth this many parts: half a hundredth of a man.
const UNIT: i16 = 8;

/// A weight for a full board, and one for an empty board: between them it changes evenly.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// With 24 checkers.
    pub full: i16,
    /// With none.
    pub bare: i16,
}

/// All weights of the evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    features: [Weight; features::COUNT],
    patterns: Vec<Weight>,
}

impl Weights {
    /// How many weights there are: the features', then the patterns', each for a full and for a
    /// bare board.
    pub const COUNT: usize = 2 * (features::COUNT + WINDOWS * FILLINGS);

    /// The weights that come with the program.
    pub fn built_in() -> &'static Weights {
        static WEIGHTS: OnceLock<Weights> = OnceLock::new();
        WEIGHTS.get_or_init(|| {
            let table = include_str!("../../../weights/checkers.txt");
            let patterns = include_bytes!("../../../weights/checkers.patterns");
            Weights::from_files(table, patterns)
                .unwrap_or_else(|| Weights::from_numbers(&Weights::first_guess()))
        })
    }

    /// What men and kings are worth by themselves, in the order of [`Weights::from_numbers`].
    pub(super) fn first_guess() -> Vec<f32> {
        let mut numbers = vec![0.0; Weights::COUNT];
        numbers[..4].copy_from_slice(&[100.0, 100.0, 140.0, 130.0]);
        numbers
    }

    /// A line for each weight, full and bare, under a head of comments; features are named.
    pub(super) fn write(numbers: &[f32], head: &str) -> String {
        let head = head.lines().map(|line| format!("# {line}\n"));
        let line = |(i, pair): (usize, &[f32])| match features::NAMES.get(i) {
            Some(name) => format!("{:.2} {:.2} # {name}\n", pair[0], pair[1]),
            None => format!("{:.2} {:.2}\n", pair[0], pair[1]),
        };
        head.chain(numbers.chunks(2).enumerate().map(line)).collect()
    }

    /// Reads what [`Weights::write`] wrote.
    pub(super) fn read(text: &str) -> Result<Weights, String> {
        let words =
            text.lines().flat_map(|line| line.split('#').take(1)).flat_map(str::split_whitespace);
        let numbers: Result<Vec<f32>, _> = words.map(str::parse).collect();
        let numbers = numbers.map_err(|bad| bad.to_string())?;
        if numbers.len() != Weights::COUNT {
            return Err(format!("{} numbers, not {}", numbers.len(), Weights::COUNT));
        }
        Ok(Weights::from_numbers(&numbers))
    }

    /// Reads the two files that [`Weights::table`] and [`Weights::patterns`] write.
    pub fn from_files(table: &str, patterns: &[u8]) -> Option<Weights> {
        let numbers = table.lines().filter(|line| !line.starts_with('#')).zip(features::NAMES).map(
            |(line, name)| {
                let mut numbers = line.strip_prefix(name)?.split_whitespace();
                let mut next = || numbers.next()?.parse::<f32>().ok().map(fixed);
                Some(Weight { full: next()?, bare: next()? })
            },
        );
        let features: Vec<Weight> = numbers.collect::<Option<_>>()?;
        let unit = |byte: u8| i16::from(byte as i8) * UNIT;
        let (pairs, rest) = patterns.as_chunks::<2>();
        if pairs.len() != WINDOWS * FILLINGS || !rest.is_empty() {
            return None;
        }
        let patterns =
            pairs.iter().map(|pair| Weight { full: unit(pair[0]), bare: unit(pair[1]) }).collect();
        Some(Weights { features: features.try_into().ok()?, patterns })
    }

    /// The weights of the features, a line each: the name, the weight with 24 checkers and the
    /// weight with none, in hundredths of a man.
    pub fn table(&self) -> String {
        let lines = features::NAMES.iter().zip(&self.features).map(|(name, weight)| {
            let number = |fixed: i16| f64::from(fixed) / f64::from(PARTS);
            format!("{name:<24}{:>9.2}{:>9.2}\n", number(weight.full), number(weight.bare))
        });
        lines.collect()
    }

    /// The weights of the patterns, a byte each for a full and for a bare board: 15 windows of
    /// 6561 fillings.
    pub fn patterns(&self) -> Vec<u8> {
        let byte = |fixed: i16| (fixed + UNIT / 2).div_euclid(UNIT).clamp(-128, 127) as i8 as u8;
        self.patterns.iter().flat_map(|weight| [byte(weight.full), byte(weight.bare)]).collect()
    }

    /// The weights with these values in hundredths of a man.
    pub fn from_numbers(numbers: &[f32]) -> Weights {
        assert_eq!(numbers.len(), Weights::COUNT);
        let weight = |pair: &[f32]| Weight { full: fixed(pair[0]), bare: fixed(pair[1]) };
        let (first, rest) = numbers.split_at(2 * features::COUNT);
        let mut features = [Weight::default(); features::COUNT];
        for (feature, pair) in features.iter_mut().zip(first.chunks(2)) {
            *feature = weight(pair);
        }
        Weights { features, patterns: rest.chunks(2).map(weight).collect() }
    }

    /// The worth of a position to the side that views it.
    pub(super) fn score(&self, view: &View) -> Score {
        let (mut full, mut bare) = (0, 0);
        let mut add = |weight: Weight, times: i32| {
            full += i32::from(weight.full) * times;
            bare += i32::from(weight.bare) * times;
        };
        for (i, filling) in fillings(view).into_iter().enumerate() {
            add(self.patterns[i * FILLINGS + filling], 1);
        }
        for (&weight, times) in self.features.iter().zip(features::of(view)) {
            add(weight, times);
        }
        let checkers = (view.us | view.them).count_ones() as i32;
        Score::new((full * checkers + bare * (24 - checkers)) / (24 * PARTS))
    }
}

fn fixed(hundredths: f32) -> i16 {
    (hundredths * PARTS as f32).round().clamp(-32_000.0, 32_000.0) as i16
}

/// What weights are tuned on: the places of the weights that count in a position, and how often.
pub(super) fn active(view: &view::View, out: &mut Vec<(u32, f32)>) {
    let checkers = (view.us | view.them).count_ones() as f32 / 24.0;
    let mut add = |place: usize, times: f32| {
        if times != 0.0 {
            out.push((2 * place as u32, times * checkers));
            out.push((2 * place as u32 + 1, times * (1.0 - checkers)));
        }
    };
    for (place, times) in features::of(view).into_iter().enumerate() {
        add(place, times as f32);
    }
    for (i, filling) in fillings(view).into_iter().enumerate() {
        add(features::COUNT + i * FILLINGS + filling, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_hold_what_is_used() {
        let table = include_str!("../../../weights/checkers.txt");
        let patterns = include_bytes!("../../../weights/checkers.patterns");
        let weights = Weights::from_files(table, patterns).expect("both files are whole");
        assert_eq!(&weights, Weights::built_in());
        assert_eq!(Weights::from_files(&weights.table(), &weights.patterns()), Some(weights));
        assert_eq!(Weights::from_files(table, &patterns[1..]), None);
        assert_eq!(Weights::from_files("man 1", patterns), None);
    }
}
