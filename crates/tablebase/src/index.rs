//! The position index: numbers the positions of a class without gaps.
//!
//! A class is divided into slices, one for each distribution of the men of both sides over the
//! rows. Within a slice, the number of placements in a row does not depend on the other rows, nor
//! does the number of placements of the kings on the rest. So a number has a digit for each row and
//! for each side's kings (a mixed-radix number).

use crate::binomial::{choose, flipped_rank, rank, unrank};
use crate::board_view::SQUARES;
use crate::rows::{self, DIGITS, Rows};
use crate::{BoardView, Class};

/// The index of a class: a number for each of its positions.
#[derive(Clone, Debug)]
pub struct ClassIndex {
    class: Class,
    slices: Vec<Slice>,
    /// The number of a slice in `parts`, by the ranks of our rows and their rows.
    slice_numbers: Vec<u32>,
    their_rows: usize,
    /// The number of placements of our kings on the squares without men, and then of their kings on
    /// the rest.
    our_king_placements: u32,
    their_king_placements: u32,
}

/// A slice: the positions of a class whose men are in the same rows.
#[derive(Clone, Debug)]
pub(crate) struct Slice {
    ours: Rows,
    /// Counted from our side of the board.
    theirs: Rows,
    /// The sum of the rows that the men of both sides have advanced.
    pub(crate) advance: u32,
    /// The number of placements of the men within their rows.
    men_placements: u64,
    /// The number of its first position.
    pub(crate) start: u64,
}

impl ClassIndex {
    /// The index of a class. The slices are ordered so that a move of a man leads to an earlier one.
    pub fn new(class: Class) -> ClassIndex {
        let ours = Rows::all(class.our_men);
        let theirs = Rows::all(class.their_men);
        let mut slices = Vec::new();
        for &ours in &ours {
            slices.extend(theirs.iter().filter_map(|&theirs| Slice::new(ours, theirs)));
        }
        slices.sort_by_key(|slice| core::cmp::Reverse(slice.advance));
        let men = usize::from(class.men());
        let (our_kings, their_kings) = (class.our_kings as usize, class.their_kings as usize);
        let our_king_placements = choose(32 - men, our_kings);
        let their_king_placements = choose(32 - men - our_kings, their_kings);
        let their_rows = theirs.len();
        let mut slice_numbers = vec![u32::MAX; ours.len() * their_rows];
        let mut start = 0;
        for (slice, number) in slices.iter_mut().zip(0..) {
            slice.start = start;
            start += slice.men_placements
                * u64::from(our_king_placements)
                * u64::from(their_king_placements);
            slice_numbers[slice.row_rank(their_rows)] = number;
        }
        ClassIndex {
            class,
            slices,
            slice_numbers,
            their_rows,
            our_king_placements,
            their_king_placements,
        }
    }

    /// The class that is numbered.
    pub fn class(&self) -> Class {
        self.class
    }

    /// The number of positions.
    pub fn len(&self) -> u64 {
        self.slices.last().map_or(0, |last| last.start + self.len_of(last))
    }

    /// Whether the class has no positions. No class of this board is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a position, which must belong to this class: otherwise the number is
    /// meaningless, or the call panics.
    #[inline]
    pub fn number(&self, view: &BoardView) -> u64 {
        let (slice, local) = self.locate(view);
        self.slices[slice].start + local as u64
    }

    /// The position with a number below [`ClassIndex::len`].
    ///
    /// # Panics
    ///
    /// May panic if the number is not below the length.
    pub fn view(&self, number: u64) -> BoardView {
        let slice = self.slices.partition_point(|slice| slice.start <= number) - 1;
        self.local_view(slice, (number - self.slices[slice].start) as usize)
    }

    /// The slice of a position, and its number there.
    #[inline]
    pub(crate) fn locate(&self, view: &BoardView) -> (usize, usize) {
        let (mut slice, mut men) = (0, 0);
        if self.class.men() > 0 {
            let (ours, theirs) = (rows::rank(view.our_men), rows::flipped_rank(view.their_men));
            slice = self.slice_numbers[ours as usize * self.their_rows + theirs as usize] as usize;
            men = men_number(view.our_men, view.their_men);
        }
        let free = SQUARES & !view.men();
        let ours = rank(view.our_kings, free) as usize;
        let theirs = rank(view.their_kings, free & !view.our_kings) as usize;
        let local = (men * self.our_king_placements as usize + ours)
            * self.their_king_placements as usize
            + theirs;
        (slice, local)
    }

