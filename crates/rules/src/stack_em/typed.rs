//! What a player typed as a move, taken apart into squares, and the legal moves that fit it. Why
//! a text fits none is not here.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::StackEm;
use super::text::read_square;
use crate::Position;
use crate::dark::{Path, Square};

/// The squares of the longest move: the start and twelve landings.
const MOST_SQUARES: usize = 13;

/// A text as a move of this game, legal or not.
pub(super) enum Typed {
    /// `11-15`.
    Step(Square, Square),
    /// `22x15x8`, with or without every landing: two squares or more.
    Jump(Vec<Square>),
}

/// Why a text is no move of this game, whatever the position.
pub(super) enum Unreadable<'a> {
    /// Passing is asked for.
    Pass,
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
    /// Takes a text apart; of one with too many squares no more than the longest move has.
    pub(super) fn read(text: &str) -> Result<Typed, Unreadable<'_>> {
        if text == "pass" {
            return Err(Unreadable::Pass);
        }
        let is_separator = |c: char| matches!(c, '-' | 'x');
        let mut squares = Vec::new();
        for part in text.split(is_separator) {
            if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(Unreadable::Other);
            }
            squares.push(read_square(part).ok_or(if part.starts_with('0') && part != "0" {
                Unreadable::Other
            } else {
                Unreadable::NoSuchSquare(part)
            })?);
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
pub(super) fn squares_in(text: &str) -> Vec<Square> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| read_square(digits.trim_start_matches('0')))
        .take(MOST_SQUARES)
        .collect()
}

impl StackEm {
    /// The legal moves for which `fits`.
    pub(super) fn legal(&self, mut fits: impl FnMut(Path) -> bool) -> Vec<Path> {
        let mut moves = Vec::new();
        self.each_move(|mv| {
            if fits(mv) {
                moves.push(mv);
            }
        });
        moves
    }

    /// The jumps that a list of squares means: the one that lands on just these, or else all that
    /// begin and end like it and leave none of them out.
    pub(super) fn jumps_meant(&self, squares: &[Square]) -> Vec<Path> {
        let fitting = self.legal(|mv| mv.is_jump() && fits(squares, &mv.squares()));
        match fitting.iter().find(|mv| mv.squares() == squares) {
            Some(exact) => Vec::from([*exact]),
            None => fitting,
        }
    }
}

/// Whether `squares` is `way` with none or some of its squares between the ends left out.
pub(super) fn fits(squares: &[Square], way: &[Square]) -> bool {
    let mut rest = way.iter();
    squares.first() == way.first()
        && squares.last() == way.last()
        && squares.iter().all(|square| rest.any(|passed| passed == square))
}

/// The texts of moves.
pub(super) fn texts(moves: &[Path]) -> Vec<String> {
    moves.iter().map(Path::to_string).collect()
}
