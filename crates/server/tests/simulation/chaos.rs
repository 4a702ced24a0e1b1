//! The random faults of a run.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crownhead_store::StoreError;

/// The random source, shared by everything in a world.
#[derive(Clone)]
pub(crate) struct Dice(Arc<Mutex<(fastrand::Rng, bool)>>);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(Arc::new(Mutex::new((fastrand::Rng::with_seed(seed), false))))
    }

    /// Stops all faults.
    pub(crate) fn calm_down(&self) {
        self.0.lock().unwrap().1 = true;
    }

    /// A number below a limit.
    pub(crate) fn below(&self, limit: usize) -> usize {
        self.0.lock().unwrap().0.usize(..limit)
    }

    /// A random number of milliseconds below a limit.
    pub(crate) fn span(&self, limit: u64) -> Duration {
        Duration::from_millis(self.0.lock().unwrap().0.u64(..limit))
    }

    /// Whether a fault occurs that has this probability, in thousandths.
    pub(crate) fn strikes(&self, of_a_thousand: u32) -> bool {
        let mut dice = self.0.lock().unwrap();
        dice.0.u32(..1000) < of_a_thousand && !dice.1
    }

    /// Waits a little, and now and then for long.
    pub(crate) async fn delay(&self) {
        let most = if self.strikes(20) { 3000 } else { 20 };
        tokio::time::sleep(self.span(most)).await;
    }

    /// Fails now and then.
    pub(crate) fn may_fail(&self) -> Result<(), StoreError> {
        match self.strikes(15) {
            true => Err(StoreError::Busy),
            false => Ok(()),
        }
    }
}
