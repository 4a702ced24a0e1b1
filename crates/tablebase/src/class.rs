//! Material classes: how many men and kings each side has.

use core::fmt;

use crate::BoardView;

/// The material of a position, as the side to move sees it.
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

    /// All classes of so many checkers, with at least one on each side. The classes that a crowning
    /// leads to come first, and a class is next to its flipped class.
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

    /// How many checkers there are.
    #[inline]
    pub const fn checkers(self) -> u8 {
        self.our_men + self.our_kings + self.their_men + self.their_kings
    }

    /// How many of them are men.
    pub(crate) const fn men(self) -> u8 {
        self.our_men + self.their_men
    }

    /// The place of the class in a list of [`Class::places`].
    #[inline]
    pub(crate) const fn place(self, most: u8) -> usize {
        let radix = most as usize;
        let ours = self.our_men as usize * radix + self.our_kings as usize;
        (ours * radix + self.their_men as usize) * radix + self.their_kings as usize
    }

    /// How many places a list of all classes of at most so many checkers needs. Each number in a
    /// class is less than `most`, because the other side has a checker too.
    pub(crate) const fn places(most: u8) -> usize {
        (most as usize).pow(4)
    }
}

/// `1m2k-3k`: the side to move first, its men before its kings.
impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |f: &mut fmt::Formatter<'_>, count: u8, letter: char| match count {
            0 => Ok(()),
            _ => write!(f, "{count}{letter}"),
        };
        part(f, self.our_men, 'm')?;
        part(f, self.our_kings, 'k')?;
        f.write_str("-")?;
        part(f, self.their_men, 'm')?;
        part(f, self.their_kings, 'k')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_crowning_leads_to_comes_first() {
        for checkers in 2..=6 {
            let all = Class::all(checkers);
            for (i, class) in all.iter().enumerate() {
                let place = |of: Class| all.iter().position(|&class| class == of).unwrap();
                assert!(place(class.flipped()).abs_diff(i) <= 1, "{class}");
                if class.our_men > 0 {
                    let (our_men, our_kings) = (class.our_men - 1, class.our_kings + 1);
                    let crowned = Class { our_men, our_kings, ..*class };
                    assert!(place(crowned.flipped()) < i, "{class}");
                }
            }
        }
        assert_eq!(Class::all(6).len(), 70);
        assert_eq!(Class::all(3)[11].to_string(), "2m-1m");
    }
}
