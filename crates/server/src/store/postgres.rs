//! A store that many nodes share, with PostgreSQL.

mod read;
mod schema;
mod statements;
mod write;

use std::str::FromStr;

use crownhead_arbiter::{BySeat, Cause, Event, Hash, Time, Version};
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};

use super::sql::{Changed, Row, Statement};
use super::{
    Answer, Append, Appended, Created, LIMIT, Listed, NewMatch, OpenError, Place, Reply, Store,
    StoreError, decode, encode, failed, hash, in_time, name, value,
};
use crate::MatchId;

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
            sqlx::Error::PoolTimedOut => StoreError::Busy,
            sqlx::Error::PoolClosed => StoreError::Closed,
            why => failed(words(&why)),
        }
    }
}

/// What went wrong, on one line.
fn words(why: &sqlx::Error) -> String {
    let words = match why {
        sqlx::Error::Database(why) => why.message().to_owned(),
        why => why.to_string(),
    };
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
