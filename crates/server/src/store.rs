//! Where matches are kept: what any store must do. A store knows nothing of the rules; it keeps
//! numbered events, and makes sure that each number is given once.

pub(crate) mod chain;
mod place;
pub mod postgres;
pub mod sql;
pub mod sqlite;

use std::fmt;
use std::pin::Pin;
use std::time::Duration;

use crownhead_arbiter::{BySeat, Cause, Event, Hash, Seat, Time, Version};
use serde::Serialize;
use utoipa::ToSchema;

use crate::bus::News;
use crate::{MatchId, NodeId};
use sql::{Changed, Row as Found, Statement};

pub use place::Place;

/// The version of what is kept and how. A store that is older is brought up to it.
pub const SCHEMA: i64 = 9;

/// How long anything may take.
pub const LIMIT: Duration = Duration::from_secs(5);

/// What a store will answer.
pub type Reply<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A store.
///
/// What it answers has been committed: a machine that loses its power a moment later has it still.
pub trait Store: Send + Sync + 'static {
    /// Keeps a new match with its first events, unless there is one of that name.
    fn create(&self, new: NewMatch) -> Reply<'_, Created>;

    /// Appends to a match's log, if the log ends where the writer thinks.
    fn append(&self, append: Append) -> Reply<'_, Appended>;

    /// The events of a match after a version, at most so many; none of a match that is not there.
    fn load(&self, id: MatchId, since: Version, most: u32) -> Reply<'_, Vec<Event>>;

    /// The hashes of the secrets of a match's seats.
    fn secrets(&self, id: MatchId) -> Reply<'_, Option<BySeat<Hash>>>;

    /// What a player's command was answered.
    fn answer(&self, id: MatchId, cause: Cause) -> Reply<'_, Option<Answer>>;

    /// The matches in which a game is being begun or played, the latest change first.
    fn live(&self, most: u32) -> Reply<'_, Vec<Listed>>;

    /// The matches in which something was due before a time, what was due first at the front.
    fn due(&self, before: Time, most: u32) -> Reply<'_, Vec<MatchId>>;

    /// The rows that a statement finds.
    fn query(&self, what: Statement) -> Reply<'_, Vec<Found>>;

    /// Carries statements out, all of them or none.
    fn change(&self, what: Vec<Statement>) -> Reply<'_, Changed>;

    /// The versions of matches, of those that there are.
    fn versions(&self, ids: Vec<MatchId>) -> Reply<'_, Vec<News>>;

    /// Keeps that a node lives until a time, and forgets those that died before `now` and left
    /// nobody behind.
    fn beat(&self, node: NodeId, until: Time, now: Time) -> Reply<'_, ()>;

    /// Keeps that a player has a live connection to a node.
    fn arrive(&self, id: MatchId, seat: Seat, node: NodeId) -> Reply<'_, ()>;

    /// Forgets it.
    fn leave(&self, id: MatchId, seat: Seat, node: NodeId) -> Reply<'_, ()>;

    /// Whether a player has a live connection to another node that lives.
    fn is_elsewhere(&self, id: MatchId, seat: Seat, node: NodeId, now: Time) -> Reply<'_, bool>;

    /// The players with connections to nodes that do not live any more.
    fn stranded(&self, now: Time, most: u32) -> Reply<'_, Vec<Stranded>>;

    /// How many writes wait for it, or connections are in use.
    fn waiting(&self) -> usize;

    /// Whether it can be asked at all.
    fn ping(&self) -> Reply<'_, ()>;

    /// Finishes what it has begun, and lets go of what it holds.
    fn close(&self) -> Reply<'_, ()>;
}

/// A match that is to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMatch {
    /// Its name.
    pub id: MatchId,
    /// The hashes of its seats' secrets.
    pub secrets: BySeat<Hash>,
    /// Its first events.
    pub events: Vec<Event>,
    /// Where they leave it.
    pub standing: Standing,
    /// What is kept together with it, or else it is not kept either.
    pub also: Vec<Statement>,
}

/// What came of a new match.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Created {
    /// It is kept.
    Done,
    /// There is a match of that name.
    Taken,
    /// Nothing: what was to be kept together with it cannot be.
    Not,
}

/// Events that are to be appended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// To which match.
    pub id: MatchId,
    /// Its version so far.
    pub expected: Version,
    /// The events, numbered from there on.
    pub events: Vec<Event>,
    /// The command that they come from, and what it is answered.
    pub command: Option<(Cause, Answer)>,
    /// Where they leave the match.
    pub standing: Standing,
    /// What is kept together with them; it needs nothing.
    pub also: Vec<Statement>,
}

/// What came of it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Appended {
    /// They are kept.
    Done,
    /// Nothing: the command was carried out before, and this is what it was answered then.
    Repeated(Answer),
    /// Nothing: the match is at another version.
    Conflict,
    /// Nothing: there is no such match.
    NoMatch,
}

