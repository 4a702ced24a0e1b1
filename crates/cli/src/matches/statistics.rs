//! Match statistics: Elo with error bars, and the sequential probability ratio test. The unit is a
//! pair of games with colours reversed, because the two games of an opening are not independent.

use std::fmt;

/// Wins, draws and losses of the first player of the match.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MatchTally {
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
    /// The number of pairs with 0, ½, 1, 1½ and 2 points.
    pub(crate) pairs: [u32; 5],
}

impl MatchTally {
    /// Counts a game by its half points: 0, 1 or 2.
    pub(crate) fn count_game(&mut self, half_points: usize) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Counts the two games of an opening by the half points of both.
    pub(crate) fn count_pair(&mut self, half_points: usize) {
        self.pairs[half_points.min(4)] += 1;
    }

    pub(crate) fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The score from 0 to 1; ½ without games.
    pub(crate) fn score(&self) -> f64 {
        let points = f64::from(self.wins) + 0.5 * f64::from(self.draws);
        if self.games() == 0 { 0.5 } else { points / f64::from(self.games()) }
    }

    /// The Elo difference, and half of its 95 % confidence interval; the latter only if there are
    /// two pairs and the interval is finite.
    pub(crate) fn elo(&self) -> (f64, Option<f64>) {
        let score = self.score();
        let error = self.standard_error().map(|error| 1.96 * error);
        let half = error.map(|error| (elo(score + error) - elo(score - error)) / 2.0);
        (elo(score), half.filter(|half| half.is_finite()))
    }

    /// The standard error of the score, from the pairs.
    fn standard_error(&self) -> Option<f64> {
        let count: u32 = self.pairs.iter().sum();
        if count < 2 {
            return None;
        }
        let (_, variance) = moments(self.pairs.map(f64::from));
        Some((variance / f64::from(count)).sqrt())
    }
}

/// `+12 =5 -3, score 72.5 %, Elo +168.4 ± 120.3`
impl fmt::Display for MatchTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (elo, half) = self.elo();
        write!(f, "+{} ={} -{}, ", self.wins, self.draws, self.losses)?;
        write!(f, "score {:.1} %, Elo {elo:+.1}", self.score() * 100.0)?;
        match half {
            Some(half) => write!(f, " ± {half:.1}"),
            None => Ok(()),
        }
    }
}

/// The Elo difference of an expected score; infinite for 0 and 1.
pub(crate) fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if score >= 1.0 {
        return f64::INFINITY;
    }
    // Without a minus before the logarithm, which would make an even score -0.
    400.0 * (score / (1.0 - score)).log10()
}

/// The expected score of an Elo difference.
pub(crate) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The mean and variance of a pair's score.
fn moments(pairs: [f64; 5]) -> (f64, f64) {
    let count: f64 = pairs.iter().sum();
    let shares = [0.0, 0.25, 0.5, 0.75, 1.0];
    let over = |f: &dyn Fn(f64) -> f64| {
        pairs.iter().zip(shares).map(|(n, share)| n * f(share)).sum::<f64>() / count
    };
    let mean = over(&|share| share);
    (mean, over(&|share| (share - mean).powi(2)))
}

/// A sequential test of `elo1` against `elo0`.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Sprt {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
    /// The probability to accept `elo1` if `elo0` is true.
    pub(crate) alpha: f64,
    /// The probability to accept `elo0` if `elo1` is true.
    pub(crate) beta: f64,
}

/// The decision of a test.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    AcceptElo0,
    AcceptElo1,
}

