//! One node of the alpha-beta search, in numbered stages: probe, prune, order, recurse.

use crownhead_rules::{Keyed, Verdict};

use super::depth::{Depth, Ply};
use super::game_over_score;
use super::window::Window;
use super::worker::Worker;
use crate::endgame_knowledge::EndgameKnowledge;
use crate::game::{MoveTag, Quietness};
use crate::limits::SearchClock;
use crate::transposition_table::{Bound, TranspositionEntry};
use crate::{Score, Searchable};

/// Reverse futility pruning: the margin per ply of remaining depth that a quiet position may lose.
const REVERSE_FUTILITY_MARGIN: i32 = 45;
/// Futility pruning: the margin per ply of remaining depth that a quiet position may gain.
const FUTILITY_MARGIN: i32 = 60;
/// The greatest depth at which the static evaluation prunes.
const STATIC_PRUNING_DEPTH: Depth = Depth::new(4);
/// The least depth at which a node without a transposition-table move is reduced.
const INTERNAL_REDUCTION_DEPTH: Depth = Depth::new(5);

/// The context of a node: its depth and ply, and the path to it.
#[derive(Copy, Clone)]
pub(crate) struct NodeContext {
    pub(crate) depth: Depth,
    pub(crate) ply: Ply,
    /// Plies in a row without progress, which the draw ruling counts.
    pub(crate) without_progress: u32,
    /// The move that led here, for the counter-move heuristic.
    pub(crate) previous: Option<MoveTag>,
}

/// A position one move below a node. Its context still has the depth of its parent.
pub(super) struct Child<P: Searchable> {
    pub(super) position: Keyed<P>,
    /// Whether the side that moved moves again.
    pub(super) same_side: bool,
    pub(super) context: NodeContext,
}

impl<P: Searchable> Child<P> {
    #[inline]
    pub(super) fn new(
        parent: &Keyed<P>,
        context: NodeContext,
        mv: P::Move,
        tag: MoveTag,
    ) -> Child<P> {
        let mut position = parent.clone();
        position.play_unchecked(mv);
        let without_progress =
            if parent.makes_progress(mv) { 0 } else { context.without_progress + 1 };
        let ply = context.ply.next();
        let context = NodeContext { ply, without_progress, previous: Some(tag), ..context };
        Child { same_side: position.side() == parent.side(), position, context }
    }
}

