//! How long a search may go on. Time comes in as an argument: nothing here reads a clock.

use std::time::Duration;

/// Tells how much time has passed since the search began.
pub trait Clock: Sync {
    /// The time since the search began.
    fn elapsed(&self) -> Duration;
}

impl<F: Fn() -> Duration + Sync> Clock for F {
    fn elapsed(&self) -> Duration {
        self()
    }
}

/// A clock that stands still, for searches that are limited otherwise.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// When a search ends by itself. None of them: only when it is stopped.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// After this many plies.
    pub depth: Option<u32>,
    /// After about this many positions.
    pub nodes: Option<u64>,
    /// No further iteration is begun after this time.
    pub soft: Option<Duration>,
    /// The search ends within this time.
    pub hard: Option<Duration>,
}

impl Limits {
    /// Until it is stopped.
    pub const INFINITE: Limits = Limits { depth: None, nodes: None, soft: None, hard: None };

    /// So many plies.
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::INFINITE }
    }

    /// About so many positions.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::INFINITE }
    }

    /// So much time for this move.
    pub const fn move_time(time: Duration) -> Limits {
        Limits { hard: Some(time), ..Limits::INFINITE }
    }

    /// A part of what is left on the clock, with so much added after each move.
    pub fn clock(left: Duration, increment: Duration) -> Limits {
        Limits::clock_for(left, increment, None)
    }

    /// A part of what is left on the clock for so many moves, or for the whole game.
    pub fn clock_for(left: Duration, increment: Duration, moves: Option<u32>) -> Limits {
        // One more than asked for, as a reserve.
        let moves = moves.map_or(30, |moves| moves.saturating_add(1).min(30));
        let share = left / moves + increment * 3 / 4;
        let most = left * 9 / 10;
        let reserve = most.saturating_sub(Duration::from_millis(30)).max(left / 4);
        Limits {
            soft: Some((share * 6 / 10).min(reserve)),
            hard: Some((share * 3).min(left / 4 + increment).min(reserve)),
            ..Limits::INFINITE
        }
    }

    /// Whether a clock limits it.
    pub const fn is_timed(&self) -> bool {
        self.soft.is_some() || self.hard.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_never_runs_out_in_one_move() {
        for (left, increment) in [(60_000, 0), (60_000, 2_000), (1_000, 5_000), (40, 0), (1, 0)] {
            let left = Duration::from_millis(left);
            let limits = Limits::clock(left, Duration::from_millis(increment));
            assert!(limits.hard.unwrap() < left, "{left:?}");
            assert!(limits.soft.unwrap() <= left, "{left:?}");
            let last = Limits::clock_for(left, Duration::from_millis(increment), Some(1));
            assert!(last.hard.unwrap() < left, "{left:?}");
        }
    }
}
