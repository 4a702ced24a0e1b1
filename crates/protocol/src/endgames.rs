//! HTTP bodies under `/api/v1/endgames`: which endgame tables a server has. What they say of a
//! position is `crownhead_computer::EndgameAnswer`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What the tables have of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct KnownEndgames {
    /// The name of the game.
    pub game: String,
    /// Its options.
    pub options: BTreeMap<String, String>,
    /// Up to so many checkers they have every position.
    pub checkers: u8,
    /// Up to so many checkers they are made when somebody asks.
    pub makes: u8,
}
