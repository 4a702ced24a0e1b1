//! Entry points for the fuzz targets in `fuzz/`: what the client reads from files and servers, without
//! a screen, files or sockets.

use std::time::Duration;

use crownhead_protocol::ServerMessage;

use crate::clock_source::{RandomSource, StepContext};
use crate::match_link::MatchLink;
use crate::saved::SavedMatch;
use crate::session::{ConnectionEvent, LocalMatch, RemoteMatch};

/// Resumes a saved game, and returns the text with which it is saved again. An error is a sentence.
pub fn resume(text: &str) -> Result<String, String> {
    let saved: SavedMatch = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let now = Duration::from_secs(5);
    let again = match &saved {
        SavedMatch::Local { .. } => LocalMatch::resume(&saved, now)?.saved(now),
        SavedMatch::Remote { link, game, over, tosses, .. } => {
            let link: MatchLink = link.parse().map_err(|bad| format!("{bad}"))?;
            SavedMatch::remote(link.to_string(), game.clone(), *over, tosses.clone())
        }
    };
    serde_json::to_string(&again).map_err(|error| error.to_string())
}

/// Follows a match on a server by the server's messages, one a line; a line that is no message is a
/// connection that breaks. Returns what the client would send.
pub fn follow(messages: &str) -> Result<Vec<String>, String> {
    let link = "https://games.example/AbCdEfGh#0123456789ab";
    let link: MatchLink = link.parse().map_err(|bad| format!("{bad}"))?;
    let mut context = StepContext { now: Duration::ZERO, random: RandomSource::System };
    let mut remote = RemoteMatch::new(link, Vec::new(), &mut context);
    let mut sent = Vec::new();
    for line in messages.lines() {
        context.now += Duration::from_millis(100);
        let event = match serde_json::from_str::<ServerMessage>(line) {
            Ok(message) => ConnectionEvent::Message(Box::new(message)),
            Err(_) => ConnectionEvent::Broke,
        };
        remote.receive(event, context.now);
        remote.toss(&mut context);
        sent.append(&mut remote.outbox);
    }
    if let Some(saved) = remote.saved() {
        sent.push(serde_json::to_string(&saved).map_err(|error| error.to_string())?);
    }
    Ok(sent)
}
