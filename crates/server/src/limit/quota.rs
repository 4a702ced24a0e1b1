//! Quotas: rate limits by player, whatever the address - by account, or else by seat.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crownhead_arbiter::Seat;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::open_challenges::OpenChallenges;
use super::{BURST, SWEEP};
use crate::people::accounts::AccountId;
use crate::people::challenges::Challenges;
use crate::people::players::Players;
use crate::rooms::RoomError;
use crownhead_store::MatchId;

/// Of how many seats it is remembered whose they are.
const REMEMBERED: usize = 10_000;

/// A limit for every player.
pub struct Quotas {
    commands: DefaultKeyedRateLimiter<String>,
    creations: DefaultKeyedRateLimiter<String>,
    open_challenges: OpenChallenges,
    players: Mutex<HashMap<(MatchId, Seat), String>>,
    clock: DefaultClock,
    asked: AtomicU32,
}

impl Quotas {
    /// So many commands a second, and so many new matches, challenges and tokens a minute.
    pub fn new(rate: NonZeroU32) -> Quotas {
        let burst = rate.saturating_mul(NonZeroU32::MIN.saturating_add(BURST - 1));
        Quotas {
            commands: RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst)),
            creations: RateLimiter::keyed(Quota::per_minute(rate)),
            open_challenges: OpenChallenges::default(),
            players: Mutex::default(),
            clock: DefaultClock::default(),
            asked: AtomicU32::new(0),
        }
    }

    /// Whether the player in a seat may command now, and if not, how long to wait.
    pub(crate) async fn command(
        &self,
        players: &Players,
        id: MatchId,
        seat: Seat,
    ) -> Result<Result<(), Duration>, RoomError> {
        let player = match self.known(id, seat) {
            Some(player) => player,
            None => self.learn(players, id, seat).await?,
        };
        Ok(self.check(&self.commands, &player))
    }

    /// Whether an account may make something now, and if not, how long to wait.
    pub(crate) fn creation(&self, account: &AccountId) -> Result<(), Duration> {
        self.check(&self.creations, account.as_str())
    }

    /// Whether a maker may have one more challenge waiting.
    pub(crate) async fn may_wait(
        &self,
        challenges: &Challenges,
        maker: &str,
    ) -> Result<bool, RoomError> {
        self.open_challenges.has_room(challenges, maker).await
    }

    /// Counts a challenge of a maker.
    pub(crate) fn waits(&self, maker: &str, id: MatchId) {
        self.open_challenges.note(maker, id);
    }

    fn check(
        &self,
        limiter: &DefaultKeyedRateLimiter<String>,
        player: &str,
    ) -> Result<(), Duration> {
        if self.asked.fetch_add(1, Ordering::Relaxed) % SWEEP == SWEEP - 1 {
            self.commands.retain_recent();
            self.creations.retain_recent();
        }
        let checked = limiter.check_key(&player.to_owned());
        checked.map_err(|later| later.wait_time_from(self.clock.now()))
    }

    fn known(&self, id: MatchId, seat: Seat) -> Option<String> {
        self.players.lock().get(&(id, seat)).cloned()
    }

    /// Whose a seat is does not change while its match is played.
    async fn learn(&self, players: &Players, id: MatchId, seat: Seat) -> Result<String, RoomError> {
        let account = players.account_in(id, seat).await?;
        let player = account.unwrap_or_else(|| format!("{id} {seat:?}"));
        let mut known = self.players.lock();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert((id, seat), player.clone());
        Ok(player)
    }
}
