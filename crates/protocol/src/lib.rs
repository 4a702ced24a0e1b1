//! The wire protocol between the games server and its clients: every JSON message and HTTP body as
//! a serde type, without input or output.
//!
//! The server, the terminal and the load generator use these types; the page's TypeScript types in
//! `web/src/generated/protocol.ts` are generated from them. Types of a match itself (commands,
//! events, views) come from `crownhead_arbiter`.
//!
//! ```
//! use crownhead_protocol::ClientMessage;
//!
//! let join = ClientMessage::Join { secret: None, seen: None, name: None };
//! assert_eq!(join.to_json(), r#"{"kind":"join"}"#);
//! ```

mod account_matches;
mod accounts;
mod archive;
mod challenges;
mod endgames;
mod id;
mod live;
mod matches;
mod names;
mod password;
mod players;
#[cfg(feature = "ts")]
pub mod typescript;

pub use account_matches::{AccountEvent, AccountMatch, AccountMatchPage};
pub use accounts::{
    AccountData, AccountDeletion, BlockList, CreatedToken, MailSettings, NewAccount, NewMail,
    NewPassword, NewReport, NewToken, NoticeSettings, OwnAccount, PasswordRecovery, Profile,
    Rating, RecoveryRequest, Scope, SessionInfo, SessionList, SignIn, TokenInfo, TokenList,
};
pub use archive::{FinishedGame, FinishedGamePage};
pub use challenges::{
    AcceptedChallenge, Challenge, ChallengeGuest, ChallengeHost, ChallengeList, CreatedChallenge,
    LobbyKind, LobbyMatch, LobbyView,
};
pub use endgames::KnownEndgames;
pub use id::{InvalidMatchId, MatchId};
pub use live::{ClientMessage, ServerMessage, Snapshot, online};
pub use matches::{
    CommandBody, CommandResponse, EventPage, HintResponse, LiveMatch, LiveMatchList, MatchPlayers,
    OpenedMatch, RenameRequest, SeatLink,
};
pub use names::{InvalidNickname, InvalidUserName, Nickname, UserName};
pub use password::{InvalidPassword, Password};
pub use players::{Player, SeatRequest};

/// Whether a flag says nothing, so that JSON leaves it out.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}
