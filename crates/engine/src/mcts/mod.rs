//! A plain Monte-Carlo tree search (UCT) with random playouts: what a search that knows a game
//! has to beat. It knows the rules, and of some games when to break a playout off.

mod judge;

use crownhead_rules::{History, Side, Verdict};

pub use judge::Playout;

use crate::limits::{Clock, Limits};
use crate::tune::Dice;

/// How much moves that were seldom tried are preferred, as the theory has it for results from 0
/// to 1.
const EXPLORATION: f32 = core::f32::consts::SQRT_2;
/// How many playouts pass between two looks at the clock.
const PLAYOUTS_BETWEEN_LOOKS: u64 = 8;

/// What a search has found.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Found<M> {
    /// The move that was tried most often; none if there is no move.
    pub best: Option<M>,
    /// What the playouts that began with it brought the side to move, from 0 to 1.
    pub mean: f32,
    /// How many playouts there were.
    pub playouts: u64,
}

/// Searches until the limits are reached: `nodes` counts playouts, `hard` (or `soft`) is the
/// time, `depth` counts for nothing. The same dice give the same move when no clock is asked.
pub fn search<P: Playout>(
    position: &P,
    history: &History,
    limits: Limits,
    clock: &impl Clock,
    dice: &mut Dice,
) -> Found<P::Move> {
    let mut tree = Tree::new(position, history, dice);
    let most = limits.nodes.unwrap_or(u64::MAX);
    let time = limits.hard.or(limits.soft);
    let mut playouts = 0;
    while playouts < most {
        if playouts % PLAYOUTS_BETWEEN_LOOKS == 0 && time.is_some_and(|t| clock.elapsed() >= t) {
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
    Found { best, mean, playouts }
}

/// A position of the tree, as the move that led to it.
struct Node<M> {
    mv: Option<M>,
    /// Who made the move, and to whom `sum` counts.
    mover: Side,
    /// Where its children are, once there are any.
    children: core::ops::Range<u32>,
    visits: u32,
    sum: f32,
}

struct Tree<'a, P: Playout> {
    root: &'a P,
    history: &'a History,
    dice: &'a mut Dice,
    nodes: Vec<Node<P::Move>>,
    /// The nodes of the present playout.
    way: Vec<usize>,
    moves: Vec<P::Move>,
}

impl<'a, P: Playout> Tree<'a, P> {
    fn new(root: &'a P, history: &'a History, dice: &'a mut Dice) -> Self {
        let first = Node { mv: None, mover: !root.side(), children: 0..0, visits: 0, sum: 0.0 };
        let mut tree =
            Tree { root, history, dice, nodes: vec![first], way: Vec::new(), moves: Vec::new() };
        tree.expand(0, root);
        tree
    }

    fn children(&self, node: usize) -> impl Iterator<Item = usize> + use<P> {
        let children = self.nodes[node].children.clone();
        children.start as usize..children.end as usize
    }

    /// Gives a node its children, in an order by the dice.
    fn expand(&mut self, node: usize, position: &P) {
        self.list(position);
        for i in (1..self.moves.len()).rev() {
            self.moves.swap(i, self.dice.below(i + 1));
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

    /// Goes down the tree, adds a node to it, plays on at random, and counts the result on the
    /// whole way.
    fn playout(&mut self) {
        let mut position = self.root.clone();
        let mut idle = self.history.idle_plies();
        let mut at = 0;
        self.way.clear();
        self.way.push(0);
        // A node gets its children when it is come to for the second time.
        while self.nodes[at].visits > 0 || at == 0 {
            if self.nodes[at].children.is_empty() {
                self.expand(at, &position);
            }
            let Some(next) = self.most_promising(at) else { break };
            let Some(mv) = self.nodes[next].mv else { break };
            idle = if position.makes_progress(mv) { 0 } else { idle + 1 };
            position.play_unchecked(mv);
            at = next;
            self.way.push(at);
            if P::IDLE_PLIES.is_some_and(|limit| idle >= limit) {
                break;
            }
        }
        let repeated = self.way.len() == 2
            && P::IDLE_PLIES.is_some()
            && self.history.occurrences(position.key()) >= 2;
        let result = if repeated { 0.5 } else { self.play_on(position, idle) };
        for &node in &self.way {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.sum += if node.mover == Side::First { result } else { 1.0 - result };
        }
    }

    /// The child with the highest upper bound of what it may bring; one that was never tried
    /// comes first.
    fn most_promising(&self, node: usize) -> Option<usize> {
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

    /// Plays at random until the game ends or the playout is broken off; what that brings the
    /// side that moves first. Repetitions are not looked for.
    fn play_on(&mut self, mut position: P, mut idle: u32) -> f32 {
        for _ in 0..P::LONGEST {
            self.list(&position);
            if self.moves.is_empty() || P::IDLE_PLIES.is_some_and(|limit| idle >= limit) {
                break;
            }
            let mv = self.moves[self.dice.below(self.moves.len())];
            idle = if position.makes_progress(mv) { 0 } else { idle + 1 };
            position.play_unchecked(mv);
        }
        match position.outcome().map(|outcome| outcome.verdict) {
            Some(Verdict::Win(Side::First)) => 1.0,
            Some(Verdict::Win(Side::Second)) => 0.0,
            Some(Verdict::Draw) => 0.5,
            None if P::IDLE_PLIES.is_some_and(|limit| idle >= limit) => 0.5,
            None => position.judge(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crownhead_rules::Notation;
    use crownhead_rules::placing::TicTacToe;

    use super::*;
    use crate::NoClock;

    fn best(text: &str) -> String {
        let position = TicTacToe::from_text((), text).unwrap();
        let history = History::new(&position);
        let limits = Limits::nodes(2_000);
        let found = search(&position, &history, limits, &NoClock, &mut Dice::new(1));
        assert_eq!(found.playouts, 2_000);
        found.best.map(|mv| position.move_text(mv)).unwrap_or_default()
    }

    #[test]
    fn it_wins_and_defends() {
        assert_eq!(best("xx1/oo1/3 x"), "c3");
        assert_eq!(best("xx1/o2/3 o"), "c3");
        assert_eq!(best("xox/xoo/oxx o"), "");
    }
}
