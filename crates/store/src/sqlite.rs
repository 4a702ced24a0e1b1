//! The SQLite store, in one file. One thread writes; pools of connections read, one for play and one
//! for lists.

mod burst_buffer;
mod checkpoints;
mod heartbeat;
mod nodes;
mod read_only;
mod readers;
mod rows;
mod schema;
mod statements;
mod writer;

use std::cmp::Reverse;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crownhead_arbiter::{BySeat, Event, EventCause, Seat, Sha256Hash, Timestamp, Version};
use parking_lot::Mutex;
use rusqlite::Connection;
use tempfile::TempDir;
use tokio::sync::{mpsc, oneshot};

use crate::codec::{
    decode, encode, hash_from_bytes, match_version, orphaned_connection, parse_match_id, to_i64,
    to_u64, with_time_limit,
};
use crate::sql::{ChangeOutcome, Row, Statement};
use crate::{
    Append, AppendOutcome, Beat, BeatOutcome, CreateOutcome, Heartbeat, ListedMatch, MatchId,
    MatchVersion, NewMatch, NodeId, OpenError, OrphanedConnection, RecordedCommand, SCHEMA_VERSION,
    Store, StoreError, StoreFuture,
};
use burst_buffer::BurstBuffer;
use nodes::ConnectionChange;
use readers::Readers;
use writer::{Job, Write, Written};

pub use writer::BurstPolicy;

pub(crate) use schema::{copy, damage, portable_shape, repair_schema};

/// The writer's page cache, in KiB: large enough for the pages of thousands of matches.
const WRITER_CACHE: i64 = 16 * 1024;

/// How many queries of play run at a time, and how many more may wait.
const PLAY_READERS: usize = 4;
const PLAY_WAITING: usize = 4096;

/// The same for lists.
const LIST_READERS: usize = 2;
const LIST_WAITING: usize = 256;

/// How long a starting server waits for a stopping one to release the file.
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);

/// A store in a file.
pub struct SqliteStore {
    path: PathBuf,
    is_read_only: bool,
    /// The migrated copy that is read in place of an older store.
    _copy: Option<TempDir>,
    writer: Mutex<Option<WriterHandle>>,
    buffer: Arc<BurstBuffer>,
    play: Readers,
    lists: Readers,
}

/// The queue of the writer thread, and the thread itself.
struct WriterHandle {
    queue: mpsc::Sender<Job>,
    thread: JoinHandle<()>,
}

/// Creates or migrates a file, and closes it.
pub(crate) fn migrate(path: &Path) -> Result<(), OpenError> {
    schema::open(path).map(drop)
}

impl SqliteStore {
    /// Opens a file, or creates it. Other processes may have it open, too.
    pub fn open(path: &Path) -> Result<SqliteStore, OpenError> {
        SqliteStore::start(path, None)
    }

    /// Opens a file for the one server that appends to its matches. Because it is the only one, it may
    /// buffer bursts of appends.
    pub fn open_exclusive(path: &Path) -> Result<SqliteStore, OpenError> {
        SqliteStore::open_with_policy(path, BurstPolicy::default())
    }

    /// Opens a file like [`open_exclusive`](Self::open_exclusive), with another burst policy.
    pub fn open_with_policy(path: &Path, policy: BurstPolicy) -> Result<SqliteStore, OpenError> {
        // No lock is created beside a file that is not a store.
        match schema::version(path) {
            Ok(_) | Err(OpenError::Missing { .. } | OpenError::Empty { .. }) => {}
            Err(error) => return Err(error),
        }
        SqliteStore::start(path, lock(path)?.map(|lock| (lock, policy)))
    }

    /// Opens an existing file without changing or creating anything. Writes fail as if the store were
    /// closed.
    pub fn open_read_only(path: &Path) -> Result<SqliteStore, OpenError> {
        let mut store = SqliteStore {
            path: path.to_owned(),
            is_read_only: true,
            _copy: None,
            writer: Mutex::default(),
            buffer: Arc::default(),
            play: Readers::new(PLAY_READERS, PLAY_WAITING),
            lists: Readers::new(LIST_READERS, LIST_WAITING),
        };
        if schema::version(path)? < SCHEMA_VERSION {
            let folder = tempfile::tempdir().map_err(|error| OpenError::Failed {
                location: path.display().to_string(),
                reason: error.to_string(),
            })?;
            store.path = folder.path().join("copy");
            copy(path, &store.path)?;
            store._copy = Some(folder);
        }
        Ok(store)
    }

