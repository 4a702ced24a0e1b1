//! The name that all symmetric images of a placing position share. No two positions that differ
//! otherwise have the same.

use super::form::Form;
use super::geometry::{Bits, mirrored, transposed, upended};

/// A position up to symmetry, without loss: never zero.
pub(super) type Name = u128;

/// The two sides' checkers in a reach of some width and height, in the one of its symmetric images
/// that stands for all. The third element tells by which symmetry it was reached: transposed (4),
/// then upended (2), then mirrored (1).
#[inline]
pub(super) fn canonical(sides: [Bits; 2], width: u8, height: u8) -> ([Bits; 2], u8, u8, u8) {
    let mut best = [Bits::MAX; 2];
    let mut how = 0;
    let mut consider = |sides: [Bits; 2], symmetry: u8| {
        if sides < best {
            (best, how) = (sides, symmetry);
        }
    };
    let mut four = |sides: [Bits; 2], width: u8, height: u8, symmetry: u8| {
        let up = sides.map(|set| upended(set, height));
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
    (best, how, width.max(height), width.min(height))
}

/// The name of a position given by two planes, and the symmetry that leads to the image that it
/// names. A square of one plane alone holds a checker of that side; one of both holds a checker of
/// which only the place matters.
///
/// Every checker stands where all windows that are still possible overlap. That is a rectangle of
/// at most six by six, and `width - size` and `height - size` tell where it begins; so 36 bits
/// a plane and those two differences (0 to 3 each) say everything, together with the form: a floating
/// layout that has settled is a position of the game that does not float.
#[inline]
pub(super) fn name(planes: [Bits; 2], width: u8, height: u8, form: Form) -> (Name, u8) {
    let size = form.size;
    let (planes, how, width, height) = canonical(planes, width, height);
    let (right, up) = (width - size, height - size);
    let [first, second] = planes.map(|set| squeezed(set >> (right + 8 * up)));
    let place = u64::from(right * 4 + up) | u64::from(form.number()) << 4;
    (Name::from(first | second << 36) | Name::from(second >> 28 | place << 8) << 64, how)
}

/// The six lowest files of the six lowest ranks, without gaps.
#[inline]
const fn squeezed(set: Bits) -> Bits {
    let pairs = (set & 0x003f_003f_003f) | (set & 0x3f00_3f00_3f00) >> 2;
    (pairs & 0xfff) | (pairs & 0xfff_0000) >> 4 | (pairs & 0xfff_0000_0000) >> 8
}

/// The square that a symmetry of [`name`] takes to `square`, in a reach as it is before.
pub(super) fn undone(square: u8, how: u8, width: u8, height: u8) -> u8 {
    let (width, height) = if how & 4 != 0 { (height, width) } else { (width, height) };
    let (mut file, mut rank) = (square % 8, square / 8);
    if how & 1 != 0 {
        file = width - 1 - file;
    }
    if how & 2 != 0 {
        rank = height - 1 - rank;
    }
    if how & 4 != 0 { file * 8 + rank } else { rank * 8 + file }
}

/// The square that a symmetry of [`name`] takes `square` to.
pub(super) fn done(square: u8, how: u8, width: u8, height: u8) -> u8 {
    let (mut file, mut rank) = (square % 8, square / 8);
    let (mut width, mut height) = (width, height);
    if how & 4 != 0 {
        (file, rank) = (rank, file);
        (width, height) = (height, width);
    }
    if how & 2 != 0 {
        rank = height - 1 - rank;
    }
    if how & 1 != 0 {
        file = width - 1 - file;
    }
    rank * 8 + file
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::geometry::{each, rectangle};

    #[test]
    fn images_share_a_name_and_nothing_else_does() {
        let mut luck = fastrand::Rng::with_seed(1);
        let form = Form { size: 6, board: 8, exchange: false, floating: true };
        for _ in 0..200 {
            let first = luck.u64(..) & rectangle(6, 6);
            let sides = [first, luck.u64(..) & rectangle(6, 6) & !first];
            let (named, how) = name(sides, 6, 6, form);
            let turned = sides.map(|set| transposed(mirrored(set, 6)));
            assert_eq!(name(turned, 6, 6, form).0, named);
            assert_eq!(name(sides.map(|set| upended(set, 6)), 6, 6, form).0, named);
            for square in each(rectangle(6, 6)) {
                let image = done(square, how, 6, 6);
                assert_eq!(undone(image, how, 6, 6), square);
                for side in 0..2 {
                    let mut other = sides;
                    other[side] ^= 1 << square;
                    let same = canonical(other, 6, 6).0 == canonical(sides, 6, 6).0;
                    assert_eq!(name(other, 6, 6, form).0 == named, same);
                }
            }
        }
    }
}
