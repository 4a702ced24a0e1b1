//! The computer as a player and analyst of any game. It reads no clock, file or random source:
//! they are arguments.

mod analyst;

pub use crownhead_engine::{Clock, Limits, NoClock, Score};

pub use analyst::{Analyst, Question, Thought, Way};
