//! `FromStr` for single values: a game, a move, a result, a time. The reader parses whole files.

use std::error;
use std::fmt;
use std::str::FromStr;

use crate::{ClockTime, MoveText, ParseMoveTextError, PdnError, PdnGame, PdnReader, PdnResult};

/// Reads the one game of a text. For a text or file of several, use a [`PdnReader`].
///
/// ```
/// use crownhead_pdn::{PdnGame, ParsePdnGameError};
///
/// let game: PdnGame = "[Event \"Club evening\"] 1. 11-15 22-18 *".parse()?;
/// assert_eq!(game.items.len(), 2);
/// assert_eq!("".parse::<PdnGame>(), Err(ParsePdnGameError::NoGame));
/// assert_eq!("1. 11-15 * 1. 9-13 *".parse::<PdnGame>(), Err(ParsePdnGameError::SeveralGames));
/// # Ok::<(), ParsePdnGameError>(())
/// ```
impl FromStr for PdnGame {
    type Err = ParsePdnGameError;

    fn from_str(text: &str) -> Result<PdnGame, ParsePdnGameError> {
        let mut games = PdnReader::new(text.as_bytes());
        let game =
            games.next().ok_or(ParsePdnGameError::NoGame)?.map_err(ParsePdnGameError::Faulty)?;
        match games.next() {
            None => Ok(game),
            Some(_) => Err(ParsePdnGameError::SeveralGames),
        }
    }
}

/// A text is not one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePdnGameError {
    /// There is nothing in it.
    NoGame,
    /// There is more than one game in it.
    SeveralGames,
    /// Its syntax is wrong.
    Faulty(PdnError),
}

impl fmt::Display for ParsePdnGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParsePdnGameError::NoGame => f.write_str("there is no game in this text"),
            ParsePdnGameError::SeveralGames => {
                f.write_str("there is more than one game in this text")
            }
            ParsePdnGameError::Faulty(error) => error.fmt(f),
        }
    }
}

impl error::Error for ParsePdnGameError {}

/// Reads a move as [`MoveText::new`] does.
impl FromStr for MoveText {
    type Err = ParseMoveTextError;

    fn from_str(text: &str) -> Result<MoveText, ParseMoveTextError> {
        MoveText::new(text)
    }
}

/// Reads a result as [`PdnResult::from_text`] does.
impl FromStr for PdnResult {
    type Err = ParsePdnResultError;

    fn from_str(text: &str) -> Result<PdnResult, ParsePdnResultError> {
        PdnResult::from_text(text).ok_or(ParsePdnResultError)
    }
}

/// Not the text of a result.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ParsePdnResultError;

impl fmt::Display for ParsePdnResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result is written 1-0, 0-1, 1/2-1/2, 0-0, 2-0, 0-2, 1-1 or *")
    }
}

impl error::Error for ParsePdnResultError {}

/// Reads a time as [`ClockTime::from_text`] does.
impl FromStr for ClockTime {
    type Err = ParseClockTimeError;

    fn from_str(text: &str) -> Result<ClockTime, ParseClockTimeError> {
        ClockTime::from_text(text).ok_or(ParseClockTimeError)
    }
}

/// Not the text of a time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ParseClockTimeError;

impl fmt::Display for ParseClockTimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a time is written h:mm:ss, as in 0:04:58 or 0:00:02.5")
    }
}

impl error::Error for ParseClockTimeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_games_parse_again() {
        for result in PdnResult::ALL {
            assert_eq!(result.to_string().parse(), Ok(result));
            assert!(ParsePdnResultError.to_string().contains(result.text()));
        }
        for time in
            [ClockTime::seconds(0), ClockTime::seconds(3599), ClockTime { millis: 7_384_056 }]
        {
            assert_eq!(time.to_string().parse(), Ok(time));
        }
        let text: MoveText = "01:10:19".parse().unwrap();
        assert_eq!(text.to_string().parse(), Ok(text));
    }

    #[test]
    fn other_files_are_refused() {
        assert_eq!("1-00".parse::<PdnResult>(), Err(ParsePdnResultError));
        assert_eq!("5:00".parse::<ClockTime>(), Err(ParseClockTimeError));
        assert_eq!("1-0".parse::<MoveText>(), Err(ParseMoveTextError));
        let faulty = "1. 11-15 (".parse::<PdnGame>().unwrap_err();
        assert!(matches!(&faulty, ParsePdnGameError::Faulty(error) if error.position.column == 10));
        assert_eq!("1. 11-15 * (".parse::<PdnGame>(), Err(ParsePdnGameError::SeveralGames));
    }
}