impl Sprt {
    /// Parses `elo0=0 elo1=5 alpha=0.05 beta=0.05`; omitted bounds have these defaults.
    pub(crate) fn read(text: &str) -> Result<Sprt, String> {
        let mut sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
            let number = number.ok_or_else(|| format!("“{word}” is not key=number"))?;
            match key {
                "elo0" => sprt.elo0 = number,
                "elo1" => sprt.elo1 = number,
                "alpha" => sprt.alpha = number,
                "beta" => sprt.beta = number,
                _ => return Err(format!("“{key}” is none of elo0, elo1, alpha, beta")),
            }
        }
        let chance = |chance: f64| chance > 0.0 && chance < 0.5;
        if sprt.elo0 >= sprt.elo1 {
            return Err("elo0 must be less than elo1".to_owned());
        }
        if !chance(sprt.alpha) || !chance(sprt.beta) {
            return Err("alpha and beta are chances between 0 and 0.5".to_owned());
        }
        Ok(sprt)
    }

    /// The log-likelihood ratio of `elo1` to `elo0`, with the pairs' scores as normally distributed
    /// with their own mean and variance. Every score is counted half a time more, so that a few
    /// equal pairs are not taken for certainty.
    pub(crate) fn llr(&self, tally: &MatchTally) -> f64 {
        let count: u32 = tally.pairs.iter().sum();
        if count == 0 {
            return 0.0;
        }
        let (mean, variance) = moments(tally.pairs.map(|n| f64::from(n) + 0.5));
        let (s0, s1) = (expected(self.elo0), expected(self.elo1));
        f64::from(count) * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// The values of [`Sprt::llr`] at which the test ends.
    pub(crate) fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The decision, if the test has ended.
    pub(crate) fn decision(&self, tally: &MatchTally) -> Option<Decision> {
        let (low, high) = self.bounds();
        match self.llr(tally) {
            llr if llr <= low => Some(Decision::AcceptElo0),
            llr if llr >= high => Some(Decision::AcceptElo1),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64, by: f64) {
        assert!((one - other).abs() < by, "{one} is not {other}");
    }

    #[test]
    fn elo_is_logistic() {
        near(elo(0.75), 190.848, 0.001);
        near(expected(0.0), 0.5, 1e-12);
        near(elo(expected(37.0)), 37.0, 1e-9);
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
        assert_eq!(elo(0.5).to_string(), "0");
    }

    #[test]
    fn error_bars_come_from_the_pairs() {
        // Four pairs of one point and four of two: mean 0.75, variance 1/16, standard error
        // sqrt(1/16/8) = 0.0884, so 0.75 ± 0.1732: Elo from 53.763 to 432.075.
        let tally = MatchTally { wins: 8, draws: 8, losses: 0, pairs: [0, 0, 4, 0, 4] };
        near(tally.score(), 0.75, 1e-12);
        let (elo, half) = tally.elo();
        near(elo, 190.848, 0.001);
        near(half.unwrap(), 189.156, 0.001);
        // All pairs alike: no variance is seen, and the bar has no length.
        let tally = MatchTally { wins: 2, draws: 0, losses: 2, pairs: [0, 0, 2, 0, 0] };
        assert_eq!(tally.elo(), (0.0, Some(0.0)));
        let tally = MatchTally { wins: 4, draws: 0, losses: 0, pairs: [0, 0, 0, 0, 2] };
        assert_eq!(tally.elo(), (f64::INFINITY, None));
        assert_eq!(MatchTally::default().to_string(), "+0 =0 -0, score 50.0 %, Elo +0.0");
    }

    #[test]
    fn the_test_adds_up() {
        let sprt = Sprt::read("elo0=0 elo1=10").unwrap();
        let (low, high) = sprt.bounds();
        near(low, -2.94444, 1e-5);
        near(high, 2.94444, 1e-5);
        // With half a pair more each: 0.5 of 0, 20.5 of 0.25, 40.5 of 0.5, 30.5 of 0.75, 10.5 of
        // 1 are 102.5 pairs of mean 0.573171 and variance 0.052573. With s0 = 0.5 and
        // s1 = 0.514387: 100 · 0.014387 · (1.146341 - 1.014387) / 0.105146 = 1.806.
        let tally = MatchTally { pairs: [0, 20, 40, 30, 10], ..MatchTally::default() };
        near(sprt.llr(&tally), 1.8055, 0.0005);
        assert_eq!(sprt.decision(&tally), None);
        let more = MatchTally { pairs: [0, 40, 80, 60, 20], ..MatchTally::default() };
        assert_eq!(sprt.decision(&more), Some(Decision::AcceptElo1));
        let less = MatchTally { pairs: [20, 60, 80, 40, 0], ..MatchTally::default() };
        assert_eq!(sprt.decision(&less), Some(Decision::AcceptElo0));
        assert_eq!(sprt.decision(&MatchTally::default()), None);
        let few = MatchTally { pairs: [0, 0, 0, 0, 2], ..MatchTally::default() };
        assert_eq!(sprt.decision(&few), None, "two pairs prove nothing");
    }

    #[test]
    fn tests_that_make_no_sense_are_refused() {
        let usual = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(Sprt::read(""), Ok(usual));
        for text in ["elo0=5 elo1=5", "alpha=0", "beta=0.7", "elo2=1", "elo0", "elo0=NaN"] {
            assert!(Sprt::read(text).is_err(), "{text}");
        }
    }
}
