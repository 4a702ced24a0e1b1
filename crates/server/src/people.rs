//! Accounts, players, challenges, the lobby, ratings and the archive: what people need around matches.

pub(crate) mod account_events;
pub mod account_matches;
pub(crate) mod account_poll;
pub mod accounts;
pub mod analysis;
pub mod archive;
pub mod challenges;
pub mod export;
pub mod lobby;
pub mod mail;
pub mod players;
#[cfg(test)]
mod query_plans;
pub mod ratings;

pub(crate) use players::Person;
