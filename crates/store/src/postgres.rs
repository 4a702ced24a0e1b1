//! The PostgreSQL store, which many nodes share.

mod heartbeat;
mod nodes;
mod read;
mod schema;
mod session;
mod statements;
mod write;

use crownhead_arbiter::{BySeat, Event, EventCause, Seat, Sha256Hash, Timestamp, Version};
use sqlx::PgPool;

use crate::codec::{
    decode, encode, match_version, orphaned_connection, parse_match_id, seat_secrets, to_u64,
    with_time_limit,
};
use crate::sql::{ChangeOutcome, Row, Statement};
use crate::{
    Append, AppendOutcome, Beat, BeatOutcome, CreateOutcome, Heartbeat, ListedMatch, MatchId,
    MatchVersion, NewMatch, NodeId, OpenError, OrphanedConnection, RecordedCommand, SCHEMA_VERSION,
    Store, StoreError, StoreFuture, StoreLocation,
};

pub(crate) use schema::{NO_TIME_LIMITS, creation, shape};

/// The most connections of a node for play, and for lists.
const PLAY_CONNECTIONS: u32 = 12;
const LIST_CONNECTIONS: u32 = 4;

/// A store in a PostgreSQL database.
pub struct PostgresStore {
    play: PgPool,
    lists: PgPool,
}

impl PostgresStore {
    /// Opens the database at an address, `postgres://…`. Creates the tables, or migrates older ones.
    pub async fn open(address: &str) -> Result<PostgresStore, OpenError> {
        let (store, location) = PostgresStore::connect(address).await?;
        schema::migrate(&store.play, &location).await?;
        Ok(store)
    }

    /// Opens an existing store to read it. Nothing is created or changed, unless it is an older one,
    /// which is migrated.
    pub(crate) async fn open_read_only(address: &str) -> Result<PostgresStore, OpenError> {
        let (store, location) = PostgresStore::connect(address).await?;
        match schema::version(&store.play, &location).await? {
            None => return Err(OpenError::Missing { location }),
            Some(SCHEMA_VERSION) => {}
            Some(_) => schema::migrate(&store.play, &location).await?,
        }
        Ok(store)
    }

    /// Connects, and returns also the address without its password.
    async fn connect(address: &str) -> Result<(PostgresStore, String), OpenError> {
        let location = StoreLocation::Postgres(address.to_owned()).to_string();
        let failed = |error: sqlx::Error| OpenError::Failed {
            location: location.clone(),
            reason: message(&error),
        };
        let options = session::options(address).map_err(failed)?;
        if let Err(error) = session::try_connection(&options).await {
            return Err(match error {
                sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut => OpenError::Unreachable {
                    server: session::server(&options),
                    reason: message(&error),
                    location,
                },
                error => failed(error),
            });
        }
        let play = session::pool(options.clone(), PLAY_CONNECTIONS);
        let lists = session::pool(options, LIST_CONNECTIONS);
        Ok((PostgresStore { play, lists }, location))
    }

    /// The connections for play.
    pub(crate) fn pool(&self) -> &PgPool {
        &self.play
    }
}

