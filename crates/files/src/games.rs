//! The games of a file, whichever form it has.

use std::io::Read;

use crownhead_games::Record;
use crownhead_pdn::{Game as Pdn, Reader, Tags};

use crate::json::Values;
use crate::{Fault, Written};

/// The games of a file, one at a time. A faulty one is a fault in its place, and the next goes on.
#[derive(Debug)]
pub struct Games<R>(Form<R>);

#[derive(Debug)]
enum Form<R> {
    Pdn(Reader<R>),
    Json(Values<R>),
}

/// A game as it stands in a file, not played yet.
#[derive(Clone, Debug)]
pub enum OneGame {
    /// A game of a PDN file.
    Pdn(Pdn),
    /// A game as JSON: which of the file, on which line, and what.
    Json(u64, u32, Box<Written>),
}

impl<R: Read> Games<R> {
    /// The games of a PDN file.
    pub fn pdn(input: R) -> Games<R> {
        Games(Form::Pdn(Reader::new(input)))
    }

    /// The games of a JSON file: one after the other, or in a list.
    pub fn json(input: R) -> Games<R> {
        Games(Form::Json(Values::new(input)))
    }

    /// How many bytes of the file have been read.
    pub fn bytes(&self) -> u64 {
        match &self.0 {
            Form::Pdn(reader) => reader.bytes(),
            Form::Json(values) => values.bytes(),
        }
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<OneGame, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(match &mut self.0 {
            Form::Pdn(reader) => reader.next()?.map(OneGame::Pdn).map_err(Fault::from),
            Form::Json(values) => values.next()?,
        })
    }
}

impl OneGame {
    /// The game played through, or why it cannot be.
    pub fn record(&self) -> Result<Record, Fault> {
        match self {
            OneGame::Pdn(pdn) => Record::from_pdn(pdn).map_err(Fault::from),
            OneGame::Json(game, line, written) => written.record().map_err(|bad| Fault {
                game: *game,
                line: *line,
                column: 1,
                number: None,
                says: bad.to_string(),
                is_last: false,
            }),
        }
    }

    /// Which game of its file it is, counted from 1.
    pub fn number(&self) -> u64 {
        match self {
            OneGame::Pdn(pdn) => pdn.number,
            OneGame::Json(game, ..) => *game,
        }
    }

    /// Its tags, as far as they are known before it is played.
    pub fn tags(&self) -> &Tags {
        match self {
            OneGame::Pdn(pdn) => &pdn.tags,
            OneGame::Json(_, _, written) => written.tags(),
        }
    }

    /// The game as PDN with all that the file has of it, variations too.
    pub fn pdn(&self, record: &Record) -> String {
        match self {
            OneGame::Pdn(pdn) => pdn.to_string(),
            OneGame::Json(..) => record.to_pdn().to_string(),
        }
    }
}
