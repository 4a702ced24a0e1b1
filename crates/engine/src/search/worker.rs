//! The state of one search thread: node counts, the path from the root, move ordering and the PV
//! table.

use std::sync::atomic::Ordering;

use crownhead_rules::{History, Key, Keyed, Verdict};

use super::depth::{Depth, Ply};
use super::node::NodeContext;
use super::{PvLine, Search, SearchReport, SharedState};
use crate::endgame_knowledge::EndgameKnowledge;
use crate::game::MoveTag;
use crate::limits::SearchClock;
use crate::move_ordering::MoveOrdering;
use crate::{Score, Searchable};

/// The maximal number of nodes that a thread searches between two checks of the limits.
const NODES_BETWEEN_CHECKS: u64 = 1_024;

/// A move on the move stack.
#[derive(Copy, Clone)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) tag: MoveTag,
    /// Whether it captures or crowns: such moves are neither reduced nor pruned.
    pub(super) tactical: bool,
    pub(super) rank: i32,
}

pub(super) struct RootMove<M> {
    pub(super) mv: M,
    pub(super) tag: MoveTag,
    /// The score of the last search; minus infinity if it was not better than another move.
    pub(super) score: Score,
    /// The principal variation that begins with it.
    pub(super) pv: Vec<M>,
}

/// One thread of a search.
pub(super) struct Worker<'s, P: Searchable, C, K> {
    pub(super) search: &'s Search<'s, P, C, K>,
    shared: &'s SharedState,
    pub(super) root: Keyed<P>,
    /// Plies without progress at the root.
    pub(super) root_without_progress: u32,
    /// The result of the root, if the endgame tables know it.
    pub(super) root_verdict: Option<Verdict>,
    /// The plies to that result, if they know them too.
    pub(super) root_plies_to_end: Option<u32>,
    pub(super) root_moves: Vec<RootMove<P::Move>>,
    /// The number of this thread. The first one, number 0, reports.
    pub(super) number: usize,
    nodes: u64,
    /// Nodes that are not added to the shared count yet.
    unshared_nodes: u64,
    /// The number of nodes between two checks of the limits: fewer if the limit is small.
    check_interval: u64,
    /// Set once a limit is reached: every node then returns at once.
    pub(super) halted: bool,
    selective_depth: Ply,
    /// The depth of the present iteration.
    pub(super) root_depth: Depth,
    pub(super) ordering: MoveOrdering,
    pub(super) eval_cache: P::EvalCache,
    /// The keys of all positions from the start of the game to the present node.
    pub(super) path_keys: Vec<Key>,
    /// The number of them that belong to the game, including the root.
    game_keys: usize,
    /// The moves of all nodes on the path from the root, one node after the other.
    pub(super) move_stack: Vec<Candidate<P::Move>>,
    /// The principal variation from each ply on (a triangular PV table).
    pub(super) pv_table: Vec<Vec<P::Move>>,
}

impl<'s, P: Searchable, C: SearchClock, K: EndgameKnowledge<P>> Worker<'s, P, C, K> {
    pub(super) fn new(
        search: &'s Search<'s, P, C, K>,
        shared: &'s SharedState,
        position: &P,
        history: &History,
        number: usize,
    ) -> Self {
        let root = Keyed::new(position.clone());
        let mut root_moves = Vec::new();
        position.each_candidate(|mv| {
            let tag = position.move_tag(mv);
            root_moves.push(RootMove { mv, tag, score: Score::MINUS_INFINITE, pv: vec![mv] });
        });
        let mut path_keys = history.keys().to_vec();
        if path_keys.last() != Some(&root.key()) {
            path_keys.push(root.key());
        }
        let root_verdict = search.knowledge.verdict(position);
        let root_plies_to_end = match root_verdict {
            Some(Verdict::Win(side)) => {
                search.knowledge.plies_to_end(position, side == position.side())
            }
            _ => None,
        };
        Worker {
            search,
            shared,
            root,
            root_without_progress: history.plies_without_progress(),
            root_verdict,
            root_plies_to_end,
            root_moves,
            number,
            nodes: 0,
            unshared_nodes: 0,
            check_interval: search.limits.nodes.unwrap_or(u64::MAX).clamp(1, NODES_BETWEEN_CHECKS),
            halted: false,
            selective_depth: Ply::ROOT,
            root_depth: Depth::ZERO,
            ordering: MoveOrdering::new(),
            eval_cache: P::EvalCache::default(),
            game_keys: path_keys.len(),
            path_keys,
            move_stack: Vec::new(),
            // The deepest node, and the empty line below it.
            pv_table: vec![Vec::new(); Ply::MAX.index() + 2],
        }
    }

    /// Counts a node, and checks the limits now and then.
    #[inline]
    pub(super) fn count_node(&mut self, ply: Ply) {
        self.nodes += 1;
        self.unshared_nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.unshared_nodes >= self.check_interval {
            self.check_limits();
        }
    }

    #[cold]
    fn check_limits(&mut self) {
        let before = self.shared.nodes.fetch_add(self.unshared_nodes, Ordering::Relaxed);
        let nodes = before + self.unshared_nodes;
        self.unshared_nodes = 0;
        let limits = &self.search.limits;
        let over = limits.nodes.is_some_and(|most| nodes >= most)
            || limits.hard.is_some_and(|hard| self.search.clock.elapsed() >= hard)
            || self.search.stop.load(Ordering::Relaxed)
            || self.shared.halt.load(Ordering::Relaxed);
        // The first iteration always finishes, so that a best move exists.
        self.halted |= over && self.root_depth > Depth::ONE;
    }

    /// Whether the node is a draw by repetition or without progress. The position must have
    /// occurred once on the path from the root, or twice in the game.
    #[inline]
    pub(super) fn is_drawn(&self, position: &Keyed<P>, context: NodeContext) -> bool {
        let plies = context.without_progress;
        if plies == 0 || P::NO_PROGRESS_LIMIT.is_none() || !position.draw_rules_apply() {
            return false;
        }
        if P::NO_PROGRESS_LIMIT.is_some_and(|limit| plies >= limit) && position.outcome().is_none()
        {
            return true;
        }
        // Positions before the last progress cannot repeat.
        let since = self.path_keys.len().saturating_sub(plies as usize);
        let mut occurrences = 0;
        for (i, &key) in self.path_keys[since..].iter().enumerate().rev() {
            if key == position.key() {
                occurrences += 1;
                if since + i >= self.game_keys || occurrences == 2 {
                    return true;
                }
            }
        }
        false
    }

    pub(super) fn report(&self, depth: Depth, lines: usize) -> SearchReport<P::Move> {
        let nodes = self.shared.nodes.load(Ordering::Relaxed) + self.unshared_nodes;
        let mut lines: Vec<_> = self.root_moves[..lines.min(self.root_moves.len())]
            .iter()
            .map(|root| PvLine { score: root.score, moves: root.pv.clone() })
            .collect();
        // A line that was searched later may be better than an earlier one.
        lines.sort_by_key(|line| core::cmp::Reverse(line.score));
        SearchReport {
            depth: depth.plies(),
            selective_depth: self.selective_depth.get(),
            nodes: nodes.max(self.nodes),
            time: self.search.clock.elapsed(),
            lines,
        }
    }
}
