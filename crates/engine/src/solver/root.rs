//! The position that is to be solved: its moves, symmetric ones together.

use crownhead_rules::placing::{CheckerboardTicTacToe, Decision};
use crownhead_rules::{Position, Side};

use super::board::{Board, Geometries};
use super::geometry::each;
use super::key::{self, Name};
use super::openings::{Opening, Openings};
use super::table::Table;

/// A position in which a checker is placed, and what follows each move.
pub(super) struct Root {
    pub(super) geometries: Geometries,
    /// None while a floating layout has no checker.
    pub(super) board: Option<Board>,
    /// Each move and the place of what follows it among `next`.
    pub(super) moves: Vec<(Decision, usize)>,
    /// What can follow, symmetric positions once.
    pub(super) next: Vec<(Name, Board)>,
}

impl Root {
    pub(super) fn new(position: &CheckerboardTicTacToe, geometries: Geometries) -> Root {
        let form = geometries.form;
        let sides = |position: &CheckerboardTicTacToe| {
            [Side::First, Side::Second].map(|side| position.checkers(side).bits())
        };
        let is_empty = sides(position) == [0; 2];
        let board = (!form.floating || !is_empty).then(|| Board::of(sides(position), &geometries));
        let mut root = Root { board, moves: Vec::new(), next: Vec::new(), geometries };
        position.each_move(|decision| {
            let mut next = *position;
            next.play_unchecked(decision);
            let board = Board::of(sides(&next), &root.geometries);
            let name = board.name(form).0;
            // Positions of one name have the same value but for the lines that are complete.
            let same =
                |(known, other): &(Name, Board)| *known == name && other.complete == board.complete;
            let place = root.next.iter().position(same).unwrap_or_else(|| {
                root.next.push((name, board));
                root.next.len() - 1
            });
            root.moves.push((decision, place));
        });
        root
    }

    /// The places of what can follow, what looks best for the side to move first.
    pub(super) fn promising(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.next.len()).collect();
        places.sort_by_key(|&place| {
            let next = &self.next[place].1;
            next.weight[next.side()] - next.weight[1 - next.side()]
        });
        places
    }

    /// Whether the table knows that what follows is worth so much to the side to move.
    pub(super) fn is_known(&self, place: usize, table: &Table, goal: i32) -> bool {
        let (name, next) = &self.next[place];
        let ahead = if self.geometries.form.exchange { 0 } else { next.ahead() };
        table.get(*name).is_some_and(|proven| -(ahead + i32::from(proven.high)) >= goal)
    }

    /// The margin for the side to move and a move that keeps it, if the openings know them.
    pub(super) fn opening(&self, openings: &Openings) -> Option<(i32, Decision)> {
        let ahead = |board: &Board| if self.geometries.form.exchange { 0 } else { board.ahead() };
        let Some(board) = &self.board else {
            // All moves of an empty floating layout are images of each other.
            let (name, next) = self.next.first()?;
            let margin = -(i32::from(openings.get(*name)?.margin) + ahead(next));
            return Some((margin, self.moves.first()?.0));
        };
        let (name, how) = board.name(self.geometries.form);
        let opening = openings.get(name)?;
        let square = key::undone(opening.best, how, board.width, board.height);
        let place = self.place_after(board, square)?;
        let decision = self.moves.iter().find(|found| found.1 == place)?.0;
        Some((i32::from(opening.margin) + ahead(board), decision))
    }

    /// What the openings are to know of this position, and its name: its margin for the side to
    /// move and a move that keeps it.
    pub(super) fn as_opening(&self, margin: i32, decision: Decision) -> Option<(Name, Opening)> {
        let board = self.board.as_ref()?;
        let (name, how) = board.name(self.geometries.form);
        let place = self.moves.iter().find(|found| found.0 == decision)?.1;
        let square =
            each(board.open()).find(|&square| self.place_after(board, square) == Some(place))?;
        let ahead = if self.geometries.form.exchange { 0 } else { board.ahead() };
        let best = key::done(square, how, board.width, board.height);
        Some((name, Opening { margin: i8::try_from(margin - ahead).ok()?, best }))
    }

    /// The place of what follows when a checker is placed on a square of the board.
    fn place_after(&self, board: &Board, square: u8) -> Option<usize> {
        if board.open() >> square & 1 == 0 {
            return None;
        }
        let next = board.after(square, &self.geometries);
        let name = next.name(self.geometries.form).0;
        self.next
            .iter()
            .position(|(known, other)| *known == name && other.complete == next.complete)
    }
}
