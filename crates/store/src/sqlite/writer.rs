//! The writer thread (group commit): it commits everything that has queued up as one batch, and
//! replies to each job only after the commit.

use std::collections::{HashSet, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::codec::{EventRow, to_i64};
use crate::sql::{ChangeOutcome, Statement};
use crate::{
    Append, AppendOutcome, Beat, BeatOutcome, CreateOutcome, MatchId, NewMatch, StoreError,
    hash_chain,
};

use super::burst_buffer::{self, BurstBuffer, PendingAppends};
use super::checkpoints::{CheckpointPolicy, Checkpoints};
use super::nodes::{self, ConnectionChange};
use super::{heartbeat, rows, statements};

/// The capacity of the queue of writes.
pub(super) const QUEUE: usize = 4096;

/// The most jobs in a batch. The more jobs, the more of them share the pages that are written.
const BATCH: usize = 1024;

/// The most matches that are flushed with a batch.
const FLUSH_BATCH: usize = 64;

/// When appends go to the burst buffer instead of the tables of matches.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BurstPolicy {
    /// The number of appends in a batch that makes it a burst.
    pub threshold: usize,
    /// How long a buffered append waits for more appends to its match before it is flushed.
    pub flush_after: Duration,
}

impl Default for BurstPolicy {
    fn default() -> BurstPolicy {
        BurstPolicy { threshold: 16, flush_after: Duration::from_secs(4) }
    }
}

/// A write, and the channel for its result.
pub(super) struct Job {
    pub(super) write: Write,
    pub(super) reply: oneshot::Sender<Result<Written, StoreError>>,
}

/// A write, with its events encoded and the time of the last of them.
pub(super) enum Write {
    Create { new: Box<NewMatch>, rows: Vec<EventRow>, changed: i64 },
    Append { append: Box<Append>, rows: Vec<EventRow>, changed: i64 },
    Change { statements: Vec<Statement> },
    Connection(ConnectionChange),
    Beat(Beat),
}

/// The result of a [`Write`].
pub(super) enum Written {
    Created(CreateOutcome),
    Appended(AppendOutcome),
    Changed(ChangeOutcome),
    Connection,
    Beaten(BeatOutcome),
}

impl Write {
    /// The match that it appends to.
    fn appends_to(&self) -> Option<MatchId> {
        match self {
            Write::Append { append, .. } => Some(append.id),
            _ => None,
        }
    }
}

/// The state of the writer thread.
pub(super) struct Writer {
    connection: Connection,
    buffer: Arc<BurstBuffer>,
    /// When appends are buffered, if they may be.
    policy: Option<BurstPolicy>,
    /// The copies of the write-ahead log, if this is the only process that writes.
    checkpoints: Option<Checkpoints>,
    /// The number of the next line of the buffer's table.
    next_line: i64,
    /// The buffered matches, each with the number of its first line, in the order of these. Some may
    /// have been flushed since.
    order: VecDeque<(MatchId, i64)>,
}

/// A committed batch, before readers and callers learn of it.
#[derive(Default)]
struct CommittedBatch {
    written: Vec<Written>,
    /// The indexes in the batch of the appends that were buffered.
    buffered: Vec<usize>,
    flushed: Vec<MatchId>,
}

impl Writer {
    pub(super) fn new(
        connection: Connection,
        buffer: Arc<BurstBuffer>,
        policy: Option<BurstPolicy>,
    ) -> Writer {
        let order = VecDeque::new();
        Writer { connection, buffer, policy, checkpoints: None, next_line: 1, order }
    }

