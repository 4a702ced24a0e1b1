//! The reader of game files, PDN or JSON, as an iterator of parsed games.

use std::io::Read;

use crownhead_games::{Record, ResultOrder};
use crownhead_pdn::{PdnGame, PdnReader, Tags};

use crate::json_reader::JsonGames;
use crate::{GameFileError, JsonGame};

/// Iterates over the games of a file. A faulty game is an error in its place, and the iteration
/// continues with the next.
#[derive(Debug)]
pub struct GameReader<R>(Source<R>);

#[derive(Debug)]
enum Source<R> {
    Pdn(PdnReader<R>),
    Json(JsonGames<R>),
}

/// A game as the file has it: parsed, but its moves are not played yet.
#[derive(Clone, Debug)]
pub enum ParsedGame {
    /// A game of a PDN file.
    Pdn(PdnGame),
    /// A game of a JSON file: its number in the file, its line, and the game.
    Json(u64, u32, Box<JsonGame>),
}

impl<R: Read> GameReader<R> {
    /// The games of a PDN file.
    pub fn pdn(input: R) -> GameReader<R> {
        GameReader(Source::Pdn(PdnReader::new(input)))
    }

    /// The games of a JSON file: one after the other, or in a list.
    pub fn json(input: R) -> GameReader<R> {
        GameReader(Source::Json(JsonGames::new(input)))
    }

    /// How many bytes of the file have been read.
    pub fn bytes(&self) -> u64 {
        match &self.0 {
            Source::Pdn(reader) => reader.bytes(),
            Source::Json(values) => values.bytes(),
        }
    }
}

impl<R: Read> Iterator for GameReader<R> {
    type Item = Result<ParsedGame, GameFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(match &mut self.0 {
            Source::Pdn(reader) => reader.next()?.map(ParsedGame::Pdn).map_err(GameFileError::from),
            Source::Json(values) => values.next()?,
        })
    }
}

impl ParsedGame {
    /// The game played through, or why it cannot be.
    pub fn record(&self) -> Result<Record, GameFileError> {
        match self {
            ParsedGame::Pdn(pdn) => Record::from_pdn(pdn).map_err(GameFileError::from),
            ParsedGame::Json(game, line, written) => {
                written.record().map_err(|bad| GameFileError {
                    game: *game,
                    line: *line,
                    column: 1,
                    number: None,
                    message: bad.to_string(),
                    is_fatal: false,
                })
            }
        }
    }

    /// The game without its moves, if it is checkers and only the moves are faulty.
    pub fn without_moves(&self) -> Option<Record> {
        match self {
            ParsedGame::Pdn(pdn) => match Record::from_pdn(pdn) {
                Err(bad) if !bad.kind.is_other_kind() => Record::without_moves(pdn).ok(),
                _ => None,
            },
            ParsedGame::Json(..) => None,
        }
    }

    /// The game with the first mover's score first in its result, whatever order its file has. JSON
    /// has no other.
    #[must_use]
    pub fn with_results(mut self, order: ResultOrder) -> ParsedGame {
        if let ParsedGame::Pdn(pdn) = &mut self {
            order.normalize(pdn);
        }
        self
    }

    /// The game with the two scores of its result exchanged, if it is checkers: tag and terminator
    /// of PDN, each by itself. The other games never had a wrong order.
    #[must_use]
    pub fn with_swapped_result(mut self) -> ParsedGame {
        match &mut self {
            ParsedGame::Pdn(pdn) => ResultOrder::White.normalize(pdn),
            ParsedGame::Json(_, _, written) => written.swap_result(),
        }
        self
    }

    /// Which game of its file it is, counted from 1.
    pub fn number(&self) -> u64 {
        match self {
            ParsedGame::Pdn(pdn) => pdn.number,
            ParsedGame::Json(game, ..) => *game,
        }
    }

    /// Its tags, as far as they are known before it is played.
    pub fn tags(&self) -> &Tags {
        match self {
            ParsedGame::Pdn(pdn) => &pdn.tags,
            ParsedGame::Json(_, _, written) => written.tags(),
        }
    }

    /// The game as PDN with all that the file has of it, variations too.
    pub fn pdn(&self, record: &Record) -> String {
        match self {
            ParsedGame::Pdn(pdn) => pdn.to_string(),
            ParsedGame::Json(..) => record.to_pdn().to_string(),
        }
    }
}
