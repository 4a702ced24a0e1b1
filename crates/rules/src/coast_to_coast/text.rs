//! The texts of Coast to Coast: positions, `3rrr2/4rrr1/… b 0 0`, and moves, `a3-b4`. Reading
//! what a player types as a move, and why it may be none, stands in `read`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{CHECKERS, CoastToCoast, Move, words};
use crate::grid::{Square, SquareSet};
use crate::{BySide, MessageArg, Notation, PositionError, PositionErrors, Sentence, Side};

/// Any checkers on any squares: what a text or an editor may hold, playable or not.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Where each side's checkers are.
    pub checkers: BySide<SquareSet>,
    /// Which of them are kings; squares without a checker count for nothing.
    pub kings: SquareSet,
    /// How many of each side's checkers are home and off the board.
    pub home: BySide<u32>,
    /// The side to move.
    pub side: Side,
}

impl Setup {
    /// The position, if this can be one; otherwise everything that is wrong.
    pub fn position(&self) -> Result<CoastToCoast, PositionErrors> {
        let board = Board { checkers: self.checkers, kings: self.kings };
        let mut faults = board.faults();
        for side in Side::ALL {
            faults.extend(board.not_twelve(side, self.home[side]));
        }
        PositionErrors::none_or(
            faults,
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

/// The first part of a position text.
#[derive(Copy, Clone, Default)]
struct Board {
    checkers: BySide<SquareSet>,
    kings: SquareSet,
}

impl Board {
    fn faults(&self) -> Vec<PositionError> {
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

/// Reads `3rrr2/4rrr1/… b 0 0`, and names every fault that it has at once.
impl FromStr for CoastToCoast {
    type Err = PositionErrors;

    fn from_str(text: &str) -> Result<CoastToCoast, PositionErrors> {
        read(text)
    }
}

/// `3rrr2/4rrr1/… b 0 0`: the ranks from 8 to 1, the side to move, black's and red's checkers that
/// are home.
impl fmt::Display for CoastToCoast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(self))
    }
}

/// Reads a position. Parts that can be read are judged even if others cannot.
fn read(text: &str) -> Result<CoastToCoast, PositionErrors> {
    let mut faults = Vec::new();
    let mut parts = text.split_whitespace();
    let board = parts.next().map(|part| read_board(part, &mut faults));
    let side = parts.next().map(|part| read_side(part, &mut faults));
    let black = parts.next().map(|part| read_home(Side::First, part, &mut faults));
    let red = parts.next().map(|part| read_home(Side::Second, part, &mut faults));
    if red.is_none() || parts.next().is_some() {
        faults.push(PositionError::form(&words::TEXT_PARTS));
    }
    let (board, side) = (board.flatten(), side.flatten());
    let home = BySide::new(black.flatten(), red.flatten());
    if let Some(board) = board {
        faults.extend(board.faults());
        for side in Side::ALL {
            faults.extend(home[side].and_then(|home| board.not_twelve(side, home)));
        }
    }
    let (Some(Board { checkers, kings }), Some(side), Some(black), Some(red)) =
        (board, side, home.first, home.second)
    else {
        // A part that is missing or could not be read has left a fault behind.
        return PositionErrors::none(faults)
            .and(Err(PositionError::form(&words::TEXT_NONE).into()));
    };
    let setup = Setup { checkers, kings, home: BySide::new(black, red), side };
    PositionErrors::none_or(faults, setup)?.position()
}

fn read_board(part: &str, faults: &mut Vec<PositionError>) -> Option<Board> {
    let ranks = part.split('/').take(9).count();
    if ranks != 8 {
        let count = MessageArg::Number(ranks as u32);
        faults.push(match ranks {
            9.. => PositionError::form(&words::TEXT_MANY_RANKS),
            _ => PositionError::Form(Sentence::new(&words::TEXT_RANKS).with("count", count)),
        });
        return None;
    }
    let before = faults.len();
    let mut board = Board::default();
    for (rank, row) in (0..8).rev().zip(part.split('/')) {
        if let Err(what) = board.read_rank(rank, row) {
            faults.push(PositionError::Form(
                what.with("rank", MessageArg::Number(u32::from(rank) + 1)),
            ));
        }
    }
    (faults.len() == before).then_some(board)
}

impl Board {
    /// Reads a rank; what is wrong is told without its number.
    fn read_rank(&mut self, rank: u8, row: &str) -> Result<(), Sentence> {
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
                    return Err(Sentence::new(&words::TEXT_LETTER).with("typed", letter));
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
            9.. => Err(Sentence::new(&words::TEXT_LONG_RANK)),
            _ => {
                let count = MessageArg::Number(file.into());
                Err(Sentence::new(&words::TEXT_SHORT_RANK).with("count", count))
            }
        }
    }
}

fn read_side(part: &str, faults: &mut Vec<PositionError>) -> Option<Side> {
    match part {
        "b" => Some(Side::First),
        "r" => Some(Side::Second),
        _ => {
            faults.push(PositionError::form(&words::TEXT_SIDE));
            None
        }
    }
}

fn read_home(side: Side, part: &str, faults: &mut Vec<PositionError>) -> Option<u32> {
    let digits = part.bytes().all(|byte| byte.is_ascii_digit());
    let home = digits.then(|| part.parse().ok()).flatten();
    if home.is_none() {
        let side = MessageArg::Side(CoastToCoast::SIDE_NAMES[side]);
        faults.push(PositionError::Form(Sentence::new(&words::TEXT_HOME).with("side", side)));
    }
    home
}

/// The one text of a position.
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

/// The one text of a side's move.
pub(super) fn write_move(side: Side, mv: Move) -> String {
    match mv {
        Move::Pass => "pass".to_string(),
        Move::Go { from, to, crowned: false } => format!("{from}-{to}"),
        Move::Go { from, to, crowned: true } => {
            format!("{from}-{}-{to}", CoastToCoast::home_of(!side))
        }
    }
}
