//! The `Store` trait: what SQLite and PostgreSQL have in common, and the types that cross it.

use std::pin::Pin;
use std::str::FromStr;

use crownhead_arbiter::{
    BySeat, Event, EventCause, Match, MatchStage, Seat, Sha256Hash, Timestamp, Version,
};

use crate::sql::{ChangeOutcome, Row, Statement};
use crate::{Beat, BeatOutcome, Heartbeat, MatchId, NodeId, StoreError};

/// The future that every operation of a [`Store`] returns.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A durable store of matches and of the tables beside them.
///
/// An operation that returns `Ok` has been committed: it survives a power failure a moment later. A
/// query whose future is dropped is stopped.
///
/// Reads are of two classes with connections of their own, so that lists, however slow and many, never
/// take the connections of play. [`query`](Self::query), [`live_matches`](Self::live_matches) and
/// [`load_for_export`](Self::load_for_export) are lists; every other read is play.
pub trait Store: Send + Sync + 'static {
    /// Stores a new match with its first events, unless the id is taken.
    fn create(&self, new: NewMatch) -> StoreFuture<'_, CreateOutcome>;

    /// Appends events to a match's log if the log is at the expected version.
    fn append(&self, append: Append) -> StoreFuture<'_, AppendOutcome>;

    /// At most `limit` events of a match after version `since`; none if there is no such match.
    fn load(&self, id: MatchId, since: Version, limit: u32) -> StoreFuture<'_, Vec<Event>>;

    /// The same as [`load`](Self::load), as a list: for exports and analyses.
    fn load_for_export(
        &self,
        id: MatchId,
        since: Version,
        limit: u32,
    ) -> StoreFuture<'_, Vec<Event>>;

    /// The hashes of the seat secrets of a match.
    fn seat_secrets(&self, id: MatchId) -> StoreFuture<'_, Option<BySeat<Sha256Hash>>>;

    /// What is recorded of a command, if it was carried out.
    fn command_events(
        &self,
        id: MatchId,
        cause: EventCause,
    ) -> StoreFuture<'_, Option<RecordedCommand>>;

    /// The matches whose game is starting or being played, most recently changed first.
    fn live_matches(&self, limit: u32) -> StoreFuture<'_, Vec<ListedMatch>>;

    /// The matches with a timer that expired before a time, earliest first.
    fn due_matches(&self, before: Timestamp, limit: u32) -> StoreFuture<'_, Vec<MatchId>>;

    /// Runs a statement that reads a list: a search, the lobby, a history.
    fn query(&self, statement: Statement) -> StoreFuture<'_, Vec<Row>>;

    /// Runs a statement that reads a few rows by their key, for a move, a connection or a session that
    /// waits for them.
    fn query_for_play(&self, statement: Statement) -> StoreFuture<'_, Vec<Row>>;

    /// Runs statements in one transaction.
    fn change(&self, statements: Vec<Statement>) -> StoreFuture<'_, ChangeOutcome>;

    /// The versions of those matches that exist.
    fn versions(&self, ids: Vec<MatchId>) -> StoreFuture<'_, Vec<MatchVersion>>;

    /// Renews a node's lease, and deletes nodes whose lease ended before `now` and that have no
    /// connections left.
    fn renew_lease(&self, node: NodeId, until: Timestamp, now: Timestamp) -> StoreFuture<'_, ()>;

    /// The newest heartbeat of any node, if there was one.
    fn heartbeat(&self) -> StoreFuture<'_, Option<Heartbeat>>;

    /// Records a heartbeat, and the outage that ends with it if nobody was serving before.
    fn beat(&self, beat: Beat) -> StoreFuture<'_, BeatOutcome>;

    /// Records that a player has a live connection to a node.
    fn add_connection(&self, id: MatchId, seat: Seat, node: NodeId) -> StoreFuture<'_, ()>;

    /// Deletes that record.
    fn remove_connection(&self, id: MatchId, seat: Seat, node: NodeId) -> StoreFuture<'_, ()>;

    /// Whether a player has a live connection to another node whose lease is valid.
    fn is_connected_elsewhere(
        &self,
        id: MatchId,
        seat: Seat,
        node: NodeId,
        now: Timestamp,
    ) -> StoreFuture<'_, bool>;

    /// The connections to nodes whose lease has ended.
    fn orphaned_connections(
        &self,
        now: Timestamp,
        limit: u32,
    ) -> StoreFuture<'_, Vec<OrphanedConnection>>;

    /// How many writes are queued, or how many connections are in use.
    fn backlog(&self) -> usize;

    /// Checks that the store answers.
    fn ping(&self) -> StoreFuture<'_, ()>;

    /// Finishes pending writes and releases the file or the connections.
    fn close(&self) -> StoreFuture<'_, ()>;
}

