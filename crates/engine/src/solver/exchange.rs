//! The two exchanges at the end of the game, evaluated exactly.
//!
//! Let the worth of a square be the number of lines through it whose other two squares both belong
//! to one side (the shared square belongs to both). A checker that changes colour there gains or
//! loses that many lines. So a side that exchanges its checker on `a` for the other's on `b` gains
//! `worth(b) − worth(a)`, corrected for the lines through both squares: such a line adds one if its
//! third square is the other side's, and subtracts one if that is its own.

use super::geometry::{Bits, each, threes};
use super::line_counts::LineCounts;

/// For two squares, the third squares of all lines that hold both.
static THIRD: [[Bits; 64]; 64] = thirds();

/// The maximal number of lines through two squares.
const MAX_SHARED_LINES: i32 = 2;

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

/// A layout after the placing phase. Each function says which side may exchange.
#[derive(Copy, Clone, Debug)]
pub(super) struct Layout {
    /// The checkers by side.
    pub(super) sides: [Bits; 2],
    /// The square that counts for both sides, or none.
    pub(super) shared: Bits,
}

/// The maximal number of pairs, with at most 18 checkers a side.
const MAX_PAIRS: usize = 18 * 18;
/// Gains at or above this count as one less than this.
const GAINS: i32 = 16;

/// The starting player's exchanges that gain enough: 4 bits for the gain beyond that, 6 for the
/// square of its own checker, 6 for the other's.
struct Gains {
    found: [u16; MAX_PAIRS],
    count: usize,
    /// The number of exchanges by gain.
    counts: [u16; GAINS as usize],
}

impl Gains {
    /// All exchanges of the starting player that gain at least `need`.
    #[inline]
    fn of(layout: Layout, line_counts: &LineCounts, need: i32) -> Gains {
        let [ours, theirs] = layout.sides;
        let mut gains = Gains { found: [0; MAX_PAIRS], count: 0, counts: [0; GAINS as usize] };
        let cheap = line_counts.least(ours);
        for to in each(line_counts.at_least(theirs, need - MAX_SHARED_LINES + cheap)) {
            for from in each(line_counts.up_to(ours, line_counts.at(to) - need + MAX_SHARED_LINES))
            {
                let beyond = layout.gain(line_counts, 0, from, to) - need;
                if beyond >= 0 {
                    let beyond = beyond.min(GAINS - 1) as u16;
                    gains.counts[usize::from(beyond)] += 1;
                    gains.found[gains.count] = beyond << 12 | u16::from(from) << 6 | u16::from(to);
                    gains.count += 1;
                }
            }
        }
        gains
    }

    /// The two squares of each, the greatest gains first, because they leave the least to the
    /// reply.
    #[inline]
    fn greatest_first(&self) -> impl Iterator<Item = Bits> {
        let mut starts = self.counts;
        let mut sum = 0;
        for count in starts.iter_mut().rev() {
            sum += *count;
            *count = sum - *count;
        }
        let mut ordered = [0; MAX_PAIRS];
        for found in &self.found[..self.count] {
            let start = &mut starts[usize::from(found >> 12)];
            ordered[usize::from(*start)] = *found;
            *start += 1;
        }
        (0..self.count).map(move |i| 1 << (ordered[i] & 63) | 1 << (ordered[i] >> 6 & 63))
    }
}

impl Layout {
    #[inline]
    fn line_counts(self) -> LineCounts {
        LineCounts::of(self.sides.map(|side| side | self.shared))
    }

    /// The starting player's tic-tac-toes minus the other's.
    #[inline]
    pub(super) fn margin(self) -> i32 {
        threes(self.sides[0] | self.shared) - threes(self.sides[1] | self.shared)
    }

    /// The gain of a side when its checker on `ours` and the other's on `theirs` are exchanged.
    #[inline]
    fn gain(self, line_counts: &LineCounts, us: usize, ours: u8, theirs: u8) -> i32 {
        let third = THIRD[usize::from(ours & 63)][usize::from(theirs & 63)];
        line_counts.at(theirs) - line_counts.at(ours)
            + (third & self.sides[1 - us]).count_ones() as i32
            - (third & self.sides[us]).count_ones() as i32
    }