    fn start(
        path: &Path,
        exclusive: Option<(File, BurstPolicy)>,
    ) -> Result<SqliteStore, OpenError> {
        let failed = |error: io::Error| OpenError::Failed {
            location: path.display().to_string(),
            reason: error.to_string(),
        };
        let connection = schema::open(path)?;
        let sized = connection.pragma_update(None, "cache_size", -WRITER_CACHE);
        sized.map_err(|error| failed(io::Error::other(error)))?;
        let (queue, jobs) = mpsc::channel(writer::QUEUE);
        let buffer = Arc::new(BurstBuffer::default());
        let policy = exclusive.as_ref().map(|(_, policy)| *policy);
        let writer = writer::Writer::new(connection, buffer.clone(), policy);
        let clock = tokio::runtime::Builder::new_current_thread().enable_time().build();
        let clock = clock.map_err(&failed)?;
        let thread = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || {
                writer.run(&clock, jobs);
                drop(exclusive);
            })
            .map_err(&failed)?;
        Ok(SqliteStore {
            path: path.to_owned(),
            is_read_only: false,
            _copy: None,
            writer: Mutex::new(Some(WriterHandle { queue, thread })),
            buffer,
            play: Readers::new(PLAY_READERS, PLAY_WAITING),
            lists: Readers::new(LIST_READERS, LIST_WAITING),
        })
    }

    async fn write(&self, write: Write) -> Result<Written, StoreError> {
        let queue = self.writer.lock().as_ref().ok_or(StoreError::Closed)?.queue.clone();
        let (reply, replied) = oneshot::channel();
        with_time_limit(async {
            queue.send(Job { write, reply }).await.map_err(|_| StoreError::Closed)?;
            replied.await.map_err(|_| StoreError::Closed)?
        })
        .await
    }

    async fn write_connection(&self, change: ConnectionChange) -> Result<(), StoreError> {
        self.write(Write::Connection(change)).await.map(|_| ())
    }

    /// Queries for play: what a move, a connection or a timer waits for.
    async fn read<T: Send + 'static>(
        &self,
        read: impl Fn(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.read_with(&self.play, read).await
    }

    async fn read_with<T: Send + 'static>(
        &self,
        readers: &Readers,
        read: impl Fn(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        if self.is_read_only {
            readers.run_read_only(&self.path, read).await
        } else {
            readers.run(&self.path, read).await
        }
    }

    async fn events(
        &self,
        readers: &Readers,
        id: MatchId,
        since: Version,
        limit: u32,
    ) -> Result<Vec<Event>, StoreError> {
        // The buffer is read first: events that are flushed meanwhile are then found twice, and none
        // is missed.
        let buffered = self.buffer.rows(id);
        let from = to_i64(since.get());
        let mut rows = match buffered.first() {
            Some(first) if first.0 <= from + 1 => Vec::new(),
            _ => self.read_with(readers, move |on| rows::events(on, id, since, limit)).await?,
        };
        let last = rows.last().map_or(from, |row| row.0);
        rows.extend(buffered.into_iter().skip_while(|row| row.0 <= last));
        rows.iter().take(limit as usize).map(|(_, json)| decode(json)).collect()
    }
}

