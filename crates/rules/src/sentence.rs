//! Sentences for people: message templates with ids, and the arguments that fill them. Each game
//! has its templates in its `messages` module.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::{MessageArg, checkers, coast_to_coast, placing, position_error, stack_em};

/// A sentence with placeholders for arguments: `Your checker on {from} can jump.`
///
/// A translation is another template for the same id.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MessageTemplate {
    /// The stable id, by which translations find the message.
    pub id: &'static str,
    /// The template in English, with placeholders in braces.
    pub english: &'static str,
}

impl MessageTemplate {
    /// A template; the id must be unique.
    pub const fn new(id: &'static str, english: &'static str) -> Self {
        MessageTemplate { id, english }
    }

    /// Whether it ends like a sentence; otherwise it is a part of one.
    fn is_full_sentence(&self) -> bool {
        self.english.ends_with(['.', '?', '!'])
    }
}

/// Declares each message as a constant whose id begins with the owner's name, and lists them all as
/// `ALL`.
#[macro_export]
macro_rules! messages {
    ($of:literal: $($NAME:ident = $id:literal: $english:literal;)*) => {
        $(pub(crate) const $NAME: $crate::MessageTemplate =
            $crate::MessageTemplate::new(concat!($of, ".", $id), $english);)*

        /// All of them.
        pub(crate) const ALL: &[$crate::MessageTemplate] = &[$($NAME),*];
    };
}

/// Every message of every game, for translations.
pub fn every_message() -> impl Iterator<Item = &'static MessageTemplate> {
    let all =
        [checkers::messages::ALL, checkers::setup_messages::ALL, position_error::messages::ALL];
    let all = all.into_iter().chain([coast_to_coast::messages::ALL, stack_em::messages::ALL]);
    all.chain(placing::words()).flatten()
}

/// A message with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The template, which also identifies the sentence.
    pub message: &'static MessageTemplate,
    /// The arguments by the names of their placeholders.
    pub args: Vec<(&'static str, MessageArg)>,
}

impl Sentence {
    /// A sentence without arguments.
    pub fn new(message: &'static MessageTemplate) -> Self {
        Sentence { message, args: Vec::new() }
    }

    /// Fills a placeholder.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: MessageArg) -> Self {
        self.args.push((name, arg));
        self
    }

    fn arg(&self, name: &str) -> Option<&MessageArg> {
        self.args.iter().find(|(arg, _)| *arg == name).map(|(_, arg)| arg)
    }

    fn begins_with_fixed_case(&self) -> bool {
        let place = self.message.english.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        place.and_then(|(name, _)| self.arg(name)).is_some_and(MessageArg::has_fixed_case)
    }
}

/// The sentence in English. It is capitalized unless it begins with a square or a move, or is only
/// a part of a sentence, without a full stop.
impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        let mut rest = self.message.english;
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            match self.arg(name) {
                Some(arg) => text.push_str(&arg.to_string()),
                None => debug_assert!(false, "{}: nothing for {{{name}}}", self.message.id),
            }
            rest = after;
        }
        text.push_str(rest);
        if !self.message.is_full_sentence() || self.begins_with_fixed_case() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnySquare, SideName, dark, grid};

    #[test]
    fn placeholders_are_filled_and_sentences_are_capitalized() {
        const MESSAGE: MessageTemplate =
            MessageTemplate::new("test", "{side} has {squares}: {moves}.");
        let squares: Vec<AnySquare> = dark::Square::all().take(3).map(AnySquare::from).collect();
        let sentence = Sentence::new(&MESSAGE)
            .with("side", MessageArg::Side(SideName::StartingPlayer))
            .with("squares", MessageArg::Squares(squares))
            .with("moves", MessageArg::Moves(Vec::from(["1-5".to_string(), "1-6".to_string()])));
        assert_eq!(sentence.to_string(), "The starting player has 1, 2 and 3: 1-5 or 1-6.");
    }

    #[test]
    fn squares_and_moves_are_never_capitalized() {
        const MESSAGE: MessageTemplate = MessageTemplate::new("test", "{place} is taken.");
        let square = MessageArg::Square(grid::Square::at(1, 3).unwrap().into());
        assert_eq!(Sentence::new(&MESSAGE).with("place", square).to_string(), "b4 is taken.");
    }

    #[test]
    fn message_ids_are_unique() {
        let mut ids: Vec<_> = every_message().map(|message| message.id).collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all);
        assert!(all > 0);
    }
}
