//! The people of the games room: what they are called, and how they find each other.

pub mod accounts;
pub mod analysis;
pub mod archive;
pub mod challenges;
pub mod export;
pub mod lobby;
pub mod mail;
mod name;
pub mod players;
pub mod results;

pub use name::{BadName, Nickname};
pub(crate) use players::Person;
pub use players::{Player, Seated};
