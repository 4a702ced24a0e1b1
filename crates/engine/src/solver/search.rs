//! Alpha-beta with proven bounds: null-window searches that test whether the margin reaches a goal.

use super::board::{Board, Geometries};
use super::bounds::{bounds, symmetry_bounds};
use super::exchange::Layout;
use super::geometry::{Bits, Geometry, each, rectangle, weight};
use super::key;
use super::proof_table::{NO_SQUARE, ProofTable, ProvenBounds};
use super::solve::MAX_MARGIN;
use super::solver_rules::SolverRules;

/// The search was stopped before it had a proof.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// The numbers of checkers left from which the search probes the table for a node, and for all its
/// children. The end of a game with exchanges costs more, so more of it is stored.
const fn probe_thresholds(rules: SolverRules) -> (u32, u32) {
    if rules.exchange { (2, 7) } else { (5, 10) }
}

/// Nodes between two calls of `watch`.
pub(super) const NODES_BETWEEN_CHECKS: u64 = 1024;

/// The search of one thread. `watch` gets the number of nodes now and then, and returns whether to
/// continue.
#[derive(Debug)]
pub(super) struct ProofSearch<'a, W> {
    pub(super) geometries: &'a Geometries,
    pub(super) table: &'a ProofTable,
    pub(super) watch: W,
    pub(super) nodes: u64,
    /// Threads that share a table order equal moves differently.
    pub(super) order_seed: u8,
}

/// The moves of a node, best first.
struct Moves {
    count: usize,
    all: [(i16, u8); 64],
}

impl<W: FnMut(u64) -> bool> ProofSearch<'_, W> {
    fn rules(&self) -> SolverRules {
        self.geometries.rules
    }

    /// Tests whether the margin of the side to move is at least `goal`. If it is, returns a lower
    /// bound at or above the goal, otherwise an upper bound below it.
    pub(super) fn search(&mut self, board: &Board, goal: i32) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) && !(self.watch)(self.nodes) {
            return Err(Stopped);
        }
        let rules = self.rules();
        let left = rules.checkers() - u32::from(board.placed);
        if left == 0 {
            return Ok(self.finish(board, goal));
        }
        let (mut low, mut high) = (-MAX_MARGIN, MAX_MARGIN);
        if !rules.exchange {
            if left == 1 {
                return Ok(last_placement(board, rules));
            }
            (low, high) = bounds(board, rules);
            if let Some((least, most)) = symmetry_bounds(board, rules) {
                low = low.max(least);
                high = most.map_or(high, |most| high.min(most));
            }
            if low >= goal {
                return Ok(low);
            }
            if high < goal {
                return Ok(high);
            }
        }
        if left < probe_thresholds(rules).0 {
            return self.search_moves(board, goal, NO_SQUARE).map(|(value, _)| value);
        }
        let (key, symmetry) = board.key(rules);
        let lead = if rules.exchange { 0 } else { board.lead() };
        let mut best = NO_SQUARE;
        if let Some(proven) = self.table.probe(key) {
            low = low.max(lead + i32::from(proven.low));
            high = high.min(lead + i32::from(proven.high));
            if low >= goal {
                return Ok(low);
            }
            if high < goal {
                return Ok(high);
            }
            if proven.best < NO_SQUARE {
                best = key::inverse_image(proven.best, symmetry, board.width, board.height);
            }
        }
        let before = self.nodes;
        let (value, best) = self.search_moves(board, goal, best)?;
        if value >= goal {
            low = low.max(value);
        } else {
            high = high.min(value);
        }
        let best = if best < NO_SQUARE {
            key::image(best, symmetry, board.width, board.height)
        } else {
            best
        };
        let work = 64 - (self.nodes - before).leading_zeros() as u8;
        let [low, high] =
            [low, high].map(|bound| (bound - lead).clamp(-MAX_MARGIN, MAX_MARGIN) as i8);
        self.table.store(key, ProvenBounds { low, high, best, work });
        Ok(value)
    }

    /// Searches the moves of a node until one reaches the goal. Returns the bound and the best move.
    fn search_moves(&mut self, board: &Board, goal: i32, first: u8) -> Result<(i32, u8), Stopped> {
        let rules = self.rules();
        let left = rules.checkers() - u32::from(board.placed);
        let mut moves = if board.is_settled(rules) {
            ordered(board, first, self.geometries, self.order_seed)
        } else {
            ordered_floating(board, first, self.geometries)
        };
        if moves.count == 0 {
            // All lines are closed.
            return Ok((board.lead(), NO_SQUARE));
        }
        let (mut value, mut best) = (-MAX_MARGIN, NO_SQUARE);
        if left >= probe_thresholds(rules).1 {
            match self.probe_children(board, goal, &mut moves) {
                Ok(reached) => return Ok(reached),
                Err(most) => value = most,
            }
        }
        for &(_, square) in &moves.all[..moves.count] {
            if square == NO_SQUARE {
                continue;
            }
            let next = board.after(square, self.geometries);
            let reached = -self.search(&next, 1 - goal)?;
            if reached > value || best == NO_SQUARE {
                value = value.max(reached);
                best = square;
            }
            if reached >= goal {
                return Ok((reached, square));
            }
        }
        Ok((value, best))
    }

    /// Enhanced transposition cutoff: probes the table for all children. One that reaches the goal
    /// is enough. Otherwise removes those that do not, and returns the greatest margin that one of
    /// them may reach.
    fn probe_children(
        &self,
        board: &Board,
        goal: i32,
        moves: &mut Moves,
    ) -> Result<(i32, u8), i32> {
        let rules = self.rules();
        let moves = &mut moves.all[..moves.count];
        // All keys before the first probe, so that the memory accesses overlap.
        let mut keys = [0; 64];
        for (key, (_, square)) in keys.iter_mut().zip(&*moves) {
            *key = board.key_after(*square, rules);
        }
        let mut most = -MAX_MARGIN;
        for (key, (_, square)) in keys.into_iter().zip(moves) {
            let Some(proven) = self.table.probe(key) else { continue };
            let lead = match rules.exchange {
                true => 0,
                false => board.lead() + board.threats(board.side(), *square),
            };
            let [low, high] = [proven.high, proven.low].map(|bound| lead - i32::from(bound));
            if low >= goal {
                return Ok((low, *square));
            }
            if high < goal {
                most = most.max(high);
                *square = NO_SQUARE;
            }
        }
        Err(most)
    }

    /// The margin once all checkers are placed; with exchanges, a bound that decides the goal.
    fn finish(&self, board: &Board, goal: i32) -> i32 {
        let layout = Layout { sides: board.sides, shared: board.open() };
        if !self.rules().exchange {
            return layout.margin();
        }
        if layout.reaches(goal) { goal } else { goal - 1 }
    }
}

