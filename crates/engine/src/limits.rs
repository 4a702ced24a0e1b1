//! Search limits and time management. Time comes in as an argument: nothing here reads a clock.

use std::time::Duration;

/// Measures the time since a search began.
pub trait SearchClock: Sync {
    /// The time since the search began.
    fn elapsed(&self) -> Duration;
}

impl<F: Fn() -> Duration + Sync> SearchClock for F {
    fn elapsed(&self) -> Duration {
        self()
    }
}

/// A clock that stands still, for searches without a time limit.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct NoClock;

impl SearchClock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// The number of moves that the time left is planned for.
const MOVES_TO_PLAN: u32 = 30;

/// The part of the increment that a move may spend.
const INCREMENT_PART: (u32, u32) = (3, 4);

/// The part of the time left that one move may spend.
const MAX_PART: (u32, u32) = (9, 10);

/// A new iteration begins within this part of the share of a move.
const SOFT_PART: (u32, u32) = (6, 10);

/// An iteration ends within this many shares of a move, and within a quarter of the time left.
const HARD_SHARES: u32 = 3;

/// The time reserved for everything besides the search.
const OVERHEAD: Duration = Duration::from_millis(30);

/// The limits of a search. Without any limit it runs until it is stopped.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// Ends after the iteration of this depth, in plies.
    pub depth: Option<u32>,
    /// Ends after about this many nodes.
    pub nodes: Option<u64>,
    /// No new iteration begins after this time.
    pub soft: Option<Duration>,
    /// The search ends within this time.
    pub hard: Option<Duration>,
}

impl SearchLimits {
    /// No limit: the search runs until it is stopped.
    pub const INFINITE: SearchLimits =
        SearchLimits { depth: None, nodes: None, soft: None, hard: None };

    /// A limit of the depth in plies.
    pub const fn depth(depth: u32) -> SearchLimits {
        SearchLimits { depth: Some(depth), ..SearchLimits::INFINITE }
    }

    /// A limit of the nodes, within about a thousand per thread.
    pub const fn nodes(nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), ..SearchLimits::INFINITE }
    }

    /// A fixed time for this move.
    pub const fn move_time(time: Duration) -> SearchLimits {
        SearchLimits { hard: Some(time), ..SearchLimits::INFINITE }
    }

    /// A share of the time left on the clock, with an increment after each move.
    pub fn clock(left: Duration, increment: Duration) -> SearchLimits {
        SearchLimits::clock_for(left, increment, None)
    }

    /// A share of the time left on the clock for a number of moves, or for the whole game.
    pub fn clock_for(left: Duration, increment: Duration, moves: Option<u32>) -> SearchLimits {
        // One more move as a reserve.
        let moves = moves.map_or(MOVES_TO_PLAN, |moves| moves.saturating_add(1).min(MOVES_TO_PLAN));
        let share = left / moves + part(increment, INCREMENT_PART);
        let at_most = part(left, MAX_PART).saturating_sub(OVERHEAD).max(left / 4);
        SearchLimits {
            soft: Some(part(share, SOFT_PART).min(at_most)),
            hard: Some((share * HARD_SHARES).min(left / 4 + increment).min(at_most)),
            ..SearchLimits::INFINITE
        }
    }

    /// Whether there is a time limit.
    pub const fn is_timed(&self) -> bool {
        self.soft.is_some() || self.hard.is_some()
    }
}

/// A fraction of a time.
fn part(time: Duration, (numerator, denominator): (u32, u32)) -> Duration {
    time * numerator / denominator
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_never_runs_out_in_one_move() {
        for (left, increment) in [(60_000, 0), (60_000, 2_000), (1_000, 5_000), (40, 0), (1, 0)] {
            let left = Duration::from_millis(left);
            let limits = SearchLimits::clock(left, Duration::from_millis(increment));
            assert!(limits.hard.unwrap() < left, "{left:?}");
            assert!(limits.soft.unwrap() <= left, "{left:?}");
            let last = SearchLimits::clock_for(left, Duration::from_millis(increment), Some(1));
            assert!(last.hard.unwrap() < left, "{left:?}");
        }
    }
}
