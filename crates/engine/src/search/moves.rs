//! The move loop of a node: principal variation search with late-move reductions.

use crownhead_rules::{Keyed, Side};

use super::depth::{Depth, Ply};
use super::node::{Child, NodeContext};
use super::window::Window;
use super::worker::{Candidate, Worker};
use crate::endgame_knowledge::EndgameKnowledge;
use crate::game::MoveTag;
use crate::limits::SearchClock;
use crate::move_ordering::{MAX_HISTORY, TACTICAL_RANK, TT_MOVE_RANK};
use crate::transposition_table::{Bound, TranspositionEntry};
use crate::{Score, Searchable};

/// The greatest depth at which quiet moves with a negative prior are skipped.
const PRIOR_PRUNING_DEPTH: Depth = Depth::new(2);
/// Late-move reductions begin with this move of the list, counted from zero.
const LMR_FIRST_MOVE: usize = 3;
/// Late-move reductions begin at this depth.
const LMR_MIN_DEPTH: Depth = Depth::new(3);
/// The reduction grows by one ply when the product of the logarithms of depth and move number
/// grows by this much.
const LMR_LOGS_PER_PLY: i32 = 3;
/// The best history value reduces the reduction by two plies, and the worst adds two.
const LMR_HISTORY_PER_PLY: i32 = MAX_HISTORY / 2;
/// Extensions end at this ply beyond twice the depth of the iteration, so that every line ends.
const EXTENSION_SLACK: u32 = 8;

/// The depths with which a move is searched.
#[derive(Copy, Clone)]
struct MoveDepth {
    full: Depth,
    /// Less than `full` after a late-move reduction.
    reduced: Depth,
}

impl<P: Searchable, C: SearchClock, K: EndgameKnowledge<P>> Worker<'_, P, C, K> {
    /// Pushes the candidate moves of a node, with their ranks, to the move stack.
    pub(super) fn generate_moves(
        &mut self,
        position: &Keyed<P>,
        context: NodeContext,
        tt_move: Option<MoveTag>,
    ) {
        let side = position.side();
        let (moves, ordering) = (&mut self.move_stack, &self.ordering);
        position.each_candidate(|mv| {
            let tag = position.move_tag(mv);
            let tactical = position.is_tactical(mv);
            let rank = if tt_move == Some(tag) {
                TT_MOVE_RANK
            } else if tactical {
                TACTICAL_RANK + ordering.history(side, tag)
            } else {
                ordering.quiet_rank(side, context, tag) + position.move_prior(mv)
            };
            moves.push(Candidate { mv, tag, tactical, rank });
        });
    }

    /// Searches the moves on the move stack from index `first` on, best rank first, and stores the
    /// result in the transposition table.
    pub(super) fn search_moves(
        &mut self,
        position: &Keyed<P>,
        first: usize,
        window: Window,
        context: NodeContext,
    ) -> Score {
        let NodeContext { depth, ply, .. } = context;
        let Window { mut alpha, beta } = window;
        let end = self.move_stack.len();
        let options = self.search.options;
        let full = depth - i32::from(!self.is_extended(end - first, ply));
        let is_pv = window.is_pv();
        let mut best = Score::MINUS_INFINITE;
        let mut best_tag = None;
        let mut bound = Bound::Upper;
        for i in first..end {
            self.pick_move(i, end);
            let candidate = self.move_stack[i];
            let Candidate { mv, tag, tactical, .. } = candidate;
            let is_first = i == first;
            let negative_prior = !tactical && position.move_prior(mv) < 0;
            if negative_prior
                && !is_first
                && !is_pv
                && depth <= PRIOR_PRUNING_DEPTH
                && options.static_pruning
            {
                continue;
            }
            let child = Child::new(position, context, mv, tag);
            let mut reduction =
                self.late_move_reduction(position.side(), &candidate, i - first, depth);
            if reduction > Depth::ZERO && negative_prior {
                reduction = reduction + 1;
            }
            let reduced = full - reduction.min(full);
            if (if is_first { full } else { reduced }) > Depth::ZERO {
                self.search.table.prefetch(child.position.key());
            }
            let score =
                self.pvs(&child, is_first, Window { alpha, beta }, MoveDepth { full, reduced });
            if self.halted {
                return Score::DRAW;
            }
            if score <= best {
                continue;
            }
            best = score;
            if score <= alpha {
                continue;
            }
            alpha = score;
            best_tag = Some(tag);
            bound = Bound::Exact;
            self.update_pv(ply, mv);
            if score >= beta {
                bound = Bound::Lower;
                if !tactical {
                    let tried = self.move_stack[first..i].iter().filter(|tried| !tried.tactical);
                    let tried = tried.map(|candidate| candidate.tag);
                    self.ordering.record_cutoff(position.side(), context, tag, tried);
                }
                break;
            }
        }
        let entry = TranspositionEntry { tag: best_tag, score: best.to_tt(ply), depth, bound };
        self.search.table.store(position.key(), entry);
        best
    }

    /// Principal variation search: the first move gets the full window. The others get a null
    /// window at reduced depth, then at full depth, and the full window only if they raise alpha.
    #[inline]
    fn pvs(&mut self, child: &Child<P>, is_first: bool, window: Window, depth: MoveDepth) -> Score {
        let Window { alpha, beta } = window;
        let mut score = Score::MINUS_INFINITE;
        if !is_first {
            score = self.search_child(child, Window::null(alpha), depth.reduced);
            if score > alpha && depth.reduced < depth.full {
                score = self.search_child(child, Window::null(alpha), depth.full);
            }
        }
        if is_first || (score > alpha && score < beta) {
            score = self.search_child(child, window, depth.full);
        }
        score
    }

    /// Single-move extension: a position with only one move costs no depth.
    #[inline]
    fn is_extended(&self, moves: usize, ply: Ply) -> bool {
        moves == 1
            && ply.get() < 2 * self.root_depth.plies() + EXTENSION_SLACK
            && self.search.options.single_move_extensions
    }

    /// Late-move reduction: reduces the depth of moves that come late in the list.
    #[inline]
    fn late_move_reduction(
        &self,
        side: Side,
        candidate: &Candidate<P::Move>,
        number: usize,
        depth: Depth,
    ) -> Depth {
        let reduces = self.search.options.late_move_reductions;
        if number < LMR_FIRST_MOVE || depth < LMR_MIN_DEPTH || candidate.tactical || !reduces {
            return Depth::ZERO;
        }
        let logs = (number as u32).ilog2() as i32 * depth.plies().ilog2() as i32;
        let history = self.ordering.history(side, candidate.tag);
        let plies = 1 + logs / LMR_LOGS_PER_PLY - history / LMR_HISTORY_PER_PLY;
        Depth::new(plies).clamp(Depth::ZERO, depth - 1)
    }

    /// Swaps the move with the best rank from `i` on to index `i`: a step of selection sort. Most
    /// nodes end after the first moves, so sorting all of them would be wasted.
    #[inline]
    fn pick_move(&mut self, i: usize, end: usize) {
        let mut best = i;
        for other in i + 1..end {
            if self.move_stack[other].rank > self.move_stack[best].rank {
                best = other;
            }
        }
        self.move_stack.swap(i, best);
    }

    /// Sets the principal variation from `ply` on: a move followed by the line below it.
    fn update_pv(&mut self, ply: Ply, mv: P::Move) {
        let (here, below) = self.pv_table.split_at_mut(ply.index() + 1);
        let line = &mut here[ply.index()];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }
}
