//! HTTP bodies under `/api/v1/accounts`, `/api/v1/session`, `/api/v1/me` and `/api/v1/recovery`:
//! accounts, and what their owners see of them.

use crownhead_arbiter::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{Nickname, Password, UserName};

/// The body that creates an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewAccount {
    /// 3 to 20 letters, digits, `-` or `_`, starting with a letter; unique in any case.
    pub name: UserName,
    /// 8 to 200 characters. The server stores only a hash.
    pub password: Password,
}

/// The body that signs in. The response does not reveal which of the two was wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The user name in any case; an invalid one gets the same response as a wrong password.
    pub name: String,
    /// Compared with the stored hash.
    pub password: Password,
}

/// The signed-in account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OwnAccount {
    /// The user name, as its owner writes it.
    pub name: String,
    /// When the account was created.
    pub made: Timestamp,
}

/// The body that changes the password.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The present password.
    pub old: Password,
    /// The next password, 8 to 200 characters.
    pub new: Password,
}

/// The body that deletes the account, which cannot be undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct AccountDeletion {
    /// Confirms that the owner asks.
    pub password: Password,
}

/// The body that sets the mail address of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewMail {
    /// The new address, at most 200 characters; none removes the old one.
    #[cfg_attr(feature = "schema", schema(max_length = 200, format = "email"))]
    pub mail: Option<String>,
    /// Confirms that the owner asks.
    pub password: Password,
}

/// The body that turns notices of the account's turns on or off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NoticeSettings {
    /// Whether the server sends mail when it is the account's turn.
    pub mail: bool,
}

/// The body that requests a recovery mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RecoveryRequest {
    /// The account whose password is lost.
    pub name: UserName,
}

/// The body that sets a new password after a recovery mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct PasswordRecovery {
    /// The end of the link in the mail; valid once, for an hour.
    pub secret: String,
    /// 8 to 200 characters.
    pub password: Password,
}

/// A player as everybody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Profile {
    /// The user name, as its owner writes it.
    pub name: String,
    /// When the account was created.
    pub made: Timestamp,
    /// The ratings, game by game.
    pub ratings: Vec<Rating>,
}

/// A player's rating in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Rating {
    /// The game's name, such as `stack-em`; every game has ratings of its own.
    pub game: String,
    /// Glicko-2, rounded; a new player has 1500.
    pub rating: i64,
    /// The rating deviation of Glicko-2, rounded.
    pub deviation: i64,
    /// Whether the deviation exceeds 110.
    pub provisional: bool,
    /// The number of rated games.
    pub games: i64,
}

/// A session as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SessionInfo {
    /// Ends it, with `DELETE`; not the secret.
    pub id: String,
    /// When it began.
    pub made: Timestamp,
    /// When it was last used, within an hour.
    pub seen: Timestamp,
    /// The `User-Agent` of the sign-in, at most 120 characters.
    pub program: String,
    /// Whether it is the session of this request.
    pub this: bool,
}

/// The sessions of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct SessionList {
    /// At most 50, the last used first.
    pub sessions: Vec<SessionInfo>,
}

/// What a program may do with a token.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Read the account and its games.
    Read,
    /// Create and accept challenges and play matches in its name.
    Play,
}

/// The body that creates a token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// A label for its owner.
    pub name: Nickname,
    /// The permissions of its holder.
    pub scopes: Vec<Scope>,
}

/// A new token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CreatedToken {
    /// Ends it, with `DELETE`; not the secret.
    pub id: String,
    /// Its secret. The server shows it once and never again.
    pub token: String,
}

/// A token as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TokenInfo {
    /// Ends it, with `DELETE`; not the secret.
    pub id: String,
    /// A label for its owner.
    pub name: String,
    /// The permissions of its holder.
    pub scopes: Vec<Scope>,
    /// When it was created.
    pub made: Timestamp,
}

/// The tokens of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct TokenList {
    /// At most 20.
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
    /// The reported player.
    pub about: UserName,
    /// The match in which it happened.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(pattern = "^[0-9A-Za-z]{8}$"))]
    pub in_match: Option<String>,
    /// The report in the words of its writer.
    #[cfg_attr(feature = "schema", schema(max_length = 1_000, pattern = r"^[\s\S]*\S[\s\S]*$"))]
    pub words: String,
}

/// The mail address of an account, as its owner sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub struct MailSettings {
    /// None if the account has no address.
    pub mail: Option<String>,
    /// Whether its owner has confirmed it.
    pub mail_confirmed: bool,
    /// Whether the server sends mail when it is the account's turn.
    pub mail_notices: bool,
}

/// All stored data of an account except its matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct AccountData {
    /// The user name, as its owner writes it.
    pub name: String,
    /// When the account was created.
    pub made: Timestamp,
    /// Its mail address.
    #[serde(flatten)]
    pub mail: MailSettings,
    /// The push endpoints of browsers that are notified of the account's turns.
    pub endpoints: Vec<String>,
    /// The ratings, game by game.
    pub ratings: Vec<Rating>,
    /// The browsers that are signed in.
    pub sessions: Vec<SessionInfo>,
    /// The tokens of programs, without their secrets.
    pub tokens: Vec<TokenInfo>,
    /// The user names of players whom it blocks.
    pub blocked: Vec<String>,
}
