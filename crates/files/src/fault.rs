//! What is wrong with a game of a file, and where.

use crownhead_games::Unplayable;
use crownhead_pdn::{Error, Problem};

/// A game that cannot be read or played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which game of the file, counted from 1.
    pub game: u64,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1.
    pub column: u32,
    /// The number of the move, if it is one that is wrong.
    pub number: Option<u32>,
    /// What is wrong, in a sentence.
    pub says: String,
    /// Whether nothing more can be read from the file.
    pub is_last: bool,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault {
            game: error.game,
            line: error.place.line,
            column: error.place.column,
            number: None,
            is_last: matches!(error.problem, Problem::Input(_)),
            says: error.problem.to_string(),
        }
    }
}

impl From<Unplayable> for Fault {
    fn from(bad: Unplayable) -> Fault {
        Fault {
            game: bad.game,
            line: bad.place.line,
            column: bad.place.column,
            number: bad.number,
            is_last: false,
            says: bad.why.to_string(),
        }
    }
}
