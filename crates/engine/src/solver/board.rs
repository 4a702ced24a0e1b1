//! The board of the solver: checkers, and the weight of every line and square, updated incrementally.

use super::geometry::{Bits, Geometry, LineSet, each, extent, rectangle, relevant};
use super::key::{self, PositionKey};
use super::solver_rules::SolverRules;

/// Weights are counted in eighths of a tic-tac-toe.
pub(super) const ONE: i32 = 8;

/// The starting player's index; the other's is 1.
pub(super) const FIRST: usize = 0;

/// The geometries of every reach that the rules allow.
#[derive(Debug)]
pub(super) struct Geometries {
    pub(super) rules: SolverRules,
    all: Vec<Geometry>,
}

impl Geometries {
    pub(super) fn new(rules: SolverRules) -> Geometries {
        let reaches = rules.size..=if rules.floating { rules.board } else { rules.size };
        let all = reaches
            .clone()
            .flat_map(|height| reaches.clone().map(move |width| Geometry::new(width, height)));
        Geometries { rules, all: all.collect() }
    }

    #[inline]
    pub(super) fn of(&self, board: &Board) -> &Geometry {
        let SolverRules { size, board: most, floating, .. } = self.rules;
        let reaches = if floating { most - size + 1 } else { 1 };
        &self.all[usize::from((board.height - size) * reaches + board.width - size)]
    }
}

/// The checkers, shifted so that the reach begins at a1, with derived data.
///
/// A line is open to a side while the other has no checker on it. A side that misses `m` checkers
/// of an open line has a weight of `2^-m` in it; `square_weights` are the sums of these weights for
/// each empty square, so placing on it doubles them. `threats` are the lines that a square alone
/// completes.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) sides: [Bits; 2],
    pub(super) width: u8,
    pub(super) height: u8,
    pub(super) placed: u8,
    /// The sum of the weights of all lines, by side, in eighths.
    pub(super) weight: [i16; 2],
    /// The number of complete lines, by side.
    pub(super) complete: [i16; 2],
    /// The number of lines that miss one checker, by side.
    pub(super) one_missing: [i16; 2],
    square_weights: [[u8; 64]; 2],
    threats: [[u8; 64]; 2],
    /// The lines with a checker of a side on them, in a settled window.
    touched: [LineSet; 2],
}

impl Board {
    /// The board of checkers within a reach.
    pub(super) fn new(sides: [Bits; 2], width: u8, height: u8, geometries: &Geometries) -> Board {
        let mut board = Board {
            sides: [0; 2],
            width,
            height,
            placed: 0,
            weight: [0; 2],
            complete: [0; 2],
            one_missing: [0; 2],
            square_weights: [[0; 64]; 2],
            threats: [[0; 64]; 2],
            touched: [0; 2],
        };
        let geometry = geometries.of(&board);
        for square in each(geometry.squares) {
            let lines = geometry.lines(square).len();
            board.weight.iter_mut().for_each(|weight| *weight += lines as i16);
            board
                .square_weights
                .iter_mut()
                .for_each(|square_weights| square_weights[usize::from(square)] = lines as u8);
        }
        board.weight.iter_mut().for_each(|weight| *weight /= 3);
        for (side, set) in sides.into_iter().enumerate() {
            each(set).for_each(|square| board.put(geometry, side, square));
        }
        board
    }

    /// The board of checkers anywhere on the board. A floating layout must have a checker.
    pub(super) fn of(sides: [Bits; 2], geometries: &Geometries) -> Board {
        let SolverRules { size, board, floating, .. } = geometries.rules;
        if !floating {
            return Board::new(sides, size, size, geometries);
        }
        let ([right, up], [width, height]) = shrink_reach(sides, board, board, size);
        Board::new(sides.map(|set| set >> (right + 8 * up)), width, height, geometries)
    }

    /// The side that places next.
    #[inline]
    pub(super) fn side(&self) -> usize {
        usize::from(self.placed % 2)
    }

    /// The squares that a checker can be placed on.
    #[inline]
    pub(super) fn open(&self) -> Bits {
        rectangle(self.width, self.height) & !(self.sides[0] | self.sides[1])
    }

    /// Whether the window is settled: it cannot float any more.
    #[inline]
    pub(super) fn is_settled(&self, rules: SolverRules) -> bool {
        self.width == rules.size && self.height == rules.size
    }

    /// The weight that a side gains by a checker on a square, in eighths.
    #[inline]
    pub(super) fn square_weight(&self, side: usize, square: u8) -> i32 {
        self.square_weights[side][usize::from(square & 63)].into()
    }

    /// The number of lines that a side completes by a checker on a square.
    #[inline]
    pub(super) fn threats(&self, side: usize, square: u8) -> i32 {
        self.threats[side][usize::from(square & 63)].into()
    }

    /// The board after the side to move has placed a checker.
    #[inline]
    pub(super) fn after(&self, square: u8, geometries: &Geometries) -> Board {
        if geometries.rules.floating && !self.is_settled(geometries.rules) {
            return self.after_floating(square, geometries);
        }
        let mut next = self.clone();
        next.put(geometries.of(self), self.side(), square);
        next
    }

