//! Checkpoints: a thread of its own copies the write-ahead log into the file, so that commits need not
//! wait for it. The writer only copies the short rest, after which the log starts again from its
//! beginning.

use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::Mutex;
use rusqlite::Connection;

use super::schema;

/// When the write-ahead log is copied, in pages of 4 KiB.
#[derive(Copy, Clone, Debug)]
pub(super) struct CheckpointPolicy {
    /// After so many new pages the thread copies them.
    pub(super) copy: u32,
    /// A log of so many pages should start again.
    pub(super) restart: u32,
    /// The writer copies at most so many pages itself, which takes a few milliseconds.
    pub(super) rest: u32,
    /// Unless the log has so many: then the thread cannot keep up, and the writer copies it all.
    pub(super) limit: u32,
    /// The least time from one copy to the next. A page that changes several times in between is
    /// copied only once.
    pub(super) pause: Duration,
}

impl Default for CheckpointPolicy {
    fn default() -> CheckpointPolicy {
        let pause = Duration::from_millis(500);
        CheckpointPolicy { copy: 1024, restart: 4096, rest: 256, limit: 65_536, pause }
    }
}

/// How often the thread copies at once what was added during the copy before.
const PASSES: usize = 4;

thread_local! {
    /// The pages of the write-ahead log after the last commit of this thread.
    static PAGES: Cell<u32> = const { Cell::new(0) };
}

/// The writer's side.
pub(super) struct Checkpoints {
    policy: CheckpointPolicy,
    /// Each start of the log has a number.
    generation: u64,
    /// The pages of the log after the last commit.
    pages: u32,
    /// At how many pages the writer tries again to copy the rest, if a reader was in the way.
    retry_at: u32,
    copied: Arc<Mutex<Copied>>,
    wake: Option<SyncSender<u64>>,
    thread: Option<JoinHandle<()>>,
}

/// How many pages of the log are in the file.
#[derive(Copy, Clone, Debug, Default)]
struct Copied {
    generation: u64,
    pages: u32,
}

impl Checkpoints {
    /// Starts the thread. From now on the connection, which must be the only one that writes, does
    /// no checkpoints of its own. Must be called in the writer's thread.
    pub(super) fn start(
        writer: &Connection,
        path: &Path,
        policy: CheckpointPolicy,
    ) -> rusqlite::Result<Checkpoints> {
        let connection = schema::connect(path)?;
        let copied: Arc<Mutex<Copied>> = Arc::default();
        let (wake, woken) = sync_channel(1);
        let shared = copied.clone();
        let thread = std::thread::Builder::new()
            .name("store-checkpoint".to_owned())
            .spawn(move || copy_on_demand(&connection, &woken, &shared, policy));
        // Without the thread the writer copies everything.
        let thread = thread.ok();
        writer.wal_hook(Some(|_, pages| {
            PAGES.set(u32::try_from(pages).unwrap_or_default());
            Ok(())
        }));
        Ok(Checkpoints {
            policy,
            generation: 1,
            pages: 0,
            retry_at: 0,
            copied,
            wake: Some(wake),
            thread,
        })
    }

    /// Must be called after each commit, when its callers have their replies.
    pub(super) fn after_commit(&mut self, writer: &Connection) {
        let pages = PAGES.get();
        if pages < self.pages {
            self.generation += 1;
            self.retry_at = 0;
        }
        self.pages = pages;
        let copied = *self.copied.lock();
        let copied = if copied.generation == self.generation { copied.pages } else { 0 };
        let new = pages.saturating_sub(copied);
        let is_short = pages >= self.policy.restart && new <= self.policy.rest;
        if pages >= self.retry_at && (is_short || pages >= self.policy.limit) {
            self.retry_at = pages + self.policy.copy;
            // Whether a reader or the thread is in the way: the next attempt copies the rest.
            let _ = checkpoint(writer);
        } else if new >= self.policy.copy
            && let Some(wake) = &self.wake
        {
            // If the thread is at work, it is woken later.
            let _ = wake.try_send(self.generation);
        }
    }

    /// How many pages the log had after the last commit.
    #[cfg(test)]
    fn pages(&self) -> u32 {
        self.pages
    }
}

