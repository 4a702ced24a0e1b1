//! Message arguments: the squares, moves, sides, numbers, typed texts and nested sentences that
//! fill the placeholders of a message template.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::{AnySquare, Sentence};

/// The name that a game gives to one of its sides.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum SideName {
    Black,
    Red,
    Dark,
    Light,
    StartingPlayer,
    OtherPlayer,
}

impl SideName {
    /// The name in English, as written in the middle of a sentence.
    pub const fn english(self) -> &'static str {
        match self {
            SideName::Black => "black",
            SideName::Red => "red",
            SideName::Dark => "dark",
            SideName::Light => "light",
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

/// A sentence names all moves up to this number.
const MOST_NAMED: usize = 8;

/// If there are more, it names this many and counts the rest.
const FEW_NAMED: usize = 5;

/// The counts that are written as words.
const WORDS: [&str; 13] = [
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// What fills a placeholder of a [`MessageTemplate`](crate::MessageTemplate).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageArg {
    /// A square by its name.
    Square(AnySquare),
    /// Several squares, joined by "and".
    Squares(Vec<AnySquare>),
    /// Several squares to choose from, joined by "or".
    AnyOf(Vec<AnySquare>),
    /// Moves by their texts, joined by "or"; only the first few of many.
    Moves(Vec<String>),
    /// A side by the name that its game gives it.
    Side(SideName),
    /// A number, always in digits.
    Number(u32),
    /// A count of things, written as a word if it is small.
    Count(u32),
    /// What the player typed, shortened if it is long.
    Typed(String),
    /// A text that is the same in every language: a letter, a name, a position.
    Text(String),
    /// Nested sentences, one after the other.
    Sentences(Vec<Sentence>),
}

/// The kind of an argument. A translation chooses its words by it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum MessageArgKind {
    Square,
    Squares,
    AnyOf,
    Moves,
    Side,
    Number,
    Typed,
    Text,
    Sentences,
}

impl MessageArgKind {
    /// Every kind.
    pub const ALL: [MessageArgKind; 9] = [
        MessageArgKind::Square,
        MessageArgKind::Squares,
        MessageArgKind::AnyOf,
        MessageArgKind::Moves,
        MessageArgKind::Side,
        MessageArgKind::Number,
        MessageArgKind::Typed,
        MessageArgKind::Text,
        MessageArgKind::Sentences,
    ];

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            MessageArgKind::Square => "square",
            MessageArgKind::Squares => "squares",
            MessageArgKind::AnyOf => "any-of",
            MessageArgKind::Moves => "moves",
            MessageArgKind::Side => "side",
            MessageArgKind::Number => "number",
            MessageArgKind::Typed => "typed",
            MessageArgKind::Text => "text",
            MessageArgKind::Sentences => "sentences",
        }
    }
}

/// An argument split into parts, so that a translation can join them by the rules of its language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageArgParts {
    /// The kind of the argument.
    pub kind: MessageArgKind,
    /// The named things in order: a side by its name in English, a number in digits. Nested
    /// sentences are left out.
    pub texts: Vec<String>,
    /// The number of moves that are not named.
    pub others: usize,
}

impl MessageArg {
    /// An argument for a text that a player typed, cut after 40 characters.
    pub fn typed(text: &str) -> MessageArg {
        let mut short: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
        if short.len() < text.len() {
            short.push('…');
        }
        MessageArg::Typed(short)
    }

    /// Splits the argument for a translation.
    pub fn parts(&self) -> MessageArgParts {
        let (kind, texts) = match self {
            MessageArg::Square(square) => (MessageArgKind::Square, vec![square.to_string()]),
            MessageArg::Squares(squares) => (MessageArgKind::Squares, names(squares)),
            MessageArg::AnyOf(squares) => (MessageArgKind::AnyOf, names(squares)),
            MessageArg::Moves(moves) if moves.len() > MOST_NAMED => {
                let others = moves.len() - FEW_NAMED;
                return MessageArgParts {
                    kind: MessageArgKind::Moves,
                    texts: moves[..FEW_NAMED].to_vec(),
                    others,
                };
            }
            MessageArg::Moves(moves) => (MessageArgKind::Moves, moves.clone()),
            MessageArg::Side(side) => (MessageArgKind::Side, vec![side.english().to_owned()]),
            MessageArg::Number(number) | MessageArg::Count(number) => {
                (MessageArgKind::Number, vec![number.to_string()])
            }
            MessageArg::Typed(text) => (MessageArgKind::Typed, vec![text.clone()]),
            MessageArg::Text(text) => (MessageArgKind::Text, vec![text.clone()]),
            MessageArg::Sentences(_) => (MessageArgKind::Sentences, Vec::new()),
        };
        MessageArgParts { kind, texts, others: 0 }
    }

    /// Whether the argument is never capitalized, such as a square or a move.
    pub(crate) fn has_fixed_case(&self) -> bool {
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
    fn alternatives_are_joined_by_or_and_long_lists_are_cut() {
        let squares = dark::Square::all().take(3).map(AnySquare::from).collect();
        assert_eq!(MessageArg::AnyOf(squares).to_string(), "1, 2 or 3");
        let moves = |count: u32| MessageArg::Moves((1..=count).map(|n| n.to_string()).collect());
        assert_eq!(moves(8).to_string(), "1, 2, 3, 4, 5, 6, 7 or 8");
        assert_eq!(moves(9).to_string(), "1, 2, 3, 4, 5, or one of 4 others");
    }

    #[test]
    fn parts_list_the_same_items_as_the_sentence() {
        let moves =
            |count: u32| MessageArg::Moves((1..=count).map(|n| n.to_string()).collect()).parts();
        assert_eq!((moves(8).texts.len(), moves(8).others), (8, 0));
        assert_eq!((moves(9).texts.len(), moves(9).others), (5, 4));
        let side = MessageArg::Side(SideName::OtherPlayer).parts();
        assert_eq!(side.kind, MessageArgKind::Side);
        assert_eq!(side.texts, ["the other player"]);
        assert_eq!(MessageArg::Count(2).parts(), MessageArg::Number(2).parts());
    }

    #[test]
    fn small_counts_are_written_as_words() {
        assert_eq!(MessageArg::Count(0).to_string(), "no");
        assert_eq!(MessageArg::Count(12).to_string(), "twelve");
        assert_eq!(MessageArg::Count(13).to_string(), "13");
        assert_eq!(MessageArg::Number(12).to_string(), "12");
    }

    #[test]
    fn nested_sentences_are_joined() {
        const ONE: MessageTemplate = MessageTemplate::new("test", "two checkers on {square}");
        const ALL: MessageTemplate = MessageTemplate::new("test", "move {number}: {why}");
        let square =
            |text: &str| Sentence::new(&ONE).with("square", MessageArg::Text(text.to_owned()));
        let why = MessageArg::Sentences(vec![square("1"), square("2")]);
        let all = Sentence::new(&ALL).with("number", MessageArg::Number(3)).with("why", why);
        assert_eq!(all.to_string(), "move 3: two checkers on 1; two checkers on 2");
    }

    #[test]
    fn an_empty_text_is_called_that() {
        assert_eq!(MessageArg::typed("").to_string(), "an empty text");
    }

    #[test]
    fn a_long_typed_text_is_cut() {
        assert_eq!(MessageArg::typed(&"é".repeat(500)).to_string().chars().count(), 43);
        assert_eq!(MessageArg::typed("e4\u{7}").to_string(), "“e4…”");
    }
}
