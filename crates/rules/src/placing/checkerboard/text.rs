//! Parses and writes positions of Tic-Tac-Toe On A Checkerboard.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::layout::Layout;
use super::{CheckerboardTicTacToe, Exchanged, Variations, messages};
use crate::grid::SquareSet;
use crate::placing::parsed_move::ParsedMove;
use crate::placing::position_text;
use crate::{
    BySide, MessageArg, Notation, Position, PositionError, PositionErrors, Sentence, Side,
};

/// The parts of a text that could be parsed, possible in the game or not.
#[derive(Debug)]
struct Setup {
    checkers: Option<BySide<SquareSet>>,
    side: Option<Side>,
    exchanged: Option<Exchanged>,
}

pub(super) fn read(
    variation: Variations,
    text: &str,
) -> Result<CheckerboardTicTacToe, PositionErrors> {
    let mut errors = Vec::new();
    let setup = Setup::read(variation, text, &mut errors);
    errors.extend(setup.layout_error(variation));
    setup.count_errors(variation, &mut errors);
    let position = CheckerboardTicTacToe {
        checkers: setup.checkers.unwrap_or_default(),
        side: setup.side.unwrap_or(Side::First),
        exchanged: setup.exchanged.unwrap_or_default(),
        variation,
    };
    PositionErrors::or_ok(errors, position)
}

pub(super) fn write(game: &CheckerboardTicTacToe) -> String {
    let mut text = position_text::write(game.checkers, rows(game.variation), game.side());
    if game.variation.exchange {
        text.push_str(&format!(" {}", game.exchanged));
    }
    text
}

/// `5/5/2x2/5/5 o`, with a third field if players may exchange.
impl fmt::Display for CheckerboardTicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(self))
    }
}

/// The number of rows, and of columns, in the text.
fn rows(variation: Variations) -> u8 {
    if variation.floating { 8 } else { variation.size.rows() }
}

impl Setup {
    fn read(variation: Variations, text: &str, errors: &mut Vec<PositionError>) -> Setup {
        let mut fields = text.split_whitespace();
        let setup = Setup {
            checkers: position_text::parse_rows(
                fields.next().unwrap_or(""),
                rows(variation),
                errors,
            ),
            side: position_text::parse_side(fields.next(), errors),
            exchanged: if variation.exchange {
                parse_exchanged(fields.next(), errors)
            } else {
                Some(Exchanged::NotYet)
            },
        };
        position_text::expect_end(fields.next(), errors);
        setup
    }

    fn layout_error(&self, variation: Variations) -> Option<PositionError> {
        let checkers = self.checkers?;
        let layout = Layout::around(checkers.first | checkers.second)?;
        let most = variation.size.rows();
        (layout.columns() > most || layout.rows() > most).then(|| PositionError::LayoutTooLarge {
            columns: layout.columns().into(),
            rows: layout.rows().into(),
            most: most.into(),
        })
    }

    /// Adds the errors of checker counts that contradict the side to move or the exchange.
    fn count_errors(&self, variation: Variations, errors: &mut Vec<PositionError>) {
        let Some(checkers) = self.checkers else { return };
        let most = variation.size.checkers();
        let placed = checkers.map(SquareSet::len);
        for side in Side::ALL {
            if placed[side] > most {
                let name = CheckerboardTicTacToe::SIDE_NAMES[side];
                let sentence = Sentence::new(&messages::TEXT_PLACED)
                    .with("side", MessageArg::Side(name))
                    .with("count", MessageArg::Number(placed[side]))
                    .with("most", MessageArg::Number(most));
                errors.push(PositionError::Counts(sentence));
            }
        }
        let all_placed = placed.first == most && placed.second == most;
        if let Some(side) = self.side {
            let exchanging = variation.exchange && all_placed;
            if !exchanging {
                errors.extend(position_text::count_error(placed, side));
            } else if side == Side::Second && self.exchanged == Some(Exchanged::NotYet) {
                errors.push(PositionError::Counts(Sentence::new(&messages::TEXT_X_TO_MOVE)));
            }
        }
        let Some(exchanged) = self.exchanged else { return };
        if exchanged != Exchanged::NotYet && !all_placed {
            let sentence = Sentence::new(&messages::TEXT_TOO_EARLY)
                .with("most", MessageArg::Number(most))
                .with("x", MessageArg::Number(placed.first))
                .with("o", MessageArg::Number(placed.second));
            errors.push(PositionError::Counts(sentence));
        }
        for square in exchanged.squares() & !(checkers.first | checkers.second) {
            let square = MessageArg::Square(square.into());
            errors.push(PositionError::Counts(
                Sentence::new(&messages::TEXT_EMPTY).with("square", square),
            ));
        }
    }
}

/// Parses `-`, `=` or `b2=d4`, the squares in either order.
fn parse_exchanged(field: Option<&str>, errors: &mut Vec<PositionError>) -> Option<Exchanged> {
    let what = match field {
        Some("-") => return Some(Exchanged::NotYet),
        Some("=") => return Some(Exchanged::Declined),
        Some(pair) => match ParsedMove::parse(pair) {
            Some(ParsedMove::Pair(one, other)) if one != other => {
                return Some(Exchanged::Two(one.min(other), one.max(other)));
            }
            _ => &messages::TEXT_EXCHANGED,
        },
        None => &messages::TEXT_EXCHANGED_MISSING,
    };
    errors.push(PositionError::form(what));
    None
}
