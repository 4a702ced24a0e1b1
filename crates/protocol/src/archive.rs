//! HTTP bodies under `/api/v1/games`: games that are over.

use crownhead_arbiter::{BySeat, GameNumber, Seat, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{MatchId, Player};

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub struct FinishedGame {
    /// The match that the game belongs to.
    #[serde(rename = "match")]
    pub id: MatchId,
    /// The number of the game in the match.
    pub number: GameNumber,
    /// The game's name, such as `stack-em`.
    pub game: String,
    /// Their names, or the level of the computer, by seat.
    pub players: BySeat<Player>,
    /// Who had the side that moves first.
    pub first: Option<Seat>,
    /// The seat that won; none for a draw.
    pub winner: Option<Seat>,
    /// What ended the game.
    pub reason: String,
    /// When it ended.
    pub ended: Timestamp,
    /// How many plies it had.
    pub plies: i64,
    /// How it changed the ratings, in whole points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<BySeat<i64>>,
}

/// The response to a search of the archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct FinishedGamePage {
    /// The games, most recent first.
    pub games: Vec<FinishedGame>,
    /// The cursor of the next page; none on the last page.
    pub after: Option<String>,
}
