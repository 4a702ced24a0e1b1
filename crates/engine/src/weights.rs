//! Weights by name: one for a full board and one for a bare one, in a table that people can read.

use std::fmt;
use std::fmt::Write;

use crate::Score;

/// Weights are kept in this many parts of a hundredth of a man.
const PARTS: i32 = 16;

/// What each of `N` features is worth on a full board and on a bare one; between them it changes
/// evenly.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Weights<const N: usize> {
    full: [i32; N],
    bare: [i32; N],
}

/// What is wrong with a table of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadWeights {
    /// A line is not a name and two numbers.
    Line(String),
    /// No feature has this name.
    Unknown(String),
    /// A feature has two lines.
    Twice(String),
    /// A feature has no line.
    Missing(String),
}

impl fmt::Display for BadWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadWeights::Line(line) => write!(f, "not a name and two numbers: {line:?}"),
            BadWeights::Unknown(name) => write!(f, "there is no feature {name:?}"),
            BadWeights::Twice(name) => write!(f, "the feature {name:?} has two lines"),
            BadWeights::Missing(name) => write!(f, "the feature {name:?} has no line"),
        }
    }
}

impl std::error::Error for BadWeights {}

impl<const N: usize> Weights<N> {
    /// Reads a table: a line for each feature with its name and the two weights in hundredths of
    /// a man. Empty lines and what follows a `#` do not count.
    pub fn read(names: &[&str; N], text: &str) -> Result<Weights<N>, BadWeights> {
        let mut found = [None; N];
        for line in text.lines() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let (name, pair) = read_line(line).ok_or_else(|| BadWeights::Line(line.to_owned()))?;
            let place = names
                .iter()
                .position(|known| *known == name)
                .ok_or_else(|| BadWeights::Unknown(name.clone()))?;
            if found[place].replace(pair).is_some() {
                return Err(BadWeights::Twice(name));
            }
        }
        let mut numbers = Vec::with_capacity(2 * N);
        for (pair, name) in found.into_iter().zip(names) {
            numbers.extend(pair.ok_or_else(|| BadWeights::Missing((*name).to_owned()))?);
        }
        Ok(Weights::from_numbers(&numbers))
    }

    /// The weights in hundredths of a man: full and bare of each feature in turn.
    pub fn from_numbers(numbers: &[f32]) -> Weights<N> {
        assert_eq!(numbers.len(), 2 * N);
        Weights {
            full: core::array::from_fn(|i| fixed(numbers[2 * i])),
            bare: core::array::from_fn(|i| fixed(numbers[2 * i + 1])),
        }
    }

    /// The opposite of [`Weights::from_numbers`], to a sixteenth of a hundredth.
    pub fn numbers(&self) -> Vec<f32> {
        let pairs = self.full.iter().zip(&self.bare);
        pairs.flat_map(|(&full, &bare)| [full, bare]).map(|w| w as f32 / PARTS as f32).collect()
    }

    /// The sum of what the features are worth, `part` of `whole` being on the board still.
    #[inline]
    pub(crate) fn score(&self, features: &[i32; N], part: i32, whole: i32) -> Score {
        let (mut full, mut bare) = (0, 0);
        for (times, (full_weight, bare_weight)) in
            features.iter().zip(self.full.iter().zip(&self.bare))
        {
            full += full_weight * times;
            bare += bare_weight * times;
        }
        let sum = i64::from(full) * i64::from(part) + i64::from(bare) * i64::from(whole - part);
        Score::new((sum / i64::from(whole * PARTS)) as i32)
    }
}

/// Which weights count in a position and how often, as [`crate::tune::Tunable::active`] has it.
pub(crate) fn active<const N: usize>(
    features: &[i32; N],
    part: i32,
    whole: i32,
    out: &mut Vec<(u32, f32)>,
) {
    let full = part as f32 / whole as f32;
    for (place, &times) in (0..).step_by(2).zip(features) {
        if times != 0 {
            out.push((place, times as f32 * full));
            out.push((place + 1, times as f32 * (1.0 - full)));
        }
    }
}

/// Writes a table that [`Weights::read`] reads, under a head of comments.
pub(crate) fn write(names: &[&str], numbers: &[f32], head: &str) -> String {
    let mut text: String = head.lines().map(|line| format!("# {line}\n")).collect();
    let _ = writeln!(text, "#\n# {:<28} {:>9} {:>9}", "name", "full", "bare");
    for (name, pair) in names.iter().zip(numbers.chunks(2)) {
        let _ = writeln!(text, "{name:<30} {:>9.2} {:>9.2}", pair[0], pair[1]);
    }
    text
}

fn read_line(line: &str) -> Option<(String, [f32; 2])> {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let number = |word: &str| word.parse().ok().filter(|number: &f32| number.abs() <= MOST);
    let (bare, full) = (number(words.pop()?)?, number(words.pop()?)?);
    (!words.is_empty()).then(|| (words.join(" "), [full, bare]))
}

/// No weight is larger: sums of them stay within 32 bits.
const MOST: f32 = 2_000.0;

fn fixed(hundredths: f32) -> i32 {
    (hundredths.clamp(-MOST, MOST) * PARTS as f32).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 2] = ["man", "king at home"];

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let numbers = [100.0, 90.5, -3.25, 0.0];
        let text = write(&NAMES, &numbers, "made by hand\nfor a test");
        assert!(text.starts_with("# made by hand\n# for a test\n"));
        let weights = Weights::read(&NAMES, &text).unwrap();
        assert_eq!(weights.numbers(), numbers);
        assert_eq!(weights.score(&[2, 1], 24, 24), Score::new(196));
        assert_eq!(weights.score(&[2, 1], 0, 24), Score::new(181));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let wrong = |text| Weights::read(&NAMES, text).unwrap_err().to_string();
        assert_eq!(wrong("man 1 2"), "the feature \"king at home\" has no line");
        assert_eq!(wrong("man 1 2\nman 1 2"), "the feature \"man\" has two lines");
        assert_eq!(wrong("queen 1 2"), "there is no feature \"queen\"");
        assert_eq!(wrong("man 1"), "not a name and two numbers: \"man 1\"");
        assert_eq!(wrong("man 1 NaN"), "not a name and two numbers: \"man 1 NaN\"");
    }
}
