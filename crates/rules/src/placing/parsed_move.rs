//! The syntax of typed moves in the placing games, legal or not.

use alloc::string::String;

use crate::grid::Square;

/// A text parsed as a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum ParsedMove {
    /// `c3`.
    Square(Square),
    /// `b2=d4`, in either order; the two may be the same.
    Pair(Square, Square),
    /// `pass`.
    Pass,
}

impl ParsedMove {
    /// Parses a well-formed text.
    pub(super) fn parse(text: &str) -> Option<ParsedMove> {
        if text == "pass" {
            return Some(ParsedMove::Pass);
        }
        match text.split_once('=') {
            Some((one, other)) => {
                Some(ParsedMove::Pair(Square::from_name(one)?, Square::from_name(other)?))
            }
            None => Square::from_name(text).map(ParsedMove::Square),
        }
    }

    /// Guesses what a malformed text meant: capitals, `b2-d4`, `b2xd4`, `b2 d4`, `decline`.
    pub(super) fn guess(text: &str) -> Option<ParsedMove> {
        if text.len() > 20 {
            return None;
        }
        let plain: String = text
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase())
            .collect();
        match (plain.as_str(), text) {
            ("pass" | "decline" | "skip", _) | (_, "=" | "-") => Some(ParsedMove::Pass),
            _ if plain.len() == 2 => Square::from_name(&plain).map(ParsedMove::Square),
            // Two squares, with nothing between them or with an x.
            _ => {
                let (one, other) = plain.split_at_checked(2)?;
                let other = other.strip_prefix('x').unwrap_or(other);
                Some(ParsedMove::Pair(Square::from_name(one)?, Square::from_name(other)?))
            }
        }
    }
}
