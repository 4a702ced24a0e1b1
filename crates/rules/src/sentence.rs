//! Sentences for people: templates with ids, and what fills their places. The templates themselves
//! stand beside the game that they speak of.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::{MessageArg, checkers, coast_to_coast, fault, placing, stack_em};

/// A sentence for a person, with places for arguments: `Your checker on {from} can jump.`
///
/// A translation is another template for the same id.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MessageTemplate {
    /// A stable name.
    pub id: &'static str,
    /// The template in English.
    pub english: &'static str,
}

impl MessageTemplate {
    /// A message.
    pub const fn new(id: &'static str, english: &'static str) -> Self {
        MessageTemplate { id, english }
    }

    /// Whether it ends as a whole sentence does.
    fn ends(&self) -> bool {
        self.english.ends_with(['.', '?', '!'])
    }
}

/// Gives each message its constant, with an id that begins with whose it is, and lists them all as
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

/// Every message of every game, for those who say them in another language.
pub fn every_message() -> impl Iterator<Item = &'static MessageTemplate> {
    let all = [checkers::words::ALL, checkers::faults::ALL, fault::words::ALL];
    let all = all.into_iter().chain([coast_to_coast::words::ALL, stack_em::words::ALL]);
    all.chain(placing::words()).flatten()
}

/// A message with what fills its places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// The template.
    pub message: &'static MessageTemplate,
    /// What fills its places, by name.
    pub args: Vec<(&'static str, MessageArg)>,
}

impl Sentence {
    /// A sentence without arguments.
    pub fn new(message: &'static MessageTemplate) -> Self {
        Sentence { message, args: Vec::new() }
    }

    /// Fills a place.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: MessageArg) -> Self {
        self.args.push((name, arg));
        self
    }

    fn arg(&self, name: &str) -> Option<&MessageArg> {
        self.args.iter().find(|(arg, _)| *arg == name).map(|(_, arg)| arg)
    }

    fn begins_with_a_text(&self) -> bool {
        let place = self.message.english.strip_prefix('{').and_then(|rest| rest.split_once('}'));
        place.and_then(|(name, _)| self.arg(name)).is_some_and(MessageArg::is_a_text)
    }
}

/// The sentence in English. It begins with a capital, unless it begins with a square or a move:
/// their texts have one form. What has no full stop is a part of another sentence, and begins small.
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
        if !self.message.ends() || self.begins_with_a_text() {
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
    fn places_are_filled_and_sentences_begin_large() {
        const MESSAGE: MessageTemplate =
            MessageTemplate::new("test", "{side} has {squares}: {moves}.");
        let squares: Vec<AnySquare> = dark::Square::all().take(3).map(AnySquare::from).collect();
        let sentence = Sentence::new(&MESSAGE)
            .with("side", MessageArg::Side(SideName::FirstPlayer))
            .with("squares", MessageArg::Squares(squares))
            .with("moves", MessageArg::Moves(Vec::from(["1-5".to_string(), "1-6".to_string()])));
        assert_eq!(sentence.to_string(), "The first player has 1, 2 and 3: 1-5 or 1-6.");
    }

    #[test]
    fn squares_and_moves_are_never_written_large() {
        const MESSAGE: MessageTemplate = MessageTemplate::new("test", "{place} is taken.");
        let square = MessageArg::Square(grid::Square::at(1, 3).unwrap().into());
        assert_eq!(Sentence::new(&MESSAGE).with("place", square).to_string(), "b4 is taken.");
    }

    #[test]
    fn every_message_has_an_id_of_its_own() {
        let mut ids: Vec<_> = every_message().map(|message| message.id).collect();
        let all = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all);
        assert!(all > 0);
    }
}
