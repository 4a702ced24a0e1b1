//! Tic-tac-toe on its 3 by 3 grid, squares a1 to c3: the position and its text.

mod book;
mod explain;
pub(super) mod messages;
#[cfg(test)]
mod tests;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{keys, position_text, three_in_a_row};
use crate::book::Rule;
use crate::grid::{Square, SquareSet};
use crate::{
    ActionKind, AnySquare, BySide, Checker, Explanation, Key, MoveDetails, MoveRefusal, Notation,
    Outcome, Phase, Position, PositionErrors, Reason, Side, SideName,
};

/// The number of rows, and of columns.
const SIZE: u8 = 3;

const GRID: SquareSet = SquareSet::from_bits(0x07_0707);

/// A position of tic-tac-toe. The default is the empty grid.
///
/// Written `x2/1x1/o1o x`: the rows from the top, `x` for the starting player, `o` for the other,
/// digits for empty squares; then the side to move.
///
/// ```
/// use crownhead_rules::{Notation, Position, placing::TicTacToe};
///
/// let mut game: TicTacToe = "x2/1x1/o1o x".parse()?;
/// assert_eq!(game.parse_move("a1").unwrap_err().to_string(), "Your opponent's checker is already on a1.");
/// game.play(game.parse_move("b1")?)?;
/// assert_eq!(game.to_string(), "x2/1x1/oxo o");
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TicTacToe {
    /// The starting player has as many as the other player, or one more; this decides the side to
    /// move.
    checkers: BySide<SquareSet>,
}

impl TicTacToe {
    /// The empty grid.
    pub fn start() -> TicTacToe {
        TicTacToe::default()
    }

    /// The checkers of a side.
    #[inline]
    pub fn checkers(&self, side: Side) -> SquareSet {
        self.checkers[side]
    }

    /// The squares on which a checker can be placed now.
    #[inline]
    pub fn open(&self) -> SquareSet {
        if Side::ALL.into_iter().any(|side| three_in_a_row::any(self.checkers[side])) {
            SquareSet::EMPTY
        } else {
            self.empty()
        }
    }

    /// The threes in a row of a side: the lines to draw at the end.
    pub fn counted(&self, side: Side) -> impl Iterator<Item = [Square; 3]> {
        three_in_a_row::all(self.checkers[side])
    }

    #[inline]
    fn empty(&self) -> SquareSet {
        GRID & !(self.checkers.first | self.checkers.second)
    }
}

impl Position for TicTacToe {
    /// The square on which a checker is placed.
    type Move = Square;

    const NO_PROGRESS_LIMIT: Option<u32> = None;

    #[inline]
    fn side(&self) -> Side {
        if self.checkers.first.len() == self.checkers.second.len() {
            Side::First
        } else {
            Side::Second
        }
    }

    /// A text can have three in a row for both sides: then the side that is not to move wins,
    /// because it moved last.
    fn outcome(&self) -> Option<Outcome> {
        let side = self.side();
        if let Some(winner) =
            [!side, side].into_iter().find(|&s| three_in_a_row::any(self.checkers[s]))
        {
            return Some(Outcome::win(winner, Reason::ThreeInARow));
        }
        self.empty().is_empty().then(|| Outcome::draw(Reason::Full))
    }

    #[inline]
    fn each_move(&self, visit: impl FnMut(Square)) {
        self.open().into_iter().for_each(visit);
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        self.open().len().into()
    }

    #[inline]
    fn play_unchecked(&mut self, square: Square) {
        let side = self.side();
        self.checkers[side].insert(square);
    }

    #[inline]
    fn is_legal(&self, square: Square) -> bool {
        self.open().contains(square)
    }

    fn key(&self) -> Key {
        let side = if self.side() == Side::First { Key::ZERO } else { keys::SIDE };
        keys::checkers(self.checkers) ^ side
    }

    #[inline]
    fn key_change(&self, square: Square) -> Key {
        keys::checker(self.side(), square) ^ keys::SIDE
    }

    fn makes_progress(&self, _: Square) -> bool {
        true
    }
}

/// Parses `x2/1x1/o1o x`, and reports all errors at once.
impl FromStr for TicTacToe {
    type Err = PositionErrors;

    fn from_str(text: &str) -> Result<TicTacToe, PositionErrors> {
        let mut errors = Vec::new();
        let mut fields = text.split_whitespace();
        let checkers = position_text::parse_rows(fields.next().unwrap_or(""), SIZE, &mut errors);
        let side = position_text::parse_side(fields.next(), &mut errors);
        position_text::expect_end(fields.next(), &mut errors);
        if let (Some(checkers), Some(side)) = (checkers, side) {
            errors.extend(position_text::count_error(checkers.map(SquareSet::len), side));
        }
        PositionErrors::or_ok(errors, TicTacToe { checkers: checkers.unwrap_or_default() })
    }
}

/// `x2/1x1/o1o x`: the rows from the top, then the side to move.
impl fmt::Display for TicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&position_text::write(self.checkers, SIZE, self.side()))
    }
}

impl Notation for TicTacToe {
    const BOOK: &'static [Rule] = book::BOOK;

    const SIDE_NAMES: BySide<SideName> = super::SIDE_NAMES;

    fn text(&self) -> Option<String> {
        Some(position_text::write(self.checkers, SIZE, self.side()))
    }

    fn move_text(&self, square: Square) -> String {
        square.to_string()
    }

    fn move_details(&self, square: Square) -> MoveDetails {
        MoveDetails::new(ActionKind::Place, [square])
    }

    fn parse_move(&self, text: &str) -> Result<Square, MoveRefusal> {
        explain::parse_move(self, text.trim())
    }

    fn explain_move(&self, square: Square) -> Explanation {
        explain::explain_move(self, square)
    }

    fn explain_outcome(&self, outcome: Outcome) -> Explanation {
        explain::explain_outcome(self, outcome)
    }

    fn checkers_on(&self, square: AnySquare) -> Vec<Checker> {
        position_text::checkers_on(self.checkers, square)
    }

    fn tic_tac_toes(&self, side: Side) -> Vec<[AnySquare; 3]> {
        self.counted(side).map(|line| line.map(AnySquare::from)).collect()
    }

    fn tic_tac_toes_with(&self, side: Side, square: AnySquare) -> usize {
        let AnySquare::Grid(square) = square else { return 0 };
        three_in_a_row::count(self.checkers[side] | SquareSet::of(square)) as usize
    }

    fn phase(&self) -> Phase {
        Phase::Placing
    }
}
