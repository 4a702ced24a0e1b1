//! People, and the computer among them, over both stores.
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

mod accounts;
mod archive;
mod challenges;
mod computer;
mod endgames;
mod limits;
mod mail;
mod notices;
mod openapi;
mod records;
#[path = "../support/mod.rs"]
mod support;
mod thinking;
