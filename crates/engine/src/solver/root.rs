//! The root of a solve: the position and its moves, symmetric ones together.

use crownhead_rules::placing::{CheckerboardMove, CheckerboardTicTacToe};
use crownhead_rules::{Position, Side};

use super::board::{Board, Geometries};
use super::geometry::each;
use super::key::{self, PositionKey};
use super::openings::{Opening, ProvenOpenings};
use super::proof_table::ProofTable;

/// A position of the placing phase, and its children.
pub(super) struct Root {
    pub(super) geometries: Geometries,
    /// None while a floating layout is empty.
    pub(super) board: Option<Board>,
    /// Each move, and the number of its child in `next`.
    pub(super) moves: Vec<(CheckerboardMove, usize)>,
    /// The children, symmetric ones once.
    pub(super) next: Vec<(PositionKey, Board)>,
}

impl Root {
    pub(super) fn new(position: &CheckerboardTicTacToe, geometries: Geometries) -> Root {
        let rules = geometries.rules;
        let sides = |position: &CheckerboardTicTacToe| {
            [Side::First, Side::Second].map(|side| position.checkers(side).bits())
        };
        let is_empty = sides(position) == [0; 2];
        let board = (!rules.floating || !is_empty).then(|| Board::of(sides(position), &geometries));
        let mut root = Root { board, moves: Vec::new(), next: Vec::new(), geometries };
        position.each_move(|decision| {
            let mut next = *position;
            next.play_unchecked(decision);
            let board = Board::of(sides(&next), &root.geometries);
            let key = board.key(rules).0;
            // Positions with one key have the same value, apart from complete lines.
            let same = |(known, other): &(PositionKey, Board)| {
                *known == key && other.complete == board.complete
            };
            let child = root.next.iter().position(same).unwrap_or_else(|| {
                root.next.push((key, board));
                root.next.len() - 1
            });
            root.moves.push((decision, child));
        });
        root
    }

    /// The numbers of the children, most promising first.
    pub(super) fn ordered_children(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.next.len()).collect();
        places.sort_by_key(|&child| {
            let next = &self.next[child].1;
            next.weight[next.side()] - next.weight[1 - next.side()]
        });
        places
    }

    /// Whether the table proves that a child has a margin of at least `goal` for the side to move.
    pub(super) fn is_proven(&self, child: usize, table: &ProofTable, goal: i32) -> bool {
        let (key, next) = &self.next[child];
        let lead = if self.geometries.rules.exchange { 0 } else { next.lead() };
        table.probe(*key).is_some_and(|proven| -(lead + i32::from(proven.high)) >= goal)
    }

    /// The margin for the side to move and a best move, if the openings have the position.
    pub(super) fn opening(&self, openings: &ProvenOpenings) -> Option<(i32, CheckerboardMove)> {
        let lead = |board: &Board| if self.geometries.rules.exchange { 0 } else { board.lead() };
        let Some(board) = &self.board else {
            // All moves of an empty floating layout are images of each other.
            let (key, next) = self.next.first()?;
            let margin = -(i32::from(openings.get(*key)?.margin) + lead(next));
            return Some((margin, self.moves.first()?.0));
        };
        let (key, symmetry) = board.key(self.geometries.rules);
        let opening = openings.get(key)?;
        let square = key::inverse_image(opening.best, symmetry, board.width, board.height);
        let child = self.child_after(board, square)?;
        let decision = self.moves.iter().find(|found| found.1 == child)?.0;
        Some((i32::from(opening.margin) + lead(board), decision))
    }

    /// The opening entry of this position, from its margin for the side to move and a best move.
    pub(super) fn as_opening(
        &self,
        margin: i32,
        decision: CheckerboardMove,
    ) -> Option<(PositionKey, Opening)> {
        let board = self.board.as_ref()?;
        let (key, symmetry) = board.key(self.geometries.rules);
        let child = self.moves.iter().find(|found| found.0 == decision)?.1;
        let square =
            each(board.open()).find(|&square| self.child_after(board, square) == Some(child))?;
        let lead = if self.geometries.rules.exchange { 0 } else { board.lead() };
        let best = key::image(square, symmetry, board.width, board.height);
        Some((key, Opening { margin: i8::try_from(margin - lead).ok()?, best }))
    }

    /// The number of the child after a checker is placed on a square.
    fn child_after(&self, board: &Board, square: u8) -> Option<usize> {
        if board.open() >> square & 1 == 0 {
            return None;
        }
        let next = board.after(square, &self.geometries);
        let key = next.key(self.geometries.rules).0;
        self.next.iter().position(|(known, other)| *known == key && other.complete == next.complete)
    }
}
