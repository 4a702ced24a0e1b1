//! Errors in a file of games, with their positions.

use crownhead_games::ReplayError;
use crownhead_pdn::{PdnError, PdnErrorKind};

/// A game that cannot be read or played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFileError {
    /// Which game of the file, counted from 1.
    pub game: u64,
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted from 1.
    pub column: u32,
    /// The number of the faulty move, if a move is the fault.
    pub number: Option<u32>,
    /// The fault, as a sentence.
    pub message: String,
    /// Whether the rest of the file cannot be read.
    pub is_fatal: bool,
}

impl From<PdnError> for GameFileError {
    fn from(error: PdnError) -> GameFileError {
        GameFileError {
            game: error.game,
            line: error.position.line,
            column: error.position.column,
            number: None,
            is_fatal: matches!(error.kind, PdnErrorKind::Input(_)),
            message: error.kind.to_string(),
        }
    }
}

impl From<ReplayError> for GameFileError {
    fn from(bad: ReplayError) -> GameFileError {
        GameFileError {
            game: bad.game,
            line: bad.position.line,
            column: bad.position.column,
            number: bad.number,
            is_fatal: false,
            message: bad.kind.to_string(),
        }
    }
}
