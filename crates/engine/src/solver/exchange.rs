//! The two exchanges at the end, exactly.
//!
//! Let the worth of a square be the number of lines through it whose other two squares are both
//! one side's (the shared square is both sides'). A checker that changes colour there takes or
//! gives so many lines. So a side that exchanges its checker on `a` for the other's on `b` gains
//! `worth(b) − worth(a)`, corrected for the lines that hold both: such a line has one more for
//! it if its third square is the other side's, and one less if that is its own.

use super::geometry::{Bits, each, pairs, threes};

/// For two squares, the third squares of all lines that hold both.
static THIRD: [[Bits; 64]; 64] = thirds();

/// No two squares share more lines than two.
const MOST_SHARED: i32 = 2;

const fn thirds() -> [[Bits; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut start = 0;
    while start < 64 {
        let steps: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
        let mut i = 0;
        while i < 4 {
            let (files, ranks) = steps[i];
            let (file, rank) = (start % 8 + 2 * files, start / 8 + 2 * ranks);
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                let step = 8 * ranks + files;
                let line = [start as usize, (start + step) as usize, (start + 2 * step) as usize];
                let mut j = 0;
                while j < 3 {
                    let (one, two, three) = (line[j], line[(j + 1) % 3], line[(j + 2) % 3]);
                    table[one][two] |= 1 << three;
                    table[two][one] |= 1 << three;
                    j += 1;
                }
            }
            i += 1;
        }
        start += 1;
    }
    table
}

/// A finished placing: whose turn it is to exchange is told by the functions.
#[derive(Copy, Clone, Debug)]
pub(super) struct Layout {
    /// The checkers by side.
    pub(super) sides: [Bits; 2],
    /// The square that both sides count, or none.
    pub(super) shared: Bits,
}

/// The worth of every square, as five binary digits.
struct Worths([Bits; 5]);

impl Worths {
    #[inline]
    fn of(layout: Layout) -> Worths {
        let mut digits = [0; 5];
        for side in layout.sides {
            for mut carry in pairs(side | layout.shared) {
                for digit in &mut digits {
                    let next = *digit & carry;
                    *digit ^= carry;
                    carry = next;
                }
            }
        }
        Worths(digits)
    }

    #[inline]
    fn at(&self, square: u8) -> i32 {
        (0..5).map(|i| ((self.0[i] >> square & 1) << i) as i32).sum()
    }

    /// The greatest worth in a set that is not empty.
    #[inline]
    fn most(&self, mut set: Bits) -> i32 {
        let mut most = 0;
        for i in (0..5).rev() {
            if set & self.0[i] != 0 {
                set &= self.0[i];
                most |= 1 << i;
            }
        }
        most
    }

    /// The least worth in a set that is not empty.
    #[inline]
    fn least(&self, mut set: Bits) -> i32 {
        let mut least = 0;
        for i in (0..5).rev() {
            if set & !self.0[i] != 0 {
                set &= !self.0[i];
            } else {
                least |= 1 << i;
            }
        }
        least
    }

    /// The squares of a set that are worth at least so much.
    #[inline]
    fn at_least(&self, set: Bits, worth: i32) -> Bits {
        let (mut equal, mut more) = (set, 0);
        for i in (0..5).rev() {
            if worth >> i & 1 == 1 {
                equal &= self.0[i];
            } else {
                more |= equal & self.0[i];
                equal &= !self.0[i];
            }
        }
        if worth <= 0 { set } else { equal | more }
    }
}

impl Layout {
    /// The starting player's tic-tac-toes less the other's.
    #[inline]
    pub(super) fn margin(self) -> i32 {
        threes(self.sides[0] | self.shared) - threes(self.sides[1] | self.shared)
    }

    /// What a side gains when its checker on `ours` and the other's on `theirs` change places.
    #[inline]
    fn gain(self, worths: &Worths, us: usize, ours: u8, theirs: u8) -> i32 {
        let third = THIRD[usize::from(ours & 63)][usize::from(theirs & 63)];
        worths.at(theirs) - worths.at(ours) + (third & self.sides[1 - us]).count_ones() as i32
            - (third & self.sides[us]).count_ones() as i32
    }

    /// The layout after two checkers of different colours have changed places.
    #[inline]
    pub(super) fn exchanged(self, both: Bits) -> Layout {
        Layout { sides: self.sides.map(|side| side ^ both), ..self }
    }

    /// Two squares that the second side can exchange for a gain of at least `goal`, which is
    /// positive, without the barred ones: first its own, then the other's.
    #[inline]
    fn reply(self, worths: &Worths, barred: Bits, goal: i32) -> Option<(u8, u8)> {
        let [theirs, ours] = self.sides.map(|side| side & !barred);
        if theirs == 0 || ours == 0 {
            return None;
        }
        let cheap = worths.least(ours);
        if worths.most(theirs) - cheap + MOST_SHARED < goal {
            return None;
        }
        for to in each(worths.at_least(theirs, goal - MOST_SHARED + cheap)) {
            let highest = worths.at(to) - goal + MOST_SHARED;
            for from in each(ours & !worths.at_least(ours, highest + 1)) {
                if self.gain(worths, 1, from, to) >= goal {
                    return Some((from, to));
                }
            }
        }
        None
    }

    /// What the second side gains with its best exchange without the barred squares, or none.
    pub(super) fn best_reply(self, barred: Bits) -> i32 {
        let worths = Worths::of(self);
        let mut best = 0;
        for from in each(self.sides[1] & !barred) {
            for to in each(self.sides[0] & !barred) {
                best = best.max(self.gain(&worths, 1, from, to));
            }
        }
        best
    }

    /// Whether the starting player, who may exchange now, can reach a margin of at least `goal`
    /// against the best reply.
    pub(super) fn reaches(self, goal: i32) -> bool {
        let margin = self.margin();
        let worths = Worths::of(self);
        if margin >= goal && self.holds(&worths, margin - goal + 1) {
            return true;
        }
        let need = goal - margin;
        let [ours, theirs] = self.sides;
        let cheap = worths.least(ours);
        let mut most = worths.most(theirs) - cheap + MOST_SHARED;
        // The greatest gains first: they leave the least to the reply.
        while most >= need {
            for to in each(worths.at_least(theirs, most - MOST_SHARED + cheap)) {
                for from in each(ours) {
                    if self.gain(&worths, 0, from, to) != most {
                        continue;
                    }
                    let both = 1 << from | 1 << to;
                    let next = self.exchanged(both);
                    if next.reply(&Worths::of(next), both, most - need + 1).is_none() {
                        return true;
                    }
                }
            }
            most -= 1;
        }
        false
    }

    /// Whether the starting player can keep the other from every gain of at least `goal` without
    /// a change of the layout: by declining, or by exchanging two checkers of one colour, which
    /// bars them.
    fn holds(self, worths: &Worths, goal: i32) -> bool {
        let Some((theirs, ours)) = self.reply(worths, 0, goal) else { return true };
        // One of the two must be barred, and of the pair that is then found the one of its
        // colour.
        let barred = 1 << ours;
        let by_ours = match self.reply(worths, barred, goal) {
            None => self.sides[0] != barred,
            Some((_, next)) => self.reply(worths, barred | 1 << next, goal).is_none(),
        };
        let barred = 1 << theirs;
        by_ours
            || match self.reply(worths, barred, goal) {
                None => self.sides[1] != barred,
                Some((next, _)) => self.reply(worths, barred | 1 << next, goal).is_none(),
            }
    }
}
