//! Monte-Carlo tree search (UCT) with random playouts: a plain opponent that the engine has to beat.
//! It knows the rules, and for some games when to cut a playout off.

mod playout;

use crownhead_engine::{SearchClock, SearchLimits, SplitMix64};
use crownhead_rules::{History, Side, Verdict};

pub use playout::Playout;

/// The exploration constant of UCT, for results from 0 to 1.
const EXPLORATION: f32 = core::f32::consts::SQRT_2;
/// Playouts between two checks of the clock.
const PLAYOUTS_BETWEEN_CHECKS: u64 = 8;

/// The result of a search.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct MctsResult<M> {
    /// The most visited move; none if there is no move.
    pub best: Option<M>,
    /// Its mean result to the side to move, from 0 to 1.
    pub mean: f32,
    /// The number of playouts.
    pub playouts: u64,
}

/// Searches until the limits are reached: `nodes` counts playouts, `hard` (or `soft`) is the time,
/// and `depth` is ignored. Without a time limit, the same seed gives the same move.
pub fn search<P: Playout>(
    position: &P,
    history: &History,
    limits: SearchLimits,
    clock: &impl SearchClock,
    rng: &mut SplitMix64,
) -> MctsResult<P::Move> {
    let mut tree = Tree::new(position, history, rng);
    let most = limits.nodes.unwrap_or(u64::MAX);
    let time = limits.hard.or(limits.soft);
    let mut playouts = 0;
    while playouts < most {
        if playouts % PLAYOUTS_BETWEEN_CHECKS == 0 && time.is_some_and(|t| clock.elapsed() >= t) {
            break;
        }
        tree.playout();
        playouts += 1;
    }
    let tried = tree.children(0).max_by_key(|&child| tree.nodes[child].visits);
    let (best, mean) = match tried.map(|child| &tree.nodes[child]) {
        Some(node) => (node.mv, node.sum / node.visits.max(1) as f32),
        None => (None, 0.5),
    };
    MctsResult { best, mean, playouts }
}

/// A node of the tree: the move that led to it, and its statistics.
struct Node<M> {
    mv: Option<M>,
    /// The side that moved; `sum` counts its results.
    mover: Side,
    /// The range of its children in the list of nodes; empty until it is expanded.
    children: core::ops::Range<u32>,
    visits: u32,
    sum: f32,
}

struct Tree<'a, P: Playout> {
    root: &'a P,
    history: &'a History,
    rng: &'a mut SplitMix64,
    nodes: Vec<Node<P::Move>>,
    /// The nodes of the present playout, from the root on.
    path: Vec<usize>,
    moves: Vec<P::Move>,
}

impl<'a, P: Playout> Tree<'a, P> {
    fn new(root: &'a P, history: &'a History, rng: &'a mut SplitMix64) -> Self {
        let first = Node { mv: None, mover: !root.side(), children: 0..0, visits: 0, sum: 0.0 };
        let mut tree =
            Tree { root, history, rng, nodes: vec![first], path: Vec::new(), moves: Vec::new() };
        tree.expand(0, root);
        tree
    }

    fn children(&self, node: usize) -> impl Iterator<Item = usize> + use<P> {
        let children = self.nodes[node].children.clone();
        children.start as usize..children.end as usize
    }

    /// Expansion: gives a node its children, in random order.
    fn expand(&mut self, node: usize, position: &P) {
        self.list(position);
        for i in (1..self.moves.len()).rev() {
            self.moves.swap(i, self.rng.below(i + 1));
        }
        let (first, mover) = (self.nodes.len() as u32, position.side());
        self.nodes.extend(self.moves.iter().map(|&mv| Node {
            mv: Some(mv),
            mover,
            children: 0..0,
            visits: 0,
            sum: 0.0,
        }));
        self.nodes[node].children = first..self.nodes.len() as u32;
    }

