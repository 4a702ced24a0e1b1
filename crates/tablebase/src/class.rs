//! Material classes: the numbers of men and kings of each side.

use core::fmt;

use crate::BoardView;

/// The material of a position from the point of view of the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class {
    /// The men of the side to move.
    pub our_men: u8,
    /// The kings of the side to move.
    pub our_kings: u8,
    /// The men of the other side.
    pub their_men: u8,
    /// The kings of the other side.
    pub their_kings: u8,
}

impl Class {
    /// The class of a position.
    #[inline]
    pub fn of(view: &BoardView) -> Class {
        let count = |set: u64| set.count_ones() as u8;
        Class {
            our_men: count(view.our_men),
            our_kings: count(view.our_kings),
            their_men: count(view.their_men),
            their_kings: count(view.their_kings),
        }
    }

    /// All classes with this number of checkers, at least one on each side. Classes after a
    /// crowning come first, and a class is next to its flipped class.
    pub fn all(checkers: u8) -> Vec<Class> {
        let mut all = Vec::new();
        for ours in 1..checkers {
            let theirs = checkers - ours;
            for our_men in 0..=ours {
                for their_men in 0..=theirs {
                    let (our_kings, their_kings) = (ours - our_men, theirs - their_men);
                    all.push(Class { our_men, our_kings, their_men, their_kings });
                }
            }
        }
        all.sort_by_key(|class| {
            let flipped = class.flipped();
            (class.men(), (*class).min(flipped), *class)
        });
        all
    }

    /// The same checkers with the other side to move.
    #[must_use]
    pub const fn flipped(self) -> Class {
        Class {
            our_men: self.their_men,
            our_kings: self.their_kings,
            their_men: self.our_men,
            their_kings: self.our_kings,
        }
    }

    /// The number of checkers.
    #[inline]
    pub const fn checkers(self) -> u8 {
        self.our_men + self.our_kings + self.their_men + self.their_kings
    }

    /// The number of men.
    pub(crate) const fn men(self) -> u8 {
        self.our_men + self.their_men
    }

    /// The index of the class in a list of [`Class::index_count`].
    #[inline]
    pub(crate) const fn index(self, most: u8) -> usize {
        let radix = most as usize;
        let ours = self.our_men as usize * radix + self.our_kings as usize;
        (ours * radix + self.their_men as usize) * radix + self.their_kings as usize
    }

    /// The length of a list of all classes of at most `most` checkers. Each number in a class is
    /// less than `most`, because the other side has a checker too.
    pub(crate) const fn index_count(most: u8) -> usize {
        (most as usize).pow(4)
    }
}

/// `1m2k-3k`: the side to move first, its men before its kings.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slice = |f: &mut fmt::Formatter<'_>, count: u8, letter: char| match count {
            0 => Ok(()),
            _ => write!(f, "{count}{letter}"),
        };
        slice(f, self.our_men, 'm')?;
        slice(f, self.our_kings, 'k')?;
        f.write_str("-")?;
        slice(f, self.their_men, 'm')?;
        slice(f, self.their_kings, 'k')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_after_a_crowning_come_first() {
        for checkers in 2..=6 {
            let all = Class::all(checkers);
            for (i, class) in all.iter().enumerate() {
                let index_of = |of: Class| all.iter().position(|&class| class == of).unwrap();
                assert!(index_of(class.flipped()).abs_diff(i) <= 1, "{class}");
                if class.our_men > 0 {
                    let (our_men, our_kings) = (class.our_men - 1, class.our_kings + 1);
                    let crowned = Class { our_men, our_kings, ..*class };
                    assert!(index_of(crowned.flipped()) < i, "{class}");
                }
            }
        }
        assert_eq!(Class::all(6).len(), 70);
        assert_eq!(Class::all(3)[11].to_string(), "2m-1m");
    }
}
