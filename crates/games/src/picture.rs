//! Board pictures: the cells of a board and their checkers, for drawing.

use crownhead_rules::{AnySquare, Checker, dark, grid};

use crate::Game;

/// The shape of a game's board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum BoardShape {
    /// Eight by eight, played on the dark squares by number.
    Dark,
    /// Eight by eight, turned so that a corner faces each player.
    Diamond,
    /// Squares by file and rank, from a1.
    Grid,
}

impl BoardShape {
    /// Every shape.
    pub const ALL: [BoardShape; 3] = [BoardShape::Dark, BoardShape::Diamond, BoardShape::Grid];

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            BoardShape::Dark => "dark",
            BoardShape::Diamond => "diamond",
            BoardShape::Grid => "grid",
        }
    }
}

/// A square as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardCell {
    /// The square, if the game uses it.
    pub square: Option<AnySquare>,
    /// Whether the square is a dark one of the board.
    pub dark: bool,
    /// The checkers on it, from bottom to top.
    pub checkers: Vec<Checker>,
}

/// A board with its checkers.
///
/// ```
/// use crownhead_games::{BoardCell, Game, GameId, BoardPicture, Side};
///
/// let game = Game::from_text(GameId::TicTacToe, "x2/1o1/3 x")?;
/// let row = |row: &Vec<BoardCell>| -> String {
///     let letter = |cell: &BoardCell| match cell.checkers.last() {
///         Some(checker) if checker.side == Side::First => 'x',
///         Some(_) => 'o',
///         None => '.',
///     };
///     row.iter().map(letter).collect()
/// };
/// let rows: Vec<String> = BoardPicture::of(&game).rows.iter().map(row).collect();
/// assert_eq!(rows, ["x..", ".o.", "..."]);
/// # Ok::<(), crownhead_games::PositionErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPicture {
    /// The shape, which decides how rows are drawn.
    pub shape: BoardShape,
    /// The rows from the top, each from the left.
    pub rows: Vec<Vec<BoardCell>>,
}

impl BoardPicture {
    /// The picture of a game's board.
    pub fn of(game: &Game) -> BoardPicture {
        let rules = game.rules();
        let entry = rules.game().entry();
        let (shape, size) = (entry.shape, (entry.size)(&rules));
        let cell = |file: u8, rank: u8| {
            let dark = (file + rank).is_multiple_of(2);
            let square = match shape {
                BoardShape::Dark => dark::Square::all()
                    .find(|square| square.file() == file && square.row() == 7 - rank)
                    .map(AnySquare::from),
                BoardShape::Diamond | BoardShape::Grid => {
                    grid::Square::at(file, rank).map(AnySquare::from)
                }
            };
            let checkers = square.map(|square| game.checkers_on(square)).unwrap_or_default();
            BoardCell { square, dark, checkers }
        };
        let row = |rank| (0..size).map(|file| cell(file, rank)).collect();
        BoardPicture { shape, rows: (0..size).rev().map(row).collect() }
    }
}
