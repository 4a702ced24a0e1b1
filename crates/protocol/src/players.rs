//! Players of a match: who sits in a seat, and who asks for one.

use serde::{Deserialize, Serialize};

use crate::{Nickname, is_false};

/// Who sits in a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub struct Player {
    /// The player's nickname or user name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The computer's level, if the computer plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computer: Option<u8>,
    /// Whether the name belongs to an account, so nobody else can have it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub account: bool,
}

/// Who should sit in a seat of a match that is being opened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SeatRequest {
    /// The player's nickname.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Nickname>,
    /// The computer, at this level from 1 to 10.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 10))]
    pub computer: Option<u8>,
    /// Whether the person who opens the match sits here, under their account.
    #[serde(default, skip_serializing_if = "is_false")]
    pub me: bool,
}
