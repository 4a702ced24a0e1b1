//! People, and the computer among them, over both stores.

mod account_matches;
mod accounts;
mod archive;
mod challenges;
mod computer;
mod endgames;
mod limits;
mod mail;
mod mail_relay;
mod notices;
mod openapi;
mod openapi_tour;
mod records;
mod sign_in;
mod thinking;
