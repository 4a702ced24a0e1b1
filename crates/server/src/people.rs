//! The people of the games room: what they are called, and how they find each other.

pub mod challenges;
pub mod lobby;
mod name;
pub mod players;

pub use name::{BadName, Nickname};
pub use players::{Player, Seated};
