//! The parts of a position's text that both placing games have: the rows and the side to move.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::messages;
use crate::grid::{Square, SquareSet};
use crate::{
    AnySquare, BySide, Checker, MessageArg, MessageTemplate, PositionError, Sentence, Side,
};

/// Parses `size` rows of `size` squares, the highest first: `x`, `o`, and digits for empty squares.
pub(super) fn parse_rows(
    text: &str,
    size: u8,
    errors: &mut Vec<PositionError>,
) -> Option<BySide<SquareSet>> {
    let found = if text.is_empty() { 0 } else { text.split('/').count() };
    if found != usize::from(size) {
        errors.push(PositionError::Form(must_be(&messages::TEXT_ROWS, size, found)));
        return None;
    }
    let before = errors.len();
    let mut checkers = BySide::<SquareSet>::default();
    for (rank, row) in (0..size).rev().zip(text.split('/')) {
        if let Err(what) = parse_row(row, rank, size, &mut checkers) {
            errors.push(PositionError::Form(
                what.with("row", MessageArg::Number(u32::from(rank) + 1)),
            ));
        }
    }
    (errors.len() == before).then_some(checkers)
}

fn must_be(message: &'static MessageTemplate, size: u8, count: usize) -> Sentence {
    let sentence = Sentence::new(message).with("size", MessageArg::Number(size.into()));
    sentence.with("count", MessageArg::Number(u32::try_from(count).unwrap_or(u32::MAX)))
}

/// Parses a row. The error does not name the row; the caller adds it.
fn parse_row(
    row: &str,
    rank: u8,
    size: u8,
    checkers: &mut BySide<SquareSet>,
) -> Result<(), Sentence> {
    let mut file = 0_usize;
    for c in row.chars() {
        let side = match c {
            'x' => Side::First,
            'o' => Side::Second,
            '1'..='8' => {
                file += c as usize - '0' as usize;
                continue;
            }
            _ => {
                let typed = MessageArg::Typed(c.escape_debug().to_string());
                return Err(Sentence::new(&messages::TEXT_LETTER).with("typed", typed));
            }
        };
        if let Some(square) = u8::try_from(file).ok().and_then(|file| Square::at(file, rank)) {
            checkers[side].insert(square);
        }
        file += 1;
    }
    if file == usize::from(size) {
        Ok(())
    } else {
        Err(must_be(&messages::TEXT_SQUARES, size, file))
    }
}

/// Parses the side to move.
pub(super) fn parse_side(field: Option<&str>, errors: &mut Vec<PositionError>) -> Option<Side> {
    let side = match field {
        Some("x") => return Some(Side::First),
        Some("o") => return Some(Side::Second),
        Some(_) => &messages::TEXT_SIDE,
        None => &messages::TEXT_SIDE_MISSING,
    };
    errors.push(PositionError::form(side));
    None
}

/// Adds an error if another field follows.
pub(super) fn expect_end(field: Option<&str>, errors: &mut Vec<PositionError>) {
    if field.is_some() {
        errors.push(PositionError::form(&messages::TEXT_MORE));
    }
}

/// The error of checker counts that are impossible with this side to move.
pub(super) fn count_error(placed: BySide<u32>, side: Side) -> Option<PositionError> {
    let (x, o) = (placed.first, placed.second);
    let rule = match side {
        Side::First if x != o => &messages::UNEVEN_X,
        Side::Second if x != o + 1 => &messages::UNEVEN_O,
        _ => return None,
    };
    let sentence =
        Sentence::new(rule).with("x", MessageArg::Number(x)).with("o", MessageArg::Number(o));
    Some(PositionError::Counts(sentence))
}

/// Writes the rows and the side to move.
pub(super) fn write(checkers: BySide<SquareSet>, size: u8, side: Side) -> String {
    let mut text = String::new();
    for rank in (0..size).rev() {
        let mut empty = 0;
        for square in (0..size).filter_map(|file| Square::at(file, rank)) {
            let Some(side) = owner(checkers, square) else {
                empty += 1;
                continue;
            };
            push_empty(&mut text, &mut empty);
            text.push(letter(side));
        }
        push_empty(&mut text, &mut empty);
        if rank > 0 {
            text.push('/');
        }
    }
    text.push(' ');
    text.push(letter(side));
    text
}

pub(super) fn owner(checkers: BySide<SquareSet>, square: Square) -> Option<Side> {
    Side::ALL.into_iter().find(|&side| checkers[side].contains(square))
}

pub(super) fn checkers_on(checkers: BySide<SquareSet>, square: AnySquare) -> Vec<Checker> {
    match square {
        AnySquare::Grid(square) => {
            Vec::from_iter(owner(checkers, square).map(|side| Checker { side, king: false }))
        }
        AnySquare::Dark(_) => Vec::new(),
    }
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'x',
        Side::Second => 'o',
    }
}

fn push_empty(text: &mut String, empty: &mut u8) {
    if *empty > 0 {
        text.push(char::from(b'0' + *empty));
        *empty = 0;
    }
}
