//! Explanations of legal and refused moves: the rule's id, a sentence, and the squares to point at.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::{AnySquare, MessageArg, MessageTemplate, Sentence};

/// The answer to a player's "why?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The id of the rule in the [book](crate::book).
    pub rule: &'static str,
    /// The sentence to show, in English or translated by its message id.
    pub sentence: Sentence,
    /// The squares to highlight, each once.
    pub squares: Vec<AnySquare>,
}

impl Explanation {
    /// An explanation without arguments and squares.
    pub fn new(rule: &'static str, message: &'static MessageTemplate) -> Self {
        Explanation { rule, sentence: Sentence::new(message), squares: Vec::new() }
    }

    /// Fills a placeholder of the sentence.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: MessageArg) -> Self {
        self.sentence = self.sentence.with(name, arg);
        self
    }

    /// Fills a placeholder of the sentence with a square.
    #[must_use]
    pub fn square(self, name: &'static str, square: impl Into<AnySquare>) -> Self {
        self.with(name, MessageArg::Square(square.into()))
    }

    /// Adds squares to highlight and skips those that are there already.
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

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence.fmt(f)
    }
}

/// Why a text is not a legal move, as a value that a program can act on.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum MoveRefusalKind {
    /// The text is not a move of this game.
    NotAMove,
    /// The checker belongs to the other side.
    WrongSide,
    /// The square has no checker to move or to exchange.
    EmptySquare,
    /// The checker cannot move at all.
    Blocked,
    /// A man goes forward only.
    Backwards,
    /// The destination is occupied.
    Occupied,
    /// A jump is possible, so a step is not allowed.
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
    /// The opponent committed an offence, and a remedy must be chosen first.
    RemedyDue,
    /// The game has ended.
    GameOver,
    /// The destination is farther than a step goes, or not on a straight line.
    TooFar,
    /// Not along a diagonal.
    NotDiagonal,
    /// No checker between the squares can be jumped.
    NothingToJump,
    /// The jump continues where it must end.
    MustStop,
    /// A player who can move may not pass.
    CannotPass,
    /// The opponent committed no offence.
    NoRemedyDue,
    /// The checker to huff could not have jumped.
    NotACulprit,
    /// A checker may not stop in the enemy home.
    HomeBarred,
    /// A turn may not end on the square that it began on.
    SameSquare,
    /// The phase of the game does not allow this kind of move.
    NotNow,
}

impl MoveRefusalKind {
    /// The stable name in JSON and protocols.
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

/// Why a text is not a legal move in a position.
///
/// ```
/// use crownhead_rules::{MoveRefusalKind, Notation, checkers::WinningMovesCheckers};
///
/// let game: WinningMovesCheckers = "B:W18,32:B14,1".parse()?;
/// let refusal = game.parse_move("1-5").unwrap_err();
/// assert_eq!(refusal.kind, MoveRefusalKind::MustJump);
/// assert_eq!(refusal.to_string(), "You have to jump with 14: 14x23.");
/// assert_eq!(refusal.explanation.rule, "winning-moves-checkers.jump.duty");
/// assert_eq!(refusal.candidates, ["14x23"]);
/// # Ok::<(), crownhead_rules::PositionErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRefusal {
    /// The reason, for programs.
    pub kind: MoveRefusalKind,
    /// The reason, for people.
    pub explanation: Explanation,
    /// Texts of legal moves that the player may have meant, in byte order.
    pub candidates: Vec<String>,
}

impl MoveRefusal {
    /// A refusal without candidates.
    pub fn new(kind: MoveRefusalKind, explanation: Explanation) -> Self {
        MoveRefusal { kind, explanation, candidates: Vec::new() }
    }

    /// Sets the moves that the player may have meant.
    #[must_use]
    pub fn with_candidates(mut self, mut candidates: Vec<String>) -> Self {
        candidates.sort_unstable();
        self.candidates = candidates;
        self
    }
}

impl fmt::Display for MoveRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.explanation.fmt(f)
    }
}

impl core::error::Error for MoveRefusal {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid;

    #[test]
    fn squares_are_deduplicated() {
        const MESSAGE: MessageTemplate = MessageTemplate::new("test", "{place} is taken.");
        let square = grid::Square::at(1, 3).unwrap();
        let explanation = Explanation::new("a.b", &MESSAGE).square("place", square);
        assert_eq!(explanation.pointing_at([square, square]).squares.len(), 1);
    }
}
