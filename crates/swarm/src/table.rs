//! A match of the swarm: opened over HTTP, shared by its clients.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crownhead_arbiter::{BySeat, Clock, Event, Ritual, Seat, Settings, Span};
use crownhead_games::GameId;
use serde_json::Value;

use crate::http::ask;
use crate::ledger::Ledger;
use crate::said::Echo;

/// How often a server that has too much to do is asked again.
const TRIES: usize = 50;

/// A match.
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) secrets: BySeat<String>,
    /// How many events it had when it was opened.
    pub(crate) beginning: u64,
    pub(crate) echo: Echo,
    ledger: Mutex<Ledger>,
}

impl Table {
    /// Opens the match of a number: the games take turns, with and without a clock. If it is
    /// `given` who begins, there is no ritual where the leaflet can do without.
    pub(crate) async fn open(address: &str, number: usize, given: bool) -> Result<Table, String> {
        let game = GameId::ALL[number % GameId::ALL.len()];
        let mut settings = Settings::casual(game.rules());
        let ritual = Ritual::Given { first: Seat::One };
        let without = Settings { ritual, ..settings.clone() };
        if given && without.check().is_ok() {
            settings = without;
        }
        if (number / GameId::ALL.len()).is_multiple_of(2) {
            let (time, increment) = (Span::from_secs(3600), Span::from_secs(2));
            settings.clock = Clock::Main { time, increment };
        }
        let body = serde_json::to_string(&settings).map_err(|why| why.to_string())?;
        let opened = insist(address, "POST", "/api/v1/matches", &body).await?;
        let id = opened["id"].as_str().ok_or("a match without an id")?.to_owned();
        let secret =
            |seat: &str| opened["seats"][seat]["secret"].as_str().unwrap_or_default().to_owned();
        let secrets = BySeat::new(secret("one"), secret("two"));
        let ledger = Ledger::open(log(address, &id).await?)?;
        let beginning = ledger.beginning().get();
        let echo = Echo::default();
        Ok(Table { id, secrets, beginning, echo, ledger: Mutex::new(ledger) })
    }

    /// What is known of it.
    pub(crate) fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How a client joins that has seen everything up to a version.
    pub(crate) fn join(&self, seat: Option<Seat>, seen: Option<u64>) -> String {
        let secret = seat.map(|seat| format!(r#","secret":"{}""#, self.secrets[seat]));
        let seen = seen.map(|seen| format!(r#","seen":{seen}"#));
        let (secret, seen) = (secret.unwrap_or_default(), seen.unwrap_or_default());
        format!(r#"{{"kind":"join"{secret}{seen}}}"#)
    }
}

/// The whole log of a match, as a spectator sees it.
pub(crate) async fn log(address: &str, id: &str) -> Result<Vec<Event>, String> {
    let mut log: Vec<Event> = Vec::new();
    loop {
        let since = log.len();
        let path = format!("/api/v1/matches/{id}/events?since={since}");
        let page = insist(address, "GET", &path, "").await?;
        let events: Vec<Event> =
            serde_json::from_value(page["events"].clone()).map_err(|why| why.to_string())?;
        log.extend(events);
        if page["more"] != true {
            return Ok(log);
        }
    }
}

/// Asks until a server that has too much to do, or is just starting, answers.
pub(crate) async fn insist(
    address: &str,
    method: &str,
    path: &str,
    body: &str,
) -> Result<Value, String> {
    let mut last = String::new();
    for _ in 0..TRIES {
        match ask(address, method, path, body).await {
            Ok((200 | 201, answer)) => return Ok(answer),
            Ok((429 | 503, answer)) => last = answer.to_string(),
            Ok((status, answer)) => return Err(format!("{method} {path}: {status} {answer}")),
            Err(why) => last = why,
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    Err(format!("{method} {path}: {last}"))
}
