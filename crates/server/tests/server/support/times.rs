//! A source of time that a test sets.

use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

use crownhead_arbiter::Timestamp;
use crownhead_store::TimeSource;

/// The system's time and the monotonic time of a node, in milliseconds. Clones share them.
#[derive(Clone)]
pub(crate) struct Times(Arc<Mutex<Elapsing>>);

struct Elapsing {
    wall: u64,
    elapsed: u64,
}

impl Times {
    pub(crate) fn at(wall: u64) -> Times {
        Times(Arc::new(Mutex::new(Elapsing { wall, elapsed: 0 })))
    }

    /// Time passes.
    pub(crate) fn pass(&self, millis: u64) {
        let mut times = self.0.lock().unwrap();
        times.wall += millis;
        times.elapsed += millis;
    }

    /// Somebody sets the system's clock.
    pub(crate) fn step(&self, millis: i64) {
        let mut times = self.0.lock().unwrap();
        times.wall = times.wall.checked_add_signed(millis).unwrap();
    }
}

impl TimeSource for Times {
    fn wall(&mut self) -> Timestamp {
        Timestamp::from_millis(self.0.lock().unwrap().wall)
    }

    fn elapsed(&mut self) -> Duration {
        Duration::from_millis(std::mem::take(&mut self.0.lock().unwrap().elapsed))
    }
}