    /// The layout after an exchange of two checkers of different colours.
    #[inline]
    pub(super) fn exchanged(self, both: Bits) -> Layout {
        Layout { sides: self.sides.map(|side| side ^ both), ..self }
    }

    /// Two squares that the second side can exchange for a gain of at least `goal`, which is
    /// positive, without the barred ones: first its own, then the other's.
    #[inline]
    fn reply(self, line_counts: &LineCounts, barred: Bits, goal: i32) -> Option<(u8, u8)> {
        let [theirs, ours] = self.sides.map(|side| side & !barred);
        if theirs == 0 || ours == 0 {
            return None;
        }
        let (cheap, dear) = (line_counts.least(ours), line_counts.most(theirs));
        if dear - cheap + MAX_SHARED_LINES < goal {
            return None;
        }
        // The greatest difference first, because it is usually enough.
        let mut least = dear;
        let mut tried = 0;
        while least >= (goal - MAX_SHARED_LINES + cheap).max(0) {
            for to in each(line_counts.at_least(theirs, least) & !tried) {
                let highest = line_counts.at(to) - goal + MAX_SHARED_LINES;
                for from in each(line_counts.up_to(ours, highest)) {
                    if self.gain(line_counts, 1, from, to) >= goal {
                        return Some((from, to));
                    }
                }
                tried |= 1 << to;
            }
            least -= 1;
        }
        None
    }

    /// The gain of the second side's best exchange without the barred squares; zero without one.
    pub(super) fn best_reply(self, barred: Bits) -> i32 {
        let line_counts = self.line_counts();
        let mut best = 0;
        for from in each(self.sides[1] & !barred) {
            for to in each(self.sides[0] & !barred) {
                best = best.max(self.gain(&line_counts, 1, from, to));
            }
        }
        best
    }

    /// Whether the starting player, who may exchange now, can reach a margin of at least `goal`
    /// against the best reply.
    pub(super) fn reaches(self, goal: i32) -> bool {
        let margin = self.margin();
        let line_counts = self.line_counts();
        if margin >= goal && self.holds(&line_counts, margin - goal + 1) {
            return true;
        }
        let gains = Gains::of(self, &line_counts, goal - margin);
        // A reply that has refuted one exchange is likely to refute the next.
        let mut refutations = [0; 2];
        gains.greatest_first().any(|both| {
            let next = self.exchanged(both);
            let refutes = |reply: Bits| {
                reply != 0 && reply & both == 0 && next.exchanged(reply).margin() < goal
            };
            if refutes(refutations[0]) {
                return false;
            }
            if refutes(refutations[1]) {
                refutations.swap(0, 1);
                return false;
            }
            match next.reply(&next.line_counts(), both, next.margin() - goal + 1) {
                Some((from, to)) => refutations = [1 << from | 1 << to, refutations[0]],
                None => return true,
            }
            false
        })
    }

    /// Whether the starting player can prevent every gain of at least `goal` without changing the
    /// layout: by declining, or by exchanging two checkers of one colour, which bars them.
    fn holds(self, line_counts: &LineCounts, goal: i32) -> bool {
        let Some((theirs, ours)) = self.reply(line_counts, 0, goal) else { return true };
        // One of the two must be barred, and of the next pair that is found the one of the same
        // colour.
        let barred = 1 << ours;
        let by_ours = match self.reply(line_counts, barred, goal) {
            None => self.sides[0] != barred,
            Some((_, next)) => self.reply(line_counts, barred | 1 << next, goal).is_none(),
        };
        let barred = 1 << theirs;
        by_ours
            || match self.reply(line_counts, barred, goal) {
                None => self.sides[1] != barred,
                Some((next, _)) => self.reply(line_counts, barred | 1 << next, goal).is_none(),
            }
    }
}
