//! The tables of a family of rules, ready to be asked.

use core::ops::Deref;

use crownhead_rules::Position;
use crownhead_rules::checkers::{Checkers, Jumping, RuleSet, Stage};

use crate::{Class, Family, Plies, Table, Value, View};

/// The largest class that there can be a place for.
pub const MOST_CHECKERS: u8 = 8;

/// Tables of all classes of at most so many checkers.
#[derive(Debug)]
pub struct Tables<B> {
    family: Family,
    most: u8,
    most_plies: u8,
    classes: Vec<Option<Table<B>>>,
    plies: Vec<Option<Plies<B>>>,
}

impl<B: Deref<Target = [u8]>> Tables<B> {
    /// No table.
    pub fn new(family: Family) -> Tables<B> {
        fn none<T>() -> Vec<Option<T>> {
            std::iter::repeat_with(|| None).take(Class::places(MOST_CHECKERS)).collect()
        }
        Tables { family, most: 0, most_plies: 0, classes: none(), plies: none() }
    }

    /// Adds a table. Only when all classes of as many checkers and of fewer are there are they
    /// asked: a jump of one leads to another.
    pub fn add(&mut self, table: Table<B>) {
        let place = table.index().class().place(MOST_CHECKERS);
        self.classes[place] = Some(table);
        self.most = complete(|class| self.get(class).is_some());
    }

    /// Adds a table of plies, with the same condition.
    pub fn add_plies(&mut self, plies: Plies<B>) {
        let place = plies.class().place(MOST_CHECKERS);
        self.plies[place] = Some(plies);
        self.most_plies = complete(|class| self.get_plies(class).is_some());
    }

    /// Up to how many checkers everything is known.
    #[inline]
    pub fn most(&self) -> u8 {
        self.most
    }

    /// Up to how many checkers it is known how many plies it takes.
    pub fn most_plies(&self) -> u8 {
        self.most_plies.min(self.most)
    }

    /// The rules.
    pub fn family(&self) -> Family {
        self.family
    }

    /// The table of a class.
    #[inline]
    pub fn get(&self, class: Class) -> Option<&Table<B>> {
        self.classes.get(class.place(MOST_CHECKERS))?.as_ref()
    }

    /// The plies of a class.
    #[inline]
    pub fn get_plies(&self, class: Class) -> Option<&Plies<B>> {
        self.plies.get(class.place(MOST_CHECKERS))?.as_ref()
    }

    /// The value of a position that is not over and that the tables have, to the side to move.
    /// Positions that they [leave out](Family::leaves_out) are none of them.
    #[inline]
    pub fn quiet_value<R: RuleSet>(&self, position: &Checkers<R>) -> Option<Value> {
        debug_assert_eq!(Family::of::<R>(), Some(self.family));
        if checkers(position) > self.most || position.stage() != Stage::Regular {
            return None;
        }
        let view = View::of(position);
        if self.family.leaves_out(&view) { None } else { self.get(Class::of(&view))?.value(&view) }
    }

    /// The plies to the end of a position that has a [quiet value](Tables::quiet_value), which is
    /// not a draw.
    #[inline]
    pub fn quiet_plies<R: RuleSet>(&self, position: &Checkers<R>, value: Value) -> Option<u32> {
        if checkers(position) > self.most_plies || R::JUMPING == Jumping::Remedy {
            return None;
        }
        let view = View::of(position);
        self.get_plies(Class::of(&view))?.plies(&view, value)
    }

    /// The value of a position to the side to move, and the plies to the end of one that is won or
    /// lost, if they are known. Jumps are played out where they are a must, and so are remedies.
    /// Where there are remedies plies are not known: refusing makes a game longer.
    pub fn value<R: RuleSet>(&self, position: &Checkers<R>) -> Option<(Value, Option<u32>)> {
        let covered = checkers(position) <= self.most && Family::of::<R>() == Some(self.family);
        let (value, plies) = if covered { self.resolved(position)? } else { return None };
        Some((value, plies.filter(|_| R::JUMPING != Jumping::Remedy)))
    }

    fn resolved<R: RuleSet>(&self, position: &Checkers<R>) -> Option<(Value, Option<u32>)> {
        let side = position.side();
        if position.board().of(side).is_empty() {
            return Some((Value::Loss, Some(0)));
        }
        if position.board().of(!side).is_empty() {
            return Some((Value::Win, Some(0)));
        }
        let view = View::of(position);
        let regular = position.stage() == Stage::Regular;
        if regular && !self.family.leaves_out(&view) {
            let class = Class::of(&view);
            let value = self.get(class)?.value(&view)?;
            let plies = || self.get_plies(class)?.plies(&view, value);
            return Some((value, if value == Value::Draw { None } else { plies() }));
        }
        let mut best: Option<(Value, Option<u32>)> = None;
        let mut unknown = false;
        position.each_blameless_move(|mv| {
            let mut next = *position;
            next.play_unchecked(mv);
            let Some((value, plies)) = self.resolved(&next) else {
                unknown = true;
                return;
            };
            let value = if next.side() == side { value } else { value.turned() };
            let found = (value, plies.map(|plies| plies + 1));
            best = Some(best.map_or(found, |best| better(best, found)));
        });
        best.filter(|_| !unknown)
    }
}

/// The better of two for the side to move: who wins wins soon, and who loses loses late.
pub(crate) fn better(
    one: (Value, Option<u32>),
    other: (Value, Option<u32>),
) -> (Value, Option<u32>) {
    if one.0 != other.0 {
        return if one.0.or_better(other.0) == one.0 { one } else { other };
    }
    let plies = one.1.zip(other.1);
    let win = one.0 == Value::Win;
    (one.0, plies.map(|(one, other)| if win { one.min(other) } else { one.max(other) }))
}

#[inline]
fn checkers<R: RuleSet>(position: &Checkers<R>) -> u8 {
    32 - position.board().empty().len() as u8
}

/// Up to how many checkers there is everything.
fn complete(has: impl Fn(Class) -> bool) -> u8 {
    let whole = |checkers: &u8| Class::all(*checkers).into_iter().all(&has);
    (2..=MOST_CHECKERS).take_while(whole).last().unwrap_or(0)
}