    /// The number, in the flipped slice, of a position that differs only in the kings. `men` is the
    /// number of its men there. Call it on the index of the flipped class.
    #[inline]
    pub(crate) fn flipped_number(
        &self,
        men: usize,
        free: u64,
        our_kings: u64,
        their_kings: u64,
    ) -> usize {
        let theirs = flipped_rank(their_kings, free) as usize;
        let ours = flipped_rank(our_kings, free & !their_kings) as usize;
        (men * self.our_king_placements as usize + theirs) * self.their_king_placements as usize
            + ours
    }

    /// The slices, in the order in which they can be solved.
    pub(crate) fn slices(&self) -> &[Slice] {
        &self.slices
    }

    /// The number of positions of a slice.
    pub(crate) fn len_of(&self, slice: &Slice) -> u64 {
        slice.men_placements
            * u64::from(self.our_king_placements)
            * u64::from(self.their_king_placements)
    }

    /// The index of the flipped slice. Call it on the index of the flipped class.
    pub(crate) fn flipped_slice(&self, slice: &Slice) -> usize {
        let flipped =
            Slice { ours: slice.theirs.flipped(), theirs: slice.ours.flipped(), ..*slice };
        self.slice_numbers[flipped.row_rank(self.their_rows)] as usize
    }

    /// The number of units of a slice: the placements of all men and of our kings. Work is divided
    /// by units.
    pub(crate) fn units(&self, slice: &Slice) -> usize {
        slice.men_placements as usize * self.our_king_placements as usize
    }

    /// Calls `visit` with every position of a unit and its number in the slice.
    #[inline]
    pub(crate) fn each_of_unit(
        &self,
        slice: &Slice,
        unit: usize,
        mut visit: impl FnMut(usize, &BoardView),
    ) {
        let mut view = self.unit_view(slice, unit);
        let free = SQUARES & !(view.men() | view.our_kings);
        let mut number = unit * self.their_king_placements as usize;
        each_choice(free, self.class.their_kings, 0, &mut |kings| {
            view.their_kings = kings;
            visit(number, &view);
            number += 1;
        });
    }

    /// Calls `visit` with the positions with numbers from `begin` to below `end`, in order.
    pub(crate) fn each_between(&self, begin: u64, end: u64, mut visit: impl FnMut(&BoardView)) {
        let first = self.slices.partition_point(|slice| slice.start <= begin) - 1;
        let their_king_placements = u64::from(self.their_king_placements);
        for slice in self.slices[first..].iter().take_while(|slice| slice.start < end) {
            let from = begin.saturating_sub(slice.start);
            let to = (end - slice.start).min(self.len_of(slice));
            for unit in from / their_king_placements..to.div_ceil(their_king_placements) {
                self.each_of_unit(slice, unit as usize, |number, view| {
                    if (from..to).contains(&(number as u64)) {
                        visit(view);
                    }
                });
            }
        }
    }

    /// The position with a number in a slice.
    pub(crate) fn local_view(&self, slice: usize, local: usize) -> BoardView {
        let unit = local / self.their_king_placements as usize;
        let mut view = self.unit_view(&self.slices[slice], unit);
        let free = SQUARES & !(view.men() | view.our_kings);
        let theirs = (local % self.their_king_placements as usize) as u32;
        view.their_kings = unrank(theirs, self.class.their_kings.into(), free);
        view
    }

    /// The position of a unit, without their kings.
    fn unit_view(&self, slice: &Slice, unit: usize) -> BoardView {
        let ours = (unit % self.our_king_placements as usize) as u32;
        let (our_men, their_men) = slice.men(unit as u64 / u64::from(self.our_king_placements));
        let free = SQUARES & !(our_men | their_men);
        let our_kings = unrank(ours, self.class.our_kings.into(), free);
        BoardView { our_men, our_kings, their_men, their_kings: 0 }
    }
}

