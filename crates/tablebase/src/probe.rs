//! Probing: looks up the value and the distance of a position in the tablebase of a rule family.

use core::ops::Deref;

use crownhead_rules::Position;
use crownhead_rules::checkers::{Checkers, CheckersPhase, JumpRule, RuleSet};

use crate::{BoardView, Class, DistanceTable, RuleFamily, Wld, WldTable};

/// The maximal number of checkers of a class.
pub const MAX_CHECKERS: u8 = 8;

/// The tables of a rule family.
#[derive(Debug)]
pub struct Tablebase<B> {
    family: RuleFamily,
    max_checkers: u8,
    max_distance_checkers: u8,
    classes: Vec<Option<WldTable<B>>>,
    plies: Vec<Option<DistanceTable<B>>>,
}

impl<B: Deref<Target = [u8]>> Tablebase<B> {
    /// A tablebase without tables.
    pub fn new(family: RuleFamily) -> Tablebase<B> {
        fn none<T>() -> Vec<Option<T>> {
            std::iter::repeat_with(|| None).take(Class::index_count(MAX_CHECKERS)).collect()
        }
        Tablebase {
            family,
            max_checkers: 0,
            max_distance_checkers: 0,
            classes: none(),
            plies: none(),
        }
    }

    /// Adds a table; one of more than [`MAX_CHECKERS`] is dropped. Classes are probed only once all
    /// classes of the same and of smaller size are loaded, because jumps lead from one to another.
    pub fn add(&mut self, table: WldTable<B>) {
        let Some(room) = entry_mut(&mut self.classes, table.index().class()) else { return };
        *room = Some(table);
        self.max_checkers = complete(|class| self.table(class).is_some());
    }

    /// Adds a distance table, on the same condition.
    pub fn add_distances(&mut self, plies: DistanceTable<B>) {
        let Some(room) = entry_mut(&mut self.plies, plies.class()) else { return };
        *room = Some(plies);
        self.max_distance_checkers = complete(|class| self.distance_table(class).is_some());
    }

    /// The largest number of checkers for which all values are loaded.
    #[inline]
    pub fn max_checkers(&self) -> u8 {
        self.max_checkers
    }

    /// The largest number of checkers for which all distances are loaded.
    pub fn max_distance_checkers(&self) -> u8 {
        self.max_distance_checkers.min(self.max_checkers)
    }

    /// The rule family.
    pub fn family(&self) -> RuleFamily {
        self.family
    }

    /// The table of a class.
    #[inline]
    pub fn table(&self, class: Class) -> Option<&WldTable<B>> {
        self.classes.get(class_index(class)?)?.as_ref()
    }

    /// The distance table of a class.
    #[inline]
    pub fn distance_table(&self, class: Class) -> Option<&DistanceTable<B>> {
        self.plies.get(class_index(class)?)?.as_ref()
    }

    /// The value of a position that is not over, to the side to move, by a single lookup: none for
    /// positions that the tables [leave out](RuleFamily::leaves_out). For every node of a search.
    #[inline]
    pub fn probe_quiet<R: RuleSet>(&self, position: &Checkers<R>) -> Option<Wld> {
        debug_assert_eq!(RuleFamily::of::<R>(), Some(self.family));
        if checkers(position) > self.max_checkers
            || position.checkers_phase() != CheckersPhase::Regular
        {
            return None;
        }
        let view = BoardView::of(position);
        if self.family.leaves_out(&view) {
            None
        } else {
            self.table(Class::of(&view))?.value(&view)
        }
    }

    /// The distance of a position whose value came from [`Tablebase::probe_quiet`] and is not a draw.
    #[inline]
    pub fn probe_quiet_distance<R: RuleSet>(
        &self,
        position: &Checkers<R>,
        value: Wld,
    ) -> Option<u32> {
        if checkers(position) > self.max_distance_checkers || R::JUMPING == JumpRule::Remedy {
            return None;
        }
        let view = BoardView::of(position);
        self.distance_table(Class::of(&view))?.plies(&view, value)
    }

    /// The value of a position to the side to move, and the distance if it is won or lost. Resolves
    /// mandatory jumps and remedies. Rules with a remedy have no distances, because refusing a jump
    /// makes a game longer.
    pub fn probe<R: RuleSet>(&self, position: &Checkers<R>) -> Option<(Wld, Option<u32>)> {
        let covered =
            checkers(position) <= self.max_checkers && RuleFamily::of::<R>() == Some(self.family);
        let (value, plies) = if covered { self.resolve(position)? } else { return None };
        Some((value, plies.filter(|_| R::JUMPING != JumpRule::Remedy)))
    }

    fn resolve<R: RuleSet>(&self, position: &Checkers<R>) -> Option<(Wld, Option<u32>)> {
        let side = position.side();
        if position.board().pieces(side).is_empty() {
            return Some((Wld::Loss, Some(0)));
        }
        if position.board().pieces(!side).is_empty() {
            return Some((Wld::Win, Some(0)));
        }
        let view = BoardView::of(position);
        let regular = position.checkers_phase() == CheckersPhase::Regular;
        if regular && !self.family.leaves_out(&view) {
            let class = Class::of(&view);
            let value = self.table(class)?.value(&view)?;
            let plies = || self.distance_table(class)?.plies(&view, value);
            return Some((value, if value == Wld::Draw { None } else { plies() }));
        }
        let mut best: Option<(Wld, Option<u32>)> = None;
        let mut unknown = false;
        position.each_move_without_offence(|mv| {
            let mut next = *position;
            next.play_unchecked(mv);
            let Some((value, plies)) = self.resolve(&next) else {
                unknown = true;
                return;
            };
            let value = if next.side() == side { value } else { value.flipped() };
            let found = (value, plies.map(|plies| plies + 1));
            best = Some(best.map_or(found, |best| better(best, found)));
        });
        best.filter(|_| !unknown)
    }
}

/// The better of two for the side to move: the shorter win, or the longer loss.
pub(crate) fn better(one: (Wld, Option<u32>), other: (Wld, Option<u32>)) -> (Wld, Option<u32>) {
    if one.0 != other.0 {
        return if one.0.or_better(other.0) == one.0 { one } else { other };
    }
    let plies = one.1.zip(other.1);
    let win = one.0 == Wld::Win;
    (one.0, plies.map(|(one, other)| if win { one.min(other) } else { one.max(other) }))
}

#[inline]
fn checkers<R: RuleSet>(position: &Checkers<R>) -> u8 {
    32 - position.board().empty().len() as u8
}

/// The index of a class in the list. A class of too many checkers has none, because it would
/// collide with another.
#[inline]
fn class_index(class: Class) -> Option<usize> {
    (class.checkers() <= MAX_CHECKERS).then(|| class.index(MAX_CHECKERS))
}

fn entry_mut<T>(classes: &mut [T], class: Class) -> Option<&mut T> {
    classes.get_mut(class_index(class)?)
}

/// The largest number of checkers for which every class exists.
fn complete(has: impl Fn(Class) -> bool) -> u8 {
    let whole = |checkers: &u8| Class::all(*checkers).into_iter().all(&has);
    (2..=MAX_CHECKERS).take_while(whole).last().unwrap_or(0)
}
