//! A seeded random number generator: the same seed gives the same numbers on every machine.

use crownhead_engine::SplitMix64;

/// The random numbers of a decision of a level.
#[derive(Clone, Debug)]
pub(crate) struct LevelRng(SplitMix64);

impl LevelRng {
    /// The generator of one decision: `seed` is the game's, `position` differs between decisions.
    pub(crate) fn new(seed: u64, position: u64) -> LevelRng {
        let first = SplitMix64::new(seed).bits();
        LevelRng(SplitMix64::new(first ^ position))
    }

    /// 64 uniformly distributed bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0.bits()
    }

    /// A number from 0 up to 1.
    pub(crate) fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Whether something with this probability happens.
    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.fraction() < probability
    }

    /// A number below `count`, which must not be zero.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0.below(count)
    }

    /// An index of `values` chosen by softmax: better ones more often, all equally often when the
    /// temperature is high. `values` must not be empty.
    pub(crate) fn softmax(&mut self, values: &[i32], temperature: f64) -> usize {
        let best = values.iter().copied().max().unwrap_or_default();
        let weight = |value: i32| (f64::from(value - best) / temperature.max(1e-6)).exp();
        let total: f64 = values.iter().map(|&value| weight(value)).sum();
        let mut left = self.fraction() * total;
        for (i, &value) in values.iter().enumerate() {
            left -= weight(value);
            if left < 0.0 {
                return i;
            }
        }
        values.iter().position(|&value| value == best).unwrap_or_default()
    }

    /// Keeps `count` random elements of a list.
    pub(crate) fn sample<T>(&mut self, list: &mut Vec<T>, count: usize) {
        for i in 0..count.min(list.len()) {
            let other = i + self.below(list.len() - i);
            list.swap(i, other);
        }
        list.truncate(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_reproducible_by_seed() {
        let throws = |seed, position| {
            let mut rng = LevelRng::new(seed, position);
            [rng.next(), rng.next(), rng.next()]
        };
        assert_eq!(throws(1, 2), throws(1, 2));
        assert_ne!(throws(1, 2), throws(2, 2));
        assert_ne!(throws(1, 2), throws(1, 3));
    }

    #[test]
    fn low_temperature_takes_the_best_and_high_temperature_takes_all() {
        let mut rng = LevelRng::new(7, 0);
        let values = [10, 40, 30];
        assert!((0..100).all(|_| rng.softmax(&values, 0.01) == 1));
        let mut taken = [0; 3];
        (0..300).for_each(|_| taken[rng.softmax(&values, 1e6)] += 1);
        assert!(taken.iter().all(|&times| times > 60), "{taken:?}");
    }
}
