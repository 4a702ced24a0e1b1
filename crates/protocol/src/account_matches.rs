//! HTTP bodies under `/api/v1/account`: the matches of an account, listed and as they change.

use crownhead_arbiter::{BySeat, Seat, Timestamp, Version};
use serde::{Deserialize, Serialize};

use crate::{Challenge, MatchId, Player};

/// A match of an account, as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub struct AccountMatch {
    /// The match's id.
    pub id: MatchId,
    /// The name of the game.
    pub game: String,
    /// How many events it has.
    pub version: Version,
    /// When it last changed.
    pub changed: Timestamp,
    /// The owner's seat.
    pub seat: Seat,
    /// Who sits in each seat.
    pub players: BySeat<Player>,
    /// Whether a game is starting or being played.
    pub running: bool,
    /// Who is to move.
    pub turn: Option<Seat>,
    /// Whether the match waits for the owner: to move, or to decide who begins.
    pub your_turn: bool,
}

/// A page of an account's matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AccountMatchPage {
    /// The running matches first, and then the others; the latest change first in each.
    pub matches: Vec<AccountMatch>,
    /// The cursor of the next page; none on the last page.
    pub after: Option<String>,
}

/// A line of an account's event stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum AccountEvent {
    /// Everything, as the first line.
    Account {
        /// The server's time.
        now: Timestamp,
        /// The running matches, the latest change first.
        matches: Vec<AccountMatch>,
        /// The account's challenges that wait for somebody.
        challenges: Vec<Challenge>,
    },
    /// A match began, or another game of a match.
    MatchStarted {
        /// The match.
        #[serde(rename = "match")]
        playing: Box<AccountMatch>,
    },
    /// It is the owner's turn.
    YourTurn {
        /// The match.
        #[serde(rename = "match")]
        playing: Box<AccountMatch>,
    },
    /// It is not the owner's turn any more.
    TheirTurn {
        /// The match.
        #[serde(rename = "match")]
        playing: Box<AccountMatch>,
    },
    /// A game is over.
    MatchOver {
        /// The match.
        #[serde(rename = "match")]
        playing: Box<AccountMatch>,
    },
    /// Somebody accepted a challenge of the account.
    ChallengeAccepted {
        /// The challenge.
        challenge: MatchId,
        /// The match that came of it.
        #[serde(rename = "match")]
        match_id: MatchId,
    },
}
