//! A match of the swarm, shared by its clients: opened over HTTP, joined over WebSockets.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crownhead_arbiter::{BySeat, Event, MatchSettings, Ritual, Seat, TimeControl, Version};
use crownhead_games::GameId;
use crownhead_protocol::{ClientMessage, EventPage, MatchId, OpenedMatch};

use crate::http::request;
use crate::ledger::Ledger;
use crate::messages::BroadcastCache;
use crate::plan::Plan;

pub(crate) struct SharedMatch {
    pub(crate) id: MatchId,
    pub(crate) secrets: BySeat<String>,
    /// The number of events with which it was opened.
    pub(crate) beginning: u64,
    pub(crate) broadcasts: BroadcastCache,
    ledger: Mutex<Ledger>,
}

impl SharedMatch {
    /// Opens the match with a number: the games take turns, with and without a clock.
    pub(crate) async fn open(
        address: &str,
        number: usize,
        plan: &Plan,
    ) -> Result<SharedMatch, String> {
        let game = GameId::ALL[number % GameId::ALL.len()];
        let mut settings = MatchSettings::casual(game.rules());
        let ritual = Ritual::Given { first: Seat::One };
        let without = MatchSettings { ritual, ..settings.clone() };
        if plan.given && without.check().is_ok() {
            settings = without;
        }
        if (number / GameId::ALL.len()).is_multiple_of(2) {
            let [time, increment] = plan.clock;
            settings.clock = TimeControl::Main { time, increment };
        }
        let body = serde_json::to_string(&settings).map_err(|error| error.to_string())?;
        let opened: OpenedMatch = request(address, "POST", "/api/v1/matches", &body).await?;
        let (id, seats) = (opened.id, opened.seats);
        let secrets = BySeat::new(seats.one.secret, seats.two.secret);
        let ledger = Ledger::open(log(address, id).await?)?;
        let beginning = ledger.beginning().get();
        let broadcasts = BroadcastCache::default();
        Ok(SharedMatch { id, secrets, beginning, broadcasts, ledger: Mutex::new(ledger) })
    }

    /// The ledger that its clients share.
    pub(crate) fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The message with which a client joins that has seen everything up to a version.
    pub(crate) fn join(&self, seat: Option<Seat>, seen: Option<Version>) -> String {
        let secret = seat.map(|seat| self.secrets[seat].clone());
        ClientMessage::Join { secret, seen, name: None }.to_json()
    }
}

/// The complete log of a match, as a spectator sees it.
pub(crate) async fn log(address: &str, id: MatchId) -> Result<Vec<Event>, String> {
    let mut log: Vec<Event> = Vec::new();
    loop {
        let since = log.len();
        let path = format!("/api/v1/matches/{id}/events?since={since}");
        let page: EventPage = request(address, "GET", &path, "").await?;
        log.extend(page.events);
        if !page.more {
            return Ok(log);
        }
    }
}
