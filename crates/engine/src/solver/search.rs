//! The search itself: is the margin at least so much? One question after another.

use super::board::{Board, Geometries};
use super::bounds::{bounds, mirror_bounds};
use super::exchange::Layout;
use super::form::Form;
use super::geometry::{Bits, Geometry, each, rectangle, weight};
use super::key;
use super::table::{Proven, Table};

/// The search was stopped before it knew.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// With how many checkers left the table is worth a look, and with how many it is worth looking for
/// all children in it. The end of a game with exchanges costs more, so more is kept of it.
const fn table_from(form: Form) -> (u32, u32) {
    if form.exchange { (2, 7) } else { (5, 10) }
}

/// How many nodes are visited between two looks at the outside world.
pub(super) const WATCHED: u64 = 1024;

/// One thread's search. `watch` is told the number of nodes now and then, and says whether to go
/// on.
#[derive(Debug)]
pub(super) struct Search<'a, W> {
    pub(super) geometries: &'a Geometries,
    pub(super) table: &'a Table,
    pub(super) watch: W,
    pub(super) nodes: u64,
    /// Searches that share a table look at moves of the same worth in different orders.
    pub(super) turn: u8,
}

/// The moves of a node, best first.
struct Moves {
    count: usize,
    all: [(i16, u8); 64],
}

impl<W: FnMut(u64) -> bool> Search<'_, W> {
    fn form(&self) -> Form {
        self.geometries.form
    }

    /// Whether the margin of the side to move is at least `goal`: then the answer is a lower
    /// bound that is not below the goal, and otherwise an upper bound below it.
    pub(super) fn search(&mut self, board: &Board, goal: i32) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(WATCHED) && !(self.watch)(self.nodes) {
            return Err(Stopped);
        }
        let form = self.form();
        let left = form.checkers() - u32::from(board.placed);
        if left == 0 {
            return Ok(self.finish(board, goal));
        }
        let (mut low, mut high) = (-100, 100);
        if !form.exchange {
            if left == 1 {
                return Ok(last(board, form));
            }
            (low, high) = bounds(board, form);
            if let Some((least, most)) = mirror_bounds(board, form) {
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
        if left < table_from(form).0 {
            return self.visit(board, goal, 64).map(|(value, _)| value);
        }
        let (name, how) = board.name(form);
        let ahead = if form.exchange { 0 } else { board.ahead() };
        let mut best = 64;
        if let Some(proven) = self.table.get(name) {
            low = low.max(ahead + i32::from(proven.low));
            high = high.min(ahead + i32::from(proven.high));
            if low >= goal {
                return Ok(low);
            }
            if high < goal {
                return Ok(high);
            }
            if proven.best < 64 {
                best = key::undone(proven.best, how, board.width, board.height);
            }
        }
        let before = self.nodes;
        let (value, best) = self.visit(board, goal, best)?;
        if value >= goal {
            low = low.max(value);
        } else {
            high = high.min(value);
        }
        let best = if best < 64 { key::done(best, how, board.width, board.height) } else { best };
        let work = 64 - (self.nodes - before).leading_zeros() as u8;
        let [low, high] = [low, high].map(|bound| (bound - ahead).clamp(-100, 100) as i8);
        self.table.put(name, Proven { low, high, best, work });
        Ok(value)
    }

    /// Looks at the moves of a node until one reaches the goal.
    fn visit(&mut self, board: &Board, goal: i32, first: u8) -> Result<(i32, u8), Stopped> {
        let form = self.form();
        let left = form.checkers() - u32::from(board.placed);
        let mut moves = if board.is_settled(form) {
            ordered(board, first, self.geometries, self.turn)
        } else {
            floating(board, first, self.geometries)
        };
        if moves.count == 0 {
            // No line is open any more.
            return Ok((board.ahead(), 64));
        }
        let (mut value, mut best) = (-100, 64);
        if left >= table_from(form).1 {
            match self.known_children(board, goal, &mut moves) {
                Ok(reached) => return Ok(reached),
                Err(most) => value = most,
            }
        }
        for &(_, square) in &moves.all[..moves.count] {
            if square == 64 {
                continue;
            }
            let next = board.after(square, self.geometries);
            let reached = -self.search(&next, 1 - goal)?;
            if reached > value || best == 64 {
                value = value.max(reached);
                best = square;
            }
            if reached >= goal {
                return Ok((reached, square));
            }
        }
        Ok((value, best))
    }

    /// Looks for the children in the table: one that reaches the goal is enough. Otherwise those that
    /// do not are struck from the moves, and the most that one of them may reach is told.
    fn known_children(
        &self,
        board: &Board,
        goal: i32,
        moves: &mut Moves,
    ) -> Result<(i32, u8), i32> {
        let form = self.form();
        let moves = &mut moves.all[..moves.count];
        // All names before the first look, so that the processor can wait for many at once.
        let mut names = [0; 64];
        for (name, (_, square)) in names.iter_mut().zip(&*moves) {
            *name = board.name_after(*square, form);
        }
        let mut most = -100;
        for (name, (_, square)) in names.into_iter().zip(moves) {
            let Some(proven) = self.table.get(name) else { continue };
            let ahead = match form.exchange {
                true => 0,
                false => board.ahead() + board.threats(board.side(), *square),
            };
            let [low, high] = [proven.high, proven.low].map(|bound| ahead - i32::from(bound));
            if low >= goal {
                return Ok((low, *square));
            }
            if high < goal {
                most = most.max(high);
                *square = 64;
            }
        }
        Err(most)
    }

    /// The margin once all checkers are placed, as far as the goal needs it.
    fn finish(&self, board: &Board, goal: i32) -> i32 {
        let layout = Layout { sides: board.sides, shared: board.open() };
        if !self.form().exchange {
            return layout.margin();
        }
        if layout.reaches(goal) { goal } else { goal - 1 }
    }
}

