//! Fitting the features' weights and the network together: logistic regression by steps down the
//! slope, in batches, with steps of a length that each number gets by its own slopes (Adam).

use super::features::{self, COUNT};
use super::network::{MIXES, SUMS, each_input, phase, place};
use super::view::View;
use crate::tune::Dice;

/// Numbers that are fitted: two for each feature, then the network's.
pub(super) const NUMBERS: usize = 2 * COUNT + place::COUNT;

/// Hundredths of a man in a man.
const MAN: f32 = 100.0;
/// Samples that are looked at before each step.
const BATCH: usize = 256;
/// The length of a step at the beginning; at the end it is nothing.
const RATE: f32 = 0.002;

/// A position to learn from.
pub(super) struct Lesson {
    inputs: Vec<u8>,
    features: Vec<(u8, f32)>,
    phase: u8,
    /// How likely its side to move was to win.
    result: f32,
}

impl Lesson {
    pub(super) fn new(view: &View, result: f32) -> Lesson {
        let mut inputs = Vec::with_capacity(24);
        each_input(view, |input| inputs.push(input as u8));
        let mut seen = Vec::new();
        active(view, &mut seen);
        let checkers = (view.us | view.them).count_ones();
        let features = seen.into_iter().map(|(place, times)| (place as u8, times)).collect();
        Lesson { inputs, features, phase: phase(checkers) as u8, result }
    }
}

/// Which weights of the features count in a position, and how often.
pub(super) fn active(view: &View, out: &mut Vec<(u32, f32)>) {
    let checkers = (view.us | view.them).count_ones();
    crate::weights::active(&features::of(view), checkers as i32, 24, out);
}

/// What comes up on the way from a lesson to its worth.
struct Thought {
    sums: [f32; SUMS],
    mixes: [f32; MIXES],
    /// In men.
    worth: f32,
}

/// What the numbers say of a lesson. Those of the features are in hundredths of a man.
fn think(numbers: &[f32], lesson: &Lesson) -> Thought {
    let (table, net) = numbers.split_at(2 * COUNT);
    let mut sums = [0.0; SUMS];
    sums.copy_from_slice(&net[place::SUM..][..SUMS]);
    for &input in &lesson.inputs {
        let adds = &net[place::INPUT + usize::from(input) * SUMS..][..SUMS];
        sums.iter_mut().zip(adds).for_each(|(sum, add)| *sum += add);
    }
    sums.iter_mut().for_each(|sum| *sum = sum.clamp(0.0, 1.0));
    let phase = usize::from(lesson.phase);
    let mut mixes = [0.0; MIXES];
    let mut worth = net[place::RESULT_START + phase];
    for (mix, mixed) in mixes.iter_mut().enumerate() {
        let at = phase * MIXES + mix;
        let weights = &net[place::MIX + at * SUMS..][..SUMS];
        let sum: f32 = sums.iter().zip(weights).map(|(sum, weight)| sum * weight).sum();
        *mixed = (net[place::MIX_START + at] + sum).max(0.0);
        worth += *mixed * net[place::RESULT + at];
    }
    for &(feature, times) in &lesson.features {
        worth += table[usize::from(feature)] * times / MAN;
    }
    Thought { sums, mixes, worth }
}

/// The worth of a position to its side to move, in hundredths of a man.
pub(super) fn hundredths(numbers: &[f32], view: &View) -> f32 {
    think(numbers, &Lesson::new(view, 0.0)).worth * MAN
}

/// Adds the slope of the loss at a lesson.
fn add_slope(numbers: &[f32], lesson: &Lesson, slopes: &mut [f32]) {
    let Thought { sums, mixes, worth } = think(numbers, lesson);
    let net = &numbers[2 * COUNT..];
    let (table, slope) = slopes.split_at_mut(2 * COUNT);
    let error = 1.0 / (1.0 + (-worth).exp()) - lesson.result;
    for &(feature, times) in &lesson.features {
        table[usize::from(feature)] += error * times;
    }
    let phase = usize::from(lesson.phase);
    slope[place::RESULT_START + phase] += error;
    let mut of_sums = [0.0; SUMS];
    for (mix, mixed) in mixes.into_iter().enumerate().filter(|(_, mixed)| *mixed > 0.0) {
        let at = phase * MIXES + mix;
        slope[place::RESULT + at] += error * mixed;
        let of_mix = error * net[place::RESULT + at];
        slope[place::MIX_START + at] += of_mix;
        let weights = &net[place::MIX + at * SUMS..][..SUMS];
        let slopes = &mut slope[place::MIX + at * SUMS..][..SUMS];
        for i in 0..SUMS {
            slopes[i] += of_mix * sums[i];
            of_sums[i] += of_mix * weights[i];
        }
    }
    for (of_sum, sum) in of_sums.iter_mut().zip(sums) {
        if sum <= 0.0 || sum >= 1.0 {
            *of_sum = 0.0;
        }
    }
    let add = |to: &mut [f32]| to.iter_mut().zip(&of_sums).for_each(|(to, of_sum)| *to += of_sum);
    add(&mut slope[place::SUM..][..SUMS]);
    for &input in &lesson.inputs {
        add(&mut slope[place::INPUT + usize::from(input) * SUMS..][..SUMS]);
    }
}

