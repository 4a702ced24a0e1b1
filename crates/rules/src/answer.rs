//! Answers to a player's "why?": a rule's id, a sentence, and the squares to point at.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::{AnySquare, MessageArg, MessageTemplate, Sentence};

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
    pub fn new(rule: &'static str, message: &'static MessageTemplate) -> Self {
        Answer { rule, sentence: Sentence::new(message), squares: Vec::new() }
    }

    /// Fills a place of the sentence.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: MessageArg) -> Self {
        self.sentence = self.sentence.with(name, arg);
        self
    }

    /// Fills a place of the sentence with a square.
    #[must_use]
    pub fn square(self, name: &'static str, square: impl Into<AnySquare>) -> Self {
        self.with(name, MessageArg::Square(square.into()))
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
pub enum MoveRefusalKind {
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

impl MoveRefusalKind {
    /// The name that JSON and protocols have for it.
    pub const fn name(self) -> &'static str {
        match self {
            MoveRefusalKind::NotAMove => "not-a-move",
            MoveRefusalKind::WrongSide => "wrong-side",
            MoveRefusalKind::EmptySquare => "empty-square",
            MoveRefusalKind::Blocked => "blocked",
            MoveRefusalKind::Backwards => "backwards",
            MoveRefusalKind::Occupied => "occupied",
            MoveRefusalKind::MustJump => "must-jump",
            MoveRefusalKind::MustGoOn => "must-go-on",
            MoveRefusalKind::Ambiguous => "ambiguous",
            MoveRefusalKind::NoFreeMove => "no-free-move",
            MoveRefusalKind::OutsideLayout => "outside-layout",
            MoveRefusalKind::AlreadyExchanged => "already-exchanged",
            MoveRefusalKind::RemedyDue => "remedy-due",
            MoveRefusalKind::GameOver => "game-over",
            MoveRefusalKind::TooFar => "too-far",
            MoveRefusalKind::NotDiagonal => "not-diagonal",
            MoveRefusalKind::NothingToJump => "nothing-to-jump",
            MoveRefusalKind::MustStop => "must-stop",
            MoveRefusalKind::CannotPass => "cannot-pass",
            MoveRefusalKind::NoRemedyDue => "no-remedy-due",
            MoveRefusalKind::NotACulprit => "not-a-culprit",
            MoveRefusalKind::HomeBarred => "home-barred",
            MoveRefusalKind::SameSquare => "same-square",
            MoveRefusalKind::NotNow => "not-now",
        }
    }
}

/// The [name](MoveRefusalKind::name).
impl fmt::Display for MoveRefusalKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a text is no legal move here.
///
/// ```
/// use crownhead_rules::{MoveRefusalKind, Notation, checkers::WinningMovesCheckers};
///
/// let game: WinningMovesCheckers = "B:W18,32:B14,1".parse()?;
/// let refusal = game.read_move("1-5").unwrap_err();
/// assert_eq!(refusal.kind, MoveRefusalKind::MustJump);
/// assert_eq!(refusal.to_string(), "Your checker on 14 can jump, so it must: 14x23.");
/// assert_eq!(refusal.answer.rule, "winning-moves-checkers.jump.duty");
/// assert_eq!(refusal.candidates, ["14x23"]);
/// # Ok::<(), crownhead_rules::PositionErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRefusal {
    /// The kind of refusal.
    pub kind: MoveRefusalKind,
    /// The rule, the sentence and the squares.
    pub answer: Answer,
    /// Texts of legal moves that the player may have meant, in byte order.
    pub candidates: Vec<String>,
}

impl MoveRefusal {
    /// A refusal without candidates.
    pub fn new(kind: MoveRefusalKind, answer: Answer) -> Self {
        MoveRefusal { kind, answer, candidates: Vec::new() }
    }

    /// The moves that the player may have meant.
    #[must_use]
    pub fn meaning(mut self, mut candidates: Vec<String>) -> Self {
        candidates.sort_unstable();
        self.candidates = candidates;
        self
    }
}

impl fmt::Display for MoveRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.answer.fmt(f)
    }
}

impl core::error::Error for MoveRefusal {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid;

    #[test]
    fn a_square_is_pointed_at_once() {
        const MESSAGE: MessageTemplate = MessageTemplate::new("test", "{place} is taken.");
        let square = grid::Square::at(1, 3).unwrap();
        let answer = Answer::new("a.b", &MESSAGE).square("place", square);
        assert_eq!(answer.pointing_at([square, square]).squares.len(), 1);
    }
}
