//! FEN, the text form of positions of the checkers family.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;

use super::{Board, Checkers, CheckersPhase, RuleSet};
use crate::dark::{Square, SquareSet};
use crate::{
    BySide, MessageArg, Notation, Position, PositionError, PositionErrors, Sentence, Side, SideName,
};

/// Message templates of the errors.
pub(crate) mod setup_messages {
    crate::messages! { "checkers":
        FEN_BEGINS = "fen-begins":
            "a position begins with the side to move, as in B:W21,22,K30:B1,2,K5";
        FEN_SIDE = "fen-side": "the squares of a side begin with W or B";
        FEN_TWICE = "fen-twice": "the squares of {letter} are given twice";
        FEN_MISSING = "fen-missing": "the squares of {letter} are missing";
        FEN_SQUARE = "fen-square": "{typed} is not a square from 1 to 32, or a range of them";
    }
}

/// Any men and kings on any squares, possible or not: what a board editor holds.
///
/// ```
/// use crownhead_rules::checkers::{RegalCheckers, Setup};
///
/// let mut setup = Setup::from(&RegalCheckers::start());
/// setup.men.first.remove("12".parse()?);
/// let odds: RegalCheckers = setup.position()?;
/// assert_eq!(odds.to_string(), "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The side to move.
    pub side: Side,
    /// The men of each side; several checkers on a square are an error of [`Setup::position`].
    pub men: BySide<SquareSet>,
    /// The kings of each side.
    pub kings: BySide<SquareSet>,
}

impl Setup {
    /// The position with a regular move due, or everything that makes it impossible.
    pub fn position<R: RuleSet>(self) -> Result<Checkers<R>, PositionErrors> {
        PositionErrors::or_ok(
            self.errors(R::SIDE_NAMES),
            Checkers::regular(self.board(), self.side),
        )
    }

    fn board(self) -> Board {
        let Setup { men, kings, .. } = self;
        let pieces = BySide::new(men.first | kings.first, men.second | kings.second);
        Board::new(pieces, kings.first | kings.second)
    }

    fn errors(self, names: BySide<SideName>) -> Vec<PositionError> {
        let Setup { men, kings, .. } = self;
        let mut errors = Vec::new();
        let sets = [men.first, kings.first, men.second, kings.second];
        let (all, twice) =
            sets.into_iter().fold((SquareSet::EMPTY, SquareSet::EMPTY), |(all, twice), set| {
                (all | set, twice | (all & set))
            });
        errors.extend(twice.into_iter().map(|square| PositionError::TwoOnASquare(square.into())));
        for side in Side::ALL {
            let uncrowned = men[side] & Board::far_row(side);
            errors.extend(
                uncrowned.into_iter().map(|square| PositionError::ManOnFarRow(square.into())),
            );
            let count = men[side].len() + kings[side].len();
            if count > 12 {
                errors.push(PositionError::TooMany { side: names[side], count, most: 12 });
            }
        }
        if all.is_empty() {
            errors.push(PositionError::NoChecker);
        }
        errors
    }
}

/// Copies the board and the side to move. The phase of Parker's game is lost.
impl<R: RuleSet> From<&Checkers<R>> for Setup {
    fn from(position: &Checkers<R>) -> Setup {
        let board = position.board();
        let pieces = BySide::new(board.pieces(Side::First), board.pieces(Side::Second));
        let kings = pieces.map(|pieces| pieces & board.kings());
        Setup { side: position.side(), men: pieces.map(|pieces| pieces & !board.kings()), kings }
    }
}

/// Parses a FEN with a regular move due, and reports all errors at once. The colours may come in
/// either order, with ranges such as `1-12` and a full stop at the end.
impl<R: RuleSet> FromStr for Checkers<R> {
    type Err = PositionErrors;

    fn from_str(text: &str) -> Result<Self, PositionErrors> {
        let setup = parse_setup(text, R::SIDE_NAMES)?;
        Ok(Checkers::regular(setup.board(), setup.side))
    }
}

/// The FEN, `B:W21,22,K30:B1,2,K5`. In Parker's game `(remedy)` or `(compelled)` follows if no
/// regular move is due; such a text cannot be parsed.
impl<R: RuleSet> fmt::Display for Checkers<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&fen(self.board(), self.side()))?;
        match self.checkers_phase() {
            CheckersPhase::Regular => Ok(()),
            CheckersPhase::Remedy(_) | CheckersPhase::Compelled => write!(f, " ({})", self.phase()),
        }
    }
}

