//! The thinking time of a player.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

/// The number of moves, and the total time.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Thinking {
    pub(crate) moves: u32,
    pub(crate) time: Duration,
}

impl AddAssign for Thinking {
    fn add_assign(&mut self, more: Thinking) {
        self.moves += more.moves;
        self.time += more.time;
    }
}

/// `98.7 ms`, the mean of a move.
impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = self.time.as_secs_f64() * 1_000.0 / f64::from(self.moves.max(1));
        write!(f, "{mean:.1} ms")
    }
}
