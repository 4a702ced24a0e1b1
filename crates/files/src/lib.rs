//! Files of many games: parsed in parallel batches and delivered in order, filtered, summarised,
//! deduplicated, and encoded as PDN or JSON. This crate reads from any `Read` and opens no files.
//!
//! ```
//! use crownhead_files::{GameReader, for_each_game};
//!
//! let text = "1. 11-15 22-18 *\n\n1. 11-15 11-16 *";
//! let mut lines = Vec::new();
//! for_each_game::<_, ()>(
//!     &mut GameReader::pdn(text.as_bytes()),
//!     |game| match game.and_then(|game| game.record()) {
//!         Ok(record) => format!("{} plies", record.plies().len()),
//!         Err(fault) => format!("line {}: {}", fault.line, fault.message),
//!     },
//!     |line, _| Ok(lines.push(line)),
//! )
//! .unwrap();
//! assert_eq!(lines[0], "2 plies");
//! assert!(lines[1].starts_with("line 3: 11-16: "));
//! ```

mod batches;
mod date;
mod dedupe;
mod error;
mod filter;
mod json_game;
mod json_reader;
mod reader;
mod results;
mod sample_data;
mod statistics;
mod tags;

pub use batches::for_each_game;
pub use date::{Date, ParseDateError};
pub use dedupe::{DedupeBy, FingerprintSet};
pub use error::GameFileError;
pub use filter::{Filter, ResultFilter};
pub use json_game::{JsonGame, JsonGameError, JsonMove};
pub use reader::{GameReader, ParsedGame};
pub use results::{DecidedGames, ResultReport};
pub use sample_data::{RepeatingReader, SampleGames};
pub use statistics::{GameStatistics, GameSummary, Ranking};
