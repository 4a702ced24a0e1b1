//! A store in one file, with SQLite. One thread writes; a few connections read beside it.

mod nodes;
mod rows;
mod schema;
mod statements;
mod writer;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;

use crownhead_arbiter::{BySeat, Cause, Event, Hash, Seat, Time, Version};
use rusqlite::Connection;
use tokio::sync::{Semaphore, mpsc, oneshot};

use super::sql::{Changed, Row, Statement};
use super::{
    Answer, Append, Appended, Created, Listed, NewMatch, OpenError, Reply, Store, StoreError,
    Stranded, decode, encode, failed, hash, in_time, name, news, stranded, value,
};
use crate::bus::News;
use crate::{MatchId, NodeId};
use nodes::Change;
use writer::{Job, Write, Written};

pub(crate) use schema::check;

/// How many read at a time.
const READERS: usize = 4;

/// A store in a file.
pub struct Sqlite {
    path: PathBuf,
    writer: Mutex<Option<Writer>>,
    readers: Mutex<Vec<Connection>>,
    permits: Semaphore,
}

struct Writer {
    queue: mpsc::Sender<Job>,
    thread: JoinHandle<()>,
}

/// Leaves a file with the tables of this version, and nobody using it.
pub(crate) fn prepare(path: &Path) -> Result<(), OpenError> {
    schema::open(path).map(drop)
}

impl Sqlite {
    /// Opens a file, or makes it.
    pub fn open(path: &Path) -> Result<Sqlite, OpenError> {
        let connection = schema::open(path)?;
        let (queue, jobs) = mpsc::channel(writer::QUEUE);
        let thread = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || writer::run(connection, jobs))
            .map_err(|why| OpenError::Failed {
                place: path.display().to_string(),
                why: why.to_string(),
            })?;
        Ok(Sqlite {
            path: path.to_owned(),
            writer: Mutex::new(Some(Writer { queue, thread })),
            readers: Mutex::default(),
            permits: Semaphore::new(READERS),
        })
    }

    async fn write(&self, write: Write) -> Result<Written, StoreError> {
        let queue = {
            let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
            writer.as_ref().ok_or(StoreError::Closed)?.queue.clone()
        };
        let (answer, answered) = oneshot::channel();
        in_time(async {
            queue.send(Job { write, answer }).await.map_err(|_| StoreError::Closed)?;
            answered.await.map_err(|_| StoreError::Closed)?
        })
        .await
    }

    async fn note(&self, change: Change) -> Result<(), StoreError> {
        self.write(Write::Nodes(change)).await.map(|_| ())
    }

    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        in_time(async {
            let _permit = self.permits.acquire().await.map_err(|_| StoreError::Closed)?;
            let kept = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let path = self.path.clone();
            let done = tokio::task::spawn_blocking(move || {
                let connection = match kept {
                    Some(connection) => connection,
                    None => schema::connect(&path)?,
                };
                let found = read(&connection)?;
                Ok::<_, rusqlite::Error>((found, connection))
            });
            // A connection on which something failed is not used again.
            let (found, connection) = done.await.map_err(failed)??;
            self.readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
            Ok::<_, StoreError>(found)
        })
        .await
    }
}