/// The margin when one checker is left: in an odd window the mover chooses which of two squares
/// stays empty.
fn last_placement(board: &Board, rules: SolverRules) -> i32 {
    let us = board.side();
    let all = board.open();
    if !rules.shares() {
        let square = all.trailing_zeros() as u8;
        return i32::from(board.complete[us]) + board.threats(us, square)
            - i32::from(board.complete[1 - us]);
    }
    let ours = super::geometry::threes(board.sides[us] | all);
    let least = each(all).map(|square| board.threats(1 - us, square)).min().unwrap_or(0);
    ours - i32::from(board.complete[1 - us]) - least
}

/// Orders the moves of a settled board: the best one of an earlier search first, then by their worth to
/// both sides. Without exchanges, dominated moves are left out.
fn ordered(board: &Board, first: u8, geometries: &Geometries, order_seed: u8) -> Moves {
    let us = board.side();
    let geometry = geometries.of(board);
    let open = board.open();
    let mut moves = Moves { count: 0, all: [(0, NO_SQUARE); 64] };
    for square in each(open) {
        if !geometries.rules.exchange && is_dominated(board, square, open, geometry) {
            continue;
        }
        let worth = board.square_weight(us, square) + board.square_weight(1 - us, square);
        let mut worth = 64 * worth + i32::from(square.wrapping_mul(order_seed) % 64);
        if square == first {
            worth = i16::MAX.into();
        }
        moves.insert(worth as i16, square);
    }
    moves
}

/// Whether another square is provably at least as good for the side to move: every open line
/// through this one also goes through the other.
///
/// Then placing on the other is as good: go on as if the checker stood here and the other square were
/// empty. If the opponent places here, take it for a checker on the other square; if we would place
/// on the other square, place here; if one of the two stays empty at the end, so does the other in
/// the pretence. In each case a line that holds both squares counts the same, one that holds only
/// the other is ours where it would be theirs or shared, and none that holds only this one counts.
#[inline]
fn is_dominated(board: &Board, square: u8, open: Bits, geometry: &Geometry) -> bool {
    let live = board.live(square, geometry);
    if live == 0 {
        return true;
    }
    each(geometry.some_line(live) & open & !(1 << square)).any(|other| {
        let its = board.live(other, geometry);
        live & !its == 0 && (its != live || other < square)
    })
}

/// Orders the moves while the layout floats: by the weight of the lines, minus the room left.
fn ordered_floating(board: &Board, first: u8, geometries: &Geometries) -> Moves {
    let us = board.side();
    let mut moves = Moves { count: 0, all: [(0, NO_SQUARE); 64] };
    for square in each(board.open()) {
        let (sides, width, height) = board.checkers_after(square, geometries.rules);
        let area = rectangle(width, height);
        let weight_of = |us: usize| weight(area, sides[us], sides[1 - us]);
        let room = i32::from(width) * i32::from(height);
        let mut worth = weight_of(us) - weight_of(1 - us) - room;
        if square == first {
            worth = i16::MAX.into();
        }
        moves.insert(worth as i16, square);
    }
    moves
}

impl Moves {
    fn insert(&mut self, worth: i16, square: u8) {
        let mut at = self.count;
        while at > 0 && self.all[at - 1].0 < worth {
            self.all[at] = self.all[at - 1];
            at -= 1;
        }
        self.all[at] = (worth, square);
        self.count += 1;
    }
}
