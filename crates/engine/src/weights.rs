//! Feature weights: a linear evaluation with two game phases, in a text table with names.

use std::fmt;
use std::fmt::Write;

use crate::Score;

/// Fixed-point weights: this many parts of a hundredth of a man.
const PARTS: i32 = 16;

/// The most characters of a line that an error quotes.
const MAX_QUOTED: usize = 60;

/// The weight of each of `N` features on a full board and on a bare one. The weight in a position is
/// interpolated between the two (a tapered evaluation).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct FeatureWeights<const N: usize> {
    full: [i32; N],
    bare: [i32; N],
}

/// Why a table of weights is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// A line is not a name and two numbers.
    MalformedLine(String),
    /// No feature has this name.
    Unknown(String),
    /// A feature has two lines.
    Twice(String),
    /// A feature has no line.
    Missing(String),
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WeightsError::MalformedLine(line) => write!(f, "not a name and two numbers: {line:?}"),
            WeightsError::Unknown(name) => write!(f, "there is no feature {name:?}"),
            WeightsError::Twice(name) => write!(f, "the feature {name:?} has two lines"),
            WeightsError::Missing(name) => write!(f, "the feature {name:?} has no line"),
        }
    }
}

impl std::error::Error for WeightsError {}

/// The items of `Tunable` for an evaluation that is a table of features: their
/// names, and their hand-set weights.
macro_rules! feature_table {
    ($names:expr, $initial_weights:expr) => {
        const WEIGHTS: usize = 2 * $names.len();

        fn with_weights(numbers: &[f32]) -> Self::Eval {
            $crate::weights::FeatureWeights::from_numbers(numbers)
        }

        fn initial_weights() -> Vec<f32> {
            $initial_weights.concat()
        }

        fn write_weights(numbers: &[f32], head: &str) -> String {
            $crate::weights::write(&$names, numbers, head)
        }

        fn parse_numbers(text: &str, _network: Option<&[u8]>) -> Result<Vec<f32>, String> {
            let read = $crate::weights::FeatureWeights::<{ $names.len() }>::parse(&$names, text);
            Ok(read.map_err(|bad| bad.to_string())?.numbers())
        }

        fn read_weights(text: &str, _network: Option<&[u8]>) -> Result<Self::Eval, String> {
            $crate::weights::FeatureWeights::parse(&$names, text).map_err(|bad| bad.to_string())
        }
    };
}
pub(crate) use feature_table;

impl<const N: usize> FeatureWeights<N> {
    /// Parses a table: a line per feature with its name and its two weights in hundredths of a man.
    /// Empty lines and comments after `#` are skipped.
    pub fn parse(names: &[&str; N], text: &str) -> Result<FeatureWeights<N>, WeightsError> {
        let mut found = [None; N];
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let quote = |text: &str| text.chars().take(MAX_QUOTED).collect();
            let (name, pair) =
                parse_line(line).ok_or_else(|| WeightsError::MalformedLine(quote(line)))?;
            let place = names
                .iter()
                .position(|known| *known == name)
                .ok_or_else(|| WeightsError::Unknown(quote(&name)))?;
            if found[place].replace(pair).is_some() {
                return Err(WeightsError::Twice(name));
            }
        }
        let mut numbers = Vec::with_capacity(2 * N);
        for (pair, name) in found.into_iter().zip(names) {
            numbers.extend(pair.ok_or_else(|| WeightsError::Missing((*name).to_owned()))?);
        }
        Ok(FeatureWeights::from_numbers(&numbers))
    }

    /// Weights in hundredths of a man: full and bare of each feature in turn.
    ///
    /// # Panics
    ///
    /// If there are not two numbers for each feature.
    pub fn from_numbers(numbers: &[f32]) -> FeatureWeights<N> {
        assert_eq!(numbers.len(), 2 * N);
        FeatureWeights {
            full: core::array::from_fn(|i| fixed(numbers[2 * i])),
            bare: core::array::from_fn(|i| fixed(numbers[2 * i + 1])),
        }
    }

    /// The inverse of [`FeatureWeights::from_numbers`], rounded to a sixteenth of a hundredth.
    pub fn numbers(&self) -> Vec<f32> {
        let pairs = self.full.iter().zip(&self.bare);
        pairs.flat_map(|(&full, &bare)| [full, bare]).map(|w| w as f32 / PARTS as f32).collect()
    }

    /// The tapered evaluation of these features, with `phase_left` of `full_phase` still on the
    /// board.
    #[inline]
    pub(crate) fn score(&self, features: &[i32; N], phase_left: i32, full_phase: i32) -> Score {
        let (mut full, mut bare) = (0, 0);
        for (times, (full_weight, bare_weight)) in
            features.iter().zip(self.full.iter().zip(&self.bare))
        {
            full += full_weight * times;
            bare += bare_weight * times;
        }
        let sum = i64::from(full) * i64::from(phase_left)
            + i64::from(bare) * i64::from(full_phase - phase_left);
        Score::new((sum / i64::from(full_phase * PARTS)) as i32)
    }
}