impl Store for SqliteStore {
    fn create(&self, new: NewMatch) -> StoreFuture<'_, CreateOutcome> {
        Box::pin(async move {
            let (rows, changed) = encode(Version::new(0), &new.events)?;
            match self.write(Write::Create { new: Box::new(new), rows, changed }).await? {
                Written::Created(created) => Ok(created),
                _ => Err(StoreError::failed("the writer sent the wrong reply")),
            }
        })
    }

    fn append(&self, append: Append) -> StoreFuture<'_, AppendOutcome> {
        Box::pin(async move {
            let (rows, changed) = encode(append.expected, &append.events)?;
            match self.write(Write::Append { append: Box::new(append), rows, changed }).await? {
                Written::Appended(appended) => Ok(appended),
                _ => Err(StoreError::failed("the writer sent the wrong reply")),
            }
        })
    }

    fn load(&self, id: MatchId, since: Version, limit: u32) -> StoreFuture<'_, Vec<Event>> {
        Box::pin(self.events(&self.play, id, since, limit))
    }

    fn load_for_export(
        &self,
        id: MatchId,
        since: Version,
        limit: u32,
    ) -> StoreFuture<'_, Vec<Event>> {
        Box::pin(self.events(&self.lists, id, since, limit))
    }

    fn seat_secrets(&self, id: MatchId) -> StoreFuture<'_, Option<BySeat<Sha256Hash>>> {
        Box::pin(async move {
            let found = self.read(move |on| rows::seat_secrets(on, id)).await?;
            found
                .map(|both| {
                    Ok(BySeat::new(hash_from_bytes(&both.one)?, hash_from_bytes(&both.two)?))
                })
                .transpose()
        })
    }

    fn command_events(
        &self,
        id: MatchId,
        cause: EventCause,
    ) -> StoreFuture<'_, Option<RecordedCommand>> {
        Box::pin(async move {
            match self.buffer.command_events(id, &cause) {
                Some(recorded) => Ok(Some(recorded)),
                None => self.read(move |on| rows::command_events(on, id, &cause)).await,
            }
        })
    }

    fn live_matches(&self, limit: u32) -> StoreFuture<'_, Vec<ListedMatch>> {
        Box::pin(async move {
            let buffered = self.buffer.summaries();
            let enough = limit.saturating_add(u32::try_from(buffered.len()).unwrap_or(u32::MAX));
            let found =
                self.read_with(&self.lists, move |on| rows::live_matches(on, enough)).await?;
            let mut listed = Vec::with_capacity(found.len());
            for (id, game, version, changed) in found {
                let id = parse_match_id(&id)?;
                if !buffered.contains_key(&id) {
                    listed.push(listing(id, game, version, changed));
                }
            }
            let buffered = buffered.into_iter().filter(|(_, (_, _, summary))| summary.live);
            listed.extend(buffered.map(|(id, (version, changed, summary))| {
                listing(id, summary.game, version, changed)
            }));
            listed.sort_by_key(|match_| Reverse(match_.changed));
            listed.truncate(limit as usize);
            Ok(listed)
        })
    }

    fn due_matches(&self, before: Timestamp, limit: u32) -> StoreFuture<'_, Vec<MatchId>> {
        Box::pin(async move {
            let buffered = self.buffer.summaries();
            let enough = limit.saturating_add(u32::try_from(buffered.len()).unwrap_or(u32::MAX));
            let found = self.read(move |on| rows::due_matches(on, before, enough)).await?;
            let mut all = Vec::with_capacity(found.len());
            for (id, due) in found {
                let id = parse_match_id(&id)?;
                if !buffered.contains_key(&id) {
                    all.push((Timestamp::from_millis(to_u64(due)), id));
                }
            }
            let buffered =
                buffered.into_iter().filter_map(|(id, (_, _, summary))| Some((summary.due?, id)));
            all.extend(buffered.filter(|(due, _)| *due < before));
            all.sort_by_key(|(due, _)| *due);
            Ok(all.into_iter().take(limit as usize).map(|(_, id)| id).collect())
        })
    }

    fn query(&self, statement: Statement) -> StoreFuture<'_, Vec<Row>> {
        Box::pin(self.read_with(&self.lists, move |on| statements::query(on, &statement)))
    }

    fn query_for_play(&self, statement: Statement) -> StoreFuture<'_, Vec<Row>> {
        Box::pin(self.read(move |on| statements::query(on, &statement)))
    }

    fn change(&self, statements: Vec<Statement>) -> StoreFuture<'_, ChangeOutcome> {
        Box::pin(async move {
            match self.write(Write::Change { statements }).await? {
                Written::Changed(outcome) => Ok(outcome),
                _ => Err(StoreError::failed("the writer sent the wrong reply")),
            }
        })
    }

    fn versions(&self, ids: Vec<MatchId>) -> StoreFuture<'_, Vec<MatchVersion>> {
        Box::pin(async move {
            let buffered: Vec<_> = ids.iter().map(|id| self.buffer.version(*id)).collect();
            let wanted = ids.clone();
            let found = self.read(move |on| nodes::versions(on, &wanted)).await?;
            let mut all = found.into_iter().map(match_version).collect::<Result<Vec<_>, _>>()?;
            for (id, buffered) in ids.into_iter().zip(buffered) {
                if let Some(version) = buffered.map(|version| Version::new(to_u64(version)))
                    && let Some(found) = all.iter_mut().find(|found| found.id == id)
                {
                    found.version = found.version.max(version);
                }
            }
            Ok(all)
        })
    }

    fn renew_lease(&self, node: NodeId, until: Timestamp, now: Timestamp) -> StoreFuture<'_, ()> {
        Box::pin(self.write_connection(ConnectionChange::RenewLease { node, until, now }))
    }

    fn heartbeat(&self) -> StoreFuture<'_, Option<Heartbeat>> {
        Box::pin(self.read(heartbeat::newest))
    }

    fn beat(&self, beat: Beat) -> StoreFuture<'_, BeatOutcome> {
        Box::pin(async move {
            match self.write(Write::Beat(beat)).await? {
                Written::Beaten(outcome) => Ok(outcome),
                _ => Err(StoreError::failed("the writer sent the wrong reply")),
            }
        })
    }

    fn add_connection(&self, id: MatchId, seat: Seat, node: NodeId) -> StoreFuture<'_, ()> {
        Box::pin(self.write_connection(ConnectionChange::Add { id, seat, node }))
    }

    fn remove_connection(&self, id: MatchId, seat: Seat, node: NodeId) -> StoreFuture<'_, ()> {
        Box::pin(self.write_connection(ConnectionChange::Remove { id, seat, node }))
    }

    fn is_connected_elsewhere(
        &self,
        id: MatchId,
        seat: Seat,
        node: NodeId,
        now: Timestamp,
    ) -> StoreFuture<'_, bool> {
        Box::pin(self.read(move |on| nodes::is_connected_elsewhere(on, id, seat, node, now)))
    }

    fn orphaned_connections(
        &self,
        now: Timestamp,
        limit: u32,
    ) -> StoreFuture<'_, Vec<OrphanedConnection>> {
        Box::pin(async move {
            let found = self.read(move |on| nodes::orphaned_connections(on, now, limit)).await?;
            found.into_iter().map(orphaned_connection).collect()
        })
    }

    fn backlog(&self) -> usize {
        let writer = self.writer.lock();
        writer.as_ref().map_or(0, |writer| writer::QUEUE - writer.queue.capacity())
    }

    fn ping(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            if self.writer.lock().is_none() {
                return Err(StoreError::Closed);
            }
            self.read(|on| on.query_row("SELECT 1", [], |_| Ok(()))).await
        })
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async move {
            let writer = self.writer.lock().take();
            let Some(WriterHandle { queue, thread }) = writer else { return Ok(()) };
            drop(queue);
            // The last connection to close checkpoints the file, and that must be the writer's.
            self.play.close().await;
            self.lists.close().await;
            let ended = tokio::task::spawn_blocking(move || thread.join()).await;
            ended
                .map_err(StoreError::failed)?
                .map_err(|_| StoreError::failed("the writer panicked"))
        })
    }
}

