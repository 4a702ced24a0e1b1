//! A record as text: the PDN of one game.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crownhead_pdn::{ParsePdnGameError, PdnGame};

use super::{Record, ReplayError};

/// The [PDN](Record::to_pdn) of the game.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_pdn().fmt(f)
    }
}

/// Parses the PDN of one game and [replays it](Record::from_pdn). For a file with several, use a
/// [`PdnReader`](crownhead_pdn::PdnReader).
///
/// ```
/// use crownhead_games::Record;
///
/// let record: Record = "[RuleSet \"stack-em\"] 1. 11-15 24-20 *".parse()?;
/// assert_eq!(record.plies().len(), 2);
/// assert_eq!(record.to_string().parse(), Ok(record));
///
/// let error = "1. 11-15 22-18 2. 12-16 *".parse::<Record>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "game 1, line 1, column 19, move 2: 12-16: You have to jump with 15: 15x22."
/// );
/// # Ok::<(), crownhead_games::ParseRecordError>(())
/// ```
impl FromStr for Record {
    type Err = ParseRecordError;

    fn from_str(text: &str) -> Result<Record, ParseRecordError> {
        let pdn: PdnGame = text.parse().map_err(ParseRecordError::Syntax)?;
        Record::from_pdn(&pdn).map_err(ParseRecordError::Replay)
    }
}

/// A text is not the PDN of a game that can be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseRecordError {
    /// The text is not the PDN of one game.
    Syntax(ParsePdnGameError),
    /// The game cannot be replayed.
    Replay(ReplayError),
}

impl fmt::Display for ParseRecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseRecordError::Syntax(error) => error.fmt(f),
            ParseRecordError::Replay(error) => error.fmt(f),
        }
    }
}

impl Error for ParseRecordError {}