impl Store for PostgresStore {
    fn create(&self, new: NewMatch) -> StoreFuture<'_, CreateOutcome> {
        Box::pin(async move {
            let (rows, changed) = encode(Version::new(0), &new.events)?;
            with_time_limit(write::create(&self.play, &new, rows, changed)).await
        })
    }

    fn append(&self, append: Append) -> StoreFuture<'_, AppendOutcome> {
        Box::pin(async move {
            let (rows, changed) = encode(append.expected, &append.events)?;
            with_time_limit(write::append(&self.play, &append, rows, changed)).await
        })
    }

    fn load(&self, id: MatchId, since: Version, limit: u32) -> StoreFuture<'_, Vec<Event>> {
        Box::pin(async move {
            let events = with_time_limit(read::events(&self.play, id, since, limit)).await?;
            events.iter().map(|(json,)| decode(json)).collect()
        })
    }

    fn load_for_export(
        &self,
        id: MatchId,
        since: Version,
        limit: u32,
    ) -> StoreFuture<'_, Vec<Event>> {
        Box::pin(async move {
            let events = with_time_limit(read::events(&self.lists, id, since, limit)).await?;
            events.iter().map(|(json,)| decode(json)).collect()
        })
    }

    fn seat_secrets(&self, id: MatchId) -> StoreFuture<'_, Option<BySeat<Sha256Hash>>> {
        Box::pin(async move {
            let found = with_time_limit(read::seat_secrets(&self.play, id)).await?;
            found.map(seat_secrets).transpose()
        })
    }

    fn command_events(
        &self,
        id: MatchId,
        cause: EventCause,
    ) -> StoreFuture<'_, Option<RecordedCommand>> {
        Box::pin(with_time_limit(async move {
            let mut connection = self.play.acquire().await?;
            read::command_events(&mut connection, id, &cause).await
        }))
    }

    fn live_matches(&self, limit: u32) -> StoreFuture<'_, Vec<ListedMatch>> {
        Box::pin(async move {
            let found = with_time_limit(read::live_matches(&self.lists, limit)).await?;
            let listed = found.into_iter().map(|(id, game, version, changed)| {
                Ok(ListedMatch {
                    id: parse_match_id(&id)?,
                    game,
                    version: Version::new(to_u64(version)),
                    changed: Timestamp::from_millis(to_u64(changed)),
                })
            });
            listed.collect()
        })
    }

    fn due_matches(&self, before: Timestamp, limit: u32) -> StoreFuture<'_, Vec<MatchId>> {
        Box::pin(async move {
            let found = with_time_limit(read::due_matches(&self.play, before, limit)).await?;
            found.iter().map(|(id,)| parse_match_id(id)).collect()
        })
    }

    fn query(&self, statement: Statement) -> StoreFuture<'_, Vec<Row>> {
        Box::pin(with_time_limit(
            async move { statements::query_list(&self.lists, &statement).await },
        ))
    }

    fn query_for_play(&self, statement: Statement) -> StoreFuture<'_, Vec<Row>> {
        Box::pin(with_time_limit(async move { statements::query(&self.play, &statement).await }))
    }

    fn change(&self, statements: Vec<Statement>) -> StoreFuture<'_, ChangeOutcome> {
        Box::pin(with_time_limit(async move { statements::change(&self.play, &statements).await }))
    }

    fn versions(&self, ids: Vec<MatchId>) -> StoreFuture<'_, Vec<MatchVersion>> {
        Box::pin(async move {
            let found = with_time_limit(nodes::versions(&self.play, &ids)).await?;
            found.into_iter().map(match_version).collect()
        })
    }

    fn renew_lease(&self, node: NodeId, until: Timestamp, now: Timestamp) -> StoreFuture<'_, ()> {
        Box::pin(with_time_limit(nodes::renew_lease(&self.play, node, until, now)))
    }

    fn heartbeat(&self) -> StoreFuture<'_, Option<Heartbeat>> {
        Box::pin(with_time_limit(heartbeat::newest(&self.play)))
    }

    fn beat(&self, beat: Beat) -> StoreFuture<'_, BeatOutcome> {
        Box::pin(with_time_limit(async move { heartbeat::write(&self.play, &beat).await }))
    }

    fn add_connection(&self, id: MatchId, seat: Seat, node: NodeId) -> StoreFuture<'_, ()> {
        Box::pin(with_time_limit(nodes::add_connection(&self.play, id, seat, node)))
    }

    fn remove_connection(&self, id: MatchId, seat: Seat, node: NodeId) -> StoreFuture<'_, ()> {
        Box::pin(with_time_limit(nodes::remove_connection(&self.play, id, seat, node)))
    }

    fn is_connected_elsewhere(
        &self,
        id: MatchId,
        seat: Seat,
        node: NodeId,
        now: Timestamp,
    ) -> StoreFuture<'_, bool> {
        Box::pin(with_time_limit(nodes::is_connected_elsewhere(&self.play, id, seat, node, now)))
    }

    fn orphaned_connections(
        &self,
        now: Timestamp,
        limit: u32,
    ) -> StoreFuture<'_, Vec<OrphanedConnection>> {
        Box::pin(async move {
            let found =
                with_time_limit(nodes::orphaned_connections(&self.play, now, limit)).await?;
            found.into_iter().map(orphaned_connection).collect()
        })
    }

    fn backlog(&self) -> usize {
        let used = |pool: &PgPool| (pool.size() as usize).saturating_sub(pool.num_idle());
        used(&self.play) + used(&self.lists)
    }

    fn ping(&self) -> StoreFuture<'_, ()> {
        Box::pin(with_time_limit(async move {
            sqlx::query("SELECT 1").execute(&self.play).await.map(|_| ())
        }))
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            self.lists.close().await;
            self.play.close().await;
            Ok(())
        })
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match error {
            // The database is unreachable.
            sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) => StoreError::Busy,
            sqlx::Error::Database(error) if is_transient(error.code().as_deref()) => {
                StoreError::Busy
            }
            sqlx::Error::PoolClosed => StoreError::Closed,
            error => StoreError::Failed(message(&error)),
        }
    }
}

/// Whether a retry may succeed: the database starts, stops or recovers (class 57), has too many
/// connections (53), or waited too long for a lock.
fn is_transient(code: Option<&str>) -> bool {
    code.is_some_and(|code| ["53", "55P03", "57"].iter().any(|start| code.starts_with(start)))
}

/// The message of an error, on one line.
fn message(error: &sqlx::Error) -> String {
    let message = match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::PoolTimedOut => "it did not answer in time".to_owned(),
        error => error.to_string(),
    };
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}
