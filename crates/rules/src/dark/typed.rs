//! What a player typed as a move over the dark squares, taken apart into squares. Whether it is
//! legal, and why not, is the games' business.

use alloc::vec::Vec;

use super::{Direction, Path, Square};

/// The squares of the longest move: the start and twelve landings.
const MOST_SQUARES: usize = 13;

/// A text as a step or a jump, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// `11-15`.
    Step(Square, Square),
    /// `22x15x8`, with or without every landing: two squares or more.
    Jump(Vec<Square>),
}

/// Why a text is neither.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable<'a> {
    /// A number that is not 1 to 32.
    NoSuchSquare(&'a str),
    /// One square and nothing else.
    OnlyASquare(Square),
    /// More squares than the longest move has.
    TooLong,
    /// Anything else.
    Other,
}

impl Typed {
    /// Takes a text apart.
    pub(crate) fn read(text: &str) -> Result<Typed, Unreadable<'_>> {
        let mut squares = Vec::new();
        for part in text.split(['-', 'x']).map(str::trim) {
            if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(Unreadable::Other);
            }
            squares.push(Square::from_text(part).ok_or(Unreadable::NoSuchSquare(part))?);
            if squares.len() > MOST_SQUARES {
                return Err(Unreadable::TooLong);
            }
        }
        let dashes = text.matches('-').count();
        match squares[..] {
            [square] => Err(Unreadable::OnlyASquare(square)),
            [from, to] if dashes == 1 => Ok(Typed::Step(from, to)),
            _ if dashes == 0 => Ok(Typed::Jump(squares)),
            _ => Err(Unreadable::Other),
        }
    }
}

/// The squares in a text of any form, for guessing what was meant: at most as many as the longest
/// move has.
pub(crate) fn squares_in(text: &str) -> Vec<Square> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| Square::from_text(digits.trim_start_matches('0')))
        .take(MOST_SQUARES)
        .collect()
}

/// Whether `squares` is the way of a jump with none or some of the squares between its ends left
/// out.
pub(crate) fn fits(squares: &[Square], way: &[Square]) -> bool {
    let mut rest = way.iter();
    squares.first() == way.first()
        && squares.last() == way.last()
        && squares.iter().all(|square| rest.any(|passed| passed == square))
}

/// The direction of a single jump between two squares, and what it goes over.
pub(crate) fn one_jump(from: Square, to: Square) -> Option<(Direction, Square)> {
    Direction::ALL
        .into_iter()
        .filter_map(|direction| Some((direction, from.step(direction)?)))
        .find(|&(direction, over)| over.step(direction) == Some(to))
}

impl Path {
    /// Whether a list of squares means this jump, in full or shortened.
    pub(crate) fn is_meant_by(self, squares: &[Square]) -> bool {
        self.is_jump() && fits(squares, &self.squares())
    }

    /// Whether a list of squares means a beginning of this jump, in full or shortened, that stops
    /// before its end.
    pub(crate) fn is_begun_by(self, squares: &[Square]) -> bool {
        let way = self.squares();
        self.is_jump() && (2..way.len()).any(|landings| fits(squares, &way[..landings]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_for_what_they_say() {
        let square = |number| Square::from_number(number).unwrap();
        assert_eq!(Typed::read("11-15"), Ok(Typed::Step(square(11), square(15))));
        assert_eq!(Typed::read("9 - 013"), Err(Unreadable::NoSuchSquare("013")));
        assert_eq!(Typed::read("09-13"), Ok(Typed::Step(square(9), square(13))));
        assert_eq!(Typed::read("1x10x19"), Ok(Typed::Jump([1, 10, 19].map(square).to_vec())));
        assert_eq!(Typed::read("11-33"), Err(Unreadable::NoSuchSquare("33")));
        assert_eq!(Typed::read("14"), Err(Unreadable::OnlyASquare(square(14))));
        for text in ["", "11-", "x", "11-15-18", "huff", "Pass", "e4", "é-é", "11x15-18"] {
            assert_eq!(Typed::read(text), Err(Unreadable::Other), "{text}");
        }
        assert_eq!(Typed::read(&["1"; 20].join("x")), Err(Unreadable::TooLong));
    }

    #[test]
    fn a_shortened_jump_keeps_its_ends_and_its_order() {
        let squares = |numbers: &[u8]| -> Vec<Square> {
            numbers.iter().map(|&number| Square::from_number(number).unwrap()).collect()
        };
        let way = squares(&[1, 10, 19, 28]);
        for short in [&[1, 28][..], &[1, 10, 28], &[1, 19, 28], &[1, 10, 19, 28]] {
            assert!(fits(&squares(short), &way), "{short:?}");
        }
        for other in [&[1, 19][..], &[10, 28], &[1, 19, 10, 28], &[1, 1, 28]] {
            assert!(!fits(&squares(other), &way), "{other:?}");
        }
    }
}
