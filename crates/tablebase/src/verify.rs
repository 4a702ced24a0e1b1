//! Verifies tables against the rules: every position has the best value that its moves lead to.

use core::ops::Deref;

use crownhead_rules::checkers::RuleSet;
use crownhead_rules::{Position, Verdict};
use rayon::prelude::*;

use crate::probe::better;
use crate::{BoardView, Class, Tablebase, Wld, WldCounts};

/// The result of a verification.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// The number of positions checked.
    pub positions: u64,
    /// The number of checked positions by value.
    pub counts: WldCounts,
    /// A position whose value contradicts its moves, if any.
    pub wrong: Option<BoardView>,
}

/// Positions per unit of parallel work.
const POSITIONS_PER_TASK: u64 = 1 << 16;

/// Checks one position in `one_in` of a class.
pub fn verify<R: RuleSet, B: Deref<Target = [u8]> + Sync>(
    tables: &Tablebase<B>,
    class: Class,
    one_in: u64,
) -> VerifyReport {
    let Some(table) = tables.table(class) else { return VerifyReport::default() };
    let index = table.index();
    let stretch = |stretch: u64| {
        let mut checked = VerifyReport::default();
        let mut number = stretch * POSITIONS_PER_TASK;
        let end = (number + POSITIONS_PER_TASK).min(index.len());
        number = number.next_multiple_of(one_in);
        while number < end {
            verify_position::<R, B>(tables, &index.view(number), &mut checked);
            number += one_in;
        }
        checked
    };
    let stretches = (0..index.len().div_ceil(POSITIONS_PER_TASK)).into_par_iter().map(stretch);
    stretches.reduce(VerifyReport::default, |one, other| VerifyReport {
        positions: one.positions + other.positions,
        counts: one.counts + other.counts,
        wrong: one.wrong.or(other.wrong),
    })
}

fn verify_position<R: RuleSet, B: Deref<Target = [u8]>>(
    tables: &Tablebase<B>,
    view: &BoardView,
    checked: &mut VerifyReport,
) {
    let position = view.position::<R>();
    let value = tables.probe(&position);
    checked.positions += 1;
    checked.counts.count(value.map_or(Wld::Draw, |(value, _)| value));
    let end = position.outcome().map(|end| match end.verdict {
        Verdict::Draw => (Wld::Draw, None),
        Verdict::Win(_) => (Wld::Loss, Some(0)),
    });
    let (mut best, mut known) = (end, true);
    position.each_child(|child| match tables.probe(&child) {
        None => known = false,
        Some((value, plies)) => {
            let found = (value.flipped(), plies.map(|plies| plies + 1));
            best = Some(best.map_or(found, |best| better(best, found)));
        }
    });
    let plies_known = Class::of(view).checkers() <= tables.max_distance_checkers();
    let agrees = match (value, best) {
        (Some(one), Some(other)) => one.0 == other.0 && (!plies_known || one.1 == other.1),
        _ => false,
    };
    if !known || !agrees {
        checked.wrong = Some(*view);
    }
}
