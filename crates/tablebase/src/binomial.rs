//! The combinatorial number system: binomial coefficients, and the rank of a set of squares among
//! all sets of the same size.

/// One more than the squares of the board, and one more than the checkers of a side.
const MAX_SQUARES: usize = 33;
const MAX_CHOSEN: usize = 13;

const TABLE: [[u32; MAX_CHOSEN]; MAX_SQUARES] = table();

const fn table() -> [[u32; MAX_CHOSEN]; MAX_SQUARES] {
    let mut table = [[0; MAX_CHOSEN]; MAX_SQUARES];
    let mut n = 0;
    while n < MAX_SQUARES {
        table[n][0] = 1;
        let mut k = 1;
        while k < MAX_CHOSEN && k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
}

/// The binomial coefficient `n` over `k`, up to 12 of 32.
#[inline]
pub(crate) const fn choose(n: usize, k: usize) -> u32 {
    TABLE[n][k]
}

/// The rank of `set` among all subsets of `free` of the same size. Ranks have no gaps.
#[inline]
pub(crate) fn rank(mut set: u64, free: u64) -> u32 {
    let mut rank = 0;
    let mut k = 1;
    while set != 0 {
        let below = free & ((set & set.wrapping_neg()) - 1);
        rank += choose(below.count_ones() as usize, k);
        set &= set - 1;
        k += 1;
    }
    rank
}

/// The rank of the set on the flipped board.
#[inline]
pub(crate) fn flipped_rank(mut set: u64, free: u64) -> u32 {
    let mut rank = 0;
    let mut k = 1;
    while set != 0 {
        let slot = 63 - set.leading_zeros();
        let above = free & !((2u64 << slot) - 1);
        rank += choose(above.count_ones() as usize, k);
        set ^= 1 << slot;
        k += 1;
    }
    rank
}

/// The subset of `free` of `k` squares with a rank: the inverse of [`rank`].
pub(crate) fn unrank(mut rank: u32, k: usize, free: u64) -> u64 {
    let mut set = 0;
    let mut most = free.count_ones() as usize;
    for k in (1..=k).rev() {
        while choose(most, k) > rank {
            most -= 1;
        }
        rank -= choose(most, k);
        set |= nth(free, most);
    }
    set
}

/// The square of a set with `below` others below it.
#[inline]
fn nth(mut set: u64, below: usize) -> u64 {
    for _ in 0..below {
        set &= set - 1;
    }
    set & set.wrapping_neg()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board_view::SQUARES;

    #[test]
    fn ranks_have_no_gaps() {
        let free = SQUARES & !0b1_0010_0100;
        let count = free.count_ones() as usize;
        for k in 0..=4 {
            for number in 0..choose(count, k) {
                let set = unrank(number, k, free);
                assert_eq!((set & !free, set.count_ones() as usize), (0, k));
                assert_eq!(rank(set, free), number);
                let turn = crate::board_view::flipped;
                assert_eq!(flipped_rank(turn(set), turn(free)), number);
            }
        }
        assert_eq!(choose(32, 12), 225_792_840);
    }
}
