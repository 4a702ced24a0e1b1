//! What a position is worth to the side that is to move.

use core::fmt;
use core::ops::Neg;

/// The worth of a position to the side to move: hundredths of a man, or a proven end.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// Nobody wins.
    pub const DRAW: Score = Score(0);
    /// More than anything.
    pub const INFINITE: Score = Score(32_000);
    /// A win on the spot; a win in `n` plies is `n` less.
    const WIN: i32 = 31_000;
    /// The longest win that is told apart from a good evaluation.
    const LONGEST: i32 = 1_000;
    /// The largest evaluation that is no proof.
    const LARGEST: i32 = Score::WIN - Score::LONGEST - 1;

    /// An evaluation, held below every proven win.
    #[inline]
    pub const fn new(hundredths: i32) -> Score {
        Score(if hundredths > Score::LARGEST {
            Score::LARGEST
        } else if hundredths < -Score::LARGEST {
            -Score::LARGEST
        } else {
            hundredths
        })
    }

    /// A proven win that comes in so many plies.
    #[inline]
    pub const fn win_in(plies: u32) -> Score {
        Score(Score::WIN - plies as i32)
    }

    /// A proven loss that comes in so many plies.
    #[inline]
    pub const fn loss_in(plies: u32) -> Score {
        Score(-Score::WIN + plies as i32)
    }

    /// The number itself.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The score more or less by so much; for bounds, not for proofs.
    #[inline]
    pub const fn plus(self, hundredths: i32) -> Score {
        let sum = self.0 + hundredths;
        if sum > Score::INFINITE.0 {
            Score::INFINITE
        } else if sum < -Score::INFINITE.0 {
            Score(-Score::INFINITE.0)
        } else {
            Score(sum)
        }
    }

    /// An evaluation after `idle` of the `limit` plies without progress that make a draw. It fades
    /// quickly at first, so that there is always a reason to get on.
    #[inline]
    #[must_use]
    pub const fn faded(self, idle: u32, limit: u32) -> Score {
        let left = limit.saturating_sub(idle) as i64;
        let share = left * left * left * left * 1024 / (limit as i64).pow(4);
        Score((self.0 as i64 * share / 1024) as i32)
    }

    /// Whether a win or a loss is proven.
    #[inline]
    pub const fn is_proven(self) -> bool {
        self.0 > Score::LARGEST || self.0 < -Score::LARGEST
    }

    /// In how many plies the side to move has proven to win (or, negative, to lose); none for an
    /// evaluation. A loss on the spot is `Some(0)` with [`Score::value`] below zero.
    pub const fn plies_to_end(self) -> Option<u32> {
        if self.0 > Score::LARGEST {
            Some((Score::WIN - self.0) as u32)
        } else if self.0 < -Score::LARGEST {
            Some((Score::WIN + self.0) as u32)
        } else {
            None
        }
    }

    /// As it is kept in a table that does not know the way from the root: proven ends are
    /// counted from the position itself.
    #[inline]
    pub(crate) const fn as_kept(self, ply: u32) -> i16 {
        if self.0 > Score::LARGEST {
            (self.0 + ply as i32) as i16
        } else if self.0 < -Score::LARGEST {
            (self.0 - ply as i32) as i16
        } else {
            self.0 as i16
        }
    }

    /// The opposite of [`Score::as_kept`].
    #[inline]
    pub(crate) const fn from_root(kept: i16, ply: u32) -> Score {
        let kept = kept as i32;
        if kept > Score::LARGEST {
            Score(kept - ply as i32)
        } else if kept < -Score::LARGEST {
            Score(kept + ply as i32)
        } else {
            Score(kept)
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// `+0.35`, `wins in 7`, `loses in 4`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.0 > 0 => write!(f, "wins in {plies}"),
            Some(plies) => write!(f, "loses in {plies}"),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_are_told_from_evaluations() {
        assert_eq!(Score::win_in(7).plies_to_end(), Some(7));
        assert_eq!((-Score::win_in(7)).plies_to_end(), Some(7));
        assert!(Score::win_in(3) > Score::win_in(5) && Score::loss_in(3) < Score::loss_in(5));
        assert!(!Score::new(1_000_000).is_proven());
        assert_eq!(Score::win_in(7).to_string(), "wins in 7");
        assert_eq!(Score::loss_in(4).to_string(), "loses in 4");
        assert_eq!(Score::new(-35).to_string(), "-0.35");
        assert_eq!(Score::new(-400).faded(50, 200), Score::new(-126));
        assert_eq!(Score::new(40).faded(201, 200), Score::DRAW);
    }

    #[test]
    fn the_table_counts_from_the_position() {
        let score = Score::win_in(9);
        assert_eq!(Score::from_root(score.as_kept(4), 4), score);
        assert_eq!(Score::from_root(score.as_kept(4), 6), Score::win_in(11));
        let eval = Score::new(-120);
        assert_eq!(Score::from_root(eval.as_kept(4), 6), eval);
    }
}
