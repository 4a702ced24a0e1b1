//! Answers to a player's "why?": a rule's id, a sentence as a template with typed arguments, and
//! the squares to point at. The sentences themselves stand beside the game they speak of.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::AnySquare;

/// A sentence for a person, with places for arguments: `Your checker on {from} can jump.`
///
/// A translation is another template for the same id.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// A stable name.
    pub id: &'static str,
    /// The template in English.
    pub english: &'static str,
}

impl Message {
    /// A message.
    pub const fn new(id: &'static str, english: &'static str) -> Self {
        Message { id, english }
    }
}

/// What a game calls one of its sides.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SideName {
    Black,
    Red,
    Dark,
    Light,
    FirstPlayer,
    SecondPlayer,
    StartingPlayer,
    OtherPlayer,
}

impl SideName {
    /// The name in English, as it stands in the middle of a sentence.
    pub const fn english(self) -> &'static str {
        match self {
            SideName::Black => "black",
            SideName::Red => "red",
            SideName::Dark => "dark",
            SideName::Light => "light",
            SideName::FirstPlayer => "the first player",
            SideName::SecondPlayer => "the second player",
            SideName::StartingPlayer => "the starting player",
            SideName::OtherPlayer => "the other player",
        }
    }
}

/// More moves than these are not all named in a sentence.
const MOST_NAMED: usize = 8;

/// So many are named then.
const FEW_NAMED: usize = 5;

/// What fills a place of a [`Message`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arg {
    /// One square.
    Square(AnySquare),
    /// Several, named one after the other with "and".
    Squares(Vec<AnySquare>),
    /// Several to pick from, named one after the other with "or".
    AnyOf(Vec<AnySquare>),
    /// Moves by their texts, named one after the other with "or"; of many, the first few.
    Moves(Vec<String>),
    /// A side.
    Side(SideName),
    /// A number.
    Number(u32),
    /// What the player typed, shortened if it is long.
    Typed(String),
}

impl Arg {
    /// The argument for a text that a player typed: at most 40 characters of it.
    pub fn typed(text: &str) -> Arg {
        let mut short: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
        if short.len() < text.len() {
            short.push('…');
        }
        Arg::Typed(short)
    }
}

impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Arg::Square(square) => write!(f, "{square}"),
            Arg::Squares(squares) => list(f, squares, "and"),
            Arg::AnyOf(squares) => list(f, squares, "or"),
            Arg::Moves(moves) if moves.len() > MOST_NAMED => {
                moves[..FEW_NAMED].iter().try_for_each(|text| write!(f, "{text}, "))?;
                write!(f, "or one of {} others", moves.len() - FEW_NAMED)
            }
            Arg::Moves(moves) => list(f, moves, "or"),
            Arg::Side(side) => f.write_str(side.english()),
            Arg::Number(number) => write!(f, "{number}"),
            Arg::Typed(text) if text.is_empty() => f.write_str("an empty text"),
            Arg::Typed(text) => write!(f, "“{text}”"),
        }
    }
}

fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T], last: &str) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        match i {
            0 => write!(f, "{item}")?,
            _ if i + 1 == items.len() => write!(f, " {last} {item}")?,
            _ => write!(f, ", {item}")?,
        }
    }
    Ok(())
}

/// An answer to "why?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The id of the rule in the [book](crate::book).
    pub rule: &'static str,
    /// The sentence.
    pub message: &'static Message,
    /// What fills its places, by name.
    pub args: Vec<(&'static str, Arg)>,
    /// The squares to point at.
    pub squares: Vec<AnySquare>,
}

impl Answer {
    /// An answer without arguments and squares.
    pub fn new(rule: &'static str, message: &'static Message) -> Self {
        Answer { rule, message, args: Vec::new(), squares: Vec::new() }
    }

    /// Fills a place of the sentence.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: Arg) -> Self {
        self.args.push((name, arg));
        self
    }

    /// Fills a place of the sentence with a square.
    #[must_use]
    pub fn square(self, name: &'static str, square: impl Into<AnySquare>) -> Self {
        self.with(name, Arg::Square(square.into()))
    }

    fn begins_with_a_text(&self) -> bool {
        let place = self.message.english.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let arg = place.and_then(|(name, _)| self.args.iter().find(|(arg, _)| *arg == name));
        matches!(arg, Some((_, Arg::Square(_) | Arg::Squares(_) | Arg::AnyOf(_) | Arg::Moves(_))))
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

/// The sentence in English. It begins with a capital, unless it begins with a square or a move:
/// their texts have one form.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let mut rest = self.message.english;
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            match self.args.iter().find(|(arg, _)| *arg == name) {
                Some((_, arg)) => text.push_str(&arg.to_string()),
                None => debug_assert!(false, "{}: nothing for {{{name}}}", self.message.id),
            }
            rest = after;
        }
        text.push_str(rest);
        if self.begins_with_a_text() {
            return f.write_str(&text);
        }
        let mut letters = text.chars();
        letters
            .next()
            .into_iter()
            .flat_map(char::to_uppercase)
            .try_for_each(|c| write!(f, "{c}"))?;
        f.write_str(letters.as_str())
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
        candidates.sort();
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
    use crate::{dark, grid};

    #[test]
    fn places_are_filled_and_sentences_begin_large() {
        const MESSAGE: Message = Message::new("test", "{side} has {squares}: {moves}.");
        let squares: Vec<AnySquare> = dark::Square::all().take(3).map(AnySquare::from).collect();
        let answer = Answer::new("a.b", &MESSAGE)
            .with("side", Arg::Side(SideName::FirstPlayer))
            .with("squares", Arg::Squares(squares))
            .with("moves", Arg::Moves(Vec::from(["1-5".to_string(), "1-6".to_string()])))
            .pointing_at([grid::Square::at(0, 0).unwrap(), grid::Square::at(0, 0).unwrap()]);
        assert_eq!(answer.to_string(), "The first player has 1, 2 and 3: 1-5 or 1-6.");
        assert_eq!(answer.squares.len(), 1);
    }

    #[test]
    fn squares_and_moves_are_never_written_large() {
        const MESSAGE: Message = Message::new("test", "{place} is taken.");
        let square = grid::Square::at(1, 3).unwrap();
        assert_eq!(Answer::new("", &MESSAGE).square("place", square).to_string(), "b4 is taken.");
    }

    #[test]
    fn what_can_be_picked_is_joined_by_or_and_much_is_counted() {
        let squares = dark::Square::all().take(3).map(AnySquare::from).collect();
        assert_eq!(Arg::AnyOf(squares).to_string(), "1, 2 or 3");
        let moves = |count: u32| Arg::Moves((1..=count).map(|n| n.to_string()).collect());
        assert_eq!(moves(8).to_string(), "1, 2, 3, 4, 5, 6, 7 or 8");
        assert_eq!(moves(9).to_string(), "1, 2, 3, 4, 5, or one of 4 others");
    }

    #[test]
    fn nothing_typed_is_called_an_empty_text() {
        assert_eq!(Arg::typed("").to_string(), "an empty text");
    }

    #[test]
    fn a_long_typed_text_is_cut() {
        assert_eq!(Arg::typed(&"é".repeat(500)).to_string().chars().count(), 43);
        assert_eq!(Arg::typed("e4\u{7}").to_string(), "“e4…”");
    }
}
