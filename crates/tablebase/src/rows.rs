//! Row distributions: the number of men in each row. Men never move back, so positions with the
//! same distribution lead to each other only by moves of kings. They are solved together, after
//! everything that moves of men lead to.

use crate::binomial::choose;

const ROWS: usize = 8;

/// The row of every slot.
const ROW: [u8; 35] = {
    let mut rows = [0; 35];
    let mut slot = 0;
    while slot < 35 {
        rows[slot] = (slot / 9 * 2 + if slot % 9 >= 4 { 1 } else { 0 }) as u8;
        slot += 1;
    }
    rows
};

/// The first slot of a row.
#[inline]
pub(crate) const fn shift(row: usize) -> usize {
    row / 2 * 9 + row % 2 * 4
}

/// The number of men of a side in each row.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rows(pub(crate) [u8; ROWS]);

impl Rows {
    /// The rows counted from the other side.
    pub(crate) fn flipped(self) -> Rows {
        let mut rows = self.0;
        rows.reverse();
        Rows(rows)
    }

    /// The sum of the rows that the men have advanced, if they are ours.
    pub(crate) fn advance(self) -> u32 {
        self.0.iter().zip(0..).map(|(&men, row)| u32::from(men) * row).sum()
    }

    /// All distributions of `men` of our men over the rows, in the order of [`rank`].
    pub(crate) fn all(men: u8) -> Vec<Rows> {
        let count = choose(ROWS - 2 + men as usize, men as usize);
        let mut all = vec![Rows([0; ROWS]); count as usize];
        fill(&mut [0; ROWS], 0, men, &mut all);
        all
    }

    /// The rank among all distributions of as many men.
    pub(crate) fn rank(self) -> u32 {
        let mut rank = 0;
        let mut k = 0;
        for (row, &men) in self.0.iter().enumerate() {
            for _ in 0..men {
                rank += choose(row + k, k + 1);
                k += 1;
            }
        }
        rank
    }
}

fn fill(rows: &mut [u8; ROWS], row: usize, left: u8, all: &mut [Rows]) {
    if row == ROWS - 1 {
        if left == 0 {
            let rows = Rows(*rows);
            all[rows.rank() as usize] = rows;
        }
        return;
    }
    for men in 0..=left {
        rows[row] = men;
        fill(rows, row + 1, left - men, all);
    }
    rows[row] = 0;
}

/// The rank of the distribution of our men.
#[inline]
pub(crate) fn rank(mut men: u64) -> u32 {
    let mut rank = 0;
    let mut k = 0;
    while men != 0 {
        let row = ROW[men.trailing_zeros() as usize];
        rank += choose(row as usize + k, k + 1);
        men &= men - 1;
        k += 1;
    }
    rank
}

/// The rank of the distribution of their men, counted from their side.
#[inline]
pub(crate) fn flipped_rank(mut men: u64) -> u32 {
    let mut rank = 0;
    let mut k = 0;
    while men != 0 {
        let slot = 63 - men.leading_zeros();
        rank += choose(7 - ROW[slot as usize] as usize + k, k + 1);
        men ^= 1 << slot;
        k += 1;
    }
    rank
}

/// The rank of a row's men (ours in the low half of the key, theirs in the high half) among all
/// placements of as many men in a row, and the number of placements.
pub(crate) const DIGITS: [(u8, u8); 256] = digits();

const fn digits() -> [(u8, u8); 256] {
    let mut digits = [(0, 0); 256];
    let mut key = 0;
    while key < 256 {
        if key & key >> 4 == 0 {
            let (mut number, mut placements, mut other) = (0, 0, 0);
            while other < 256 {
                if other & other >> 4 == 0 && alike(other, key) {
                    number += (other < key) as u8;
                    placements += 1;
                }
                other += 1;
            }
            digits[key] = (number, placements);
        }
        key += 1;
    }
    digits
}

const fn alike(one: usize, other: usize) -> bool {
    (one & 15).count_ones() == (other & 15).count_ones()
        && (one >> 4).count_ones() == (other >> 4).count_ones()
}

/// The number of placements of our and their men in a row.
pub(crate) fn placements(ours: u8, theirs: u8) -> u64 {
    match ours + theirs {
        0..=4 => u64::from(choose(4, ours as usize) * choose(4 - ours as usize, theirs as usize)),
        _ => 0,
    }
}

/// The men of a row by the numbers of ours and theirs and by their rank: the inverse of [`DIGITS`].
/// A row has at most twelve placements.
const MEN: [[[u8; 12]; 5]; 5] = {
    let mut men = [[[0; 12]; 5]; 5];
    let mut key = 0usize;
    while key < 256 {
        if key & key >> 4 == 0 {
            let (ours, theirs) = ((key & 15).count_ones(), (key >> 4).count_ones());
            men[ours as usize][theirs as usize][DIGITS[key].0 as usize] = key as u8;
        }
        key += 1;
    }
    men
};

/// The men of a row by their rank: ours and theirs.
pub(crate) fn men_of(ours: u8, theirs: u8, number: u8) -> (u64, u64) {
    let key = u64::from(MEN[ours as usize][theirs as usize][number as usize]);
    (key & 15, key >> 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_ranks_have_no_gaps() {
        for men in 0..=6 {
            let all = Rows::all(men);
            for (i, rows) in all.iter().enumerate() {
                assert_eq!(rows.rank() as usize, i);
                assert_eq!(rows.0.iter().sum::<u8>(), men);
                let mut set = 0u64;
                for (row, &men) in rows.0.iter().enumerate().filter(|(_, men)| **men <= 4) {
                    set |= ((1 << men) - 1) << shift(row);
                }
                if set.count_ones() == u32::from(men) {
                    assert_eq!(rank(set), i as u32);
                    assert_eq!(flipped_rank(crate::board_view::flipped(set)), i as u32);
                }
            }
        }
    }
}
