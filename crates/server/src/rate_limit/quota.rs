//! Quotas: rate limits by player, whatever the address. A player is an account, or a guest's seat.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crownhead_arbiter::Seat;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::{AddressBudgets, BURST_SECONDS, SWEEP_INTERVAL};
use crate::people::accounts::AccountId;
use crate::people::players::Players;
use crate::rooms::RoomError;
use crownhead_store::MatchId;

/// The maximum number of seats whose player is cached.
const MAX_CACHED_SEATS: usize = 10_000;

/// How many frames a live connection may send for each command of its player: an honest client answers
/// pings, and has none that are refused.
const FRAMES_PER_COMMAND: NonZeroU32 = NonZeroU32::MIN.saturating_add(1);

/// How many accounts may be created from one address: so many at once, and then one in every so much
/// time. A class may sign up together; a program may not go on.
const MAX_NEW_ACCOUNTS: u32 = 40;
const NEW_ACCOUNT_INTERVAL: Duration = Duration::from_secs(10 * 60);

/// The rate limits of every player.
pub struct Quotas {
    rate: NonZeroU32,
    commands: DefaultKeyedRateLimiter<String>,
    creations: DefaultKeyedRateLimiter<String>,
    new_accounts: AddressBudgets,
    players: Mutex<HashMap<(MatchId, Seat), String>>,
    clock: DefaultClock,
    check_count: AtomicU32,
}

impl Quotas {
    /// Allows so many commands per second, and so many new matches, challenges and tokens per
    /// minute.
    pub fn new(rate: NonZeroU32) -> Quotas {
        let burst = rate.saturating_mul(NonZeroU32::MIN.saturating_add(BURST_SECONDS - 1));
        Quotas {
            rate,
            commands: RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst)),
            creations: RateLimiter::keyed(Quota::per_minute(rate)),
            new_accounts: AddressBudgets::new(MAX_NEW_ACCOUNTS, NEW_ACCOUNT_INTERVAL),
            players: Mutex::default(),
            clock: DefaultClock::default(),
            check_count: AtomicU32::new(0),
        }
    }

    /// Counts a player's command. If it exceeds the quota, returns how long to wait.
    pub(crate) async fn check_command(
        &self,
        players: &Players,
        id: MatchId,
        seat: Seat,
    ) -> Result<Result<(), Duration>, RoomError> {
        let player = match self.cached_player(id, seat) {
            Some(player) => player,
            None => self.load_player(players, id, seat).await?,
        };
        Ok(self.check(&self.commands, &player))
    }

    /// The limit of the frames of one live connection.
    pub(crate) fn frames(&self) -> DefaultDirectRateLimiter {
        let rate = self.rate.saturating_mul(FRAMES_PER_COMMAND);
        let burst = rate.saturating_mul(NonZeroU32::MIN.saturating_add(BURST_SECONDS - 1));
        RateLimiter::direct(Quota::per_second(rate).allow_burst(burst))
    }

    /// Counts something that an account creates. If it exceeds the quota, returns how long to wait.
    pub(crate) fn check_creation(&self, account: &AccountId) -> Result<(), Duration> {
        self.check(&self.creations, account.as_str())
    }

    /// Counts an account that is created from an address. If it exceeds the quota, returns how long
    /// to wait.
    pub(crate) fn check_new_account(&self, address: IpAddr) -> Result<(), Duration> {
        self.new_accounts.take(address, 1)
    }

    /// Takes back an account that was not created after all.
    pub(crate) fn forget_new_account(&self, address: IpAddr) {
        self.new_accounts.give_back(address, 1);
    }

    fn check(
        &self,
        limiter: &DefaultKeyedRateLimiter<String>,
        player: &str,
    ) -> Result<(), Duration> {
        if self.check_count.fetch_add(1, Ordering::Relaxed) % SWEEP_INTERVAL == SWEEP_INTERVAL - 1 {
            self.commands.retain_recent();
            self.creations.retain_recent();
        }
        let checked = limiter.check_key(&player.to_owned());
        checked.map_err(|later| later.wait_time_from(self.clock.now()))
    }

    fn cached_player(&self, id: MatchId, seat: Seat) -> Option<String> {
        self.players.lock().get(&(id, seat)).cloned()
    }

    /// The player of a seat never changes, so it is cached.
    async fn load_player(
        &self,
        players: &Players,
        id: MatchId,
        seat: Seat,
    ) -> Result<String, RoomError> {
        let account = players.account_in(id, seat).await?;
        let player = account.unwrap_or_else(|| format!("{id} {seat:?}"));
        let mut cached_player = self.players.lock();
        if cached_player.len() >= MAX_CACHED_SEATS {
            cached_player.clear();
        }
        cached_player.insert((id, seat), player.clone());
        Ok(player)
    }
}