    fn list(&mut self, position: &P) {
        let moves = &mut self.moves;
        moves.clear();
        position.each_move(|mv| moves.push(mv));
    }

    /// One playout: selection, expansion, simulation and backpropagation.
    fn playout(&mut self) {
        let mut position = self.root.clone();
        let mut without_progress = self.history.plies_without_progress();
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        // A node is expanded on its second visit.
        while self.nodes[at].visits > 0 || at == 0 {
            if self.nodes[at].children.is_empty() {
                self.expand(at, &position);
            }
            let Some(next) = self.select(at) else { break };
            let Some(mv) = self.nodes[next].mv else { break };
            without_progress = if position.makes_progress(mv) { 0 } else { without_progress + 1 };
            position.play_unchecked(mv);
            at = next;
            self.path.push(at);
            if P::NO_PROGRESS_LIMIT.is_some_and(|limit| without_progress >= limit) {
                break;
            }
        }
        let repeated = self.path.len() == 2
            && P::NO_PROGRESS_LIMIT.is_some()
            && self.history.occurrences(position.key()) >= 2;
        let result = if repeated { 0.5 } else { self.simulate(position, without_progress) };
        for &node in &self.path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.sum += if node.mover == Side::First { result } else { 1.0 - result };
        }
    }

    /// Selection: the child with the highest upper confidence bound. Unvisited children come first.
    fn select(&self, node: usize) -> Option<usize> {
        let log = (self.nodes[node].visits.max(1) as f32).ln();
        let bound = |child: usize| {
            let Node { visits, sum, .. } = self.nodes[child];
            if visits == 0 {
                return f32::INFINITY;
            }
            let visits = visits as f32;
            sum / visits + EXPLORATION * (log / visits).sqrt()
        };
        let mut best = None;
        for child in self.children(node) {
            let bound = bound(child);
            if best.is_none_or(|(_, most)| bound > most) {
                best = Some((child, bound));
                if bound == f32::INFINITY {
                    break;
                }
            }
        }
        best.map(|(child, _)| child)
    }

    /// Simulation: plays at random until the game ends or the playout is cut off. Returns the
    /// result to the side that moves first. Repetitions are not detected.
    fn simulate(&mut self, mut position: P, mut without_progress: u32) -> f32 {
        for _ in 0..P::MAX_PLIES {
            self.list(&position);
            if self.moves.is_empty()
                || P::NO_PROGRESS_LIMIT.is_some_and(|limit| without_progress >= limit)
            {
                break;
            }
            let mv = self.moves[self.rng.below(self.moves.len())];
            without_progress = if position.makes_progress(mv) { 0 } else { without_progress + 1 };
            position.play_unchecked(mv);
        }
        match position.outcome().map(|outcome| outcome.verdict) {
            Some(Verdict::Win(Side::First)) => 1.0,
            Some(Verdict::Win(Side::Second)) => 0.0,
            Some(Verdict::Draw) => 0.5,
            None if P::NO_PROGRESS_LIMIT.is_some_and(|limit| without_progress >= limit) => 0.5,
            None => position.cutoff_result(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crownhead_rules::Notation;
    use crownhead_rules::placing::TicTacToe;

    use crownhead_engine::NoClock;

    use super::*;

    fn best(text: &str) -> String {
        let position = text.parse::<TicTacToe>().unwrap();
        let history = History::new(&position);
        let limits = SearchLimits::nodes(2_000);
        let found = search(&position, &history, limits, &NoClock, &mut SplitMix64::new(1));
        assert_eq!(found.playouts, 2_000);
        found.best.map(|mv| position.move_text(mv)).unwrap_or_default()
    }

    #[test]
    fn mcts_finds_wins_and_defences() {
        assert_eq!(best("xx1/oo1/3 x"), "c3");
        assert_eq!(best("xx1/o2/3 o"), "c3");
        assert_eq!(best("xox/xoo/oxx o"), "");
    }
}