/// Numbers to begin with: the features' as given, the network's small and by the dice.
pub(super) fn beginning(table: &[f32], dice: &mut Dice) -> Vec<f32> {
    let mut numbers = table[..2 * COUNT].to_vec();
    let mut small = |most: f32| (dice.below(2_001) as f32 / 1_000.0 - 1.0) * most;
    numbers.extend((0..place::COUNT).map(|i| match i {
        i if i < place::SUM => small(0.25),
        i if i < place::MIX => 0.1,
        i if i < place::MIX_START => small(0.15),
        i if i < place::RESULT => 0.0,
        i if i < place::RESULT_START => small(0.3),
        _ => 0.0,
    }));
    numbers
}

/// Goes through the lessons so many times, in an order by the dice; `step` is called after each
/// time.
pub(super) fn train(
    numbers: &mut [f32],
    lessons: &[Lesson],
    times: u32,
    dice: &mut Dice,
    mut step: impl FnMut(),
) {
    let mut adam = Adam::new();
    let mut slopes = vec![0.0; NUMBERS];
    let batches = lessons.len().div_ceil(BATCH);
    let all = (batches * times as usize) as f32;
    for time in 0..times as usize {
        for batch in 0..batches {
            slopes.fill(0.0);
            for _ in 0..BATCH {
                add_slope(numbers, &lessons[dice.below(lessons.len())], &mut slopes);
            }
            let done = (time * batches + batch) as f32 / all;
            adam.step(numbers, &slopes, RATE * (1.0 - done));
        }
        step();
    }
}

/// What is remembered of the slopes so far.
struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    /// What the means and squares still lack, because they began at nothing.
    lack: [f32; 2],
}

impl Adam {
    /// How much of the mean and of the square is kept at each step.
    const KEPT: [f32; 2] = [0.9, 0.999];

    fn new() -> Adam {
        Adam { means: vec![0.0; NUMBERS], squares: vec![0.0; NUMBERS], lack: [1.0; 2] }
    }

    fn step(&mut self, numbers: &mut [f32], slopes: &[f32], rate: f32) {
        let [mean_kept, square_kept] = Adam::KEPT;
        self.lack = [self.lack[0] * mean_kept, self.lack[1] * square_kept];
        let (mean_part, square_part) = (1.0 - self.lack[0], 1.0 - self.lack[1]);
        for i in 0..NUMBERS {
            let slope = slopes[i] / BATCH as f32;
            self.means[i] += (1.0 - mean_kept) * (slope - self.means[i]);
            self.squares[i] += (1.0 - square_kept) * (slope * slope - self.squares[i]);
            let length = (self.squares[i] / square_part).sqrt() + 1e-8;
            // The features' weights are in hundredths of a man, the network's in men.
            let unit = if i < 2 * COUNT { MAN } else { 1.0 };
            numbers[i] -= unit * rate * self.means[i] / mean_part / length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::view::SQUARES;
    use super::*;

    fn lesson(dice: &mut Dice) -> Lesson {
        let mut set = || (0..35).fold(0, |set, slot| set | u64::from(dice.below(4) == 0) << slot);
        let (us, them, kings) = (set() & SQUARES, set() & SQUARES, set());
        Lesson::new(&View { us, them: them & !us, kings: kings & (us | them) }, 0.7)
    }

    fn loss(numbers: &[f32], lesson: &Lesson) -> f32 {
        let likely = 1.0 / (1.0 + (-think(numbers, lesson).worth).exp());
        -(lesson.result * likely.ln() + (1.0 - lesson.result) * (1.0 - likely).ln())
    }

    #[test]
    fn slopes_are_what_small_steps_show() {
        let mut dice = Dice::new(5);
        let mut numbers = beginning(&[10.0; 2 * COUNT], &mut dice);
        // Larger, so that some sums are above one and some below nothing.
        numbers[2 * COUNT..][..place::SUM].iter_mut().for_each(|number| *number *= 3.0);
        let lesson = lesson(&mut dice);
        let mut slopes = vec![0.0; NUMBERS];
        add_slope(&numbers, &lesson, &mut slopes);
        let mut compared = 0;
        for i in (0..NUMBERS)
            .step_by(37)
            .chain(0..2 * COUNT)
            .chain(2 * COUNT + place::SUM..2 * COUNT + place::MIX)
            .chain(NUMBERS - 100..NUMBERS)
        {
            // A weight of a feature is in hundredths, its slope for a man.
            let (unit, small) = if i < 2 * COUNT { (MAN, 1.0) } else { (1.0, 0.01) };
            let number = numbers[i];
            numbers[i] = number + small;
            let more = loss(&numbers, &lesson);
            numbers[i] = number - small;
            let less = loss(&numbers, &lesson);
            numbers[i] = number;
            let shown = (more - less) / (2.0 * small) * unit;
            assert!((shown - slopes[i]).abs() < 0.01, "{i}: {shown} {}", slopes[i]);
            compared += usize::from(slopes[i] != 0.0);
        }
        assert!(compared > 20, "{compared}");
    }

    #[test]
    fn what_is_taught_is_learnt() {
        let mut dice = Dice::new(6);
        let lessons: Vec<Lesson> = (0..40)
            .map(|i| Lesson { result: if i % 2 == 0 { 0.9 } else { 0.1 }, ..lesson(&mut dice) })
            .collect();
        let mut numbers = beginning(&[0.0; 2 * COUNT], &mut dice);
        let mean = |numbers: &[f32]| {
            lessons.iter().map(|lesson| loss(numbers, lesson)).sum::<f32>() / lessons.len() as f32
        };
        let before = mean(&numbers);
        train(&mut numbers, &lessons, 60, &mut dice, || {});
        let after = mean(&numbers);
        assert!(after < 0.4 && before > 0.5, "{before} {after}");
    }
}
