//! HTTP bodies under `/api/v1/matches`: opening, listing and playing matches without a WebSocket.

use crownhead_arbiter::{BySeat, Command, CommandId, Event, Timestamp, Version};
use serde::{Deserialize, Serialize};

use crate::{MatchId, Nickname, Player, SeatRequest};

/// What a request to open a match may have beside the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MatchPlayers {
    /// Who should sit in each seat.
    #[serde(default)]
    pub players: BySeat<SeatRequest>,
}

/// A match that was opened. `Link` is optional where the computer takes a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OpenedMatch<Link = SeatLink> {
    /// The match's id.
    pub id: MatchId,
    /// The number of its last event.
    pub version: Version,
    /// What gives each player their seat. The server shows it once and never again.
    pub seats: BySeat<Link>,
}

/// What gives a player their seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SeatLink {
    /// 12 letters and digits. The server stores only a hash.
    pub secret: String,
    /// A link with the secret after `#`, where no server and no log sees it.
    pub link: String,
}

impl SeatLink {
    /// The link to a seat of a match.
    pub fn new(id: MatchId, secret: impl Into<String>) -> SeatLink {
        let secret = secret.into();
        SeatLink { link: format!("/{id}#{secret}"), secret }
    }
}

/// The response with the live matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LiveMatchList {
    /// The matches, most recently changed first.
    pub matches: Vec<LiveMatch>,
}

/// A live match in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub struct LiveMatch {
    /// The match's id.
    pub id: MatchId,
    /// The game's name, such as `stack-em`.
    pub game: String,
    /// The number of its last event.
    pub version: Version,
    /// When it last changed.
    pub changed: Timestamp,
    /// Their names, or the level of the computer, by seat.
    pub players: BySeat<Player>,
}

/// A page of a match's event log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct EventPage {
    /// At most 1000, without gaps, as the reader may see them.
    pub events: Vec<Event>,
    /// Whether there are more after these.
    pub more: bool,
}

/// A player's command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CommandBody {
    /// Identifies the command when it is sent again.
    pub id: CommandId,
    /// What the player wants to do.
    pub command: Command,
}

/// The response to an executed command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CommandResponse {
    /// The command's id.
    pub id: CommandId,
    /// The version of its first event.
    pub from: Version,
    /// The version of its last event.
    pub to: Version,
    /// The events that it produced, as the player may see them.
    pub events: Vec<Event>,
}

/// A suggested move, and the reason for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct HintResponse {
    /// The move.
    pub text: String,
    /// The reason, as a sentence.
    pub sentence: String,
}

/// A player's new nickname.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RenameRequest {
    /// The nickname.
    pub name: Nickname,
}
