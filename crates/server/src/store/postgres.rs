//! A store that many nodes share, with PostgreSQL.

mod nodes;
mod read;
mod schema;
mod statements;
mod write;

use std::str::FromStr;

use crownhead_arbiter::{BySeat, Cause, Event, Hash, Seat, Time, Version};
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use super::sql::{Changed, Row, Statement};
use super::{
    Answer, Append, Appended, Created, LIMIT, Listed, NewMatch, OpenError, Place, Reply, Store,
    StoreError, Stranded, decode, encode, failed, hash, in_time, name, news, stranded, value,
};
use crate::bus::News;
use crate::{MatchId, NodeId};

/// How many connections a node has at most.
const CONNECTIONS: u32 = 16;

/// A store in a PostgreSQL database.
pub struct Postgres {
    pool: PgPool,
}

impl Postgres {
    /// Opens the database at an address, `postgres://…`.
    pub async fn open(address: &str) -> Result<Postgres, OpenError> {
        let place = Place::Postgres(address.to_owned()).to_string();
        let failed =
            |why: sqlx::Error| OpenError::Failed { place: place.clone(), why: words(&why) };
        // Whoever waits has gone by then, and the database need not go on with it.
        let limit = LIMIT.as_millis().to_string();
        let options = PgConnectOptions::from_str(address)
            .map_err(failed)?
            .application_name("crownhead")
            .options([("statement_timeout", &limit), ("lock_timeout", &limit)]);
        let pool = PgPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(LIMIT)
            .connect_with(options)
            .await
            .map_err(failed)?;
        schema::prepare(&pool, &place).await?;
        Ok(Postgres { pool })
    }
}

impl Postgres {
    /// The connections to the database.
    pub(crate) fn pool(&self) -> &PgPool {
        &self.pool
    }
}

impl Store for Postgres {
    fn create(&self, new: NewMatch) -> Reply<'_, Created> {
        Box::pin(async move {
            let (rows, changed) = encode(Version::new(0), &new.events)?;
            in_time(write::create(&self.pool, &new, rows, changed)).await
        })
    }

    fn append(&self, append: Append) -> Reply<'_, Appended> {
        Box::pin(async move {
            let (rows, changed) = encode(append.expected, &append.events)?;
            in_time(write::append(&self.pool, &append, rows, changed)).await
        })
    }

    fn load(&self, id: MatchId, since: Version, most: u32) -> Reply<'_, Vec<Event>> {
        Box::pin(async move {
            let events = in_time(read::events(&self.pool, id, since, most)).await?;
            events.iter().map(|(json,)| decode(json)).collect()
        })
    }

    fn secrets(&self, id: MatchId) -> Reply<'_, Option<BySeat<Hash>>> {
        Box::pin(async move {
            let found = in_time(read::secrets(&self.pool, id)).await?;
            found.map(|both| Ok(BySeat::new(hash(&both.one)?, hash(&both.two)?))).transpose()
        })
    }

    fn answer(&self, id: MatchId, cause: Cause) -> Reply<'_, Option<Answer>> {
        Box::pin(in_time(async move {
            let mut connection = self.pool.acquire().await?;
            read::answer(&mut connection, id, &cause).await
        }))
    }

    fn live(&self, most: u32) -> Reply<'_, Vec<Listed>> {
        Box::pin(async move {
            let found = in_time(read::live(&self.pool, most)).await?;
            let listed = found.into_iter().map(|(id, game, version, changed)| {
                Ok(Listed {
                    id: name(&id)?,
                    game,
                    version: Version::new(value(version)),
                    changed: Time::from_millis(value(changed)),
                })
            });
            listed.collect()
        })
    }

    fn due(&self, before: Time, most: u32) -> Reply<'_, Vec<MatchId>> {
        Box::pin(async move {
            let found = in_time(read::due(&self.pool, before, most)).await?;
            found.iter().map(|(id,)| name(id)).collect()
        })
    }

    fn query(&self, what: Statement) -> Reply<'_, Vec<Row>> {
        Box::pin(in_time(async move { statements::query(&self.pool, &what).await }))
    }

    fn change(&self, what: Vec<Statement>) -> Reply<'_, Changed> {
        Box::pin(in_time(async move { statements::change(&self.pool, &what).await }))
    }

    fn versions(&self, ids: Vec<MatchId>) -> Reply<'_, Vec<News>> {
        Box::pin(async move {
            let found = in_time(nodes::versions(&self.pool, &ids)).await?;
            found.into_iter().map(news).collect()
        })
    }

    fn beat(&self, node: NodeId, until: Time, now: Time) -> Reply<'_, ()> {
        Box::pin(in_time(nodes::beat(&self.pool, node, until, now)))
    }

    fn arrive(&self, id: MatchId, seat: Seat, node: NodeId) -> Reply<'_, ()> {
        Box::pin(in_time(nodes::arrive(&self.pool, id, seat, node)))
    }

    fn leave(&self, id: MatchId, seat: Seat, node: NodeId) -> Reply<'_, ()> {
        Box::pin(in_time(nodes::leave(&self.pool, id, seat, node)))
    }

    fn is_elsewhere(&self, id: MatchId, seat: Seat, node: NodeId, now: Time) -> Reply<'_, bool> {
        Box::pin(in_time(nodes::is_elsewhere(&self.pool, id, seat, node, now)))
    }

    fn stranded(&self, now: Time, most: u32) -> Reply<'_, Vec<Stranded>> {
        Box::pin(async move {
            let found = in_time(nodes::stranded(&self.pool, now, most)).await?;
            found.into_iter().map(stranded).collect()
        })
    }

    fn waiting(&self) -> usize {
        (self.pool.size() as usize).saturating_sub(self.pool.num_idle())
    }

    fn ping(&self) -> Reply<'_, ()> {
        Box::pin(in_time(
            async move { sqlx::query("SELECT 1").execute(&self.pool).await.map(|_| ()) },
        ))
    }

    fn close(&self) -> Reply<'_, ()> {
        Box::pin(async move {
            self.pool.close().await;
            Ok(())
        })
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(why: sqlx::Error) -> StoreError {
        match why {
            // The database is away, or was until now.
            sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) => StoreError::Busy,
            sqlx::Error::Database(why) if is_passing(why.code().as_deref()) => StoreError::Busy,
            sqlx::Error::PoolClosed => StoreError::Closed,
            why => failed(words(&why)),
        }
    }
}

/// Whether an error of the database passes by itself: it starts, stops or recovers (class 57), has
/// too many connections (53), or something took too long.
fn is_passing(code: Option<&str>) -> bool {
    code.is_some_and(|code| ["53", "55P03", "57"].iter().any(|start| code.starts_with(start)))
}

/// What went wrong, on one line.
fn words(why: &sqlx::Error) -> String {
    let words = match why {
        sqlx::Error::Database(why) => why.message().to_owned(),
        why => why.to_string(),
    };
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
