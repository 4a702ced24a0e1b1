//! What each game tells a search: its evaluation, and which of its moves are worth a look.

pub mod checkers;

mod coast_to_coast;
mod placing;
mod stack_em;