/// What a command is answered: the numbers of its first and its last event.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Answer {
    /// The first.
    pub from: Version,
    /// The last.
    pub to: Version,
}

/// What is kept of a match beside its log, for lists and timers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The name of the game.
    pub game: String,
    /// Whether a game is being begun or played.
    pub live: bool,
    /// When something will happen by itself.
    pub due: Option<Time>,
}

/// A match in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Listed {
    /// Its name.
    pub id: MatchId,
    /// The name of the game.
    pub game: String,
    /// Its version.
    pub version: Version,
    /// When it last changed.
    pub changed: Time,
}

/// A player with a connection to a node that has died.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Stranded {
    /// In which match.
    pub id: MatchId,
    /// Who.
    pub seat: Seat,
    /// The node.
    pub node: NodeId,
}

/// Why a store did not do what it was asked. Of something that was to be written it says nothing:
/// it may be kept or not, and whoever repeats the command will know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// It has too much to do.
    Busy,
    /// It was closed.
    Closed,
    /// Something else, in its own words.
    Failed(String),
}

/// Why a store cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// It was written by a newer version.
    Newer {
        /// Which store.
        place: String,
        /// Its version.
        found: i64,
    },
    /// It can only be read.
    ReadOnly {
        /// Which store.
        place: String,
    },
    /// Another server has it.
    Taken {
        /// Which it is.
        place: String,
    },
    /// It is something of another program.
    Foreign {
        /// Which it is.
        place: String,
    },
    /// Something else.
    Failed {
        /// Which store.
        place: String,
        /// In its own words.
        why: String,
    },
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Busy => f.write_str("the store has too much to do"),
            StoreError::Closed => f.write_str("the store is closed"),
            StoreError::Failed(why) => write!(f, "the store failed: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenError::Newer { place, found } => write!(
                f,
                "{place} was written by a newer Crownhead: it has version {found}, and this one \
                 reads up to {SCHEMA}"
            ),
            OpenError::ReadOnly { place } => write!(f, "{place} cannot be written to"),
            OpenError::Taken { place } => write!(f, "{place} is in use by another server"),
            OpenError::Foreign { place } => write!(f, "{place} is not a store of Crownhead"),
            OpenError::Failed { place, why } => write!(f, "{place} cannot be opened: {why}"),
        }
    }
}

impl std::error::Error for OpenError {}

/// An event as it is kept: its number and its JSON.
type Row = (i64, String);

/// Events as they are kept, if they are numbered on from `expected`, and the time of the last.
fn encode(expected: Version, events: &[Event]) -> Result<(Vec<Row>, i64), StoreError> {
    let mut version = expected;
    let mut rows = Vec::with_capacity(events.len());
    for event in events {
        version = version.next();
        if event.version != version {
            return Err(failed("the events are not numbered in order"));
        }
        rows.push((number(version.get()), serde_json::to_string(event).map_err(failed)?));
    }
    let last = events.last().ok_or_else(|| failed("there are no events"))?;
    Ok((rows, number(last.at.as_millis())))
}

fn decode(json: &str) -> Result<Event, StoreError> {
    serde_json::from_str(json).map_err(|why| failed(format!("an event cannot be read: {why}")))
}

pub(crate) fn failed(why: impl fmt::Display) -> StoreError {
    StoreError::Failed(why.to_string())
}

/// Databases have signed numbers only.
pub(crate) fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

pub(crate) fn value(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

pub(crate) fn seat_number(seat: Seat) -> i16 {
    match seat {
        Seat::One => 1,
        Seat::Two => 2,
    }
}

pub(crate) fn seat(number: i64) -> Result<Seat, StoreError> {
    Seat::ALL
        .into_iter()
        .find(|seat| i64::from(seat_number(*seat)) == number)
        .ok_or_else(|| failed("a seat has a wrong number"))
}

fn stranded((id, at, node): (String, i64, String)) -> Result<Stranded, StoreError> {
    let node = node.parse().map_err(|_| failed("a node has a wrong name"))?;
    Ok(Stranded { id: name(&id)?, seat: seat(at)?, node })
}

fn news((id, version): (String, i64)) -> Result<News, StoreError> {
    Ok(News { id: name(&id)?, version: Version::new(value(version)) })
}

pub(crate) fn hash(bytes: &[u8]) -> Result<Hash, StoreError> {
    bytes.try_into().map(Hash).map_err(|_| failed("a hash has the wrong length"))
}

pub(crate) fn name(text: &str) -> Result<MatchId, StoreError> {
    text.parse().map_err(|_| failed("a match has a wrong name"))
}

/// Waits no longer than the limit.
async fn in_time<T, E: Into<StoreError>>(
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, StoreError> {
    match tokio::time::timeout(LIMIT, work).await {
        Ok(done) => done.map_err(Into::into),
        Err(_) => Err(StoreError::Busy),
    }
}
