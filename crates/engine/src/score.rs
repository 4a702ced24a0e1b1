//! Scores: static evaluations, tablebase results and proven wins, in one order.
//!
//! The numbers, from above (losses are their negatives):
//!
//! | from | to | what |
//! | --- | --- | --- |
//! | 32,000 | | infinity |
//! | 31,000 | 30,000 | a proven win in 0 to 1,000 plies |
//! | 20,000 | 19,000 | a win that tables know without its length, 0 to 1,000 plies from the root |
//! | 18,999 | 0 | an evaluation in hundredths of a man |
//!
//! All of them fit into the 16 bits of a transposition-table entry.

use core::ops::Neg;

use crate::search::Ply;

/// The score of a position to the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// The score of a draw.
    pub const DRAW: Score = Score(0);
    /// Greater than every score.
    pub const INFINITE: Score = Score(32_000);
    /// Less than every score.
    pub const MINUS_INFINITE: Score = Score(-Score::INFINITE.0);

    /// A win at once; a win in `n` plies is `n` less.
    const WIN: i32 = 31_000;
    /// The longest proven win. A search has at most 240 plies, and a distance table, which stores
    /// half the plies in a byte, adds at most 510.
    const LONGEST_WIN: i32 = 1_000;
    /// The least proven win is one more than this.
    const MAX_UNPROVEN: i32 = Score::WIN - Score::LONGEST_WIN - 1;
    /// A win that tables know without its length; `n` plies from the root it is `n` less.
    const TABLEBASE_WIN: i32 = 20_000;
    /// The least such win: further from the root than any search goes.
    const LEAST_TABLEBASE_WIN: i32 = Score::TABLEBASE_WIN - Score::LONGEST_WIN;
    /// The greatest evaluation.
    const MAX_EVALUATION: i32 = Score::LEAST_TABLEBASE_WIN - 1;

    /// An evaluation in hundredths of a man, clamped below every certain win.
    #[inline]
    pub const fn new(hundredths: i32) -> Score {
        Score(clamp(hundredths, Score::MAX_EVALUATION))
    }

    /// A win or a loss that tables know without its length, at a distance from the root.
    #[inline]
    pub const fn tablebase(wins: bool, ply: Ply) -> Score {
        let (ply, longest) = (ply.get(), Score::LONGEST_WIN);
        let win = Score::TABLEBASE_WIN - if ply < longest as u32 { ply as i32 } else { longest };
        Score(if wins { win } else { -win })
    }

    /// A certain win or loss of unknown distance: closer to a draw than any that a search reaches.
    #[inline]
    pub const fn least_tablebase(wins: bool) -> Score {
        Score::tablebase(wins, Ply::new(u32::MAX))
    }

    /// A proven win in `plies` plies.
    #[inline]
    pub const fn win_in(plies: u32) -> Score {
        Score(Score::WIN - plies as i32)
    }

    /// A proven loss in `plies` plies.
    #[inline]
    pub const fn loss_in(plies: u32) -> Score {
        Score(-Score::WIN + plies as i32)
    }

    /// The score as a number: hundredths of a man, unless it [is decided](Score::is_decided).
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The score plus a margin, clamped to infinity; for bounds, not for proofs.
    #[inline]
    pub const fn plus(self, hundredths: i32) -> Score {
        Score(clamp(self.0 + hundredths, Score::INFINITE.0))
    }

    /// An evaluation damped after some of the `limit` plies without progress that make a draw. It
    /// falls with the fourth power of the plies left: quickly at first, so that progress always
    /// pays.
    #[inline]
    #[must_use]
    pub const fn damped(self, without_progress: u32, limit: u32) -> Score {
        let left = limit.saturating_sub(without_progress) as i64;
        let share = left * left * left * left * 1024 / (limit as i64).pow(4);
        Score((self.0 as i64 * share / 1024) as i32)
    }

    /// Whether the winner is certain, whether or not the distance is known.
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.0 >= Score::LEAST_TABLEBASE_WIN || self.0 <= -Score::LEAST_TABLEBASE_WIN
    }

    /// Whether this is a proven win or loss, with its distance.
    #[inline]
    pub const fn is_proven(self) -> bool {
        self.0 > Score::MAX_UNPROVEN || self.0 < -Score::MAX_UNPROVEN
    }

    /// The distance of a proven win or loss in plies; none for anything else. [`Score::value`] has
    /// the sign of the winner: an immediate loss is `Some(0)` and negative.
    pub const fn plies_to_end(self) -> Option<u32> {
        if self.0 > Score::MAX_UNPROVEN {
            Some((Score::WIN - self.0) as u32)
        } else if self.0 < -Score::MAX_UNPROVEN {
            Some((Score::WIN + self.0) as u32)
        } else {
            None
        }
    }

    /// The form of the transposition table. An entry does not know its distance from the root, so
    /// proven wins are counted from the position itself.
    #[inline]
    pub(crate) const fn to_tt(self, ply: Ply) -> TtScore {
        let ply = ply.get() as i32;
        TtScore(if self.0 > Score::MAX_UNPROVEN {
            (self.0 + ply) as i16
        } else if self.0 < -Score::MAX_UNPROVEN {
            (self.0 - ply) as i16
        } else {
            self.0 as i16
        })
    }

    /// The inverse of [`Score::to_tt`].
    #[inline]
    pub(crate) const fn from_tt(stored: TtScore, ply: Ply) -> Score {
        let (stored, ply) = (stored.0 as i32, ply.get() as i32);
        if stored > Score::MAX_UNPROVEN {
            Score(stored - ply)
        } else if stored < -Score::MAX_UNPROVEN {
            Score(stored + ply)
        } else {
            Score(stored)
        }
    }
}

