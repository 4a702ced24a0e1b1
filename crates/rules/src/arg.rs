//! What fills the places of a sentence: squares, moves, sides, numbers, what a player typed, and
//! other sentences.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::{AnySquare, Sentence};

/// What a game calls one of its sides.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
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

/// The name in [English](SideName::english).
impl fmt::Display for SideName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.english())
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

/// What fills a place of a [`MessageTemplate`](crate::MessageTemplate).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageArg {
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
pub struct MessageArgParts {
    /// `square`, `squares`, `any-of`, `moves`, `side`, `number`, `typed`, `text` or `sentences`.
    pub kind: &'static str,
    /// What is named, in its order: a side by its name in English, a number in digits. Sentences are
    /// not among it.
    pub texts: Vec<String>,
    /// How many moves there are besides those that are named.
    pub others: usize,
}

impl MessageArg {
    /// The argument for a text that a player typed: at most 40 characters of it.
    pub fn typed(text: &str) -> MessageArg {
        let mut short: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
        if short.len() < text.len() {
            short.push('…');
        }
        MessageArg::Typed(short)
    }

    /// The same in its parts.
    pub fn parts(&self) -> MessageArgParts {
        let (kind, texts) = match self {
            MessageArg::Square(square) => ("square", vec![square.to_string()]),
            MessageArg::Squares(squares) => ("squares", names(squares)),
            MessageArg::AnyOf(squares) => ("any-of", names(squares)),
            MessageArg::Moves(moves) if moves.len() > MOST_NAMED => {
                let others = moves.len() - FEW_NAMED;
                return MessageArgParts {
                    kind: "moves",
                    texts: moves[..FEW_NAMED].to_vec(),
                    others,
                };
            }
            MessageArg::Moves(moves) => ("moves", moves.clone()),
            MessageArg::Side(side) => ("side", vec![side.english().to_owned()]),
            MessageArg::Number(number) | MessageArg::Count(number) => {
                ("number", vec![number.to_string()])
            }
            MessageArg::Typed(text) => ("typed", vec![text.clone()]),
            MessageArg::Text(text) => ("text", vec![text.clone()]),
            MessageArg::Sentences(_) => ("sentences", Vec::new()),
        };
        MessageArgParts { kind, texts, others: 0 }
    }

    /// Whether it is named by a text that has one form, large or small.
    pub(crate) fn is_a_text(&self) -> bool {
        matches!(
            self,
            MessageArg::Square(_)
                | MessageArg::Squares(_)
                | MessageArg::AnyOf(_)
                | MessageArg::Moves(_)
                | MessageArg::Text(_)
        )
    }
}

fn names(squares: &[AnySquare]) -> Vec<String> {
    squares.iter().map(ToString::to_string).collect()
}

/// The argument in English.
impl fmt::Display for MessageArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MessageArg::Typed(text) if text.is_empty() => f.write_str("an empty text"),
            MessageArg::Typed(text) => write!(f, "“{text}”"),
            MessageArg::Count(count) if (*count as usize) < WORDS.len() => {
                f.write_str(WORDS[*count as usize])
            }
            MessageArg::Sentences(sentences) => {
                for (i, sentence) in sentences.iter().enumerate() {
                    write!(f, "{}{sentence}", if i == 0 { "" } else { "; " })?;
                }
                Ok(())
            }
            MessageArg::Squares(_) => list(f, &self.parts(), "and"),
            _ => list(f, &self.parts(), "or"),
        }
    }
}

fn list(f: &mut fmt::Formatter<'_>, parts: &MessageArgParts, last: &str) -> fmt::Result {
    let MessageArgParts { texts, others, .. } = parts;
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
    use crate::{MessageTemplate, dark};

    #[test]
    fn what_can_be_picked_is_joined_by_or_and_much_is_counted() {
        let squares = dark::Square::all().take(3).map(AnySquare::from).collect();
        assert_eq!(MessageArg::AnyOf(squares).to_string(), "1, 2 or 3");
        let moves = |count: u32| MessageArg::Moves((1..=count).map(|n| n.to_string()).collect());
        assert_eq!(moves(8).to_string(), "1, 2, 3, 4, 5, 6, 7 or 8");
        assert_eq!(moves(9).to_string(), "1, 2, 3, 4, 5, or one of 4 others");
    }

    #[test]
    fn parts_name_as_much_as_the_sentence_does() {
        let moves =
            |count: u32| MessageArg::Moves((1..=count).map(|n| n.to_string()).collect()).parts();
        assert_eq!((moves(8).texts.len(), moves(8).others), (8, 0));
        assert_eq!((moves(9).texts.len(), moves(9).others), (5, 4));
        let side = MessageArg::Side(SideName::OtherPlayer).parts();
        assert_eq!((side.kind, side.texts), ("side", vec!["the other player".to_owned()]));
        assert_eq!(MessageArg::Count(2).parts(), MessageArg::Number(2).parts());
    }

    #[test]
    fn what_is_counted_is_a_word_while_it_is_small() {
        assert_eq!(MessageArg::Count(0).to_string(), "no");
        assert_eq!(MessageArg::Count(12).to_string(), "twelve");
        assert_eq!(MessageArg::Count(13).to_string(), "13");
        assert_eq!(MessageArg::Number(12).to_string(), "12");
    }

    #[test]
    fn sentences_stand_one_after_the_other() {
        const ONE: MessageTemplate = MessageTemplate::new("test", "two checkers on {square}");
        const ALL: MessageTemplate = MessageTemplate::new("test", "move {number}: {why}");
        let square =
            |text: &str| Sentence::new(&ONE).with("square", MessageArg::Text(text.to_owned()));
        let why = MessageArg::Sentences(vec![square("1"), square("2")]);
        let all = Sentence::new(&ALL).with("number", MessageArg::Number(3)).with("why", why);
        assert_eq!(all.to_string(), "move 3: two checkers on 1; two checkers on 2");
    }

    #[test]
    fn nothing_typed_is_called_an_empty_text() {
        assert_eq!(MessageArg::typed("").to_string(), "an empty text");
    }

    #[test]
    fn a_long_typed_text_is_cut() {
        assert_eq!(MessageArg::typed(&"é".repeat(500)).to_string().chars().count(), 43);
        assert_eq!(MessageArg::typed("e4\u{7}").to_string(), "“e4…”");
    }
}
