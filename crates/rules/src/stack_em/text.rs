//! `Notation` of Stack'Em: parses and writes positions, `R:1r,2r,14rbB,21b`. Explanations are in
//! `explain`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::moves::KING_ME_ROW;
use super::{Stack, StackEm, book, messages};
use crate::book::Rule;
use crate::dark::{Path, Square, SquareSet};
use crate::{
    ActionKind, AnySquare, BySide, Checker, Explanation, MessageArg, MessageTemplate, MoveDetails,
    MoveRefusal, Notation, Outcome, Position, PositionError, PositionErrors, Sentence, Side,
    SideName,
};

impl Notation for StackEm {
    const BOOK: &'static [Rule] = book::BOOK;

    const SIDE_NAMES: BySide<SideName> = BySide::new(SideName::Red, SideName::Black);

    fn text(&self) -> Option<String> {
        Some(write(self))
    }

    fn move_text(&self, mv: Path) -> String {
        mv.to_string()
    }

    fn move_details(&self, mv: Path) -> MoveDetails {
        let kind = if mv.is_jump() { ActionKind::Jump } else { ActionKind::Step };
        let mut next = self.clone();
        next.play_unchecked(mv);
        MoveDetails::new(kind, mv.squares())
            .with_captures(mv.jumps().map(|(over, _)| over))
            .with_crowned(next.kings.contains(mv.to()) && !self.kings.contains(mv.from()))
    }

    fn parse_move(&self, text: &str) -> Result<Path, MoveRefusal> {
        self.parse_legal_move(text.trim())
    }

    fn explain_move(&self, mv: Path) -> Explanation {
        self.explain_legal_move(mv)
    }

    fn explain_outcome(&self, outcome: Outcome) -> Explanation {
        self.explain_end(outcome)
    }

    fn checkers_on(&self, square: AnySquare) -> Vec<Checker> {
        match square {
            AnySquare::Dark(square) => checkers(self, square).collect(),
            AnySquare::Grid(_) => Vec::new(),
        }
    }
}

/// Parses `R:1r,2r,14rbB,21b`, the stacks in any order, and reports all errors at once.
impl FromStr for StackEm {
    type Err = PositionErrors;

    fn from_str(text: &str) -> Result<StackEm, PositionErrors> {
        parse(text)
    }
}

/// `R:1r,2r,14rbB,21b`: the side to move, then the stacks by rising square.
impl fmt::Display for StackEm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(self))
    }
}

/// Any checkers on any squares, possible or not: what a board editor holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The side to move.
    pub side: Side,
    /// The stacks in any order, each from bottom to top.
    pub stacks: Vec<(Square, Vec<Checker>)>,
}

impl From<&StackEm> for Setup {
    fn from(position: &StackEm) -> Setup {
        let occupied = position.tops.first | position.tops.second;
        let stack = |square| (square, checkers(position, square).collect());
        Setup { side: position.side(), stacks: occupied.into_iter().map(stack).collect() }
    }
}

/// The number of checkers of a side at the start.
const CHECKERS_PER_SIDE: usize = 12;

/// Longer texts are refused unparsed: no position with 24 checkers needs a tenth of this, and the
/// errors of a hostile text would fill the memory.
const MAX_TEXT_LENGTH: usize = 2_000;

impl Setup {
    /// The position, or everything that makes it impossible.
    pub fn position(&self) -> Result<StackEm, PositionErrors> {
        PositionErrors::check(self.errors())?;
        let mut position = StackEm::empty_board(self.side);
        for (square, checkers) in &self.stacks {
            let stack = checkers
                .iter()
                .rev()
                .fold(Stack::EMPTY, |stack, checker| stack.on_top_of(checker.side));
            let king = checkers.last().is_some_and(|top| top.king);
            position.put_stack(*square, stack, king);
        }
        Ok(position)
    }