/// A match to create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMatch {
    /// Drawn at random by the server.
    pub id: MatchId,
    /// The hashes of its seat secrets.
    pub secrets: BySeat<Sha256Hash>,
    /// Its first events.
    pub events: Vec<Event>,
    /// The summary after these events.
    pub summary: MatchSummary,
    /// Statements that run in the same transaction. If one of them fails its condition, nothing is
    /// created.
    pub statements: Vec<Statement>,
}

/// The result of [`Store::create`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CreateOutcome {
    /// The match is stored.
    Created,
    /// There is a match with that id.
    IdTaken,
    /// A statement did not touch the number of rows that it requires; nothing is stored.
    ConditionFailed,
}

/// Events to append to a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The match.
    pub id: MatchId,
    /// The version that the writer believes the match to be at.
    pub expected: Version,
    /// The events, numbered on from `expected`.
    pub events: Vec<Event>,
    /// The command that led to them, and what is recorded of it.
    pub command: Option<(EventCause, RecordedCommand)>,
    /// The summary after these events.
    pub summary: MatchSummary,
    /// Statements that run in the same transaction. They must not have conditions.
    pub statements: Vec<Statement>,
}

/// The result of [`Store::append`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum AppendOutcome {
    /// The events are stored.
    Appended,
    /// Nothing changed: a command with this id was carried out before.
    Repeated(RecordedCommand),
    /// Nothing changed: the match is at another version.
    Conflict,
    /// There is no such match.
    NoMatch,
}

/// The numbers of the first and the last event of a command.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct EventRange {
    /// The first.
    pub from: Version,
    /// The last.
    pub to: Version,
}

/// What is recorded of a command that was carried out.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RecordedCommand {
    /// Its events.
    pub range: EventRange,
    /// A digest of its content, which tells it from another command with the same id. Stores of 0.1.0
    /// have none.
    pub digest: Option<i64>,
}

/// A command without a digest.
impl From<EventRange> for RecordedCommand {
    fn from(range: EventRange) -> RecordedCommand {
        RecordedCommand { range, digest: None }
    }
}

/// The columns beside a match's log, which lists and timers query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchSummary {
    /// The game's name, such as `stack-em`.
    pub game: String,
    /// Whether a game is starting or being played.
    pub live: bool,
    /// When the next timer expires.
    pub due: Option<Timestamp>,
}

impl MatchSummary {
    /// The summary of a match in its present state.
    pub fn of(game_match: &Match) -> MatchSummary {
        let state = game_match.state();
        MatchSummary {
            game: state.settings.play.game().name().to_owned(),
            live: !matches!(state.stage, MatchStage::Over { .. }),
            due: game_match.due(),
        }
    }
}

/// A match as the list of live matches has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMatch {
    /// Eight letters and digits.
    pub id: MatchId,
    /// The game's name, such as `stack-em`.
    pub game: String,
    /// The number of its last event.
    pub version: Version,
    /// When it last changed.
    pub changed: Timestamp,
}

/// The stored version of a match, which nodes compare with their own.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct MatchVersion {
    /// The match.
    pub id: MatchId,
    /// The number of its last event.
    pub version: Version,
}

/// As the bus sends it: `ID VERSION`.
impl std::fmt::Display for MatchVersion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.id, self.version)
    }
}

/// Anything else on the bus comes from other programs.
impl FromStr for MatchVersion {
    type Err = ();

    fn from_str(text: &str) -> Result<MatchVersion, ()> {
        let (id, version) = text.split_once(' ').ok_or(())?;
        let version = Version::new(version.parse().map_err(|_| ())?);
        Ok(MatchVersion { id: id.parse().map_err(|_| ())?, version })
    }
}

/// A player's connection to a node whose lease has ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct OrphanedConnection {
    /// The match.
    pub id: MatchId,
    /// The player's seat.
    pub seat: Seat,
    /// The dead node.
    pub node: NodeId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_version_parses_as_it_displays() {
        let version = MatchVersion { id: "aB3dE6gH".parse().unwrap(), version: Version::new(17) };
        assert_eq!(version.to_string().parse(), Ok(version));
        for other in ["", "aB3dE6gH", "aB3dE6gH x", "short 1", "aB3dE6gH -1", "aB3dE6gH 1 1"] {
            assert_eq!(other.parse::<MatchVersion>(), Err(()), "{other}");
        }
    }
}
