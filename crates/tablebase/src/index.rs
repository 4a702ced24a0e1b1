//! The position index: numbers the positions of a class without gaps.
//!
//! A class is divided into slices, one for each distribution of the men of both sides over the
//! rows. Within a slice, the number of ways to fill a row does not depend on the other rows, nor the
//! number of ways to place the kings on the rest. So a number has a digit for each row and for each
//! side's kings (a mixed-radix number).

use crate::binomial::{choose, flipped_rank, rank, unrank};
use crate::board_view::SQUARES;
use crate::rows::{self, DIGITS, Rows};
use crate::{BoardView, Class};

/// The index of a class: a number for each of its positions.
#[derive(Clone, Debug)]
pub struct ClassIndex {
    class: Class,
    parts: Vec<Part>,
    /// The place of a slice in `parts`, by the ranks of our rows and their rows.
    places: Vec<u32>,
    their_rows: usize,
    /// The ways to place our kings on the squares without men, and then their kings on the rest.
    our_ways: u32,
    their_ways: u32,
}

/// A slice: the positions of a class whose men stand in the same rows.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    ours: Rows,
    /// Counted from our side of the board.
    theirs: Rows,
    /// The sum of the rows that the men of both sides have advanced.
    pub(crate) advance: u32,
    /// The ways to place the men within their rows.
    men_ways: u64,
    /// The number of its first position.
    pub(crate) start: u64,
}

impl ClassIndex {
    /// The index of a class. The slices are ordered so that a move of a man leads to an earlier one.
    pub fn new(class: Class) -> ClassIndex {
        let ours = Rows::all(class.our_men);
        let theirs = Rows::all(class.their_men);
        let mut parts = Vec::new();
        for &ours in &ours {
            parts.extend(theirs.iter().filter_map(|&theirs| Part::new(ours, theirs)));
        }
        parts.sort_by_key(|part| core::cmp::Reverse(part.advance));
        let men = usize::from(class.men());
        let (our_kings, their_kings) = (class.our_kings as usize, class.their_kings as usize);
        let our_ways = choose(32 - men, our_kings);
        let their_ways = choose(32 - men - our_kings, their_kings);
        let their_rows = theirs.len();
        let mut places = vec![u32::MAX; ours.len() * their_rows];
        let mut start = 0;
        for (part, number) in parts.iter_mut().zip(0..) {
            part.start = start;
            start += part.men_ways * u64::from(our_ways) * u64::from(their_ways);
            places[part.place(their_rows)] = number;
        }
        ClassIndex { class, parts, places, their_rows, our_ways, their_ways }
    }

    /// The class.
    pub fn class(&self) -> Class {
        self.class
    }

    /// How many positions there are.
    pub fn len(&self) -> u64 {
        self.parts.last().map_or(0, |last| last.start + self.len_of(last))
    }

    /// Whether there is no position. No class of this board is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a position, which must belong to this class: otherwise the number is
    /// meaningless, or the call panics.
    #[inline]
    pub fn number(&self, view: &BoardView) -> u64 {
        let (part, local) = self.locate(view);
        self.parts[part].start + local as u64
    }

    /// The position with a number below [`ClassIndex::len`].
    ///
    /// # Panics
    ///
    /// May panic if the number is not below the length.
    pub fn view(&self, number: u64) -> BoardView {
        let part = self.parts.partition_point(|part| part.start <= number) - 1;
        self.local_view(part, (number - self.parts[part].start) as usize)
    }

    /// The slice of a position, and its number there.
    #[inline]
    pub(crate) fn locate(&self, view: &BoardView) -> (usize, usize) {
        let (mut part, mut men) = (0, 0);
        if self.class.men() > 0 {
            let (ours, theirs) = (rows::rank(view.our_men), rows::flipped_rank(view.their_men));
            part = self.places[ours as usize * self.their_rows + theirs as usize] as usize;
            men = men_number(view.our_men, view.their_men);
        }
        let free = SQUARES & !view.men();
        let ours = rank(view.our_kings, free) as usize;
        let theirs = rank(view.their_kings, free & !view.our_kings) as usize;
        let local = (men * self.our_ways as usize + ours) * self.their_ways as usize + theirs;
        (part, local)
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
        (men * self.our_ways as usize + theirs) * self.their_ways as usize + ours
    }

    /// The slices, in the order in which they can be solved.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// How many positions a slice has.
    pub(crate) fn len_of(&self, part: &Part) -> u64 {
        part.men_ways * u64::from(self.our_ways) * u64::from(self.their_ways)
    }

    /// The place of the flipped slice. Call it on the index of the flipped class.
    pub(crate) fn flipped_part(&self, part: &Part) -> usize {
        let flipped = Part { ours: part.theirs.flipped(), theirs: part.ours.flipped(), ..*part };
        self.places[flipped.place(self.their_rows)] as usize
    }

    /// How many units a slice has: the placements of all men and of our kings. Work is divided by
    /// units.
    pub(crate) fn units(&self, part: &Part) -> usize {
        part.men_ways as usize * self.our_ways as usize
    }

