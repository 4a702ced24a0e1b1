//! What a player can type in a placing game, whether or not it is possible at the moment.

use alloc::string::String;

use crate::grid::Square;

/// A text that has the form of a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed {
    /// `c3`.
    Square(Square),
    /// `b2=d4`, in either order; the two may be the same.
    Pair(Square, Square),
    /// `pass`.
    Pass,
}

impl Typed {
    /// Reads a text that is written as moves are.
    pub(super) fn read(text: &str) -> Option<Typed> {
        if text == "pass" {
            return Some(Typed::Pass);
        }
        match text.split_once('=') {
            Some((one, other)) => {
                Some(Typed::Pair(Square::from_name(one)?, Square::from_name(other)?))
            }
            None => Square::from_name(text).map(Typed::Square),
        }
    }

    /// Guesses what was meant by a text that is not: capitals, `b2-d4`, `b2xd4`, `b2 d4`,
    /// `decline`.
    pub(super) fn guess(text: &str) -> Option<Typed> {
        if text.len() > 20 {
            return None;
        }
        let plain: String = text
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase())
            .collect();
        match (plain.as_str(), text) {
            ("pass" | "decline" | "skip", _) | (_, "=" | "-") => Some(Typed::Pass),
            _ if plain.len() == 2 => Square::from_name(&plain).map(Typed::Square),
            // Two squares, with nothing between them or with an x.
            _ => {
                let (one, other) = plain.split_at_checked(2)?;
                let other = other.strip_prefix('x').unwrap_or(other);
                Some(Typed::Pair(Square::from_name(one)?, Square::from_name(other)?))
            }
        }
    }
}
