//! The clock and the random source: a step of the program gets both as arguments, so tests control
//! them.

use std::time::Duration;

use crownhead_arbiter::{Salt, Secret, Timestamp};

/// The time and random source of one step.
#[derive(Debug)]
pub(crate) struct StepContext {
    /// The time since the program started.
    pub(crate) now: Duration,
    /// The source of random bytes.
    pub(crate) random: RandomSource,
}

/// A source of random bytes.
#[derive(Debug)]
pub(crate) enum RandomSource {
    /// The operating system; unpredictable.
    System,
    /// A seed, for tests.
    #[cfg(test)]
    Seeded(fastrand::Rng),
}

impl RandomSource {
    pub(crate) fn secret(&mut self) -> Secret {
        Secret(self.bytes())
    }

    pub(crate) fn salt(&mut self) -> Salt {
        Salt(self.bytes())
    }

    pub(crate) fn seed(&mut self) -> u64 {
        u64::from_le_bytes(self.bytes())
    }

    fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        match self {
            RandomSource::System => {
                getrandom::fill(&mut bytes).expect("the system has random bytes");
            }
            #[cfg(test)]
            RandomSource::Seeded(dice) => dice.fill(&mut bytes),
        }
        bytes
    }
}

/// Maps the program's time to the match's time. A local match stands still while the program does
/// not run.
#[derive(Copy, Clone, Debug)]
pub(crate) struct MatchClock {
    time: Timestamp,
    at: Duration,
}

impl MatchClock {
    /// A clock that shows `time` now.
    pub(crate) fn set(time: Timestamp, now: Duration) -> MatchClock {
        MatchClock { time, at: now }
    }

    /// The match's time.
    pub(crate) fn shows(&self, now: Duration) -> Timestamp {
        let passed = now.saturating_sub(self.at).as_millis();
        let millis = u64::try_from(passed).unwrap_or(u64::MAX);
        self.time + crownhead_arbiter::Span::from_millis(millis)
    }

    /// The program's time at which it shows `time`.
    pub(crate) fn when(&self, time: Timestamp) -> Duration {
        self.at + Duration::from_millis(time.since(self.time).as_millis())
    }
}
