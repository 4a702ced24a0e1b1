//! What a text of a player in the checkers family says, whether it is legal or not.

use alloc::vec::Vec;

use super::text::square;
use crate::dark::Square;

/// A move as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tried<'a> {
    /// `11-15`
    Step(Square, Square),
    /// `22x15x8`: two squares or more.
    Jump(Vec<Square>),
    /// `pass`
    Pass,
    /// `compel`
    Compel,
    /// `huff 14`
    Huff(Square),
    /// `stand`
    Stand,
    /// Of the form, but with a number that no square has.
    NoSuchSquare(&'a str),
    /// Anything else.
    Nonsense,
}

/// More squares than any jump has, a square left out or not.
const MOST_SQUARES: usize = 14;

impl<'a> Tried<'a> {
    pub(super) fn read(text: &'a str) -> Tried<'a> {
        match text {
            "pass" => return Tried::Pass,
            "compel" => return Tried::Compel,
            "stand" => return Tried::Stand,
            _ => {}
        }
        if let Some(culprit) = text.strip_prefix("huff ") {
            return match squares(&[culprit.trim()]) {
                Ok(squares) => Tried::Huff(squares[0]),
                Err(wrong) => wrong,
            };
        }
        if let Some((from, to)) = text.split_once('-') {
            return match squares(&[from.trim(), to.trim()]) {
                Ok(squares) => Tried::Step(squares[0], squares[1]),
                Err(wrong) => wrong,
            };
        }
        let parts: Vec<&str> = text.split('x').map(str::trim).take(MOST_SQUARES).collect();
        match parts.len() {
            2..MOST_SQUARES => squares(&parts).map_or_else(|wrong| wrong, Tried::Jump),
            _ => Tried::Nonsense,
        }
    }
}

fn squares<'a>(parts: &[&'a str]) -> Result<Vec<Square>, Tried<'a>> {
    let number = |part: &str| {
        (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !parts.iter().all(|part| number(part)) {
        return Err(Tried::Nonsense);
    }
    parts.iter().map(|part| square(part).ok_or(Tried::NoSuchSquare(part))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_for_what_they_say() {
        let square = |number| Square::from_number(number).unwrap();
        assert_eq!(Tried::read("11-15"), Tried::Step(square(11), square(15)));
        assert_eq!(Tried::read("1x10x19"), Tried::Jump([1, 10, 19].map(square).to_vec()));
        assert_eq!(Tried::read("huff 14"), Tried::Huff(square(14)));
        assert_eq!(Tried::read("11-33"), Tried::NoSuchSquare("33"));
        for text in ["", "11", "11-", "x", "11-15-18", "huff", "Pass", "e4", "é-é", "11x15-18"] {
            assert_eq!(Tried::read(text), Tried::Nonsense, "{text}");
        }
        let long = ["1"; 20].join("x");
        assert_eq!(Tried::read(&long), Tried::Nonsense);
    }
}
