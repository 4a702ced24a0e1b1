//! Filling the archive before the noise: a search of an empty archive costs nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hyper::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::visitor::{self, NOISY};
use crate::http_connection::{Call, Connection};

/// How many matches are opened and resigned at a time.
const CONCURRENT: u64 = 16;

/// How often a call that found no answer is repeated.
const MAX_ATTEMPTS: usize = 100;

/// Plays so many games to their end on a server without limits. Every player has one name in common,
/// and the others have a thousand.
pub(super) async fn fill(address: &str, games: u64) -> Result<(), String> {
    let next = Arc::new(AtomicU64::new(0));
    let mut fillers = JoinSet::new();
    for _ in 0..CONCURRENT {
        let (next, address) = (next.clone(), address.to_owned());
        fillers.spawn(async move {
            let settings = visitor::settings()?;
            let mut line = Connection::open(NOISY, &address).await?;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= games {
                    return Ok::<(), String>(());
                }
                play(&mut line, &settings, number).await?;
            }
        });
    }
    while let Some(done) = fillers.join_next().await {
        done.map_err(|error| error.to_string())??;
    }
    Ok(())
}

/// Opens a match and resigns it.
async fn play(line: &mut Connection, settings: &Value, number: u64) -> Result<(), String> {
    let mut body = settings.clone();
    let other = format!("Guest {}", number % 1_000);
    body["players"] = json!({"one": {"name": "Filler"}, "two": {"name": other}});
    let opened =
        call(line, &Call::new(Method::POST, "/api/v1/matches").json(body.to_string())).await?;
    let id = opened["id"].as_str().ok_or("a match without an id")?;
    let loser = if number.is_multiple_of(3) { "one" } else { "two" };
    let secret = opened["seats"][loser]["secret"].as_str().ok_or("a seat without a secret")?;
    let body = json!({"id": "1", "command": {"kind": "resign"}}).to_string();
    let resign = Call::new(Method::POST, format!("/api/v1/matches/{id}/commands"));
    call(line, &resign.json(body).bearer(secret)).await.map(drop)
}

/// Makes a call until it is answered.
async fn call(line: &mut Connection, call: &Call) -> Result<Value, String> {
    for _ in 0..MAX_ATTEMPTS {
        let answer = line.call(call).await?;
        if matches!(answer.status, 200 | 201) {
            return serde_json::from_slice(&answer.body).map_err(|error| error.to_string());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Err(format!("{} {} finds no answer", call.method, call.path))
}