impl Slice {
    fn new(ours: Rows, theirs: Rows) -> Option<Slice> {
        let (advance, theirs) = (ours.advance() + theirs.advance(), theirs.flipped());
        let men_placements =
            ours.0.iter().zip(theirs.0).map(|(&our, their)| rows::placements(our, their));
        let men_placements = men_placements.product();
        (men_placements > 0).then_some(Slice { ours, theirs, advance, men_placements, start: 0 })
    }

    fn row_rank(&self, their_rows: usize) -> usize {
        self.ours.rank() as usize * their_rows + self.theirs.flipped().rank() as usize
    }

    /// The placement of the men with a number.
    fn men(&self, mut number: u64) -> (u64, u64) {
        let (mut our_men, mut their_men) = (0, 0);
        for row in (0..8).rev() {
            let (ours, theirs) = (self.ours.0[row], self.theirs.0[row]);
            if ours + theirs > 0 {
                let placements = rows::placements(ours, theirs);
                let (our, their) = rows::men_of(ours, theirs, (number % placements) as u8);
                our_men |= our << rows::shift(row);
                their_men |= their << rows::shift(row);
                number /= placements;
            }
        }
        (our_men, their_men)
    }
}

/// The number of a placement of the men among all placements in the same rows.
#[inline]
pub(crate) fn men_number(our_men: u64, their_men: u64) -> usize {
    let mut number = 0;
    for row in 0..8 {
        let shift = rows::shift(row);
        let key = (our_men >> shift & 15) as usize | ((their_men >> shift & 15) as usize) << 4;
        let (digit, placements) = DIGITS[key];
        number = number * placements as usize + digit as usize;
    }
    number
}

/// Calls `visit` with every subset of `free` of `k` squares, in the order of their ranks.
fn each_choice(free: u64, k: u8, chosen: u64, visit: &mut impl FnMut(u64)) {
    let mut left = free;
    match k {
        0 => visit(chosen),
        1 => {
            while left != 0 {
                visit(chosen | left & left.wrapping_neg());
                left &= left - 1;
            }
        }
        _ => {
            while left != 0 {
                let top = left & left.wrapping_neg();
                each_choice(free & (top - 1), k - 1, chosen | top, visit);
                left &= left - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_counts_match_the_published_ones() {
        let known =
            [(2, 3_488), (3, 196_032), (4, 6_209_316), (5, 139_450_808), (6, 2_426_085_676)];
        for (checkers, positions) in known {
            let sum: u64 =
                Class::all(checkers).into_iter().map(|class| ClassIndex::new(class).len()).sum();
            assert_eq!(sum, positions, "{checkers}");
        }
    }

    #[test]
    fn numbers_round_trip() {
        for class in (2..=3).flat_map(Class::all) {
            let index = ClassIndex::new(class);
            let mut next = 0;
            for (number, slice) in index.slices().iter().enumerate() {
                for unit in 0..index.units(slice) {
                    index.each_of_unit(slice, unit, |local, view| {
                        assert_eq!(index.number(view), next, "{class}");
                        assert_eq!(index.view(next), *view, "{class}");
                        assert_eq!(index.locate(view), (number, local));
                        assert_eq!(Class::of(view), class);
                        next += 1;
                    });
                }
            }
            assert_eq!(next, index.len(), "{class}");
        }
    }

    #[test]
    fn flipped_numbers_agree() {
        for class in Class::all(4) {
            let (index, other) = (ClassIndex::new(class), ClassIndex::new(class.flipped()));
            for number in (0..index.len()).step_by(97) {
                let view = index.view(number);
                let flipped = view.flipped();
                let (slice, local) = other.locate(&flipped);
                let own = &index.slices()[index.locate(&view).0];
                assert_eq!(other.flipped_slice(own), slice);
                let men = men_number(flipped.our_men, flipped.their_men);
                let free = SQUARES & !view.men();
                let from_here = other.flipped_number(men, free, view.our_kings, view.their_kings);
                assert_eq!(from_here, local);
            }
        }
    }
}