impl Drop for Checkpoints {
    fn drop(&mut self) {
        self.wake.take();
        if let Some(thread) = self.thread.take() {
            // If it panicked there is nothing to clean up.
            let _ = thread.join();
        }
    }
}

/// Copies whenever it is woken, until the writer is gone.
fn copy_on_demand(
    connection: &Connection,
    woken: &Receiver<u64>,
    copied: &Mutex<Copied>,
    policy: CheckpointPolicy,
) {
    while let Ok(generation) = woken.recv() {
        for _ in 0..PASSES {
            let before = copied.lock().pages;
            let Ok(pages) = checkpoint(connection) else { break };
            *copied.lock() = Copied { generation, pages };
            if pages.saturating_sub(before) <= policy.rest {
                break;
            }
        }
        std::thread::sleep(policy.pause);
    }
}

/// Copies what no reader still needs from the log, without waiting for anybody; returns how many pages
/// of the log are in the file.
fn checkpoint(connection: &Connection) -> rusqlite::Result<u32> {
    let copied: i64 =
        connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| row.get(2))?;
    Ok(u32::try_from(copied).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A store with one table, and its writer.
    fn table(path: &Path) -> Connection {
        let connection = schema::connect(path).unwrap();
        connection.pragma_update(None, "journal_mode", "WAL").unwrap();
        connection.execute_batch("CREATE TABLE t (n INTEGER, pad TEXT)").unwrap();
        connection
    }

    /// Commits a row of one page.
    fn commit(writer: &Connection, checkpoints: &mut Checkpoints) {
        writer.execute("INSERT INTO t VALUES (1, ?1)", ["x".repeat(3000)]).unwrap();
        checkpoints.after_commit(writer);
    }

    #[test]
    fn the_log_starts_again_and_the_writer_copies_only_its_rest() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("db");
        let writer = table(&path);
        let pause = Duration::from_millis(1);
        let policy = CheckpointPolicy { copy: 20, restart: 80, rest: 40, limit: 1 << 30, pause };
        let mut checkpoints = Checkpoints::start(&writer, &path, policy).unwrap();
        let mut longest = 0;
        while checkpoints.generation < 5 {
            commit(&writer, &mut checkpoints);
            longest = longest.max(checkpoints.pages());
            assert!(longest < 20_000, "nobody copies the log");
            std::thread::yield_now();
        }
        drop(checkpoints);
        let rows: i64 = writer.query_row("SELECT count(*) FROM t", [], |row| row.get(0)).unwrap();
        assert!(rows > 4 * 20, "{rows}");
    }

    #[test]
    fn a_reader_delays_the_copy_and_stops_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("db");
        let writer = table(&path);
        let pause = Duration::ZERO;
        let policy = CheckpointPolicy { copy: 1, restart: 2, rest: 1 << 20, limit: 1 << 30, pause };
        let mut checkpoints = Checkpoints::start(&writer, &path, policy).unwrap();
        let reader = schema::connect(&path).unwrap();
        let count = |on: &Connection| -> i64 {
            on.query_row("SELECT count(*) FROM t", [], |row| row.get(0)).unwrap()
        };
        commit(&writer, &mut checkpoints);
        reader.execute_batch("BEGIN").unwrap();
        assert_eq!(count(&reader), 1);
        let generation = checkpoints.generation;
        for _ in 0..50 {
            commit(&writer, &mut checkpoints);
        }
        assert_eq!((count(&reader), count(&writer)), (1, 51));
        assert_eq!(checkpoints.generation, generation, "a log that is read started again");
        reader.execute_batch("COMMIT").unwrap();
        while checkpoints.generation == generation {
            commit(&writer, &mut checkpoints);
        }
        assert_eq!(count(&reader), count(&writer));
    }

    #[test]
    fn a_writer_that_is_too_fast_for_the_thread_copies_the_log_itself() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("db");
        let writer = table(&path);
        let pause = Duration::ZERO;
        // The thread is never woken.
        let policy =
            CheckpointPolicy { copy: 1 << 30, restart: 1 << 30, rest: 0, limit: 50, pause };
        let mut checkpoints = Checkpoints::start(&writer, &path, policy).unwrap();
        for _ in 0..200 {
            commit(&writer, &mut checkpoints);
            assert!(checkpoints.pages() <= 60, "{}", checkpoints.pages());
        }
        assert!(checkpoints.generation > 2);
    }
}