    /// The same while the window still floats: the reach may shrink, which removes lines.
    fn after_floating(&self, square: u8, geometries: &Geometries) -> Board {
        let (sides, width, height) = self.checkers_after(square, geometries.rules);
        if (width, height) == (self.width, self.height) {
            let mut next = self.clone();
            next.put(geometries.of(self), self.side(), square);
            return next;
        }
        Board::new(sides, width, height, geometries)
    }

    /// The checkers after a move while the layout floats, with their new reach.
    #[inline]
    pub(super) fn checkers_after(&self, square: u8, rules: SolverRules) -> ([Bits; 2], u8, u8) {
        let mut sides = self.sides;
        sides[self.side()] |= 1 << square;
        let ([right, up], [width, height]) =
            shrink_reach(sides, self.width, self.height, rules.size);
        (sides.map(|set| set >> (right + 8 * up)), width, height)
    }

    /// The lines through an empty square that one side can still complete. Only in a settled
    /// window.
    #[inline]
    pub(super) fn live(&self, square: u8, geometry: &Geometry) -> LineSet {
        geometry.numbers(square) & !(self.touched[0] & self.touched[1])
    }

    /// The margin of complete lines, for the side to move.
    #[inline]
    pub(super) fn lead(&self) -> i32 {
        let us = self.side();
        i32::from(self.complete[us]) - i32::from(self.complete[1 - us])
    }

    /// The canonical key of the board, and the symmetry that leads to its image.
    #[inline]
    pub(super) fn key(&self, rules: SolverRules) -> (PositionKey, u8) {
        board_key(self.sides, self.width, self.height, rules)
    }

    /// The key of the board after a move.
    #[inline]
    pub(super) fn key_after(&self, square: u8, rules: SolverRules) -> PositionKey {
        if rules.floating && !self.is_settled(rules) {
            let (sides, width, height) = self.checkers_after(square, rules);
            return board_key(sides, width, height, rules).0;
        }
        let mut sides = self.sides;
        sides[self.side()] |= 1 << square;
        board_key(sides, self.width, self.height, rules).0
    }

    #[inline]
    fn put(&mut self, geometry: &Geometry, us: usize, square: u8) {
        let them = 1 - us;
        let at = usize::from(square & 63);
        self.weight[us] += i16::from(self.square_weights[us][at]);
        self.weight[them] -= i16::from(self.square_weights[them][at]);
        self.complete[us] += i16::from(self.threats[us][at]);
        self.one_missing[us] -= i16::from(self.threats[us][at]);
        self.one_missing[them] -= i16::from(self.threats[them][at]);
        for &others in geometry.lines(square) {
            let [one, two] = others.map(|other| usize::from(other & 63));
            let line = 1_u64 << one | 1 << two;
            let ours = (line & self.sides[us]).count_ones();
            let theirs = (line & self.sides[them]).count_ones();
            // The weights of occupied squares are never used again, so they may overflow.
            if theirs == 0 {
                let gain = 1 << ours;
                self.square_weights[us][one] = self.square_weights[us][one].wrapping_add(gain);
                self.square_weights[us][two] = self.square_weights[us][two].wrapping_add(gain);
                if ours == 1 {
                    self.threats[us][one] = self.threats[us][one].wrapping_add(1);
                    self.threats[us][two] = self.threats[us][two].wrapping_add(1);
                    self.one_missing[us] += 1;
                }
            }
            if ours == 0 {
                let loss = 1 << theirs;
                self.square_weights[them][one] = self.square_weights[them][one].wrapping_sub(loss);
                self.square_weights[them][two] = self.square_weights[them][two].wrapping_sub(loss);
            }
        }
        self.touched[us] |= geometry.numbers(square);
        self.sides[us] |= 1 << square;
        self.placed += 1;
    }
}

/// The origin, width and height of the reach of checkers within an older reach: the union of all
/// windows that contain them.
#[inline]
fn shrink_reach(sides: [Bits; 2], width: u8, height: u8, size: u8) -> ([u8; 2], [u8; 2]) {
    let [left, right, low, high] = extent(sides[0] | sides[1]);
    let span = |low: u8, high: u8, length: u8| {
        let first = (high + 1).saturating_sub(size);
        let last = low.min(length - size);
        (first, last - first + size)
    };
    let (from_file, width) = span(left, right, width);
    let (from_rank, height) = span(low, high, height);
    ([from_file, from_rank], [width, height])
}

/// Without exchanges the owner of a checker with no open, incomplete line through it does not
/// matter any more. Positions that differ only in such checkers share a key, and their bounds are
/// proven relative to their complete lines.
#[inline]
fn board_key(sides: [Bits; 2], width: u8, height: u8, rules: SolverRules) -> (PositionKey, u8) {
    if rules.exchange {
        return key::canonical_key(sides, width, height, rules);
    }
    let occupied = sides[0] | sides[1];
    let settled = occupied & !relevant(sides, rectangle(width, height) & !occupied);
    key::canonical_key(sides.map(|set| set | settled), width, height, rules)
}
