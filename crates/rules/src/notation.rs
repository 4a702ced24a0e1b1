//! The face of a game for people: its text forms, its words and what stands on its board.

use alloc::string::String;
use alloc::vec::Vec;

use crate::book::Rule;
use crate::{Answer, AnySquare, BySide, Faults, Outcome, Position, Refusal, Side, SideName};

/// A checker as it is seen on the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Checker {
    /// Whose it is.
    pub side: Side,
    /// Whether it is crowned.
    pub king: bool,
}

/// What a game can tell a person. Nothing here is needed to search, and all of it may allocate.
pub trait Notation: Position {
    /// What must be known besides the text to read a position: nothing, or the variation.
    type Variant: Copy;

    /// Every rule and ruling of the game.
    const BOOK: &'static [Rule];

    /// What the sides are called.
    const SIDE_NAMES: BySide<SideName>;

    /// Reads a position. Reading is generous; every fault of a bad text is named at once.
    fn from_text(variant: Self::Variant, text: &str) -> Result<Self, Faults>;

    /// The one text of the position; none in a phase that has no text form.
    fn text(&self) -> Option<String>;

    /// The one text of a legal move.
    fn move_text(&self, mv: Self::Move) -> String;

    /// The squares that a legal move touches in order, along one shortest way: for a moving
    /// checker from its start to its end, none for a pass.
    fn trail(&self, mv: Self::Move) -> Vec<AnySquare>;

    /// The move that a text means here, or why it means none. Draw rulings are not asked.
    fn read_move(&self, text: &str) -> Result<Self::Move, Refusal>;

    /// The rule that a legal move is made by.
    fn permit(&self, mv: Self::Move) -> Answer;

    /// Why the game has ended here in this way, by the position itself or by a draw ruling.
    fn why_ended(&self, outcome: Outcome) -> Answer;

    /// The checkers on a square, from bottom to top; none for a square of another board.
    fn checkers_on(&self, square: AnySquare) -> Vec<Checker>;

    /// The phase of the game, for games that have phases.
    fn phase(&self) -> &'static str {
        "play"
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
