//! The face of Stack'Em for people: the text of a position, `R:1r,2r,14rbB,21b`, read and
//! written, with the plain data in between. What is said about moves is handed on to `explain`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::moves::KING_ME_ROW;
use super::{Stack, StackEm, book, words};
use crate::book::Rule;
use crate::dark::{Path, Square, SquareSet};
use crate::{
    ActionKind, Answer, AnySquare, BySide, Checker, MessageArg, MessageTemplate, MoveDetails,
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

    fn details(&self, mv: Path) -> MoveDetails {
        let kind = if mv.is_jump() { ActionKind::Jump } else { ActionKind::Step };
        let mut next = self.clone();
        next.play_unchecked(mv);
        MoveDetails::new(kind, mv.squares())
            .capturing(mv.jumps().map(|(over, _)| over))
            .crowning(next.kings.contains(mv.to()) && !self.kings.contains(mv.from()))
    }

    fn read_move(&self, text: &str) -> Result<Path, MoveRefusal> {
        self.move_or_refusal(text.trim())
    }

    fn permit(&self, mv: Path) -> Answer {
        self.what_it_does(mv)
    }

    fn why_ended(&self, outcome: Outcome) -> Answer {
        self.why_over(outcome)
    }

    fn checkers_on(&self, square: AnySquare) -> Vec<Checker> {
        match square {
            AnySquare::Dark(square) => checkers(self, square).collect(),
            AnySquare::Grid(_) => Vec::new(),
        }
    }
}

/// Reads `R:1r,2r,14rbB,21b`, the stacks in any order, and names every fault that it has at once.
impl FromStr for StackEm {
    type Err = PositionErrors;

    fn from_str(text: &str) -> Result<StackEm, PositionErrors> {
        read(text)
    }
}

/// `R:1r,2r,14rbB,21b`: the side to move, then the stacks by rising square.
impl fmt::Display for StackEm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(self))
    }
}

/// Any checkers on any squares: what a text says, possible in the game or not.
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

/// How many checkers a side has.
const MOST: usize = 12;

/// A text that is longer is refused without a look: with 24 checkers none reaches a tenth of it,
/// and the faults of a hostile one would fill the memory.
const LONGEST: usize = 2_000;

impl Setup {
    /// The position that can be played, or everything that keeps it from being one.
    pub fn position(&self) -> Result<StackEm, PositionErrors> {
        PositionErrors::none(self.faults())?;
        let mut position = StackEm::nothing_on_board(self.side);
        for (square, checkers) in &self.stacks {
            let stack = checkers
                .iter()
                .rev()
                .fold(Stack::EMPTY, |stack, checker| stack.on_top_of(checker.side));
            let king = checkers.last().is_some_and(|top| top.king);
            position.set_down(*square, stack, king);
        }
        Ok(position)
    }

    fn faults(&self) -> Vec<PositionError> {
        let mut faults = Vec::new();
        let mut seen = SquareSet::EMPTY;
        let mut named_twice = SquareSet::EMPTY;
        for (square, checkers) in &self.stacks {
            if seen.contains(*square) && !named_twice.contains(*square) {
                named_twice.insert(*square);
                faults.push(PositionError::TwoOnASquare((*square).into()));
            }
            seen.insert(*square);
            let Some((top, below)) = checkers.split_last() else { continue };
            if below.iter().any(|checker| checker.king) {
                faults.push(PositionError::KingBelowTop((*square).into()));
            }
            if !top.king && KING_ME_ROW[top.side].contains(*square) {
                faults.push(PositionError::ManOnFarRow((*square).into()));
            }
        }
        for side in Side::ALL {
            let checkers = self.stacks.iter().flat_map(|(_, checkers)| checkers);
            let count = checkers.filter(|checker| checker.side == side).count();
            if count > MOST {
                let side = StackEm::SIDE_NAMES[side];
                faults.push(PositionError::TooMany {
                    side,
                    count: count as u32,
                    most: MOST as u32,
                });
            }
        }
        faults
    }
}

/// Reads a position. What can be read of a text that is not of the form is looked at too, so
/// that all its faults are named.
pub(super) fn read(text: &str) -> Result<StackEm, PositionErrors> {
    let text = text.trim();
    if text.len() > LONGEST {
        let most = MessageArg::Number(LONGEST as u32);
        return Err(
            PositionError::Form(Sentence::new(&words::TEXT_TOO_LONG).with("most", most)).into()
        );
    }
    let Some((side, stacks)) = text.split_once(':') else {
        return Err(PositionError::form(&words::TEXT_FORM).into());
    };
    let mut faults = Vec::new();
    let side = match side {
        "R" => Side::First,
        "B" => Side::Second,
        _ => {
            faults.push(PositionError::Form(typed(&words::TEXT_SIDE, side)));
            Side::First
        }
    };
    let mut setup = Setup { side, stacks: Vec::new() };
    for item in stacks.split(',').filter(|_| !stacks.is_empty()) {
        match read_stack(item) {
            Ok(stack) => setup.stacks.push(stack),
            Err(what) => faults.push(PositionError::Form(what)),
        }
    }
    faults.extend(setup.faults());
    PositionErrors::none(faults)?;
    setup.position()
}

/// Reads `14rbB`.
fn read_stack(item: &str) -> Result<(Square, Vec<Checker>), Sentence> {
    let digits = item.bytes().take_while(u8::is_ascii_digit).count();
    let (number, letters) = item.split_at(digits);
    if number.is_empty() || letters.is_empty() {
        return Err(typed(&words::TEXT_STACK, item));
    }
    let Some(square) = Square::from_text(number) else {
        return Err(typed(&words::TEXT_SQUARE, number));
    };
    match letters.chars().map(read_checker).collect() {
        Some(checkers) => Ok((square, checkers)),
        None => Err(typed(&words::TEXT_LETTERS, item)),
    }
}

fn read_checker(letter: char) -> Option<Checker> {
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

/// The one text of a position.
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
