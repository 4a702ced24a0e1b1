//! The number of every position of a class, without gaps.
//!
//! A class falls into parts, one for each way in which the men of both sides can stand in the
//! rows. In a part every row has as many ways to be filled whatever the others are, and the kings
//! as many ways to stand on what is left, so that a number is a digit for each.

use crate::binomial::{choose, rank, turned_rank, unrank};
use crate::rows::{self, DIGITS, Rows};
use crate::view::SQUARES;
use crate::{Class, View};

/// Numbers the positions of a class.
#[derive(Clone, Debug)]
pub struct Index {
    class: Class,
    parts: Vec<Part>,
    /// The place of a part among the parts, by the numbers of our rows and their rows.
    places: Vec<u32>,
    their_rows: usize,
    /// In how many ways our kings and then their kings can stand beside the men.
    our_ways: u32,
    their_ways: u32,
}

/// The positions of a class whose men stand in the same rows.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    ours: Rows,
    /// As we count the rows.
    theirs: Rows,
    /// How far the men of both sides have come.
    pub(crate) advance: u32,
    /// In how many ways the men can stand in their rows.
    men_ways: u64,
    /// The number of its first position in the class.
    pub(crate) start: u64,
}

impl Index {
    /// The index of a class. Its parts are ordered so that a man's move leads to an earlier one.
    pub fn new(class: Class) -> Index {
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
        Index { class, parts, places, their_rows, our_ways, their_ways }
    }

    /// The class.
    pub fn class(&self) -> Class {
        self.class
    }

    /// How many positions there are.
    pub fn len(&self) -> u64 {
        self.parts.last().map_or(0, |last| last.start + self.len_of(last))
    }

    /// Whether there is no position: never, of a class of this board.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a position of this class.
    #[inline]
    pub fn number(&self, view: &View) -> u64 {
        let (part, local) = self.locate(view);
        self.parts[part].start + local as u64
    }

    /// The position with a number below [`Index::len`].
    pub fn view(&self, number: u64) -> View {
        let part = self.parts.partition_point(|part| part.start <= number) - 1;
        self.local_view(part, (number - self.parts[part].start) as usize)
    }

    /// The part of a position, and its number there.
    #[inline]
    pub(crate) fn locate(&self, view: &View) -> (usize, usize) {
        let (mut part, mut men) = (0, 0);
        if self.class.men() > 0 {
            let (ours, theirs) = (rows::rank(view.our_men), rows::turned_rank(view.their_men));
            part = self.places[ours as usize * self.their_rows + theirs as usize] as usize;
            men = men_number(view.our_men, view.their_men);
        }
        let free = SQUARES & !view.men();
        let ours = rank(view.our_kings, free) as usize;
        let theirs = rank(view.their_kings, free & !view.our_kings) as usize;
        let local = (men * self.our_ways as usize + ours) * self.their_ways as usize + theirs;
        (part, local)
    }

    /// The number, in the part that is this one turned, of a position that differs from ours in
    /// the kings alone. `men` is the number of its men there. It is asked of the turned class.
    #[inline]
    pub(crate) fn turned_number(
        &self,
        men: usize,
        free: u64,
        our_kings: u64,
        their_kings: u64,
    ) -> usize {
        let theirs = turned_rank(their_kings, free) as usize;
        let ours = turned_rank(our_kings, free & !their_kings) as usize;
        (men * self.our_ways as usize + theirs) * self.their_ways as usize + ours
    }

    /// The parts, in the order in which they can be solved.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// How many positions a part has.
    pub(crate) fn len_of(&self, part: &Part) -> u64 {
        part.men_ways * u64::from(self.our_ways) * u64::from(self.their_ways)
    }

    /// The place of the part that is one of another index, turned.
    pub(crate) fn turned_part(&self, part: &Part) -> usize {
        let turned = Part { ours: part.theirs.turned(), theirs: part.ours.turned(), ..*part };
        self.places[turned.place(self.their_rows)] as usize
    }

    /// How many ways of all men and of our kings a part has: the units that it is walked in.
    pub(crate) fn units(&self, part: &Part) -> usize {
        part.men_ways as usize * self.our_ways as usize
    }

    /// Hands every position of a unit of a part to `visit`, with its number in the part.
    #[inline]
    pub(crate) fn each_of_unit(
        &self,
        part: &Part,
        unit: usize,
        mut visit: impl FnMut(usize, &View),
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
    pub(crate) fn each_between(&self, begin: u64, end: u64, mut visit: impl FnMut(&View)) {
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

    /// The position with a number in a part.
    pub(crate) fn local_view(&self, part: usize, local: usize) -> View {
        let unit = local / self.their_ways as usize;
        let mut view = self.unit_view(&self.parts[part], unit);
        let free = SQUARES & !(view.men() | view.our_kings);
        let theirs = (local % self.their_ways as usize) as u32;
        view.their_kings = unrank(theirs, self.class.their_kings.into(), free);
        view
    }

    /// The position of a unit, without their kings.
    fn unit_view(&self, part: &Part, unit: usize) -> View {
        let ours = (unit % self.our_ways as usize) as u32;
        let (our_men, their_men) = part.men(unit as u64 / u64::from(self.our_ways));
        let free = SQUARES & !(our_men | their_men);
        let our_kings = unrank(ours, self.class.our_kings.into(), free);
        View { our_men, our_kings, their_men, their_kings: 0 }
    }
}

impl Part {
    fn new(ours: Rows, theirs: Rows) -> Option<Part> {
        let (advance, theirs) = (ours.advance() + theirs.advance(), theirs.turned());
        let men_ways = ours.0.iter().zip(theirs.0).map(|(&our, their)| rows::ways(our, their));
        let men_ways = men_ways.product();
        (men_ways > 0).then_some(Part { ours, theirs, advance, men_ways, start: 0 })
    }

    fn place(&self, their_rows: usize) -> usize {
        self.ours.rank() as usize * their_rows + self.theirs.turned().rank() as usize
    }

    /// The men with a number.
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

/// The number of the men among all ways to stand in the same rows.
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

/// Hands every choice of `k` squares of `free` to `visit`, in the order of their numbers.
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
                Class::all(checkers).into_iter().map(|class| Index::new(class).len()).sum();
            assert_eq!(sum, positions, "{checkers}");
        }
    }

    #[test]
    fn every_position_has_its_number() {
        for class in (2..=3).flat_map(Class::all) {
            let index = Index::new(class);
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
            let (index, other) = (Index::new(class), Index::new(class.turned()));
            for number in (0..index.len()).step_by(97) {
                let view = index.view(number);
                let turned = view.turned();
                let (part, local) = other.locate(&turned);
                let own = &index.parts()[index.locate(&view).0];
                assert_eq!(other.turned_part(own), part);
                let men = men_number(turned.our_men, turned.their_men);
                let free = SQUARES & !view.men();
                let from_here = other.turned_number(men, free, view.our_kings, view.their_kings);
                assert_eq!(from_here, local);
            }
        }
    }
}