    /// Writes until the queue is closed, and then flushes the buffer.
    pub(super) fn run(mut self, clock: &Runtime, mut jobs: mpsc::Receiver<Job>) {
        if self.policy.is_some()
            && let Some(path) = self.connection.path()
        {
            // Without a second connection the writer does SQLite's own checkpoints.
            let path = PathBuf::from(path);
            let policy = CheckpointPolicy::default();
            self.checkpoints = Checkpoints::start(&self.connection, &path, policy).ok();
        }
        let flush_after = self.policy.unwrap_or_default().flush_after;
        let mut deferred = None;
        loop {
            let first = if deferred.is_some() {
                deferred.take()
            } else if self.order.is_empty() {
                let Some(job) = jobs.blocking_recv() else { break };
                Some(job)
            } else {
                match clock.block_on(async { timeout(flush_after, jobs.recv()).await }) {
                    Ok(Some(job)) => Some(job),
                    Ok(None) => break,
                    Err(_) => None,
                }
            };
            let mut batch: Vec<Job> = first.into_iter().collect();
            let mut matches: HashSet<_> =
                batch.iter().filter_map(|job| job.write.appends_to()).collect();
            while batch.len() < BATCH
                && let Ok(job) = jobs.try_recv()
            {
                // A second append to a match waits for the result of the first.
                if job.write.appends_to().is_some_and(|id| !matches.insert(id)) {
                    deferred = Some(job);
                    break;
                }
                batch.push(job);
            }
            self.commit(batch, flush_after);
            if let Some(checkpoints) = &mut self.checkpoints {
                checkpoints.after_commit(&self.connection);
            }
        }
        while !self.order.is_empty()
            && let Ok(committed) = self.commit_together(&[], Duration::ZERO)
        {
            self.finish(Vec::new(), committed);
        }
        // Its connection must close before the writer's.
        self.checkpoints.take();
    }

    /// Commits a batch. If it fails it is rolled back, and each job is retried alone, so that no job
    /// fails because of another.
    fn commit(&mut self, batch: Vec<Job>, flush_after: Duration) {
        if batch.len() != 1
            && let Ok(committed) = self.commit_together(&batch, flush_after)
        {
            return self.finish(batch, committed);
        }
        for job in batch {
            match self.commit_together(std::slice::from_ref(&job), flush_after) {
                Ok(committed) => self.finish(vec![job], committed),
                // The caller may have gone.
                Err(error) => drop(job.reply.send(Err(error.into()))),
            }
        }
    }

    /// Writes a batch in one transaction, which also flushes matches that were buffered long enough.
    fn commit_together(
        &mut self,
        batch: &[Job],
        flush_after: Duration,
    ) -> rusqlite::Result<CommittedBatch> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let appends = batch.iter().filter(|job| job.write.appends_to().is_some()).count();
        let is_burst = self.policy.is_some_and(|policy| appends >= policy.threshold);
        let mut committed = CommittedBatch::default();
        for (index, job) in batch.iter().enumerate() {
            let written = match &job.write {
                Write::Create { new, rows, changed } => {
                    create(&transaction, new, rows, *changed).map(Written::Created)
                }
                Write::Append { append, rows, changed } => {
                    let rejected = reject(&transaction, &self.buffer, append)?;
                    if rejected.is_none() {
                        statements::run_each(&transaction, &append.statements)?;
                    }
                    if rejected.is_none() && is_burst {
                        let line = self.next_line + to_i64(committed.buffered.len() as u64);
                        burst_buffer::push(&transaction, line, append, rows, *changed)?;
                        committed.buffered.push(index);
                    } else if rejected.is_none() {
                        if self.buffer.flush(&transaction, append.id)? {
                            committed.flushed.push(append.id);
                        }
                        let (commands, summary) =
                            (append.command.as_slice(), (*changed, &append.summary));
                        burst_buffer::write_match(
                            &transaction,
                            append.id,
                            rows,
                            commands,
                            summary,
                        )?;
                    }
                    Ok(Written::Appended(rejected.unwrap_or(AppendOutcome::Appended)))
                }
                Write::Change { statements } => {
                    statements::change(&transaction, statements).map(Written::Changed)
                }
                Write::Connection(change) => {
                    nodes::write(&transaction, change).map(|()| Written::Connection)
                }
                Write::Beat(beat) => heartbeat::write(&transaction, beat).map(Written::Beaten),
            };
            committed.written.push(written?);
        }
        let first = |id: &MatchId| self.buffer.first_line(*id);
        let waiting = self.order.iter().filter(|(id, line)| {
            first(id).is_some_and(|(first, _)| first == *line) && !committed.flushed.contains(id)
        });
        let ripe = waiting.clone().take(FLUSH_BATCH).map(|(id, _)| *id);
        let ripe: Vec<_> = ripe
            .take_while(|id| first(id).is_some_and(|(_, since)| since.elapsed() >= flush_after))
            .collect();
        let first_left = waiting.skip(ripe.len()).map(|(_, line)| *line).next();
        for id in ripe {
            self.buffer.flush(&transaction, id)?;
            committed.flushed.push(id);
        }
        if !committed.flushed.is_empty() {
            burst_buffer::delete_before(&transaction, first_left.unwrap_or(self.next_line))?;
        }
        transaction.commit()?;
        Ok(committed)
    }

    /// Shows readers what is committed, and replies to the callers.
    fn finish(&mut self, batch: Vec<Job>, committed: CommittedBatch) {
        self.buffer.release(&committed.flushed);
        let mut buffered = committed.buffered.into_iter().peekable();
        for ((index, job), written) in batch.into_iter().enumerate().zip(committed.written) {
            if buffered.next_if_eq(&index).is_some()
                && let Write::Append { append, rows, changed } = job.write
            {
                let id = append.id;
                let pending = PendingAppends::new(*append, rows, changed);
                if self.buffer.add(id, self.next_line, pending) {
                    self.order.push_back((id, self.next_line));
                }
                self.next_line += 1;
            }
            // The caller may have gone.
            let _ = job.reply.send(Ok(written));
        }
        while let Some((id, line)) = self.order.front()
            && self.buffer.first_line(*id).is_none_or(|(first, _)| first != *line)
        {
            self.order.pop_front();
        }
    }
}

