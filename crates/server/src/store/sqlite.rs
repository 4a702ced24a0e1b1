//! A store in one file, with SQLite. One thread writes; a few connections read beside it.

mod nodes;
mod rows;
mod schema;
mod statements;
mod tail;
mod writer;

use std::cmp::Reverse;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crownhead_arbiter::{BySeat, Cause, Event, Hash, Seat, Time, Version};
use rusqlite::Connection;
use tokio::sync::{Semaphore, mpsc, oneshot};

use super::sql::{Changed, Row, Statement};
use super::{
    Answer, Append, Appended, Created, Listed, NewMatch, OpenError, Reply, Store, StoreError,
    Stranded, decode, encode, failed, hash, in_time, name, news, number, stranded, value,
};
use crate::bus::News;
use crate::{MatchId, NodeId};
use nodes::Change;
use tail::Tail;
use writer::{Job, Write, Written};

pub use writer::Rush;

pub(crate) use schema::check;

/// How much of the file the writer has in memory at most, in KiB. A move to any of thousands of
/// matches finds its pages there.
const WRITER_CACHE: i64 = 16 * 1024;

/// How many read at a time.
const READERS: usize = 4;

/// How long a server waits for another that is about to let go of a store.
const PATIENCE: Duration = Duration::from_secs(2);

/// A store in a file.
pub struct Sqlite {
    path: PathBuf,
    writer: Mutex<Option<Writer>>,
    tail: Arc<Tail>,
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
    /// Opens a file, or makes it. Others may have it open, too.
    pub fn open(path: &Path) -> Result<Sqlite, OpenError> {
        Sqlite::start(path, None)
    }

    /// Opens a file for the one server that appends to its matches. That it is the only one is what
    /// lets it be quick when much comes at a time.
    pub fn open_alone(path: &Path) -> Result<Sqlite, OpenError> {
        Sqlite::open_rushing(path, Rush::default())
    }

    /// Opens a file like [`open_alone`](Self::open_alone), with another notion of much.
    pub fn open_rushing(path: &Path, rush: Rush) -> Result<Sqlite, OpenError> {
        Sqlite::start(path, lock(path)?.map(|lock| (lock, rush)))
    }