/// The active features of a position: see [`crate::tune::Tunable::active`].
pub(crate) fn active<const N: usize>(
    features: &[i32; N],
    phase_left: i32,
    full_phase: i32,
    out: &mut Vec<(u32, f32)>,
) {
    let full = phase_left as f32 / full_phase as f32;
    for (place, &times) in (0..).step_by(2).zip(features) {
        if times != 0 {
            out.push((place, times as f32 * full));
            out.push((place + 1, times as f32 * (1.0 - full)));
        }
    }
}

/// Writes a table in the format of [`FeatureWeights::parse`], below a comment.
pub(crate) fn write(names: &[&str], numbers: &[f32], head: &str) -> String {
    let mut text: String = head.lines().map(|line| format!("# {line}\n")).collect();
    let _ = writeln!(text, "#\n# {:<28} {:>9} {:>9}", "name", "full", "bare");
    for (name, pair) in names.iter().zip(numbers.chunks(2)) {
        let _ = writeln!(text, "{name:<30} {:>9.2} {:>9.2}", pair[0], pair[1]);
    }
    text
}

fn parse_line(line: &str) -> Option<(String, [f32; 2])> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let number = |word: &str| word.parse().ok().filter(|number: &f32| number.abs() <= MAX_WEIGHT);
    let (bare, full) = (number(words.pop()?)?, number(words.pop()?)?);
    (!words.is_empty()).then(|| (words.join(" "), [full, bare]))
}

/// The greatest weight. Sums of weights stay within 32 bits.
const MAX_WEIGHT: f32 = 2_000.0;

fn fixed(hundredths: f32) -> i32 {
    (hundredths.clamp(-MAX_WEIGHT, MAX_WEIGHT) * PARTS as f32).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 2] = ["man", "king at home"];

    #[test]
    fn a_table_round_trips() {
        let numbers = [100.0, 90.5, -3.25, 0.0];
        let text = write(&NAMES, &numbers, "made by hand\nfor a test");
        assert!(text.starts_with("# made by hand\n# for a test\n"));
        let weights = FeatureWeights::parse(&NAMES, &text).unwrap();
        assert_eq!(weights.numbers(), numbers);
        assert_eq!(weights.score(&[2, 1], 24, 24), Score::new(196));
        assert_eq!(weights.score(&[2, 1], 0, 24), Score::new(181));
    }

    #[test]
    fn errors_name_the_line_or_feature() {
        let wrong = |text| FeatureWeights::parse(&NAMES, text).unwrap_err().to_string();
        assert_eq!(wrong("man 1 2"), "the feature \"king at home\" has no line");
        assert_eq!(wrong("man 1 2\nman 1 2"), "the feature \"man\" has two lines");
        assert_eq!(wrong("queen 1 2"), "there is no feature \"queen\"");
        assert_eq!(wrong("man 1"), "not a name and two numbers: \"man 1\"");
        assert_eq!(wrong("man 1 NaN"), "not a name and two numbers: \"man 1 NaN\"");
    }
}
