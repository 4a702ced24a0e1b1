//! Bit-sliced counters: the number of lines through each square with a property, for all squares at
//! once.

use super::geometry::{Bits, pairs};

/// A number from 0 to 12 for every square: four binary digits, one bitboard each.
#[derive(Copy, Clone, Debug)]
pub(super) struct LineCounts([Bits; 4]);

impl LineCounts {
    /// For each square, the lines through it whose other two squares are both in the one set or
    /// both in the other.
    #[inline]
    pub(super) fn of(sets: [Bits; 2]) -> LineCounts {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = pairs(sets);
        // Twelve ones become four ones and four twos.
        let [(s, twos0), (t, twos1)] = [three(a, b, c), three(d, e, f)];
        let [(u, twos2), (v, twos3)] = [three(g, h, i), three(j, k, l)];
        let (ones, twos4) = three(s, t, u);
        let (ones, twos5) = (ones ^ v, ones & v);
        let (s, fours0) = three(twos0, twos1, twos2);
        let (t, fours1) = three(twos3, twos4, twos5);
        let (twos, fours2) = (s ^ t, s & t);
        let (fours, eights) = three(fours0, fours1, fours2);
        LineCounts([ones, twos, fours, eights])
    }

    #[inline]
    pub(super) fn at(&self, square: u8) -> i32 {
        (0..4).map(|i| ((self.0[i] >> square & 1) << i) as i32).sum()
    }

    /// The greatest worth in a set, which must not be empty.
    #[inline]
    pub(super) fn most(&self, mut set: Bits) -> i32 {
        let mut most = 0;
        for i in (0..4).rev() {
            let higher = set & self.0[i];
            if higher != 0 {
                set = higher;
                most |= 1 << i;
            }
        }
        most
    }

    /// The least worth in a set, which must not be empty.
    #[inline]
    pub(super) fn least(&self, mut set: Bits) -> i32 {
        let mut least = 0;
        for i in (0..4).rev() {
            let lower = set & !self.0[i];
            if lower != 0 {
                set = lower;
            } else {
                least |= 1 << i;
            }
        }
        least
    }

    /// The squares of a set with at least this worth.
    #[inline]
    pub(super) fn at_least(&self, set: Bits, worth: i32) -> Bits {
        if worth <= 0 {
            return set;
        }
        if worth > 15 {
            return 0;
        }
        let (mut equal, mut more) = (set, 0);
        for i in (0..4).rev() {
            if worth >> i & 1 == 1 {
                equal &= self.0[i];
            } else {
                more |= equal & self.0[i];
                equal &= !self.0[i];
            }
        }
        equal | more
    }

    /// The squares of a set with at most this worth.
    #[inline]
    pub(super) fn up_to(&self, set: Bits, worth: i32) -> Bits {
        set & !self.at_least(set, worth + 1)
    }
}

/// The sum of three bits: its ones and its twos.
#[inline]
const fn three(a: Bits, b: Bits, c: Bits) -> (Bits, Bits) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}