    fn start(path: &Path, alone: Option<(File, Rush)>) -> Result<Sqlite, OpenError> {
        let failed = |why: io::Error| OpenError::Failed {
            place: path.display().to_string(),
            why: why.to_string(),
        };
        let connection = schema::open(path)?;
        let sized = connection.pragma_update(None, "cache_size", -WRITER_CACHE);
        sized.map_err(|why| failed(io::Error::other(why)))?;
        let (queue, jobs) = mpsc::channel(writer::QUEUE);
        let tail = Arc::new(Tail::default());
        let writer =
            writer::Writer::new(connection, tail.clone(), alone.as_ref().map(|(_, rush)| *rush));
        let clock = tokio::runtime::Builder::new_current_thread().enable_time().build();
        let clock = clock.map_err(&failed)?;
        let thread = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || {
                writer.run(&clock, jobs);
                drop(alone);
            })
            .map_err(&failed)?;
        Ok(Sqlite {
            path: path.to_owned(),
            writer: Mutex::new(Some(Writer { queue, thread })),
            tail,
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
            // What is held is asked for first: if it is settled meanwhile, it is found twice.
            let held = self.tail.rows(id);
            let from = number(since.get());
            let mut rows = match held.first() {
                Some(first) if first.0 <= from + 1 => Vec::new(),
                _ => self.read(move |on| rows::events(on, id, since, most)).await?,
            };
            let last = rows.last().map_or(from, |row| row.0);
            rows.extend(held.into_iter().skip_while(|row| row.0 <= last));
            rows.iter().take(most as usize).map(|(_, json)| decode(json)).collect()
        })
    }

    fn secrets(&self, id: MatchId) -> Reply<'_, Option<BySeat<Hash>>> {
        Box::pin(async move {
            let found = self.read(move |on| rows::secrets(on, id)).await?;
            found.map(|both| Ok(BySeat::new(hash(&both.one)?, hash(&both.two)?))).transpose()
        })
    }

    fn answer(&self, id: MatchId, cause: Cause) -> Reply<'_, Option<Answer>> {
        Box::pin(async move {
            match self.tail.answer(id, &cause) {
                Some(answer) => Ok(Some(answer)),
                None => self.read(move |on| rows::answer(on, id, &cause)).await,
            }
        })
    }

    fn live(&self, most: u32) -> Reply<'_, Vec<Listed>> {
        Box::pin(async move {
            let held = self.tail.standings();
            let enough = most.saturating_add(u32::try_from(held.len()).unwrap_or(u32::MAX));
            let found = self.read(move |on| rows::live(on, enough)).await?;
            let mut listed = Vec::with_capacity(found.len());
            for (id, game, version, changed) in found {
                let id = name(&id)?;
                if !held.contains_key(&id) {
                    listed.push(listing(id, game, version, changed));
                }
            }
            let held = held.into_iter().filter(|(_, (_, _, standing))| standing.live);
            listed.extend(held.map(|(id, (version, changed, standing))| {
                listing(id, standing.game, version, changed)
            }));
            listed.sort_by_key(|match_| Reverse(match_.changed));
            listed.truncate(most as usize);
            Ok(listed)
        })
    }

    fn due(&self, before: Time, most: u32) -> Reply<'_, Vec<MatchId>> {
        Box::pin(async move {
            let held = self.tail.standings();
            let enough = most.saturating_add(u32::try_from(held.len()).unwrap_or(u32::MAX));
            let found = self.read(move |on| rows::due(on, before, enough)).await?;
            let mut all = Vec::with_capacity(found.len());
            for (id, due) in found {
                let id = name(&id)?;
                if !held.contains_key(&id) {
                    all.push((Time::from_millis(value(due)), id));
                }
            }
            let held =
                held.into_iter().filter_map(|(id, (_, _, standing))| Some((standing.due?, id)));
            all.extend(held.filter(|(due, _)| *due < before));
            all.sort_by_key(|(due, _)| *due);
            Ok(all.into_iter().take(most as usize).map(|(_, id)| id).collect())
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
            let held: Vec<_> = ids.iter().map(|id| self.tail.version(*id)).collect();
            let asked = ids.clone();
            let found = self.read(move |on| nodes::versions(on, &asked)).await?;
            let mut all = found.into_iter().map(news).collect::<Result<Vec<_>, _>>()?;
            for (id, held) in ids.into_iter().zip(held) {
                if let Some(version) = held.map(|version| Version::new(value(version)))
                    && let Some(news) = all.iter_mut().find(|news| news.id == id)
                {
                    news.version = news.version.max(version);
                }
            }
            Ok(all)
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

fn listing(id: MatchId, game: String, version: i64, changed: i64) -> Listed {
    let (version, changed) = (Version::new(value(version)), Time::from_millis(value(changed)));
    Listed { id, game, version, changed }
}

/// Takes a store for oneself, until the file that is returned is closed; nothing where there are no
/// such locks. Whoever cannot ask the lock that another has made is not alone.
fn lock(path: &Path) -> Result<Option<File>, OpenError> {
    let mut name = path.as_os_str().to_owned();
    name.push("-server");
    let name = PathBuf::from(name);
    let file = match File::create(&name).or_else(|_| File::open(&name)) {
        Ok(file) => file,
        Err(_) if !name.exists() => return Ok(None),
        Err(why) => {
            return Err(OpenError::Failed {
                place: name.display().to_string(),
                why: why.to_string(),
            });
        }
    };
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(50));
            }
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::Taken { place: path.display().to_string() });
            }
            Err(TryLockError::Error(_)) => return Ok(None),
        }
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