    fn errors(&self) -> Vec<PositionError> {
        let mut errors = Vec::new();
        let mut named = SquareSet::EMPTY;
        let mut named_twice = SquareSet::EMPTY;
        for (square, checkers) in &self.stacks {
            if named.contains(*square) && !named_twice.contains(*square) {
                named_twice.insert(*square);
                errors.push(PositionError::TwoOnASquare((*square).into()));
            }
            named.insert(*square);
            let Some((top, below)) = checkers.split_last() else { continue };
            if below.iter().any(|checker| checker.king) {
                errors.push(PositionError::KingBelowTop((*square).into()));
            }
            if !top.king && KING_ME_ROW[top.side].contains(*square) {
                errors.push(PositionError::ManOnFarRow((*square).into()));
            }
        }
        for side in Side::ALL {
            let checkers = self.stacks.iter().flat_map(|(_, checkers)| checkers);
            let count = checkers.filter(|checker| checker.side == side).count();
            if count > CHECKERS_PER_SIDE {
                let side = StackEm::SIDE_NAMES[side];
                errors.push(PositionError::TooMany {
                    side,
                    count: count as u32,
                    most: CHECKERS_PER_SIDE as u32,
                });
            }
        }
        errors
    }
}

/// Parses a position. The well-formed parts of a malformed text are checked too, so that all errors
/// are reported.
pub(super) fn parse(text: &str) -> Result<StackEm, PositionErrors> {
    let text = text.trim();
    if text.len() > MAX_TEXT_LENGTH {
        let most = MessageArg::Number(MAX_TEXT_LENGTH as u32);
        return Err(PositionError::Form(
            Sentence::new(&messages::TEXT_TOO_LONG).with("most", most),
        )
        .into());
    }
    let Some((side, stacks)) = text.split_once(':') else {
        return Err(PositionError::form(&messages::TEXT_FORM).into());
    };
    let mut errors = Vec::new();
    let side = match side {
        "R" => Side::First,
        "B" => Side::Second,
        _ => {
            errors.push(PositionError::Form(typed(&messages::TEXT_SIDE, side)));
            Side::First
        }
    };
    let mut setup = Setup { side, stacks: Vec::new() };
    for item in stacks.split(',').filter(|_| !stacks.is_empty()) {
        match parse_stack(item) {
            Ok(stack) => setup.stacks.push(stack),
            Err(what) => errors.push(PositionError::Form(what)),
        }
    }
    errors.extend(setup.errors());
    PositionErrors::check(errors)?;
    setup.position()
}

/// Parses `14rbB`.
fn parse_stack(item: &str) -> Result<(Square, Vec<Checker>), Sentence> {
    let digits = item.bytes().take_while(u8::is_ascii_digit).count();
    let (number, letters) = item.split_at(digits);
    if number.is_empty() || letters.is_empty() {
        return Err(typed(&messages::TEXT_STACK, item));
    }
    let Some(square) = Square::from_text(number) else {
        return Err(typed(&messages::TEXT_SQUARE, number));
    };
    match letters.chars().map(parse_checker).collect() {
        Some(checkers) => Ok((square, checkers)),
        None => Err(typed(&messages::TEXT_LETTERS, item)),
    }
}

fn parse_checker(letter: char) -> Option<Checker> {
    let (side, king) = match letter {
        'r' => (Side::First, false),
        'R' => (Side::First, true),
        'b' => (Side::Second, false),
        'B' => (Side::Second, true),
        _ => return None,
    };
    Some(Checker { side, king })
}

fn typed(message: &'static MessageTemplate, text: &str) -> Sentence {
    Sentence::new(message).with("typed", MessageArg::typed(text))
}

/// The canonical text of a position.
pub(super) fn write(position: &StackEm) -> String {
    let mut text = String::from(if position.side() == Side::First { "R:" } else { "B:" });
    for square in position.tops.first | position.tops.second {
        if !text.ends_with(':') {
            text.push(',');
        }
        text.push_str(&square.to_string());
        text.extend(checkers(position, square).map(letter));
    }
    text
}

fn letter(checker: Checker) -> char {
    match (checker.side, checker.king) {
        (Side::First, false) => 'r',
        (Side::First, true) => 'R',
        (Side::Second, false) => 'b',
        (Side::Second, true) => 'B',
    }
}

/// The checkers on a square, from bottom to top.
pub(super) fn checkers(position: &StackEm, square: Square) -> impl Iterator<Item = Checker> {
    let stack = position.stack(square);
    let last = stack.height();
    let crowned = position.kings.contains(square);
    (1..).zip(stack.owners()).map(move |(n, side)| Checker { side, king: crowned && n == last })
}