impl Store for Sqlite {
    fn create(&self, new: NewMatch) -> Reply<'_, Created> {
        Box::pin(async move {
            let (rows, changed) = encode(Version::new(0), &new.events)?;
            match self.write(Write::Create { new: Box::new(new), rows, changed }).await? {
                Written::Created(created) => Ok(created),
                _ => Err(failed("the writer answered something else")),
            }
        })
    }

    fn append(&self, append: Append) -> Reply<'_, Appended> {
        Box::pin(async move {
            let (rows, changed) = encode(append.expected, &append.events)?;
            match self.write(Write::Append { append: Box::new(append), rows, changed }).await? {
                Written::Appended(appended) => Ok(appended),
                _ => Err(failed("the writer answered something else")),
            }
        })
    }

    fn load(&self, id: MatchId, since: Version, most: u32) -> Reply<'_, Vec<Event>> {
        Box::pin(async move {
            let events = self.read(move |on| rows::events(on, id, since, most)).await?;
            events.iter().map(|json| decode(json)).collect()
        })
    }

    fn secrets(&self, id: MatchId) -> Reply<'_, Option<BySeat<Hash>>> {
        Box::pin(async move {
            let found = self.read(move |on| rows::secrets(on, id)).await?;
            found.map(|both| Ok(BySeat::new(hash(&both.one)?, hash(&both.two)?))).transpose()
        })
    }

    fn answer(&self, id: MatchId, cause: Cause) -> Reply<'_, Option<Answer>> {
        Box::pin(self.read(move |on| rows::answer(on, id, &cause)))
    }

    fn live(&self, most: u32) -> Reply<'_, Vec<Listed>> {
        Box::pin(async move {
            let found = self.read(move |on| rows::live(on, most)).await?;
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
            let found = self.read(move |on| rows::due(on, before, most)).await?;
            found.iter().map(|id| name(id)).collect()
        })
    }

    fn query(&self, what: Statement) -> Reply<'_, Vec<Row>> {
        Box::pin(self.read(move |on| statements::query(on, &what)))
    }

    fn change(&self, what: Vec<Statement>) -> Reply<'_, Changed> {
        Box::pin(async move {
            match self.write(Write::Change { what }).await? {
                Written::Changed(changed) => Ok(changed),
                _ => Err(failed("the writer answered something else")),
            }
        })
    }

    fn versions(&self, ids: Vec<MatchId>) -> Reply<'_, Vec<News>> {
        Box::pin(async move {
            let found = self.read(move |on| nodes::versions(on, &ids)).await?;
            found.into_iter().map(news).collect()
        })
    }

    fn beat(&self, node: NodeId, until: Time, now: Time) -> Reply<'_, ()> {
        Box::pin(self.note(Change::Beat { node, until, now }))
    }

    fn arrive(&self, id: MatchId, seat: Seat, node: NodeId) -> Reply<'_, ()> {
        Box::pin(self.note(Change::Arrive { id, seat, node }))
    }

    fn leave(&self, id: MatchId, seat: Seat, node: NodeId) -> Reply<'_, ()> {
        Box::pin(self.note(Change::Leave { id, seat, node }))
    }

    fn is_elsewhere(&self, id: MatchId, seat: Seat, node: NodeId, now: Time) -> Reply<'_, bool> {
        Box::pin(self.read(move |on| nodes::is_elsewhere(on, id, seat, node, now)))
    }

    fn stranded(&self, now: Time, most: u32) -> Reply<'_, Vec<Stranded>> {
        Box::pin(async move {
            let found = self.read(move |on| nodes::stranded(on, now, most)).await?;
            found.into_iter().map(stranded).collect()
        })
    }

    fn waiting(&self) -> usize {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        writer.as_ref().map_or(0, |writer| writer::QUEUE - writer.queue.capacity())
    }

    fn ping(&self) -> Reply<'_, ()> {
        Box::pin(async move {
            if self.writer.lock().unwrap_or_else(PoisonError::into_inner).is_none() {
                return Err(StoreError::Closed);
            }
            self.read(|on| on.query_row("SELECT 1", [], |_| Ok(()))).await
        })
    }

    fn close(&self) -> Reply<'_, ()> {
        Box::pin(async move {
            let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some(Writer { queue, thread }) = writer else { return Ok(()) };
            drop(queue);
            // The last connection to close tidies the file up, and that is the writer's.
            self.permits.close();
            self.readers.lock().unwrap_or_else(PoisonError::into_inner).clear();
            let ended = tokio::task::spawn_blocking(move || thread.join()).await;
            ended.map_err(failed)?.map_err(|_| failed("the writer did not end well"))
        })
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(why: rusqlite::Error) -> StoreError {
        match why.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseBusy) => StoreError::Busy,
            _ => failed(why),
        }
    }
}
