//! Rectangles of rows and columns: the area at the corner, and the floating layout.

use crate::grid::{Square, SquareSet};

/// The four squares at the centre of the board.
pub(super) const CENTRE: SquareSet = SquareSet::from_bits(0x18_1800_0000);

/// A rectangle of squares.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    files: Span,
    ranks: Span,
}

impl Layout {
    /// The area of `size` rows and columns at the corner a1.
    pub(super) const fn at_corner(size: u8) -> Layout {
        let span = Span { low: 0, high: size - 1 };
        Layout { files: span, ranks: span }
    }

    /// The smallest rectangle that holds a set; none for an empty set.
    #[inline]
    pub(super) fn around(set: SquareSet) -> Option<Layout> {
        let bits = set.bits();
        if bits == 0 {
            return None;
        }
        let ranks = Span {
            low: (bits.trailing_zeros() / 8) as u8,
            high: (7 - bits.leading_zeros() / 8) as u8,
        };
        let halves = bits | bits >> 32;
        let quarters = halves | halves >> 16;
        let files = (quarters | quarters >> 8) as u8;
        let files =
            Span { low: files.trailing_zeros() as u8, high: (7 - files.leading_zeros()) as u8 };
        Some(Layout { files, ranks })
    }

    /// The number of columns.
    pub(super) const fn columns(self) -> u8 {
        self.files.len()
    }

    /// The number of rows.
    pub(super) const fn rows(self) -> u8 {
        self.ranks.len()
    }

    /// The rectangle of all squares that could be added, one at a time, with at most `size` rows
    /// and columns. The layout must not have more already.
    #[inline]
    pub(super) const fn reach(self, size: u8) -> Layout {
        Layout { files: self.files.reach(size), ranks: self.ranks.reach(size) }
    }

    #[inline]
    pub(super) const fn squares(self) -> SquareSet {
        let row = (0xff_u64 >> (8 - self.columns())) << self.files.low;
        let every_row = row * 0x0101_0101_0101_0101;
        let rows = (!0_u64 >> (8 * (8 - self.rows()))) << (8 * self.ranks.low);
        SquareSet::from_bits(every_row & rows)
    }

    /// The lowest and the highest square.
    pub(super) fn ends(self) -> impl Iterator<Item = Square> {
        let (files, ranks) = (self.files, self.ranks);
        [Square::at(files.low, ranks.low), Square::at(files.high, ranks.high)].into_iter().flatten()
    }

    /// All four corners, beginning with the [ends](Self::ends).
    pub(super) fn corners(self) -> impl Iterator<Item = Square> {
        let (files, ranks) = (self.files, self.ranks);
        let others = [Square::at(files.high, ranks.low), Square::at(files.low, ranks.high)];
        self.ends().chain(others.into_iter().flatten())
    }
}

/// Adjacent files or ranks from 0 to 7, both ends included.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Span {
    low: u8,
    high: u8,
}

impl Span {
    const fn len(self) -> u8 {
        self.high - self.low + 1
    }

    /// A span that is longer than `size` reaches no further than itself.
    const fn reach(self, size: u8) -> Span {
        let spare = size.saturating_sub(self.len());
        let high = self.high + spare;
        Span { low: self.low.saturating_sub(spare), high: if high > 7 { 7 } else { high } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_layout_reaches_as_far_as_its_size_allows() {
        for (one, other) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
            let set = SquareSet::of(one) | SquareSet::of(other);
            let layout = Layout::around(set).unwrap();
            assert_eq!(layout.columns(), one.file().abs_diff(other.file()) + 1);
            assert_eq!(layout.rows(), one.rank().abs_diff(other.rank()) + 1);
            assert_eq!(layout.squares().len(), u32::from(layout.columns() * layout.rows()));
            for size in [5, 6] {
                if layout.columns() > size || layout.rows() > size {
                    continue;
                }
                let expected = Square::all().filter(|&third| {
                    let with = Layout::around(set | SquareSet::of(third)).unwrap();
                    with.columns() <= size && with.rows() <= size
                });
                assert_eq!(layout.reach(size).squares(), expected.collect());
            }
        }
        assert_eq!(Layout::around(SquareSet::EMPTY), None);
        assert_eq!(Layout::around(Layout::at_corner(5).squares()), Some(Layout::at_corner(5)));
    }
}
