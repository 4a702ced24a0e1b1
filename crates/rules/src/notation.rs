//! The face of a game for people: its text forms, its words and what stands on its board.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Display;

use crate::book::Rule;
use crate::{
    Answer, AnySquare, BySide, MoveDetails, MoveRefusal, Outcome, Phase, Position, Side, SideName,
};

/// A checker as it is seen on the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Checker {
    /// Whose it is.
    pub side: Side,
    /// Whether it is crowned.
    pub king: bool,
}

/// What a game can tell a person. Nothing here is needed to search, and all of it may allocate.
///
/// A position with a [text](Self::text) displays as that text, and is read back from it: by
/// [`str::parse`], or in [`CheckerboardTicTacToe`](crate::placing::CheckerboardTicTacToe), whose
/// texts do not tell which variations are played, by its
/// [`from_text`](crate::placing::CheckerboardTicTacToe::from_text). What is parsed is written in
/// one form, whatever form was read. The others, which only Parker's game has, display as the
/// board with the phase in parentheses, and that is no text of a position.
///
/// ```
/// use crownhead_rules::{Notation, Position, checkers::ParkerCheckers};
///
/// let mut game: ParkerCheckers = "B:B14,1:W32,18.".parse()?;
/// assert_eq!(game.to_string(), "B:W18,32:B1,14");
/// assert_eq!(game.legal_texts(), ["1-5", "1-6", "14-17", "14x23"]);
///
/// // The man on 14 should have jumped: now the opponent has a choice, and that has no text.
/// game.play(game.read_move("1-5")?)?;
/// assert_eq!(game.text(), None);
/// assert_eq!(game.to_string(), "W:W18,32:B5,14 (remedy)");
/// assert_eq!(game.legal_texts(), ["compel", "huff 14", "stand"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Notation: Position + Display {
    /// Every rule and ruling of the game.
    const BOOK: &'static [Rule];

    /// What the sides are called.
    const SIDE_NAMES: BySide<SideName>;

    /// The one text of the position; none in a phase that has no text form.
    fn text(&self) -> Option<String>;

    /// The one text of a legal move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// What a legal move does: its kind, the squares that it touches, what it captures.
    fn details(&self, mv: Self::Move) -> MoveDetails;

    /// The move that a text means here, or why it means none. Draw rulings are not asked.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveRefusal>;

    /// The rule that a legal move is made by.
    fn permit(&self, mv: Self::Move) -> Answer;

    /// Why the game has ended here in this way, by the position itself or by a draw ruling.
    fn why_ended(&self, outcome: Outcome) -> Answer;

    /// The checkers on a square, from bottom to top; none for a square of another board.
    fn checkers_on(&self, square: AnySquare) -> Vec<Checker>;

    /// The tic-tac-toes that are counted for a side, in the games that count them.
    fn tic_tac_toes(&self, _side: Side) -> Vec<[AnySquare; 3]> {
        Vec::new()
    }

    /// How many tic-tac-toes a side would have if it had a checker on this square, too.
    fn tic_tac_toes_with(&self, _side: Side, _square: AnySquare) -> usize {
        0
    }

    /// How many checkers of a side are home and off the board, in the game that brings them there.
    fn checkers_home(&self, _side: Side) -> Option<u8> {
        None
    }

    /// The phase of the game, for games that have phases.
    fn phase(&self) -> Phase {
        Phase::Play
    }

    /// All legal moves. Whoever is in no hurry looks here: each use of `each_move` is compiled for
    /// itself, for every game and side, and the browser has to load it all.
    #[inline(never)]
    fn all_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.each_move(|mv| moves.push(mv));
        moves
    }

    /// The texts of all legal moves, in byte order.
    fn legal_texts(&self) -> Vec<String> {
        let mut texts: Vec<_> = self.all_moves().into_iter().map(|mv| self.move_text(mv)).collect();
        texts.sort_unstable();
        texts
    }
}