impl<P: Searchable, C: SearchClock, K: EndgameKnowledge<P>> Worker<'_, P, C, K> {
    /// The score of a child to the side that moved to it. Scores are negated only if the side to
    /// move has changed.
    #[inline]
    pub(super) fn search_child(&mut self, child: &Child<P>, window: Window, depth: Depth) -> Score {
        let context = NodeContext { depth, ..child.context };
        if child.same_side {
            self.search_node(&child.position, window, context)
        } else {
            -self.search_node(&child.position, window.negated(), context)
        }
    }

    /// The score of a position to its side to move, exact within the window.
    pub(super) fn search_node(
        &mut self,
        position: &Keyed<P>,
        mut window: Window,
        context: NodeContext,
    ) -> Score {
        let NodeContext { depth, ply, .. } = context;
        let options = self.search.options;
        self.pv_table[ply.index()].clear();

        // 1. Draw rulings, and the end of the main search.
        if self.is_drawn(position, context) {
            return Score::DRAW;
        }
        if depth.is_quiescence() || ply >= Ply::MAX {
            return self.quiescence(position, window, context);
        }
        self.count_node(ply);
        if self.halted {
            return Score::DRAW;
        }

        // 2. Mate-distance pruning: no score of this node is better than an immediate win, or worse
        //    than an immediate loss.
        window.alpha = window.alpha.max(Score::loss_in(ply.get()));
        window.beta = window.beta.min(Score::win_in(ply.get()));
        if window.is_empty() {
            return window.alpha;
        }

        // 3. Probe the endgame tables.
        if let Some(score) = self.probe_endgames(position, context) {
            return score;
        }

        // 4. Prune by the static evaluation. This comes before the transposition table, whose
        // memory arrives in the cache in the meantime.
        let is_pv = window.is_pv();
        if !is_pv
            && options.static_pruning
            && let Some(score) = self.prune_by_static_eval(position, window.alpha, context)
        {
            return score;
        }

        // 5. Probe the transposition table.
        let entry = self.search.table.probe(position.key());
        if let Some(score) = entry.and_then(|entry| tt_cutoff(&entry, window, context))
            && !is_pv
            && options.transposition_cutoffs
        {
            return score;
        }
        let tt_move = entry.and_then(|entry| entry.tag);

        // 6. Internal iterative reduction: without a transposition-table move the search is less
        //    efficient. The next iteration has one.
        let reduced =
            tt_move.is_none() && depth >= INTERNAL_REDUCTION_DEPTH && options.late_move_reductions;
        let context = NodeContext { depth: depth - i32::from(reduced), ..context };

        // 7. Generate and rank the moves.
        let first = self.move_stack.len();
        self.generate_moves(position, context, tt_move);
        if self.move_stack.len() == first {
            return game_over_score(&**position, ply).unwrap_or(Score::DRAW);
        }

        // 8. Search them.
        self.path_keys.push(position.key());
        let best = self.search_moves(position, first, window, context);
        self.path_keys.pop();
        self.move_stack.truncate(first);
        best
    }

    /// The score of the endgame tables.
    ///
    /// Some tables know the winner but not the distance. If the root has the same result, they are
    /// ignored until a move makes progress. This way a won ending makes progress, and a drawn one
    /// is still played for a win.
    #[inline]
    pub(super) fn probe_endgames(
        &self,
        position: &Keyed<P>,
        context: NodeContext,
    ) -> Option<Score> {
        let knowledge = &self.search.knowledge;
        let ply = context.ply.get();
        let verdict = knowledge.verdict(position)?;
        let wins = match verdict {
            Verdict::Draw => None,
            Verdict::Win(side) => Some(side == position.side()),
        };
        if let Some(wins) = wins
            && let Some(plies) = knowledge.plies_to_end(position, wins)
        {
            let plies = ply + plies;
            return Some(if wins { Score::win_in(plies) } else { Score::loss_in(plies) });
        }
        if self.root_verdict == Some(verdict)
            && context.without_progress == self.root_without_progress + ply
        {
            return None;
        }
        if wins == Some(false)
            && let Some(score) = game_over_score(&**position, context.ply)
        {
            return Some(score);
        }
        Some(wins.map_or(Score::DRAW, |wins| Score::tablebase(wins, context.ply)))
    }

    /// Futility and reverse futility pruning: near the leaves, the static evaluation is the score
    /// of a quiet position that is far above `alpha`, or too far below it for a few moves to make
    /// up.
    #[inline]
    fn prune_by_static_eval(
        &mut self,
        position: &Keyed<P>,
        alpha: Score,
        context: NodeContext,
    ) -> Option<Score> {
        let depth = context.depth;
        if depth > STATIC_PRUNING_DEPTH
            || alpha.is_proven()
            || position.quietness() != Quietness::Quiet
        {
            return None;
        }
        let static_eval = self.static_eval(position, context);
        let fails_high = static_eval.plus(-REVERSE_FUTILITY_MARGIN * depth.get()) > alpha;
        let fails_low = static_eval.plus(FUTILITY_MARGIN * depth.get()) <= alpha;
        ((fails_high || fails_low) && position.outcome().is_none()).then_some(static_eval)
    }

    /// The static evaluation of a node. In games that damp it, plies without progress reduce it.
    #[inline]
    pub(super) fn static_eval(&mut self, position: &P, context: NodeContext) -> Score {
        let score = position.evaluate_cached(self.search.eval, &mut self.eval_cache, context.ply);
        match P::NO_PROGRESS_LIMIT {
            Some(limit) if P::DAMPS_EVAL => score.damped(context.without_progress, limit),
            _ => score,
        }
    }
}

/// The score of a transposition-table entry, if it is deep enough and its bound causes a cutoff.
#[inline]
fn tt_cutoff(entry: &TranspositionEntry, window: Window, context: NodeContext) -> Option<Score> {
    if entry.depth < context.depth {
        return None;
    }
    let score = Score::from_tt(entry.score, context.ply);
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    decides.then_some(score)
}
