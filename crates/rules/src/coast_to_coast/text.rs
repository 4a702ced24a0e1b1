//! The texts of Coast to Coast: positions, `3rrr2/4rrr1/… b 0 0`, and moves, `a3-b4`. Moves that a
//! player types are parsed in `parse_move`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{CHECKERS, CoastToCoast, Move, messages};
use crate::grid::{Square, SquareSet};
use crate::{BySide, MessageArg, Notation, PositionError, PositionErrors, Sentence, Side};

/// Any checkers on any squares, possible or not: what a board editor holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The checkers of each side on the board.
    pub checkers: BySide<SquareSet>,
    /// Which of them are kings; squares without a checker are ignored.
    pub kings: SquareSet,
    /// How many of each side's checkers are home and off the board.
    pub home: BySide<u32>,
    /// The side to move.
    pub side: Side,
}

impl Setup {
    /// The position, or everything that makes it impossible.
    pub fn position(&self) -> Result<CoastToCoast, PositionErrors> {
        let board = Board { checkers: self.checkers, kings: self.kings };
        let mut errors = board.errors();
        for side in Side::ALL {
            errors.extend(board.not_twelve(side, self.home[side]));
        }
        PositionErrors::or_ok(
            errors,
            CoastToCoast {
                checkers: self.checkers,
                kings: self.kings & (self.checkers.first | self.checkers.second),
                home: self.home.map(|home| home as u8),
                side: self.side,
            },
        )
    }
}

impl From<&CoastToCoast> for Setup {
    fn from(position: &CoastToCoast) -> Setup {
        Setup {
            checkers: position.checkers,
            kings: position.kings,
            home: position.home.map(u32::from),
            side: position.side,
        }
    }
}

/// The board part of a position text.
#[derive(Copy, Clone, Default)]
struct Board {
    checkers: BySide<SquareSet>,
    kings: SquareSet,
}

impl Board {
    fn errors(&self) -> Vec<PositionError> {
        let BySide { first, second } = self.checkers;
        let twice =
            (first & second).into_iter().map(|square| PositionError::TwoOnASquare(square.into()));
        let homes = Side::ALL.map(CoastToCoast::home_of).into_iter();
        let on_home = homes
            .filter(|&home| (first | second).contains(home))
            .map(|home| PositionError::CheckerOnHome(home.into()));
        twice.chain(on_home).collect()
    }

    fn not_twelve(&self, side: Side, home: u32) -> Option<PositionError> {
        let count = self.checkers[side].len().saturating_add(home);
        let side = CoastToCoast::SIDE_NAMES[side];
        (count != u32::from(CHECKERS)).then_some(PositionError::NotTwelve { side, count })
    }
}

/// Parses `3rrr2/4rrr1/… b 0 0`, and reports all errors at once.
impl FromStr for CoastToCoast {
    type Err = PositionErrors;

    fn from_str(text: &str) -> Result<CoastToCoast, PositionErrors> {
        parse(text)
    }
}

/// `3rrr2/4rrr1/… b 0 0`: the ranks from 8 to 1, the side to move, black's and red's checkers that
/// are home.
impl fmt::Display for CoastToCoast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(self))
    }
}

/// Parses a position. Well-formed parts are checked even if others are malformed.
fn parse(text: &str) -> Result<CoastToCoast, PositionErrors> {
    let mut errors = Vec::new();
    let mut parts = text.split_whitespace();
    let board = parts.next().map(|part| parse_board(part, &mut errors));
    let side = parts.next().map(|part| parse_side(part, &mut errors));
    let black = parts.next().map(|part| parse_home(Side::First, part, &mut errors));
    let red = parts.next().map(|part| parse_home(Side::Second, part, &mut errors));
    if red.is_none() || parts.next().is_some() {
        errors.push(PositionError::form(&messages::TEXT_PARTS));
    }
    let (board, side) = (board.flatten(), side.flatten());
    let home = BySide::new(black.flatten(), red.flatten());
    if let Some(board) = board {
        errors.extend(board.errors());
        for side in Side::ALL {
            errors.extend(home[side].and_then(|home| board.not_twelve(side, home)));
        }
    }
    let (Some(Board { checkers, kings }), Some(side), Some(black), Some(red)) =
        (board, side, home.first, home.second)
    else {
        // A missing or malformed part has already added an error.
        return PositionErrors::check(errors)
            .and(Err(PositionError::form(&messages::TEXT_NONE).into()));
    };
    let setup = Setup { checkers, kings, home: BySide::new(black, red), side };
    PositionErrors::or_ok(errors, setup)?.position()
}