/// The margin when one checker is left: the other player chooses which square stays empty, of
/// two in an odd window.
fn last(board: &Board, form: Form) -> i32 {
    let us = board.side();
    let all = board.open();
    if !form.shares() {
        let square = all.trailing_zeros() as u8;
        return i32::from(board.complete[us]) + board.threats(us, square)
            - i32::from(board.complete[1 - us]);
    }
    let ours = super::geometry::threes(board.sides[us] | all);
    let least = each(all).map(|square| board.threats(1 - us, square)).min().unwrap_or(0);
    ours - i32::from(board.complete[1 - us]) - least
}

/// The moves of a settled board: one that was best before, and then by what they are worth to both.
/// Without exchanges those that another move is proven to be as good as are left out.
fn ordered(board: &Board, first: u8, geometries: &Geometries, turn: u8) -> Moves {
    let us = board.side();
    let geometry = geometries.of(board);
    let open = board.open();
    let mut moves = Moves { count: 0, all: [(0, 64); 64] };
    for square in each(open) {
        if !geometries.form.exchange && is_dominated(board, square, open, geometry) {
            continue;
        }
        let worth = board.ways(us, square) + board.ways(1 - us, square);
        let mut worth = 64 * worth + i32::from(square.wrapping_mul(turn) % 64);
        if square == first {
            worth = i16::MAX.into();
        }
        moves.insert(worth as i16, square);
    }
    moves
}

/// Whether another square is at least as good for the side to move: every line through this one that
/// is still open to somebody goes through the other, too.
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

/// The moves while the layout floats: the weight of the lines, less what room is left.
fn floating(board: &Board, first: u8, geometries: &Geometries) -> Moves {
    let us = board.side();
    let mut moves = Moves { count: 0, all: [(0, 64); 64] };
    for square in each(board.open()) {
        let (sides, width, height) = board.placed_on(square, geometries.form);
        let area = rectangle(width, height);
        let weigh = |us: usize| weight(area, sides[us], sides[1 - us]);
        let room = i32::from(width) * i32::from(height);
        let mut worth = weigh(us) - weigh(1 - us) - room;
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
