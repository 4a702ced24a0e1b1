//! The games as a search sees them: static evaluation, quietness and candidate moves of each.

pub mod checkers;

mod coast_to_coast;
mod placing;
mod stack_em;
