//! What comes from outside into a step of the program: the time and chance.

use std::time::Duration;

use crownhead_arbiter::{Salt, Secret, Time};

/// What a step is told of the world.
#[derive(Debug)]
pub(crate) struct Moment {
    /// How long the program has been running.
    pub(crate) now: Duration,
    /// Where random bytes come from.
    pub(crate) chance: Chance,
}

/// Where random bytes come from.
#[derive(Debug)]
pub(crate) enum Chance {
    /// The system: nobody can guess them.
    System,
    /// A seed, for tests.
    #[cfg(test)]
    Seeded(fastrand::Rng),
}

impl Chance {
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
            Chance::System => {
                getrandom::fill(&mut bytes).expect("the system has random bytes");
            }
            #[cfg(test)]
            Chance::Seeded(dice) => dice.fill(&mut bytes),
        }
        bytes
    }
}

/// A clock of a match: a time of the match, and when in this program it was. While the program
/// does not run, a match at this terminal stands still.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Watch {
    time: Time,
    at: Duration,
}

impl Watch {
    /// A watch that shows `time` now.
    pub(crate) fn set(time: Time, now: Duration) -> Watch {
        Watch { time, at: now }
    }

    /// What it shows.
    pub(crate) fn shows(&self, now: Duration) -> Time {
        let passed = now.saturating_sub(self.at).as_millis();
        let millis = u64::try_from(passed).unwrap_or(u64::MAX);
        self.time + crownhead_arbiter::Span::from_millis(millis)
    }

    /// When in this program it shows `time`.
    pub(crate) fn when(&self, time: Time) -> Duration {
        self.at + Duration::from_millis(time.since(self.time).as_millis())
    }
}