fn listing(id: MatchId, game: String, version: i64, changed: i64) -> ListedMatch {
    let (version, changed) =
        (Version::new(to_u64(version)), Timestamp::from_millis(to_u64(changed)));
    ListedMatch { id, game, version, changed }
}

/// Locks a store for one server until the returned file is closed. Returns `None` if the file system
/// has no locks. A lock file that cannot be opened may belong to another server, so it is an error.
fn lock(path: &Path) -> Result<Option<File>, OpenError> {
    let name = lock_name(path);
    let file = match File::create(&name).or_else(|_| File::open(&name)) {
        Ok(file) => file,
        Err(_) if !name.exists() => return Ok(None),
        Err(error) => {
            return Err(OpenError::Failed {
                location: name.display().to_string(),
                reason: error.to_string(),
            });
        }
    };
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) if begun.elapsed() < LOCK_TIMEOUT => {
                std::thread::sleep(Duration::from_millis(50));
            }
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::InUse { location: path.display().to_string() });
            }
            Err(TryLockError::Error(_)) => return Ok(None),
        }
    }
}

/// Locks an existing store as a server does, without creating anything. Returns `None` if no server
/// has had it open here.
pub(crate) fn lock_existing(path: &Path) -> Result<Option<File>, OpenError> {
    let Ok(file) = File::open(lock_name(path)) else { return Ok(None) };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => {
            Err(OpenError::InUse { location: path.display().to_string() })
        }
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

fn lock_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-server");
    name.into()
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::OperationInterrupted) => {
                StoreError::Busy
            }
            _ => StoreError::failed(error),
        }
    }
}
