//! Checking tables against the rules: every position is worth the best of what its moves lead to.

use core::ops::Deref;

use crownhead_rules::checkers::RuleSet;
use crownhead_rules::{Position, Verdict};
use rayon::prelude::*;

use crate::tables::better;
use crate::{Class, Counts, Tables, Value, View};

/// What a check has found.
#[derive(Copy, Clone, Debug, Default)]
pub struct Checked {
    /// How many positions were looked at.
    pub positions: u64,
    /// What they are worth.
    pub counts: Counts,
    /// One that is not worth what its moves are, if there is any.
    pub wrong: Option<View>,
}

/// How many positions are looked at by one thread at a time.
const STRETCH: u64 = 1 << 16;

/// Looks at one position in so many of a class that the tables have.
pub fn check<R: RuleSet, B: Deref<Target = [u8]> + Sync>(
    tables: &Tables<B>,
    class: Class,
    one_in: u64,
) -> Checked {
    let Some(table) = tables.get(class) else { return Checked::default() };
    let index = table.index();
    let stretch = |stretch: u64| {
        let mut checked = Checked::default();
        let mut number = stretch * STRETCH;
        let end = (number + STRETCH).min(index.len());
        number = number.next_multiple_of(one_in);
        while number < end {
            look::<R, B>(tables, &index.view(number), &mut checked);
            number += one_in;
        }
        checked
    };
    let stretches = (0..index.len().div_ceil(STRETCH)).into_par_iter().map(stretch);
    stretches.reduce(Checked::default, |one, other| Checked {
        positions: one.positions + other.positions,
        counts: one.counts + other.counts,
        wrong: one.wrong.or(other.wrong),
    })
}

fn look<R: RuleSet, B: Deref<Target = [u8]>>(
    tables: &Tables<B>,
    view: &View,
    checked: &mut Checked,
) {
    let position = view.position::<R>();
    let value = tables.value(&position);
    checked.positions += 1;
    checked.counts.count(value.map_or(Value::Draw, |(value, _)| value));
    let end = position.outcome().map(|end| match end.verdict {
        Verdict::Draw => (Value::Draw, None),
        Verdict::Win(_) => (Value::Loss, Some(0)),
    });
    let (mut best, mut known) = (end, true);
    position.each_child(|child| match tables.value(&child) {
        None => known = false,
        Some((value, plies)) => {
            let found = (value.turned(), plies.map(|plies| plies + 1));
            best = Some(best.map_or(found, |best| better(best, found)));
        }
    });
    let plies_known = Class::of(view).checkers() <= tables.most_plies();
    let agrees = match (value, best) {
        (Some(one), Some(other)) => one.0 == other.0 && (!plies_known || one.1 == other.1),
        _ => false,
    };
    if !known || !agrees {
        checked.wrong = Some(*view);
    }
}