/// Parses a FEN. Independent of the rule set, so that it is compiled once.
fn parse_setup(text: &str, names: BySide<SideName>) -> Result<Setup, PositionErrors> {
    let mut reader = SetupParser::default();
    let text = text.trim();
    let text = text.strip_suffix('.').unwrap_or(text);
    let mut fields = text.split(':');
    let side = match fields.next().map(str::trim) {
        Some("B") => Side::First,
        Some("W") => Side::Second,
        _ => return Err(PositionError::form(&setup_messages::FEN_BEGINS).into()),
    };
    let mut given = BySide::new(false, false);
    for field in fields {
        let field = field.trim();
        let (owner, squares) = match (field.strip_prefix('B'), field.strip_prefix('W')) {
            (Some(squares), _) => (Side::First, squares),
            (_, Some(squares)) => (Side::Second, squares),
            _ => {
                reader.form(Sentence::new(&setup_messages::FEN_SIDE));
                continue;
            }
        };
        if core::mem::replace(&mut given[owner], true) {
            reader.form(Sentence::new(&setup_messages::FEN_TWICE).with("letter", letter_of(owner)));
        }
        reader.squares(owner, squares);
    }
    for owner in Side::ALL {
        if !given[owner] {
            reader
                .form(Sentence::new(&setup_messages::FEN_MISSING).with("letter", letter_of(owner)));
        }
    }
    let SetupParser { men, kings, mut errors } = reader;
    let setup = Setup { side, men, kings };
    for error in setup.errors(names) {
        if !errors.contains(&error) {
            errors.push(error);
        }
    }
    PositionErrors::or_ok(errors, setup)
}

/// The FEN of a regular position.
pub(super) fn write<R: RuleSet>(position: &Checkers<R>) -> Option<String> {
    (position.checkers_phase() == CheckersPhase::Regular)
        .then(|| fen(position.board(), position.side()))
}

/// Independent of the rule set, so that it is compiled once.
fn fen(board: &Board, side: Side) -> String {
    let mut text = String::from(letter(side));
    for (field, side) in [(":W", Side::Second), (":B", Side::First)] {
        text.push_str(field);
        for (i, square) in board.pieces(side).into_iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            let king = if board.kings().contains(square) { "K" } else { "" };
            let _ = write!(text, "{comma}{king}{square}");
        }
    }
    text
}

const fn letter(side: Side) -> &'static str {
    match side {
        Side::First => "B",
        Side::Second => "W",
    }
}

fn letter_of(side: Side) -> MessageArg {
    MessageArg::Text(letter(side).to_owned())
}

#[derive(Default)]
struct SetupParser {
    men: BySide<SquareSet>,
    kings: BySide<SquareSet>,
    errors: Vec<PositionError>,
}

impl SetupParser {
    fn form(&mut self, what: Sentence) {
        let error = PositionError::Form(what);
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    /// Parses `21,22,K30,1-12`.
    fn squares(&mut self, side: Side, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        for item in text.split(',') {
            let item = item.trim();
            let (king, numbers) = match item.strip_prefix('K') {
                Some(numbers) => (true, numbers),
                None => (false, item),
            };
            let (low, high) = numbers.split_once('-').unwrap_or((numbers, numbers));
            match (Square::from_text(low), Square::from_text(high)) {
                (Some(low), Some(high)) if low <= high => {
                    let range = SquareSet::numbers(low.number(), high.number());
                    range.into_iter().for_each(|square| self.put(side, king, square));
                }
                _ => {
                    let item: String = item.chars().filter(|c| !c.is_control()).take(12).collect();
                    self.form(
                        Sentence::new(&setup_messages::FEN_SQUARE)
                            .with("typed", MessageArg::Typed(item)),
                    );
                }
            }
        }
    }

    fn put(&mut self, side: Side, king: bool, square: Square) {
        let set = if king { &mut self.kings[side] } else { &mut self.men[side] };
        let error = PositionError::TwoOnASquare(square.into());
        if set.contains(square) && !self.errors.contains(&error) {
            self.errors.push(error);
        }
        set.insert(square);
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;
    use crate::Notation;
    use crate::checkers::WinningMovesCheckers as Game;

    fn errors(text: &str) -> String {
        text.parse::<Game>().unwrap_err().to_string()
    }

    #[test]
    fn a_position_is_written_in_one_form() {
        assert_eq!(
            Game::start().text().unwrap(),
            "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
        );
        for text in ["B:W21-32:B1-12", " B:B1-12:W21-32. ", "B:B12,1-11:W32, 21-31"] {
            assert_eq!(text.parse::<Game>().unwrap(), Game::start(), "{text}");
        }
        for text in ["W:WK27,K30:B5,K28", "B:W:B1", "W:W5:B"] {
            assert_eq!(text.parse::<Game>().unwrap().text().unwrap(), text);
        }
    }

    #[test]
    fn every_error_is_reported_at_once() {
        assert_eq!(
            errors("B:W1,21,21,33:B21,K30,30"),
            "two checkers on 21; “33” is not a square from 1 to 32, or a range of them; two \
             checkers on 30; the man on 30 is on its far row, where it would be a king; the man \
             on 1 is on its far row, where it would be a king"
        );
        assert_eq!(errors("W:W20-32:B1-12"), "red has 13 checkers, 12 is the most");
        assert_eq!(errors("W:W:B"), "no checker on the board");
    }

    #[test]
    fn malformed_texts_name_what_is_malformed() {
        for text in ["", "b:W1:B2", "B", "B:", "B:W21", "B:W21:W22:B1", "B:W21;B1", "B:W21:Bé"] {
            assert!(text.parse::<Game>().is_err(), "{text}");
        }
        for text in ["B:W21:B5-1", "B:W21:B1-2-3", "B:W21:BK", "B:W21:B1,,2", "B:W021:B1"] {
            assert!(errors(text).contains("is not a square from 1 to 32"), "{text}");
        }
        assert!(errors("B:W2\n1\u{7}:B1").starts_with("“21” is not a square"));
    }
}
