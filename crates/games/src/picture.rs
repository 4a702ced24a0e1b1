//! What stands where, for whoever draws a board.

use crownhead_rules::placing::Variation;
use crownhead_rules::{AnySquare, Checker, dark, grid};

use crate::{Game, GameId};

/// How a game's board lies on the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Eight by eight, played on the dark squares by number.
    Dark,
    /// Eight by eight, turned so that a corner faces each player.
    Diamond,
    /// Squares by file and rank, from a1.
    Grid,
}

/// A place of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The square, if the game uses it.
    pub square: Option<AnySquare>,
    /// Whether the square is a dark one of the board.
    pub dark: bool,
    /// The checkers on it, from bottom to top.
    pub checkers: Vec<Checker>,
}

/// A board with everything on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// How the board lies.
    pub shape: Shape,
    /// The rows from the top, each from the left.
    pub rows: Vec<Vec<Cell>>,
}

impl Picture {
    /// The picture of a game's board.
    pub fn of(game: &Game) -> Picture {
        let rules = game.rules();
        let (shape, size) = match rules.game() {
            GameId::CoastToCoast => (Shape::Diamond, 8),
            GameId::TicTacToe => (Shape::Grid, 3),
            GameId::CheckerboardTicTacToe => (Shape::Grid, area(rules.variation())),
            _ => (Shape::Dark, 8),
        };
        let cell = |file: u8, rank: u8| {
            let dark = (file + rank).is_multiple_of(2);
            let square = match shape {
                Shape::Dark => dark::Square::all()
                    .find(|square| square.file() == file && square.row() == 7 - rank)
                    .map(AnySquare::from),
                Shape::Diamond | Shape::Grid => grid::Square::at(file, rank).map(AnySquare::from),
            };
            let checkers = square.map(|square| game.checkers_on(square)).unwrap_or_default();
            Cell { square, dark, checkers }
        };
        let row = |rank| (0..size).map(|file| cell(file, rank)).collect();
        Picture { shape, rows: (0..size).rev().map(row).collect() }
    }
}

/// How many squares a side the board of Tic-Tac-Toe On A Checkerboard has.
fn area(variation: Variation) -> u8 {
    if variation.floating { 8 } else { variation.size.rows() }
}
