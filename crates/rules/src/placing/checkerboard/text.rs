//! The text of a position of Tic-Tac-Toe On A Checkerboard, read and written.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::layout::Layout;
use super::{CheckerboardTicTacToe, Exchanged, Variation, words};
use crate::grid::SquareSet;
use crate::placing::typed::Typed;
use crate::placing::written;
use crate::{
    BySide, MessageArg, Notation, Position, PositionError, PositionErrors, Sentence, Side,
};

/// What a text says, as far as it could be read. It may be no position of the game.
#[derive(Debug)]
struct Setup {
    checkers: Option<BySide<SquareSet>>,
    side: Option<Side>,
    exchanged: Option<Exchanged>,
}

pub(super) fn read(
    variation: Variation,
    text: &str,
) -> Result<CheckerboardTicTacToe, PositionErrors> {
    let mut faults = Vec::new();
    let setup = Setup::read(variation, text, &mut faults);
    faults.extend(setup.layout_fault(variation));
    setup.count_faults(variation, &mut faults);
    let position = CheckerboardTicTacToe {
        checkers: setup.checkers.unwrap_or_default(),
        side: setup.side.unwrap_or(Side::First),
        exchanged: setup.exchanged.unwrap_or_default(),
        variation,
    };
    PositionErrors::none_or(faults, position)
}

pub(super) fn write(game: &CheckerboardTicTacToe) -> String {
    let mut text = written::write(game.checkers, rows(game.variation), game.side());
    if game.variation.exchange {
        text.push_str(&format!(" {}", game.exchanged));
    }
    text
}

/// `5/5/2x2/5/5 o`, and where players may exchange a third field.
impl fmt::Display for CheckerboardTicTacToe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(self))
    }
}

/// How many rows, and columns, are written.
fn rows(variation: Variation) -> u8 {
    if variation.floating { 8 } else { variation.size.rows() }
}

impl Setup {
    fn read(variation: Variation, text: &str, faults: &mut Vec<PositionError>) -> Setup {
        let mut fields = text.split_whitespace();
        let setup = Setup {
            checkers: written::read_rows(fields.next().unwrap_or(""), rows(variation), faults),
            side: written::read_side(fields.next(), faults),
            exchanged: if variation.exchange {
                read_exchanged(fields.next(), faults)
            } else {
                Some(Exchanged::NotYet)
            },
        };
        written::end(fields.next(), faults);
        setup
    }

    fn layout_fault(&self, variation: Variation) -> Option<PositionError> {
        let checkers = self.checkers?;
        let layout = Layout::around(checkers.first | checkers.second)?;
        let most = variation.size.rows();
        (layout.columns() > most || layout.rows() > most).then(|| PositionError::LayoutTooLarge {
            columns: layout.columns().into(),
            rows: layout.rows().into(),
            most: most.into(),
        })
    }

    /// Everything about the numbers of checkers that does not fit the side to move and the
    /// exchange.
    fn count_faults(&self, variation: Variation, faults: &mut Vec<PositionError>) {
        let Some(checkers) = self.checkers else { return };
        let most = variation.size.checkers();
        let placed = checkers.map(SquareSet::len);
        for side in Side::ALL {
            if placed[side] > most {
                let name = CheckerboardTicTacToe::SIDE_NAMES[side];
                let sentence = Sentence::new(&words::TEXT_PLACED)
                    .with("side", MessageArg::Side(name))
                    .with("count", MessageArg::Number(placed[side]))
                    .with("most", MessageArg::Number(most));
                faults.push(PositionError::Counts(sentence));
            }
        }
        let all_placed = placed.first == most && placed.second == most;
        if let Some(side) = self.side {
            let exchanging = variation.exchange && all_placed;
            if !exchanging {
                faults.extend(written::uneven(placed, side));
            } else if side == Side::Second && self.exchanged == Some(Exchanged::NotYet) {
                faults.push(PositionError::Counts(Sentence::new(&words::TEXT_X_TO_MOVE)));
            }
        }
        let Some(exchanged) = self.exchanged else { return };
        if exchanged != Exchanged::NotYet && !all_placed {
            let sentence = Sentence::new(&words::TEXT_TOO_EARLY)
                .with("most", MessageArg::Number(most))
                .with("x", MessageArg::Number(placed.first))
                .with("o", MessageArg::Number(placed.second));
            faults.push(PositionError::Counts(sentence));
        }
        for square in exchanged.squares() & !(checkers.first | checkers.second) {
            let square = MessageArg::Square(square.into());
            faults.push(PositionError::Counts(
                Sentence::new(&words::TEXT_EMPTY).with("square", square),
            ));
        }
    }
}

/// Reads `-`, `=` or `b2=d4`, the squares in either order.
fn read_exchanged(field: Option<&str>, faults: &mut Vec<PositionError>) -> Option<Exchanged> {
    let what = match field {
        Some("-") => return Some(Exchanged::NotYet),
        Some("=") => return Some(Exchanged::Declined),
        Some(pair) => match Typed::read(pair) {
            Some(Typed::Pair(one, other)) if one != other => {
                return Some(Exchanged::Two(one.min(other), one.max(other)));
            }
            _ => &words::TEXT_EXCHANGED,
        },
        None => &words::TEXT_EXCHANGED_MISSING,
    };
    faults.push(PositionError::form(what));
    None
}
