//! Canonical keys: all symmetric images of a placing position share one key, and no other position has
//! it.

use super::geometry::{Bits, flipped_vertically, mirrored, transposed};
use super::solver_rules::SolverRules;

/// The key of a position up to symmetry. It is lossless, and never zero.
pub(super) type PositionKey = u128;

/// The canonical image of the two sides' checkers in a reach, the symmetry that leads to it, and the
/// width and height of the image. A symmetry is a sum of transposed (4), then flipped_vertically (2), then
/// mirrored (1).
#[inline]
pub(super) fn canonical(sides: [Bits; 2], width: u8, height: u8) -> ([Bits; 2], u8, u8, u8) {
    let mut best = [Bits::MAX; 2];
    let mut best_symmetry = 0;
    let mut consider = |sides: [Bits; 2], symmetry: u8| {
        if sides < best {
            (best, best_symmetry) = (sides, symmetry);
        }
    };
    let mut four = |sides: [Bits; 2], width: u8, height: u8, symmetry: u8| {
        let up = sides.map(|set| flipped_vertically(set, height));
        consider(sides, symmetry);
        consider(up, symmetry | 2);
        consider(sides.map(|set| mirrored(set, width)), symmetry | 1);
        consider(up.map(|set| mirrored(set, width)), symmetry | 3);
    };
    if width >= height {
        four(sides, width, height, 0);
    }
    if width <= height {
        four(sides.map(transposed), height, width, 4);
    }
    (best, best_symmetry, width.max(height), width.min(height))
}

/// The key of a position given by two planes, and the symmetry that leads to its canonical image. A
/// square in one plane holds a checker of that side. A square in both planes holds a checker whose
/// colour does not matter.
///
/// Every checker stands where all windows that are still possible overlap: in a rectangle of at most
/// six by six, which begins at `width - size` and `height - size`. So 36 bits per plane and those two
/// differences (0 to 3 each) determine the position, together with the form. A floating layout that
/// has settled has the key of the game that does not float.
#[inline]
pub(super) fn canonical_key(
    planes: [Bits; 2],
    width: u8,
    height: u8,
    rules: SolverRules,
) -> (PositionKey, u8) {
    let size = rules.size;
    let (planes, symmetry, width, height) = canonical(planes, width, height);
    let (right, up) = (width - size, height - size);
    let [first, second] = planes.map(|set| squeezed(set >> (right + 8 * up)));
    let place = u64::from(right * 4 + up) | u64::from(rules.number()) << 4;
    (
        PositionKey::from(first | second << 36)
            | PositionKey::from(second >> 28 | place << 8) << 64,
        symmetry,
    )
}

/// The six lowest files of the six lowest ranks, in 36 adjacent bits.
#[inline]
const fn squeezed(set: Bits) -> Bits {
    let pairs = (set & 0x003f_003f_003f) | (set & 0x3f00_3f00_3f00) >> 2;
    (pairs & 0xfff) | (pairs & 0xfff_0000) >> 4 | (pairs & 0xfff_0000_0000) >> 8
}

/// The square that a symmetry takes to `square`. Width and height are those before the symmetry.
pub(super) fn inverse_image(square: u8, symmetry: u8, width: u8, height: u8) -> u8 {
    let (width, height) = if symmetry & 4 != 0 { (height, width) } else { (width, height) };
    let (mut file, mut rank) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        file = width - 1 - file;
    }
    if symmetry & 2 != 0 {
        rank = height - 1 - rank;
    }
    if symmetry & 4 != 0 { file * 8 + rank } else { rank * 8 + file }
}

/// The square that a symmetry takes `square` to.
pub(super) fn image(square: u8, symmetry: u8, width: u8, height: u8) -> u8 {
    let (mut file, mut rank) = (square % 8, square / 8);
    let (mut width, mut height) = (width, height);
    if symmetry & 4 != 0 {
        (file, rank) = (rank, file);
        (width, height) = (height, width);
    }
    if symmetry & 2 != 0 {
        rank = height - 1 - rank;
    }
    if symmetry & 1 != 0 {
        file = width - 1 - file;
    }
    rank * 8 + file
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::geometry::{each, rectangle};

    #[test]
    fn symmetric_images_share_a_key_and_others_do_not() {
        let mut luck = fastrand::Rng::with_seed(1);
        let rules = SolverRules { size: 6, board: 8, exchange: false, floating: true };
        for _ in 0..200 {
            let first = luck.u64(..) & rectangle(6, 6);
            let sides = [first, luck.u64(..) & rectangle(6, 6) & !first];
            let (named, symmetry) = canonical_key(sides, 6, 6, rules);
            let turned = sides.map(|set| transposed(mirrored(set, 6)));
            assert_eq!(canonical_key(turned, 6, 6, rules).0, named);
            assert_eq!(
                canonical_key(sides.map(|set| flipped_vertically(set, 6)), 6, 6, rules).0,
                named
            );
            for square in each(rectangle(6, 6)) {
                let image = image(square, symmetry, 6, 6);
                assert_eq!(inverse_image(image, symmetry, 6, 6), square);
                for side in 0..2 {
                    let mut other = sides;
                    other[side] ^= 1 << square;
                    let same = canonical(other, 6, 6).0 == canonical(sides, 6, 6).0;
                    assert_eq!(canonical_key(other, 6, 6, rules).0 == named, same);
                }
            }
        }
    }
}
