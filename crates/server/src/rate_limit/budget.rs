//! Budgets: how often each key may do something, refilled slowly. Unlike a rate limit, a budget takes
//! back what turned out to be harmless.

use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

use parking_lot::Mutex;
use tokio::time::Instant;

/// The maximum number of keys in memory. Beyond it, those that spent least are forgotten.
const MAX_KEYS: usize = 20_000;

/// A budget for every key.
pub(crate) struct Budgets<K> {
    burst: u32,
    refill: Duration,
    /// When the budget of each key that is not full will be full again.
    full_at: Mutex<HashMap<K, Instant>>,
}

impl<K: Clone + Eq + Hash> Budgets<K> {
    /// Every key may do something `burst` times at once, and then once in every `refill`.
    pub(crate) fn new(burst: u32, refill: Duration) -> Budgets<K> {
        Budgets { burst, refill, full_at: Mutex::default() }
    }

    /// Spends one, or returns how long to wait until there is one.
    pub(crate) fn take(&self, key: &K) -> Result<(), Duration> {
        self.take_many(key, 1)
    }

    /// Spends so many, or returns how long to wait until there are so many.
    pub(crate) fn take_many(&self, key: &K, count: u32) -> Result<(), Duration> {
        let now = Instant::now();
        let mut all = self.full_at.lock();
        let full_at = all.get(key).map_or(now, |full_at| now.max(*full_at)) + self.refill * count;
        let wait = (full_at - now).saturating_sub(self.refill * self.burst);
        if wait > Duration::ZERO {
            return Err(wait);
        }
        if all.len() >= MAX_KEYS && !all.contains_key(key) {
            make_room(&mut all, now);
        }
        all.insert(key.clone(), full_at);
        Ok(())
    }

    /// Takes one back.
    pub(crate) fn give_back(&self, key: &K) {
        self.give_back_many(key, 1);
    }

    /// Takes so many back.
    pub(crate) fn give_back_many(&self, key: &K, count: u32) {
        let mut all = self.full_at.lock();
        let Some(full_at) = all.get_mut(key) else { return };
        match full_at.checked_sub(self.refill * count) {
            Some(earlier) if earlier > Instant::now() => *full_at = earlier,
            _ => drop(all.remove(key)),
        }
    }
}

/// Forgets the keys whose budget is full, or else the half that spent least.
fn make_room<K: Eq + Hash>(all: &mut HashMap<K, Instant>, now: Instant) {
    all.retain(|_, full_at| *full_at > now);
    if all.len() < MAX_KEYS {
        return;
    }
    let mut times: Vec<_> = all.values().copied().collect();
    let (_, median, _) = times.select_nth_unstable(MAX_KEYS / 2);
    let median = *median;
    all.retain(|_, full_at| *full_at > median);
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFILL: Duration = Duration::from_secs(60);

    #[tokio::test(start_paused = true)]
    async fn a_budget_is_spent_refilled_and_given_back() {
        let budgets = Budgets::new(3, REFILL);
        for _ in 0..3 {
            assert_eq!(budgets.take(&"Ann"), Ok(()));
        }
        assert_eq!(budgets.take(&"Ann"), Err(REFILL));
        assert_eq!(budgets.take(&"Bob"), Ok(()));
        tokio::time::advance(REFILL / 2).await;
        assert_eq!(budgets.take(&"Ann"), Err(REFILL / 2));
        tokio::time::advance(REFILL / 2).await;
        assert_eq!(budgets.take(&"Ann"), Ok(()));
        assert_eq!(budgets.take(&"Ann"), Err(REFILL));
        budgets.give_back(&"Ann");
        assert_eq!(budgets.take(&"Ann"), Ok(()));
        budgets.give_back(&"Bob");
        assert!(!budgets.full_at.lock().contains_key("Bob"));
        // No budget grows beyond its limit.
        tokio::time::advance(REFILL * 100).await;
        assert_eq!((0..9).filter(|_| budgets.take(&"Ann").is_ok()).count(), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn the_callers_who_spent_most_are_remembered() {
        let budgets = Budgets::new(2, REFILL);
        for _ in 0..2 {
            assert_eq!(budgets.take(&0), Ok(()));
        }
        for key in 1..=2 * MAX_KEYS {
            assert_eq!(budgets.take(&key), Ok(()));
        }
        assert!(budgets.full_at.lock().len() <= MAX_KEYS);
        assert!(budgets.take(&0).is_err());
    }
}
