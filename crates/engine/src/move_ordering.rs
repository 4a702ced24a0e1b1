//! Move ordering: transposition-table move, tactical moves, killer moves, then counter moves and
//! the history heuristic.

use crownhead_rules::Side;

use crate::game::MoveTag;
use crate::search::depth::Ply;
use crate::search::node::NodeContext;

/// History values lie between this and its negative. All ranks are derived from it.
pub(crate) const MAX_HISTORY: i32 = 8_000;

/// The rank of the transposition-table move: above all others.
pub(crate) const TT_MOVE_RANK: i32 = 1 << 20;
/// The rank of tactical moves, to which their history is added. The highest rank of a quiet move
/// is that of a killer with the greatest prior, 4 × [`MAX_HISTORY`]: far below.
pub(crate) const TACTICAL_RANK: i32 = 1 << 18;

/// Killers come before every other quiet move with the same prior: history and counter bonus give
/// at most 2 × [`MAX_HISTORY`].
const KILLER_RANKS: [i32; 2] = [3 * MAX_HISTORY, 3 * MAX_HISTORY - 1];
const COUNTER_MOVE_BONUS: i32 = MAX_HISTORY;

/// A cutoff at depth `d` adds this times `d²` to the history of its move, up to a maximum.
const HISTORY_BONUS_FACTOR: i32 = 16;
const MAX_HISTORY_BONUS: i32 = 1_600;

/// What a search thread has learnt about moves.
pub(crate) struct MoveOrdering {
    /// The history heuristic: how often a move of a side caused a cutoff, minus how often it did
    /// not.
    history: [Box<[i16]>; 2],
    /// For each ply, the last two quiet moves that caused a cutoff there.
    killers: Vec<[Option<MoveTag>; 2]>,
    /// For each move, the last quiet move that refuted it.
    counter_moves: Box<[Option<MoveTag>]>,
}

impl MoveOrdering {
    pub(crate) fn new() -> MoveOrdering {
        let history = || vec![0; MoveTag::SLOTS].into_boxed_slice();
        MoveOrdering {
            history: [history(), history()],
            killers: vec![[None; 2]; Ply::MAX.index() + 2],
            counter_moves: vec![None; MoveTag::SLOTS].into_boxed_slice(),
        }
    }

    /// The rank of a quiet move: higher ranks are searched sooner.
    #[inline]
    pub(crate) fn quiet_rank(&self, side: Side, context: NodeContext, tag: MoveTag) -> i32 {
        let killers = self.killers[context.ply.index()];
        for (killer, rank) in killers.into_iter().zip(KILLER_RANKS) {
            if killer == Some(tag) {
                return rank;
            }
        }
        let is_counter = |previous: MoveTag| self.counter_moves[previous.slot()] == Some(tag);
        let counters = context.previous.is_some_and(is_counter);
        self.history(side, tag) + if counters { COUNTER_MOVE_BONUS } else { 0 }
    }

    /// The history value of a move, between plus and minus [`MAX_HISTORY`].
    #[inline]
    pub(crate) fn history(&self, side: Side, tag: MoveTag) -> i32 {
        i32::from(self.history[side as usize][tag.slot()])
    }

    /// Records that a quiet move caused a beta cutoff and that the quiet moves tried before it did
    /// not.
    pub(crate) fn record_cutoff(
        &mut self,
        side: Side,
        context: NodeContext,
        tag: MoveTag,
        tried: impl Iterator<Item = MoveTag>,
    ) {
        let killers = &mut self.killers[context.ply.index()];
        if killers[0] != Some(tag) {
            *killers = [Some(tag), killers[0]];
        }
        if let Some(previous) = context.previous {
            self.counter_moves[previous.slot()] = Some(tag);
        }
        let depth = context.depth.get();
        let bonus = (HISTORY_BONUS_FACTOR * depth * depth).min(MAX_HISTORY_BONUS);
        self.update_history(side, tag, bonus);
        tried.for_each(|other| self.update_history(side, other, -bonus));
    }

    /// History gravity: the nearer a value is to its bound, the less it grows.
    fn update_history(&mut self, side: Side, tag: MoveTag, bonus: i32) {
        let value = &mut self.history[side as usize][tag.slot()];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
    }
}
