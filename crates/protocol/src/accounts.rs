//! HTTP bodies under `/api/v1/accounts`, `/api/v1/session`, `/api/v1/me` and `/api/v1/recovery`:
//! accounts, and what their owners see of them.

use crownhead_arbiter::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{Nickname, Password, UserName};

/// A name and a password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewAccount {
    /// The user name.
    pub name: UserName,
    /// The password.
    pub password: Password,
}

/// What is typed to sign in; a wrong name is as wrong as a wrong password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The user name, right or wrong.
    pub name: String,
    /// The password.
    pub password: Password,
}

/// The account that one is signed in to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OwnAccount {
    /// The user name.
    pub name: String,
    /// When the account was made.
    pub made: Timestamp,
}

/// The old password, and the new one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The old password.
    pub old: Password,
    /// The new one.
    pub new: Password,
}

/// The password once more, because it cannot be undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AccountDeletion {
    /// The password.
    pub password: Password,
}

/// The mail address of an account, and the password once more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewMail {
    /// The address; none takes it away.
    #[cfg_attr(feature = "schema", schema(max_length = 200, format = "email"))]
    pub mail: Option<String>,
    /// The password.
    pub password: Password,
}

/// How an account is told of its turns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NoticeSettings {
    /// Whether by mail.
    pub mail: bool,
}

/// Whose password is lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RecoveryRequest {
    /// The user name.
    pub name: UserName,
}

/// The secret of the mail, and the new password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PasswordRecovery {
    /// The secret.
    pub secret: String,
    /// The new password.
    pub password: Password,
}

/// A player as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Profile {
    /// The user name.
    pub name: String,
    /// When the account was made.
    pub made: Timestamp,
    /// The ratings, game by game.
    pub ratings: Vec<Rating>,
}

/// A player's rating in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Rating {
    /// The name of the game.
    pub game: String,
    /// The rating.
    pub rating: i64,
    /// Its deviation.
    pub deviation: i64,
    /// Whether too little is known to be sure of it.
    pub provisional: bool,
    /// After how many games.
    pub games: i64,
}

/// A session as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SessionInfo {
    /// By which it can be ended.
    pub id: String,
    /// When it began.
    pub made: Timestamp,
    /// When it was last used, within an hour.
    pub seen: Timestamp,
    /// The program that it was begun with, as that calls itself.
    pub program: String,
    /// Whether it is the one that asks.
    pub this: bool,
}

/// The sessions of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SessionList {
    /// The sessions.
    pub sessions: Vec<SessionInfo>,
}

/// What a program may do with a token.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Read what is the account's alone.
    Read,
    /// Play in its name.
    Play,
}

/// A token that is to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is called.
    pub name: Nickname,
    /// What may be done with it.
    pub scopes: Vec<Scope>,
}

/// A token that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CreatedToken {
    /// By which it can be ended.
    pub id: String,
    /// Its secret. The server shows it once and never again.
    pub token: String,
}

/// A token as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TokenInfo {
    /// By which it can be ended.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What may be done with it.
    pub scopes: Vec<Scope>,
    /// When it was made.
    pub made: Timestamp,
}

/// The tokens of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TokenList {
    /// The tokens.
    pub tokens: Vec<TokenInfo>,
}

/// The players whom an account blocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct BlockList {
    /// Their user names.
    pub blocked: Vec<String>,
}

/// A report of a player to the operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// Whom it is about.
    pub about: UserName,
    /// The match in which it happened.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(pattern = "^[0-9A-Za-z]{8}$"))]
    pub in_match: Option<String>,
    /// The report in the words of its writer.
    #[cfg_attr(feature = "schema", schema(max_length = 1_000, pattern = r"\S"))]
    pub words: String,
}

/// The mail address of an account, as its owner sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub struct MailSettings {
    /// The address.
    pub mail: Option<String>,
    /// Whether its owner has confirmed it.
    pub mail_confirmed: bool,
    /// Whether turns are told by mail.
    pub mail_notices: bool,
}

/// Everything that is kept of an account, the matches aside.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AccountData {
    /// The user name.
    pub name: String,
    /// When the account was made.
    pub made: Timestamp,
    /// Its mail address.
    #[serde(flatten)]
    pub mail: MailSettings,
    /// Where browsers are told of the account's turns.
    pub endpoints: Vec<String>,
    /// The ratings, game by game.
    pub ratings: Vec<Rating>,
    /// The sessions.
    pub sessions: Vec<SessionInfo>,
    /// The tokens.
    pub tokens: Vec<TokenInfo>,
    /// The user names of players whom it blocks.
    pub blocked: Vec<String>,
}
