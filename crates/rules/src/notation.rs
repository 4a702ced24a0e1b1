//! The trait for people: text forms, explanations and the checkers on the board.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Display;

use crate::book::Rule;
use crate::{
    AnySquare, BySide, Explanation, MoveDetails, MoveRefusal, Outcome, Phase, Position, Side,
    SideName,
};

/// A checker as shown on the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Checker {
    /// The owner.
    pub side: Side,
    /// Whether it is crowned.
    pub king: bool,
}

/// Texts and explanations of a game. A search needs none of this, and all of it may allocate.
///
/// A position with a [text](Self::text) displays as that text and can be parsed from it: by
/// [`str::parse`], or by [`from_text`](crate::placing::CheckerboardTicTacToe::from_text) of
/// [`CheckerboardTicTacToe`](crate::placing::CheckerboardTicTacToe), whose texts do not include the
/// variations. Several forms are parsed, but only one is written. Positions without a text, which
/// only Parker's game has, display as the board with the phase in parentheses; that cannot be
/// parsed.
///
/// ```
/// use crownhead_rules::{Notation, Position, checkers::ParkerCheckers};
///
/// let mut game: ParkerCheckers = "B:B14,1:W32,18.".parse()?;
/// assert_eq!(game.to_string(), "B:W18,32:B1,14");
/// assert_eq!(game.legal_texts(), ["1-5", "1-6", "14-17", "14x23"]);
///
/// // The man on 14 should have jumped: now the opponent has a choice, and that has no text.
/// game.play(game.parse_move("1-5")?)?;
/// assert_eq!(game.text(), None);
/// assert_eq!(game.to_string(), "W:W18,32:B5,14 (remedy)");
/// assert_eq!(game.legal_texts(), ["compel", "huff 14", "stand"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Notation: Position + Display {
    /// Every rule and ruling of the game.
    const BOOK: &'static [Rule];

    /// The names of the sides.
    const SIDE_NAMES: BySide<SideName>;

    /// The canonical text of the position; none in a phase without a text form.
    fn text(&self) -> Option<String>;

    /// The canonical text of a legal move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// What a legal move does: its kind, the squares that it touches, what it captures.
    fn move_details(&self, mv: Self::Move) -> MoveDetails;

    /// The legal move that a text stands for, or why there is none. Draws by history are ignored.
    fn parse_move(&self, text: &str) -> Result<Self::Move, MoveRefusal>;

    /// Explains a legal move by the rule that allows it.
    fn explain_move(&self, mv: Self::Move) -> Explanation;

    /// Explains an outcome: by the position itself, or a draw by history.
    fn explain_outcome(&self, outcome: Outcome) -> Explanation;

    /// The checkers on a square from bottom to top; none for a square of another board.
    fn checkers_on(&self, square: AnySquare) -> Vec<Checker>;

    /// The tic-tac-toes that count for a side, in the games that count them.
    fn tic_tac_toes(&self, _side: Side) -> Vec<[AnySquare; 3]> {
        Vec::new()
    }

    /// The number of tic-tac-toes that a side would have with another checker on this square.
    fn tic_tac_toes_with(&self, _side: Side, _square: AnySquare) -> usize {
        0
    }

    /// The number of a side's checkers that are home and off the board, in Coast to Coast.
    fn checkers_home(&self, _side: Side) -> Option<u8> {
        None
    }

    /// The phase of the game, for games that have phases.
    fn phase(&self) -> Phase {
        Phase::Play
    }

    /// All legal moves. Prefer this where speed does not matter: each use of
    /// [`each_move`](Position::each_move) is compiled separately for every game and side, which the
    /// browser has to load.
    #[inline(never)]
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.each_move(|mv| moves.push(mv));
        moves
    }

    /// The texts of all legal moves, in byte order.
    fn legal_texts(&self) -> Vec<String> {
        let mut texts: Vec<_> =
            self.legal_moves().into_iter().map(|mv| self.move_text(mv)).collect();
        texts.sort_unstable();
        texts
    }
}
