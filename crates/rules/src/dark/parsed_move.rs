//! The syntax of typed moves on the dark squares. Whether a parsed move is legal is decided by the
//! games.

use alloc::vec::Vec;

use super::{Direction, Path, Square};

/// The squares of the longest move: the start and twelve landings.
const MAX_SQUARES: usize = 13;

/// A text parsed as a step or a jump, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ParsedMove {
    /// `11-15`.
    Step(Square, Square),
    /// `22x15x8`, with or without every landing: at least two squares.
    Jump(Vec<Square>),
}

/// Why a text is neither a step nor a jump.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum MoveSyntaxError<'a> {
    /// A number that is not 1 to 32.
    NoSuchSquare(&'a str),
    /// One square and nothing else.
    OnlyASquare(Square),
    /// More squares than the longest move has.
    TooLong,
    /// Anything else.
    Other,
}

impl ParsedMove {
    /// Parses a text without looking at a position.
    pub(crate) fn parse(text: &str) -> Result<ParsedMove, MoveSyntaxError<'_>> {
        let mut squares = Vec::new();
        for part in text.split(['-', 'x']).map(str::trim) {
            if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(MoveSyntaxError::Other);
            }
            squares.push(Square::from_text(part).ok_or(MoveSyntaxError::NoSuchSquare(part))?);
            if squares.len() > MAX_SQUARES {
                return Err(MoveSyntaxError::TooLong);
            }
        }
        let dashes = text.matches('-').count();
        match squares[..] {
            [square] => Err(MoveSyntaxError::OnlyASquare(square)),
            [from, to] if dashes == 1 => Ok(ParsedMove::Step(from, to)),
            _ if dashes == 0 => Ok(ParsedMove::Jump(squares)),
            _ => Err(MoveSyntaxError::Other),
        }
    }
}

/// The squares in any text, for guessing what was meant: at most as many as the longest move has.
pub(crate) fn squares_in(text: &str) -> Vec<Square> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| Square::from_text(digits.trim_start_matches('0')))
        .take(MAX_SQUARES)
        .collect()
}

/// Whether `squares` is a route of a jump in full, or with some squares between its ends left out.
pub(crate) fn matches_route(squares: &[Square], way: &[Square]) -> bool {
    let mut rest = way.iter();
    squares.first() == way.first()
        && squares.last() == way.last()
        && squares.iter().all(|square| rest.any(|passed| passed == square))
}

/// The direction of a single jump between two squares, and the jumped square.
pub(crate) fn single_jump(from: Square, to: Square) -> Option<(Direction, Square)> {
    Direction::ALL
        .into_iter()
        .filter_map(|direction| Some((direction, from.step(direction)?)))
        .find(|&(direction, over)| over.step(direction) == Some(to))
}

impl Path {
    /// Whether a list of squares stands for this jump, in full or shortened.
    pub(crate) fn matches(self, squares: &[Square]) -> bool {
        self.is_jump() && matches_route(squares, &self.squares())
    }

    /// Whether a list of squares stands for a proper prefix of this jump, in full or shortened.
    pub(crate) fn starts_with(self, squares: &[Square]) -> bool {
        let way = self.squares();
        self.is_jump() && (2..way.len()).any(|landings| matches_route(squares, &way[..landings]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_parse_to_steps_jumps_or_errors() {
        let square = |number| Square::from_number(number).unwrap();
        assert_eq!(ParsedMove::parse("11-15"), Ok(ParsedMove::Step(square(11), square(15))));
        assert_eq!(ParsedMove::parse("9 - 013"), Err(MoveSyntaxError::NoSuchSquare("013")));
        assert_eq!(ParsedMove::parse("09-13"), Ok(ParsedMove::Step(square(9), square(13))));
        assert_eq!(
            ParsedMove::parse("1x10x19"),
            Ok(ParsedMove::Jump([1, 10, 19].map(square).to_vec()))
        );
        assert_eq!(ParsedMove::parse("11-33"), Err(MoveSyntaxError::NoSuchSquare("33")));
        assert_eq!(ParsedMove::parse("14"), Err(MoveSyntaxError::OnlyASquare(square(14))));
        for text in ["", "11-", "x", "11-15-18", "huff", "Pass", "e4", "é-é", "11x15-18"] {
            assert_eq!(ParsedMove::parse(text), Err(MoveSyntaxError::Other), "{text}");
        }
        assert_eq!(ParsedMove::parse(&["1"; 20].join("x")), Err(MoveSyntaxError::TooLong));
    }

    #[test]
    fn a_shortened_jump_keeps_its_ends_and_its_order() {
        let squares = |numbers: &[u8]| -> Vec<Square> {
            numbers.iter().map(|&number| Square::from_number(number).unwrap()).collect()
        };
        let way = squares(&[1, 10, 19, 28]);
        for short in [&[1, 28][..], &[1, 10, 28], &[1, 19, 28], &[1, 10, 19, 28]] {
            assert!(matches_route(&squares(short), &way), "{short:?}");
        }
        for other in [&[1, 19][..], &[10, 28], &[1, 19, 10, 28], &[1, 1, 28]] {
            assert!(!matches_route(&squares(other), &way), "{other:?}");
        }
    }
}
