//! Fills a new SQLite store with finished matches, to measure how a server behaves with many:
//!
//! ```sh
//! cargo run --release -p crownhead-store --example fill -- 100000 games.db
//! ```
//!
//! The matches are legal and short, and played over three years by a thousand accounts, by guests and
//! against the computer. There are few different logs, so that the file stays small.

use std::error::Error;
use std::sync::Arc;

use crownhead_arbiter::{
    Actor, BySeat, Command, CommandContext, Event, Match, MatchSettings, Offer, Ritual, Salt, Seat,
    Sha256Hash, Timestamp,
};
use crownhead_games::GameId;
use crownhead_store::results::GameResult;
use crownhead_store::sql::Statement;
use crownhead_store::sqlite::SqliteStore;
use crownhead_store::{
    CreateOutcome, MatchId, MatchSummary, NewMatch, Store, random_match_id, system_time,
};
use futures_util::{StreamExt, stream};

/// How many accounts play.
const ACCOUNTS: u64 = 1000;

/// How many different lengths the logs of a game have, in plies.
const LENGTHS: u64 = 6;

/// How many matches are written at a time.
const AT_A_TIME: usize = 512;

/// The time in which all matches were played.
const YEARS_IN_MILLIS: u64 = 3 * 365 * 24 * 60 * 60 * 1000;

/// A finished match that begins at the time 0.
struct Template {
    events: Vec<Event>,
    finished: Match,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(count), Some(file), None) = (args.next(), args.next(), args.next()) else {
        return Err("usage: fill MATCHES FILE".into());
    };
    let count: u64 = count.parse()?;
    let store = Arc::new(SqliteStore::open_exclusive(file.as_ref())?);
    let mut templates = Vec::new();
    for game in GameId::ALL.iter().filter(|game| open(**game).is_ok()) {
        for plies in 2..2 + LENGTHS {
            templates.push(template(*game, plies)?);
        }
    }
    let templates = Arc::new(templates);
    let accounts = (0..ACCOUNTS).map(account).collect();
    store.change(accounts).await?;
    let begun = system_time().as_millis().saturating_sub(YEARS_IN_MILLIS);
    let mut matches = stream::iter(0..count)
        .map(|number| {
            let at = begun + YEARS_IN_MILLIS / count.max(1) * number;
            let (store, templates) = (store.clone(), templates.clone());
            async move {
                let id = random_match_id()?;
                let new = new_match(id, number, at, &templates);
                match store.create(new).await? {
                    CreateOutcome::Created => Ok(()),
                    outcome => Err(Box::<dyn Error>::from(format!("{id}: {outcome:?}"))),
                }
            }
        })
        .buffer_unordered(AT_A_TIME);
    while let Some(created) = matches.next().await {
        created?;
    }
    drop(matches);
    Ok(store.close().await?)
}

/// Opens a match that begins with a move, if the game's leaflet allows that.
fn open(game: GameId) -> Result<(Match, Vec<Event>), String> {
    let mut settings = MatchSettings::casual(game.rules());
    settings.ritual = Ritual::Given { first: Seat::One };
    Match::open(settings, Timestamp::from_millis(0), Salt([7; 16]))
        .map_err(|refusal| format!("{game:?}: {refusal:?}"))
}

/// A match of so many plies, after which somebody resigns, or of a quarter the players agree to draw.
fn template(game: GameId, plies: u64) -> Result<Template, Box<dyn Error>> {
    let (mut finished, mut events) = open(game)?;
    for ply in 0..plies {
        let Some(seat) = finished.turn() else { break };
        let mut moves = finished.board().ok_or("no board")?.legal_moves();
        let text = moves.swap_remove(usize::try_from(ply)? % moves.len());
        let context = context(ply * 9_000, seat);
        events.extend(finished.handle(&Command::Move { text, seen: None }, &context).events);
    }
    let seat = if plies.is_multiple_of(2) { Seat::One } else { Seat::Two };
    let draw = Command::Offer { offer: Offer::Draw };
    let end = if plies.is_multiple_of(4) {
        vec![(seat, draw.clone()), (!seat, draw)]
    } else {
        vec![(seat, Command::Resign)]
    };
    for (seat, command) in end {
        events.extend(finished.handle(&command, &context(plies * 9_000, seat)).events);
    }
    Ok(Template { events, finished })
}

fn context(millis: u64, seat: Seat) -> CommandContext {
    CommandContext::new(Timestamp::from_millis(millis), Actor::Seat(seat))
}

fn new_match(id: MatchId, number: u64, at: u64, templates: &[Template]) -> NewMatch {
    // Every sixteenth game is of another kind than the most popular one.
    let kind = if number.is_multiple_of(16) { number / 16 } else { number % LENGTHS };
    let template = &templates[usize::try_from(kind).unwrap_or_default() % templates.len()];
    let later = |event: &Event| Event {
        at: Timestamp::from_millis(event.at.as_millis() + at),
        ..event.clone()
    };
    let events: Vec<Event> = template.events.iter().map(later).collect();
    let mut statements = vec![player(id, Seat::One, number), player(id, Seat::Two, number + 1)];
    let results = events.iter().filter_map(|event| GameResult::of(&template.finished, event));
    statements.extend(results.map(|result| result.record(id)));
    let secrets = BySeat::new(Sha256Hash([1; 32]), Sha256Hash([2; 32]));
    NewMatch { id, secrets, events, summary: MatchSummary::of(&template.finished), statements }
}

fn account(number: u64) -> Statement {
    Statement::new(
        "INSERT INTO accounts (id, name, key, password, made, banned) VALUES ($1, $2, $3, '', 0, 0)",
        [
            format!("account{number:05}").into(),
            format!("Player{number}").into(),
            format!("player{number}").into(),
        ],
    )
}

/// Of ten players seven have accounts, two are guests, and one is the computer.
fn player(id: MatchId, seat: Seat, number: u64) -> Statement {
    let insert = "INSERT INTO players (match_id, seat, name, level, key, account)
        VALUES ($1, $2, $3, $4, $5, $6)";
    let account = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) % ACCOUNTS;
    let (name, level, key, account) = match number % 10 {
        0 => (None, Some(5), "computer".to_owned(), None),
        1 | 2 => (Some(format!("Guest{account}")), None, format!("guest{account}"), None),
        _ => (
            Some(format!("Player{account}")),
            None,
            format!("player{account}"),
            Some(format!("account{account:05}")),
        ),
    };
    Statement::new(
        insert,
        [id.into(), seat.into(), name.into(), level.into(), key.into(), account.into()],
    )
}
