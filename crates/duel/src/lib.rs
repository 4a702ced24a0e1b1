//! Duels: matches of the engine against plain opponents, to measure its strength. A test tool for
//! `crownhead bench duel`; nothing that people play with depends on it.

mod match_play;
pub mod mcts;

pub use match_play::{Duel, DuelGame, WinDrawLoss};
