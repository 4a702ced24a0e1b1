//! HTTP bodies under `/api/v1/challenges` and `/api/v1/lobby`: finding somebody to play with.

use crownhead_arbiter::{BySeat, MatchSettings, Seat, Timestamp, Version};
use serde::{Deserialize, Serialize};

use crate::{MatchId, Nickname, Player, is_false};

/// What a request to make a challenge may have beside the settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ChallengeHost {
    /// The nickname of the player who waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Nickname>,
    /// The seat of the player who waits; seat one if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// Whether the lobby shows the challenge. Otherwise only those who have its link see it.
    #[serde(default = "yes")]
    pub listed: bool,
}

fn yes() -> bool {
    true
}

/// A challenge that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub struct CreatedChallenge {
    /// The challenge's id.
    pub id: MatchId,
    /// The secret of the seat in the match that follows. The server shows it once and never again.
    pub secret: String,
    /// When the challenge expires, unless its maker looks at it before.
    pub until: Timestamp,
}

/// A challenge, as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub struct Challenge {
    /// The challenge's id.
    pub id: MatchId,
    /// The settings of the match.
    pub settings: MatchSettings,
    /// The name of the player who waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether the name belongs to an account.
    #[serde(default, skip_serializing_if = "is_false")]
    pub account: bool,
    /// The seat of the player who waits.
    pub seat: Seat,
    /// When it was made.
    pub made: Timestamp,
    /// The match that somebody opened by accepting it.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_id: Option<MatchId>,
}

/// The response with the waiting challenges, at most 200.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChallengeList {
    /// The newest first.
    pub challenges: Vec<Challenge>,
}

/// Who accepts a challenge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ChallengeGuest {
    /// The nickname of the player who accepts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Nickname>,
}

/// The seat of the player who accepted a challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AcceptedChallenge {
    /// The match's id.
    pub id: MatchId,
    /// The number of its last event.
    pub version: Version,
    /// The player's seat.
    pub seat: Seat,
    /// The secret of the seat.
    pub secret: String,
    /// A link with the secret after `#`.
    pub link: String,
}

/// The lobby: open challenges and live matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LobbyView {
    /// Always `lobby`; tells it from other messages of a stream.
    pub kind: LobbyKind,
    /// The open challenges, newest first.
    pub challenges: Vec<Challenge>,
    /// The most recently changed matches in which two players have met, by id: both are known by
    /// name, or somebody has moved.
    pub matches: Vec<LobbyMatch>,
}

/// The kind of a [`LobbyView`].
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum LobbyKind {
    /// The only kind there is.
    #[default]
    Lobby,
}

/// A live match in the lobby.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub struct LobbyMatch {
    /// The match's id.
    pub id: MatchId,
    /// The game's name, such as `stack-em`.
    pub game: String,
    /// Their names, or the level of the computer, by seat.
    pub players: BySeat<Player>,
}
