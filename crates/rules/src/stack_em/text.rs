//! The face of Stack'Em for people: the text of a position, `R:1r,2r,14rbB,21b`, read and
//! written, with the plain data in between. What is said about moves is handed on to `explain`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::moves::KING_ME_ROW;
use super::{Stack, StackEm, book, words};
use crate::book::Rule;
use crate::dark::{Path, Square, SquareSet};
use crate::{
    Answer, AnySquare, Arg, BySide, Checker, Fault, Faults, Message, Notation, Outcome, Position,
    Refusal, Sentence, Side, SideName,
};

impl Notation for StackEm {
    type Variant = ();

    const BOOK: &'static [Rule] = book::BOOK;

    const SIDE_NAMES: BySide<SideName> = BySide::new(SideName::Red, SideName::Black);

    fn from_text((): (), text: &str) -> Result<StackEm, Faults> {
        read(text)
    }

    fn text(&self) -> Option<String> {
        Some(write(self))
    }

    fn move_text(&self, mv: Path) -> String {
        mv.to_string()
    }

    fn trail(&self, mv: Path) -> Vec<AnySquare> {
        mv.squares().into_iter().map(AnySquare::from).collect()
    }

    fn read_move(&self, text: &str) -> Result<Path, Refusal> {
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

/// Any checkers on any squares: what a text says, possible in the game or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The side to move.
    pub side: Side,
    /// The stacks in any order, each from bottom to top.
    pub stacks: Vec<(Square, Vec<Checker>)>,
}

/// How many checkers a side has.
const MOST: usize = 12;

/// A text that is longer is refused without a look: with 24 checkers none reaches a tenth of it,
/// and the faults of a hostile one would fill the memory.
const LONGEST: usize = 2_000;

impl Setup {
    /// The position that can be played, or everything that keeps it from being one.
    pub fn position(&self) -> Result<StackEm, Faults> {
        Faults::none_or(self.faults(), ())?;
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

    fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut seen = SquareSet::EMPTY;
        let mut named_twice = SquareSet::EMPTY;
        for (square, checkers) in &self.stacks {
            if seen.contains(*square) && !named_twice.contains(*square) {
                named_twice.insert(*square);
                faults.push(Fault::TwoOnASquare((*square).into()));
            }
            seen.insert(*square);
            let Some((top, below)) = checkers.split_last() else { continue };
            if below.iter().any(|checker| checker.king) {
                faults.push(Fault::KingBelowTop((*square).into()));
            }
            if !top.king && KING_ME_ROW[top.side].contains(*square) {
                faults.push(Fault::ManOnFarRow((*square).into()));
            }
        }
        for side in Side::ALL {
            let checkers = self.stacks.iter().flat_map(|(_, checkers)| checkers);
            let count = checkers.filter(|checker| checker.side == side).count();
            if count > MOST {
                let side = StackEm::SIDE_NAMES[side];
                faults.push(Fault::TooMany { side, count: count as u32, most: MOST as u32 });
            }
        }
        faults
    }
}

/// Reads a position. What can be read of a text that is not of the form is looked at too, so
/// that all its faults are named.
pub(super) fn read(text: &str) -> Result<StackEm, Faults> {
    let text = text.trim();
    if text.len() > LONGEST {
        let most = Arg::Number(LONGEST as u32);
        return Err(Fault::Form(Sentence::new(&words::TEXT_TOO_LONG).with("most", most)).into());
    }
    let Some((side, stacks)) = text.split_once(':') else {
        return Err(Fault::form(&words::TEXT_FORM).into());
    };
    let mut faults = Vec::new();
    let side = match side {
        "R" => Side::First,
        "B" => Side::Second,
        _ => {
            faults.push(Fault::Form(typed(&words::TEXT_SIDE, side)));
            Side::First
        }
    };
    let mut setup = Setup { side, stacks: Vec::new() };
    for item in stacks.split(',').filter(|_| !stacks.is_empty()) {
        match read_stack(item) {
            Ok(stack) => setup.stacks.push(stack),
            Err(what) => faults.push(Fault::Form(what)),
        }
    }
    faults.extend(setup.faults());
    Faults::none_or(faults, ())?;
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

fn typed(message: &'static Message, text: &str) -> Sentence {
    Sentence::new(message).with("typed", Arg::typed(text))
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
