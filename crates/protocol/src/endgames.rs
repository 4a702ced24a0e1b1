//! HTTP bodies under `/api/v1/endgames`: which endgame tables a server has. What they say of a
//! position is `crownhead_computer::EndgameAnswer`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The endgame tables of a game with its options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct KnownEndgames {
    /// The game's name, such as `stack-em`.
    pub game: String,
    /// Every option of the game with its value.
    pub options: BTreeMap<String, String>,
    /// The tables are complete up to this number of checkers.
    pub checkers: u8,
    /// The server builds tables up to this number of checkers on demand.
    pub makes: u8,
}
