//! What one thread of a search holds: its nodes, its way from the root, what it has learnt.

use std::sync::atomic::Ordering;

use crownhead_rules::{History, Key, Keyed, Verdict};

use super::{MOST_PLIES, Report, Search, Shared};
use crate::game::Tag;
use crate::knowledge::Knowledge;
use crate::limits::Clock;
use crate::order::Order;
use crate::{Score, Searchable};

/// How many nodes pass between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 1_024;

/// A move on the list of a node.
#[derive(Copy, Clone)]
pub(super) struct Candidate<M> {
    pub(super) mv: M,
    pub(super) tag: Tag,
    pub(super) tactical: bool,
    pub(super) rank: i32,
}

/// A move at the root, and what was found about it.
pub(super) struct RootMove<M> {
    pub(super) mv: M,
    pub(super) tag: Tag,
    pub(super) score: Score,
    pub(super) line: Vec<M>,
}

pub(super) struct Worker<'s, P: Searchable, C, K> {
    pub(super) search: &'s Search<'s, P, C, K>,
    shared: &'s Shared,
    pub(super) root: Keyed<P>,
    pub(super) root_idle: u32,
    /// How the game ends from the root, if it is known.
    pub(super) root_verdict: Option<Verdict>,
    /// And in how many plies, if that is known, too.
    pub(super) root_plies: Option<u32>,
    pub(super) root_moves: Vec<RootMove<P::Move>>,
    /// Which of the threads this is; the first one reports.
    pub(super) number: usize,
    nodes: u64,
    uncounted: u64,
    pub(super) halted: bool,
    pub(super) deepest: u32,
    pub(super) root_depth: u32,
    pub(super) order: Order,
    /// The keys of the positions from the start of the game to the node.
    pub(super) way: Vec<Key>,
    /// How many of them are the game's own past, the root included.
    pub(super) past: usize,
    /// The moves of all nodes from the root on, one node's after the other's.
    pub(super) moves: Vec<Candidate<P::Move>>,
    /// The best line from each ply on.
    pub(super) lines: Vec<Vec<P::Move>>,
}

impl<'s, P: Searchable, C: Clock, K: Knowledge<P>> Worker<'s, P, C, K> {
    pub(super) fn new(
        search: &'s Search<'s, P, C, K>,
        shared: &'s Shared,
        position: &P,
        history: &History,
        number: usize,
    ) -> Self {
        let root = Keyed::new(position.clone());
        let mut root_moves = Vec::new();
        position.each_candidate(|mv| {
            let tag = position.tag(mv);
            root_moves.push(RootMove { mv, tag, score: -Score::INFINITE, line: vec![mv] });
        });
        let mut way = history.keys().to_vec();
        if way.last() != Some(&root.key()) {
            way.push(root.key());
        }
        let root_verdict = search.knowledge.verdict(position);
        let root_plies = match root_verdict {
            Some(Verdict::Win(side)) => search.knowledge.plies(position, side == position.side()),
            _ => None,
        };
        Worker {
            search,
            shared,
            root,
            root_idle: history.idle_plies(),
            root_verdict,
            root_plies,
            root_moves,
            number,
            nodes: 0,
            uncounted: 0,
            halted: false,
            deepest: 0,
            root_depth: 0,
            order: Order::new(MOST_PLIES as usize + 1),
            past: way.len(),
            way,
            moves: Vec::new(),
            lines: vec![Vec::new(); MOST_PLIES as usize + 2],
        }
    }

    /// Counts a node, and from time to time asks whether the search is to end.
    #[inline]
    pub(super) fn count_node(&mut self, ply: u32) {
        self.nodes += 1;
        self.uncounted += 1;
        self.deepest = self.deepest.max(ply);
        if self.uncounted >= NODES_BETWEEN_LOOKS {
            self.look_around();
        }
    }

    #[cold]
    fn look_around(&mut self) {
        let before = self.shared.nodes.fetch_add(self.uncounted, Ordering::Relaxed);
        let nodes = before + self.uncounted;
        self.uncounted = 0;
        let limits = &self.search.limits;
        let over = limits.nodes.is_some_and(|most| nodes >= most)
            || limits.hard.is_some_and(|hard| self.search.clock.elapsed() >= hard)
            || self.search.stop.load(Ordering::Relaxed)
            || self.shared.halt.load(Ordering::Relaxed);
        // The first depth is always finished, so that there is a move to play.
        self.halted |= over && self.root_depth > 1;
    }

    /// Whether a draw ruling ends the game here: the position has come up on the way from the
    /// root, or for the third time in the game; or nothing was achieved for too long.
    #[inline]
    pub(super) fn is_drawn(&self, position: &Keyed<P>, idle: u32) -> bool {
        if idle == 0 || P::IDLE_PLIES.is_none() || !position.asks_for_draws() {
            return false;
        }
        if P::IDLE_PLIES.is_some_and(|limit| idle >= limit) && position.outcome().is_none() {
            return true;
        }
        let here = self.way.len();
        let since = here.saturating_sub(idle as usize);
        let mut in_the_past = 0;
        for (i, &key) in self.way[since..].iter().enumerate().rev() {
            if key == position.key() {
                in_the_past += 1;
                if since + i >= self.past || in_the_past == 2 {
                    return true;
                }
            }
        }
        false
    }

    pub(super) fn report(&self, depth: u32, lines: usize) -> Report<P::Move> {
        let nodes = self.shared.nodes.load(Ordering::Relaxed) + self.uncounted;
        let mut lines: Vec<_> = self.root_moves[..lines.min(self.root_moves.len())]
            .iter()
            .map(|root| super::Line { score: root.score, moves: root.line.clone() })
            .collect();
        // A line that was searched later can turn out better than one before it.
        lines.sort_by_key(|line| core::cmp::Reverse(line.score));
        Report {
            depth,
            deepest: self.deepest,
            nodes: nodes.max(self.nodes),
            time: self.search.clock.elapsed(),
            lines,
        }
    }
}