/// A score as a transposition-table entry stores it: proven wins are counted from the position, not
/// from the root.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TtScore(pub i16);

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// The nearest number between `-most` and `most`.
#[inline]
const fn clamp(number: i32, most: i32) -> i32 {
    if number > most {
        most
    } else if number < -most {
        -most
    } else {
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_and_evaluations_do_not_overlap() {
        assert_eq!(Score::win_in(7).plies_to_end(), Some(7));
        assert_eq!((-Score::win_in(7)).plies_to_end(), Some(7));
        assert!(Score::win_in(3) > Score::win_in(5) && Score::loss_in(3) < Score::loss_in(5));
        assert!(!Score::new(1_000_000).is_proven() && !Score::new(-1_000_000).is_decided());
        assert!(Score::win_in(900).is_decided() && Score::loss_in(0).is_decided());
        assert_eq!(Score::new(-400).damped(50, 200), Score::new(-126));
        assert_eq!(Score::new(40).damped(201, 200), Score::DRAW);
    }

    #[test]
    fn tablebase_wins_lie_between_evaluations_and_proofs() {
        let known = Score::tablebase(true, Ply::new(6));
        assert!(known.is_decided() && !known.is_proven() && known.plies_to_end().is_none());
        assert!(
            known > Score::tablebase(true, Ply::new(7))
                && -known == Score::tablebase(false, Ply::new(6))
        );
        assert!(Score::tablebase(true, Ply::new(999)) > Score::least_tablebase(true));
        assert!(
            Score::least_tablebase(true).is_decided() && Score::least_tablebase(false).is_decided()
        );
        assert!(Score::least_tablebase(true) > Score::new(i32::MAX));
        assert!(known < Score::win_in(999) && -known > Score::loss_in(999));
    }

    #[test]
    fn stored_scores_count_from_the_position() {
        let score = Score::win_in(9);
        assert_eq!(Score::from_tt(score.to_tt(Ply::new(4)), Ply::new(4)), score);
        assert_eq!(Score::from_tt(score.to_tt(Ply::new(4)), Ply::new(6)), Score::win_in(11));
        let eval = Score::new(-120);
        assert_eq!(Score::from_tt(eval.to_tt(Ply::new(4)), Ply::new(6)), eval);
    }
}