/// The outcome of an append that must not be carried out; `None` if it may be.
fn reject(
    on: &Connection,
    buffer: &BurstBuffer,
    append: &Append,
) -> rusqlite::Result<Option<AppendOutcome>> {
    let version = match buffer.version(append.id) {
        Some(version) => Some(version),
        None => on
            .prepare_cached("SELECT version FROM matches WHERE id = ?1")?
            .query_row([append.id.as_str()], |row| row.get(0))
            .optional()?,
    };
    let Some(version) = version else { return Ok(Some(AppendOutcome::NoMatch)) };
    if let Some((cause, _)) = &append.command {
        let recorded = match buffer.command_events(append.id, cause) {
            Some(recorded) => Some(recorded),
            None => rows::command_events(on, append.id, cause)?,
        };
        if let Some(recorded) = recorded {
            return Ok(Some(AppendOutcome::Repeated(recorded)));
        }
    }
    Ok((version != to_i64(append.expected.get())).then_some(AppendOutcome::Conflict))
}

fn create(
    transaction: &Transaction<'_>,
    new: &NewMatch,
    rows: &[EventRow],
    changed: i64,
) -> rusqlite::Result<CreateOutcome> {
    let summary = &new.summary;
    let inserted = transaction
        .prepare_cached(
            "INSERT INTO matches
             (id, game, version, changed, live, due, secret_one, secret_two, log_hash, secret_check)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            new.id.as_str(),
            summary.game,
            rows.last().map_or(0, |row| row.0),
            changed,
            summary.live,
            summary.due.map(|due| to_i64(due.as_millis())),
            new.secrets.one.0,
            new.secrets.two.0,
            hash_chain::extend(hash_chain::EMPTY, rows).0,
            hash_chain::secret_check(new.id.as_str(), &new.secrets.one.0, &new.secrets.two.0),
        ])?;
    if inserted == 0 {
        return Ok(CreateOutcome::IdTaken);
    }
    rows::insert(transaction, new.id, rows)?;
    if statements::change(transaction, &new.statements)? == ChangeOutcome::ConditionFailed {
        discard(transaction, new.id.as_str())?;
        return Ok(CreateOutcome::ConditionFailed);
    }
    Ok(CreateOutcome::Created)
}

/// Deletes a match that was inserted a moment ago.
fn discard(transaction: &Transaction<'_>, id: &str) -> rusqlite::Result<()> {
    transaction.prepare_cached("DELETE FROM events WHERE match_id = ?1")?.execute([id])?;
    transaction.prepare_cached("DELETE FROM matches WHERE id = ?1")?.execute([id])?;
    Ok(())
}