    /// Hands every position of a unit to `visit`, with its number in the slice.
    #[inline]
    pub(crate) fn each_of_unit(
        &self,
        part: &Part,
        unit: usize,
        mut visit: impl FnMut(usize, &BoardView),
    ) {
        let mut view = self.unit_view(part, unit);
        let free = SQUARES & !(view.men() | view.our_kings);
        let mut number = unit * self.their_ways as usize;
        each_choice(free, self.class.their_kings, 0, &mut |kings| {
            view.their_kings = kings;
            visit(number, &view);
            number += 1;
        });
    }

    /// Hands the positions with numbers from `begin` to below `end` to `visit`, in order.
    pub(crate) fn each_between(&self, begin: u64, end: u64, mut visit: impl FnMut(&BoardView)) {
        let first = self.parts.partition_point(|part| part.start <= begin) - 1;
        let their_ways = u64::from(self.their_ways);
        for part in self.parts[first..].iter().take_while(|part| part.start < end) {
            let from = begin.saturating_sub(part.start);
            let to = (end - part.start).min(self.len_of(part));
            for unit in from / their_ways..to.div_ceil(their_ways) {
                self.each_of_unit(part, unit as usize, |number, view| {
                    if (from..to).contains(&(number as u64)) {
                        visit(view);
                    }
                });
            }
        }
    }

    /// The position with a number in a slice.
    pub(crate) fn local_view(&self, part: usize, local: usize) -> BoardView {
        let unit = local / self.their_ways as usize;
        let mut view = self.unit_view(&self.parts[part], unit);
        let free = SQUARES & !(view.men() | view.our_kings);
        let theirs = (local % self.their_ways as usize) as u32;
        view.their_kings = unrank(theirs, self.class.their_kings.into(), free);
        view
    }

    /// The position of a unit, without their kings.
    fn unit_view(&self, part: &Part, unit: usize) -> BoardView {
        let ours = (unit % self.our_ways as usize) as u32;
        let (our_men, their_men) = part.men(unit as u64 / u64::from(self.our_ways));
        let free = SQUARES & !(our_men | their_men);
        let our_kings = unrank(ours, self.class.our_kings.into(), free);
        BoardView { our_men, our_kings, their_men, their_kings: 0 }
    }
}

impl Part {
    fn new(ours: Rows, theirs: Rows) -> Option<Part> {
        let (advance, theirs) = (ours.advance() + theirs.advance(), theirs.flipped());
        let men_ways = ours.0.iter().zip(theirs.0).map(|(&our, their)| rows::ways(our, their));
        let men_ways = men_ways.product();
        (men_ways > 0).then_some(Part { ours, theirs, advance, men_ways, start: 0 })
    }

    fn place(&self, their_rows: usize) -> usize {
        self.ours.rank() as usize * their_rows + self.theirs.flipped().rank() as usize
    }

    /// The placement of the men with a number.
    fn men(&self, mut number: u64) -> (u64, u64) {
        let (mut our_men, mut their_men) = (0, 0);
        for row in (0..8).rev() {
            let (ours, theirs) = (self.ours.0[row], self.theirs.0[row]);
            if ours + theirs > 0 {
                let ways = rows::ways(ours, theirs);
                let (our, their) = rows::men_of(ours, theirs, (number % ways) as u8);
                our_men |= our << rows::shift(row);
                their_men |= their << rows::shift(row);
                number /= ways;
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
        let (digit, ways) = DIGITS[key];
        number = number * ways as usize + digit as usize;
    }
    number
}

/// Hands every subset of `free` of `k` squares to `visit`, in the order of their ranks.
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
    fn the_positions_are_as_many_as_published() {
        let known =
            [(2, 3_488), (3, 196_032), (4, 6_209_316), (5, 139_450_808), (6, 2_426_085_676)];
        for (checkers, positions) in known {
            let sum: u64 =
                Class::all(checkers).into_iter().map(|class| ClassIndex::new(class).len()).sum();
            assert_eq!(sum, positions, "{checkers}");
        }
    }

    #[test]
    fn every_position_has_its_number() {
        for class in (2..=3).flat_map(Class::all) {
            let index = ClassIndex::new(class);
            let mut next = 0;
            for (place, part) in index.parts().iter().enumerate() {
                for unit in 0..index.units(part) {
                    index.each_of_unit(part, unit, |local, view| {
                        assert_eq!(index.number(view), next, "{class}");
                        assert_eq!(index.view(next), *view, "{class}");
                        assert_eq!(index.locate(view), (place, local));
                        assert_eq!(Class::of(view), class);
                        next += 1;
                    });
                }
            }
            assert_eq!(next, index.len(), "{class}");
        }
    }

    #[test]
    fn a_turned_position_is_numbered_from_either_side() {
        for class in Class::all(4) {
            let (index, other) = (ClassIndex::new(class), ClassIndex::new(class.flipped()));
            for number in (0..index.len()).step_by(97) {
                let view = index.view(number);
                let flipped = view.flipped();
                let (part, local) = other.locate(&flipped);
                let own = &index.parts()[index.locate(&view).0];
                assert_eq!(other.flipped_part(own), part);
                let men = men_number(flipped.our_men, flipped.their_men);
                let free = SQUARES & !view.men();
                let from_here = other.flipped_number(men, free, view.our_kings, view.their_kings);
                assert_eq!(from_here, local);
            }
        }
    }
}