fn parse_board(part: &str, errors: &mut Vec<PositionError>) -> Option<Board> {
    let ranks = part.split('/').take(9).count();
    if ranks != 8 {
        let count = MessageArg::Number(ranks as u32);
        errors.push(match ranks {
            9.. => PositionError::form(&messages::TEXT_MANY_RANKS),
            _ => PositionError::Form(Sentence::new(&messages::TEXT_RANKS).with("count", count)),
        });
        return None;
    }
    let before = errors.len();
    let mut board = Board::default();
    for (rank, row) in (0..8).rev().zip(part.split('/')) {
        if let Err(what) = board.parse_rank(rank, row) {
            errors.push(PositionError::Form(
                what.with("rank", MessageArg::Number(u32::from(rank) + 1)),
            ));
        }
    }
    (errors.len() == before).then_some(board)
}

impl Board {
    /// Parses a rank. The error does not name the rank; the caller adds it.
    fn parse_rank(&mut self, rank: u8, row: &str) -> Result<(), Sentence> {
        let mut file = 0_u8;
        for letter in row.chars() {
            let (side, king) = match letter {
                '1'..='8' => {
                    file = file.saturating_add(letter as u8 - b'0');
                    continue;
                }
                'b' => (Side::First, false),
                'B' => (Side::First, true),
                'r' => (Side::Second, false),
                'R' => (Side::Second, true),
                _ => {
                    let letter = MessageArg::Typed(letter.escape_debug().to_string());
                    return Err(Sentence::new(&messages::TEXT_LETTER).with("typed", letter));
                }
            };
            if let Some(square) = Square::at(file, rank) {
                self.checkers[side].insert(square);
                if king {
                    self.kings.insert(square);
                }
            }
            file = file.saturating_add(1);
        }
        match file {
            8 => Ok(()),
            9.. => Err(Sentence::new(&messages::TEXT_LONG_RANK)),
            _ => {
                let count = MessageArg::Number(file.into());
                Err(Sentence::new(&messages::TEXT_SHORT_RANK).with("count", count))
            }
        }
    }
}

fn parse_side(part: &str, errors: &mut Vec<PositionError>) -> Option<Side> {
    match part {
        "b" => Some(Side::First),
        "r" => Some(Side::Second),
        _ => {
            errors.push(PositionError::form(&messages::TEXT_SIDE));
            None
        }
    }
}

fn parse_home(side: Side, part: &str, errors: &mut Vec<PositionError>) -> Option<u32> {
    let digits = part.bytes().all(|byte| byte.is_ascii_digit());
    let home = digits.then(|| part.parse().ok()).flatten();
    if home.is_none() {
        let side = MessageArg::Side(CoastToCoast::SIDE_NAMES[side]);
        errors.push(PositionError::Form(Sentence::new(&messages::TEXT_HOME).with("side", side)));
    }
    home
}

/// The canonical text of a position.
pub(super) fn write(position: &CoastToCoast) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for square in (0..8).filter_map(|file| Square::at(file, rank)) {
            let Some(letter) = letter(position, square) else {
                empty += 1;
                continue;
            };
            write_gap(&mut text, empty);
            empty = 0;
            text.push(letter);
        }
        write_gap(&mut text, empty);
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    let side = if position.side == Side::First { 'b' } else { 'r' };
    let BySide { first, second } = position.home;
    text + &format!("{side} {first} {second}")
}

fn letter(position: &CoastToCoast, square: Square) -> Option<char> {
    let side = Side::ALL.into_iter().find(|&side| position.checkers[side].contains(square))?;
    Some(match (side, position.kings.contains(square)) {
        (Side::First, false) => 'b',
        (Side::First, true) => 'B',
        (Side::Second, false) => 'r',
        (Side::Second, true) => 'R',
    })
}

fn write_gap(text: &mut String, empty: u32) {
    if empty > 0 {
        *text += &empty.to_string();
    }
}

/// The canonical text of a side's move.
pub(super) fn write_move(side: Side, mv: Move) -> String {
    match mv {
        Move::Pass => "pass".to_string(),
        Move::Go { from, to, crowned: false } => format!("{from}-{to}"),
        Move::Go { from, to, crowned: true } => {
            format!("{from}-{}-{to}", CoastToCoast::home_of(!side))
        }
    }
}
