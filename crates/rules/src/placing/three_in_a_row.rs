//! Finds three in a row: neighbouring squares in a row, column or diagonal of a set.

use crate::grid::{Square, SquareSet};

const FILES_A_TO_F: u64 = 0x3f3f_3f3f_3f3f_3f3f;
const FILES_C_TO_H: u64 = 0xfcfc_fcfc_fcfc_fcfc;

/// A row, a diagonal up to the left, a column and a diagonal up to the right: the distance to the
/// next square, and the squares where a three can begin without crossing the edge.
const DIRECTIONS: [(u32, u64); 4] =
    [(1, FILES_A_TO_F), (7, FILES_C_TO_H), (8, !0), (9, FILES_A_TO_F)];

/// The number of threes in a set. Four in a row contain two, and five contain three.
#[inline]
pub(super) fn count(set: SquareSet) -> u32 {
    DIRECTIONS.iter().map(|&direction| beginnings(set, direction).len()).sum()
}

/// Whether a set contains a three.
#[inline]
pub(super) fn any(set: SquareSet) -> bool {
    DIRECTIONS.iter().any(|&direction| !beginnings(set, direction).is_empty())
}

/// Every three in a set, its squares by rank and then file.
pub(super) fn all(set: SquareSet) -> impl Iterator<Item = [Square; 3]> {
    DIRECTIONS.into_iter().flat_map(move |direction| {
        beginnings(set, direction).into_iter().filter_map(move |first| {
            let at = |steps| Square::from_index(first.index() as u8 + steps * direction.0 as u8);
            Some([first, at(1)?, at(2)?])
        })
    })
}

/// The lowest square of every three in one direction.
#[inline]
fn beginnings(set: SquareSet, (step, within): (u32, u64)) -> SquareSet {
    let bits = set.bits();
    SquareSet::from_bits(bits & bits >> step & bits >> (2 * step) & within)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_whole_board_holds_every_three_once() {
        let mut expected = BTreeSet::new();
        for square in Square::all() {
            for (files, ranks) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                let next = square.offset(files, ranks);
                if let (Some(next), Some(last)) = (next, square.offset(2 * files, 2 * ranks)) {
                    expected.insert([square, next, last]);
                }
            }
        }
        let found: std::vec::Vec<_> = all(SquareSet::ALL).collect();
        assert_eq!(found.len(), expected.len());
        assert_eq!(count(SquareSet::ALL) as usize, expected.len());
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        for three in expected {
            let set: SquareSet = three.into_iter().collect();
            assert!(any(set) && count(set) == 1);
            assert!(!any(set ^ SquareSet::of(three[1])));
        }
    }
}
