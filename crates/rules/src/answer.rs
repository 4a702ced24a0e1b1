//! Answers to a player's "why?": a rule's id, a sentence, and the squares to point at.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::{AnySquare, Arg, Message, Sentence};

/// An answer to "why?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The id of the rule in the [book](crate::book).
    pub rule: &'static str,
    /// What is said.
    pub sentence: Sentence,
    /// The squares to point at.
    pub squares: Vec<AnySquare>,
}

impl Answer {
    /// An answer without arguments and squares.
    pub fn new(rule: &'static str, message: &'static Message) -> Self {
        Answer { rule, sentence: Sentence::new(message), squares: Vec::new() }
    }

    /// Fills a place of the sentence.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: Arg) -> Self {
        self.sentence = self.sentence.with(name, arg);
        self
    }

    /// Fills a place of the sentence with a square.
    #[must_use]
    pub fn square(self, name: &'static str, square: impl Into<AnySquare>) -> Self {
        self.with(name, Arg::Square(square.into()))
    }

    /// Adds squares to point at, each once.
    #[must_use]
    pub fn pointing_at<S: Into<AnySquare>>(mut self, squares: impl IntoIterator<Item = S>) -> Self {
        for square in squares {
            let square = square.into();
            if !self.squares.contains(&square) {
                self.squares.push(square);
            }
        }
        self
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence.fmt(f)
    }
}

/// Why a text is no legal move, in a word that a program can act on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The text is not a move of this game.
    NotAMove,
    /// The checker there is the other side's.
    WrongSide,
    /// There is no checker to move, or to exchange, there.
    EmptySquare,
    /// The checker cannot move at all: everything around it is in the way.
    Blocked,
    /// A man goes forward only.
    Backwards,
    /// The square to go to is taken.
    Occupied,
    /// A jump is open, so a step is not allowed.
    MustJump,
    /// The jump is not complete.
    MustGoOn,
    /// The text fits several moves.
    Ambiguous,
    /// Into the enemy home, with no free move out of it.
    NoFreeMove,
    /// The layout would be larger than the game allows, or the square is outside the area.
    OutsideLayout,
    /// The checker was exchanged by the starting player.
    AlreadyExchanged,
    /// The opponent made an offence, which is to be answered first.
    RemedyDue,
    /// The game has ended.
    GameOver,
    /// The square is further away than a step goes, or not in a straight line.
    TooFar,
    /// Not along a diagonal.
    NotDiagonal,
    /// There is no checker between that can be jumped.
    NothingToJump,
    /// The jump goes on after it must end.
    MustStop,
    /// A player who can move may not pass.
    CannotPass,
    /// There was no offence to answer.
    NoRemedyDue,
    /// The checker to be huffed is not one that could have jumped.
    NotACulprit,
    /// A checker may not stop in the enemy home.
    HomeBarred,
    /// A turn may not end on the square that it began on.
    SameSquare,
    /// It is not the time for this kind of move.
    NotNow,
}

impl Kind {
    /// The name that JSON and protocols have for it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::NotAMove => "not-a-move",
            Kind::WrongSide => "wrong-side",
            Kind::EmptySquare => "empty-square",
            Kind::Blocked => "blocked",
            Kind::Backwards => "backwards",
            Kind::Occupied => "occupied",
            Kind::MustJump => "must-jump",
            Kind::MustGoOn => "must-go-on",
            Kind::Ambiguous => "ambiguous",
            Kind::NoFreeMove => "no-free-move",
            Kind::OutsideLayout => "outside-layout",
            Kind::AlreadyExchanged => "already-exchanged",
            Kind::RemedyDue => "remedy-due",
            Kind::GameOver => "game-over",
            Kind::TooFar => "too-far",
            Kind::NotDiagonal => "not-diagonal",
            Kind::NothingToJump => "nothing-to-jump",
            Kind::MustStop => "must-stop",
            Kind::CannotPass => "cannot-pass",
            Kind::NoRemedyDue => "no-remedy-due",
            Kind::NotACulprit => "not-a-culprit",
            Kind::HomeBarred => "home-barred",
            Kind::SameSquare => "same-square",
            Kind::NotNow => "not-now",
        }
    }
}

/// Why a text is no legal move here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of refusal.
    pub kind: Kind,
    /// The rule, the sentence and the squares.
    pub answer: Answer,
    /// Texts of legal moves that the player may have meant, in byte order.
    pub candidates: Vec<String>,
}

impl Refusal {
    /// A refusal without candidates.
    pub fn new(kind: Kind, answer: Answer) -> Self {
        Refusal { kind, answer, candidates: Vec::new() }
    }

    /// The moves that the player may have meant.
    #[must_use]
    pub fn meaning(mut self, mut candidates: Vec<String>) -> Self {
        candidates.sort_unstable();
        self.candidates = candidates;
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.answer.fmt(f)
    }
}

impl core::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid;

    #[test]
    fn a_square_is_pointed_at_once() {
        const MESSAGE: Message = Message::new("test", "{place} is taken.");
        let square = grid::Square::at(1, 3).unwrap();
        let answer = Answer::new("a.b", &MESSAGE).square("place", square);
        assert_eq!(answer.pointing_at([square, square]).squares.len(), 1);
    }
}
