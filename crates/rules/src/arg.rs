//! What fills the places of a sentence: squares, moves, sides, numbers, what a player typed, and
//! other sentences.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::{AnySquare, Sentence};

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

/// Numbers that are written as words where something is counted.
const WORDS: [&str; 13] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// What fills a place of a [`Message`](crate::Message).
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
    /// How many there are of something; a small number is a word.
    Count(u32),
    /// What the player typed, shortened if it is long.
    Typed(String),
    /// A text that is the same in every language: a letter, a name, a position.
    Text(String),
    /// Other sentences, one after the other.
    Sentences(Vec<Sentence>),
}

/// An argument in its parts, from which a sentence in another language is put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// `square`, `squares`, `any-of`, `moves`, `side`, `number`, `typed`, `text` or `sentences`.
    pub kind: &'static str,
    /// What is named, in its order: a side by its name in English, a number in digits. Sentences are
    /// not among it.
    pub texts: Vec<String>,
    /// How many moves there are besides those that are named.
    pub others: usize,
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

    /// The same in its parts.
    pub fn parts(&self) -> Parts {
        let (kind, texts) = match self {
            Arg::Square(square) => ("square", vec![square.to_string()]),
            Arg::Squares(squares) => ("squares", names(squares)),
            Arg::AnyOf(squares) => ("any-of", names(squares)),
            Arg::Moves(moves) if moves.len() > MOST_NAMED => {
                let others = moves.len() - FEW_NAMED;
                return Parts { kind: "moves", texts: moves[..FEW_NAMED].to_vec(), others };
            }
            Arg::Moves(moves) => ("moves", moves.clone()),
            Arg::Side(side) => ("side", vec![side.english().to_owned()]),
            Arg::Number(number) | Arg::Count(number) => ("number", vec![number.to_string()]),
            Arg::Typed(text) => ("typed", vec![text.clone()]),
            Arg::Text(text) => ("text", vec![text.clone()]),
            Arg::Sentences(_) => ("sentences", Vec::new()),
        };
        Parts { kind, texts, others: 0 }
    }

    /// Whether it is named by a text that has one form, large or small.
    pub(crate) fn is_a_text(&self) -> bool {
        matches!(
            self,
            Arg::Square(_) | Arg::Squares(_) | Arg::AnyOf(_) | Arg::Moves(_) | Arg::Text(_)
        )
    }
}

fn names(squares: &[AnySquare]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}

/// The argument in English.
impl fmt::Display for Arg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Arg::Typed(text) if text.is_empty() => f.write_str("an empty text"),
            Arg::Typed(text) => write!(f, "“{text}”"),
            Arg::Count(count) if (*count as usize) < WORDS.len() => {
                f.write_str(WORDS[*count as usize])
            }
            Arg::Sentences(sentences) => {
                for (i, sentence) in sentences.iter().enumerate() {
                    write!(f, "{}{sentence}", if i == 0 { "" } else { "; " })?;
                }
                Ok(())
            }
            Arg::Squares(_) => list(f, &self.parts(), "and"),
            _ => list(f, &self.parts(), "or"),
        }
    }
}

fn list(f: &mut fmt::Formatter<'_>, parts: &Parts, last: &str) -> fmt::Result {
    let Parts { texts, others, .. } = parts;
    for (i, text) in texts.iter().enumerate() {
        match i {
            0 => f.write_str(text)?,
            _ if i + 1 == texts.len() && *others == 0 => write!(f, " {last} {text}")?,
            _ => write!(f, ", {text}")?,
        }
    }
    match others {
        0 => Ok(()),
        others => write!(f, ", {last} one of {others} others"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Message, dark};

    #[test]
    fn what_can_be_picked_is_joined_by_or_and_much_is_counted() {
        let squares = dark::Square::all().take(3).map(AnySquare::from).collect();
        assert_eq!(Arg::AnyOf(squares).to_string(), "1, 2 or 3");
        let moves = |count: u32| Arg::Moves((1..=count).map(|n| n.to_string()).collect());
        assert_eq!(moves(8).to_string(), "1, 2, 3, 4, 5, 6, 7 or 8");
        assert_eq!(moves(9).to_string(), "1, 2, 3, 4, 5, or one of 4 others");
    }

    #[test]
    fn parts_name_as_much_as_the_sentence_does() {
        let moves = |count: u32| Arg::Moves((1..=count).map(|n| n.to_string()).collect()).parts();
        assert_eq!((moves(8).texts.len(), moves(8).others), (8, 0));
        assert_eq!((moves(9).texts.len(), moves(9).others), (5, 4));
        let side = Arg::Side(SideName::OtherPlayer).parts();
        assert_eq!((side.kind, side.texts), ("side", vec!["the other player".to_owned()]));
        assert_eq!(Arg::Count(2).parts(), Arg::Number(2).parts());
    }

    #[test]
    fn what_is_counted_is_a_word_while_it_is_small() {
        assert_eq!(Arg::Count(0).to_string(), "no");
        assert_eq!(Arg::Count(12).to_string(), "twelve");
        assert_eq!(Arg::Count(13).to_string(), "13");
        assert_eq!(Arg::Number(12).to_string(), "12");
    }

    #[test]
    fn sentences_stand_one_after_the_other() {
        const ONE: Message = Message::new("test", "two checkers on {square}");
        const ALL: Message = Message::new("test", "move {number}: {why}");
        let square = |text: &str| Sentence::new(&ONE).with("square", Arg::Text(text.to_owned()));
        let why = Arg::Sentences(vec![square("1"), square("2")]);
        let all = Sentence::new(&ALL).with("number", Arg::Number(3)).with("why", why);
        assert_eq!(all.to_string(), "move 3: two checkers on 1; two checkers on 2");
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
