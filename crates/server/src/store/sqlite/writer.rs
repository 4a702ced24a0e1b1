//! The one thread that writes: it commits whatever has queued up in one batch, and answers each
//! only after the commit.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use tokio::runtime::Runtime;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::MatchId;
use crate::store::sql::{Changed, Statement};
use crate::store::{Append, Appended, Created, NewMatch, Row, StoreError, chain, number};

use super::nodes::{self, Change};
use super::tail::{self, News, Tail};
use super::{rows, statements};

/// How many writes can wait.
pub(super) const QUEUE: usize = 4096;

/// How many are committed together. The more there are, the more of them share the pages that are
/// written.
const BATCH: usize = 1024;

/// How many matches are settled with a batch.
const AT_A_TIME: usize = 64;

/// When what comes goes to the tail.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Rush {
    /// How many appends at a time it takes.
    pub from: usize,
    /// How long what is in the tail waits for more to its match.
    pub hold: Duration,
}

impl Default for Rush {
    fn default() -> Rush {
        Rush { from: 16, hold: Duration::from_secs(4) }
    }
}

/// Something to write, and who waits for it.
pub(super) struct Job {
    pub(super) write: Write,
    pub(super) answer: oneshot::Sender<Result<Written, StoreError>>,
}

/// Something to write, with its events as they are kept and the time of the last of them.
pub(super) enum Write {
    Create { new: Box<NewMatch>, rows: Vec<Row>, changed: i64 },
    Append { append: Box<Append>, rows: Vec<Row>, changed: i64 },
    Change { what: Vec<Statement> },
    Nodes(Change),
}

/// What came of it.
pub(super) enum Written {
    Created(Created),
    Appended(Appended),
    Changed(Changed),
    Nodes,
}

impl Write {
    /// The match to which it appends.
    fn appends_to(&self) -> Option<MatchId> {
        match self {
            Write::Append { append, .. } => Some(append.id),
            _ => None,
        }
    }
}

/// The thread that writes.
pub(super) struct Writer {
    connection: Connection,
    tail: Arc<Tail>,
    /// When appends go to the tail, if they may.
    rush: Option<Rush>,
    /// The number of the next line of the tail.
    next: i64,
    /// The matches of which something is held, each with the number of its first line, in the order
    /// of these. Some may have been settled since.
    order: VecDeque<(MatchId, i64)>,
}

/// What is to be done once a batch is committed.
#[derive(Default)]
struct Outcome {
    written: Vec<Written>,
    /// The places in the batch of what went to the tail.
    held: Vec<usize>,
    settled: Vec<MatchId>,
}

impl Writer {
    pub(super) fn new(connection: Connection, tail: Arc<Tail>, rush: Option<Rush>) -> Writer {
        Writer { connection, tail, rush, next: 1, order: VecDeque::new() }
    }

    /// Writes until nobody can ask any more, and settles what is held then.
    pub(super) fn run(mut self, clock: &Runtime, mut jobs: mpsc::Receiver<Job>) {
        let hold = self.rush.unwrap_or_default().hold;
        let mut put_off = None;
        loop {
            let first = if put_off.is_some() {
                put_off.take()
            } else if self.order.is_empty() {
                let Some(job) = jobs.blocking_recv() else { break };
                Some(job)
            } else {
                match clock.block_on(async { timeout(hold, jobs.recv()).await }) {
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
                // The second to one match waits until it is known what came of the first.
                if job.write.appends_to().is_some_and(|id| !matches.insert(id)) {
                    put_off = Some(job);
                    break;
                }
                batch.push(job);
            }
            self.commit(batch, hold);
        }
        while !self.order.is_empty()
            && let Ok(outcome) = self.together(&[], Duration::ZERO)
        {
            self.finish(Vec::new(), outcome);
        }
    }

    /// A batch that fails is taken back as a whole, and each of it tried alone: so nobody fails for
    /// another's fault.
    fn commit(&mut self, batch: Vec<Job>, hold: Duration) {
        if batch.len() != 1
            && let Ok(outcome) = self.together(&batch, hold)
        {
            return self.finish(batch, outcome);
        }
        for job in batch {
            match self.together(std::slice::from_ref(&job), hold) {
                Ok(outcome) => self.finish(vec![job], outcome),
                // Whoever asked may have gone.
                Err(why) => drop(job.answer.send(Err(why.into()))),
            }
        }
    }

    /// Writes a batch, and settles matches of which something has been held for so long.
    fn together(&mut self, batch: &[Job], hold: Duration) -> rusqlite::Result<Outcome> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let appends = batch.iter().filter(|job| job.write.appends_to().is_some()).count();
        let is_rush = self.rush.is_some_and(|rush| appends >= rush.from);
        let mut outcome = Outcome::default();
        for (place, job) in batch.iter().enumerate() {
            let written = match &job.write {
                Write::Create { new, rows, changed } => {
                    create(&transaction, new, rows, *changed).map(Written::Created)
                }
                Write::Append { append, rows, changed } => {
                    let answer = unready(&transaction, &self.tail, append)?;
                    if answer.is_none() {
                        statements::each(&transaction, &append.also)?;
                    }
                    if answer.is_none() && is_rush {
                        let line = self.next + number(outcome.held.len() as u64);
                        tail::push(&transaction, line, append, rows, *changed)?;
                        outcome.held.push(place);
                    } else if answer.is_none() {
                        if self.tail.settle(&transaction, append.id)? {
                            outcome.settled.push(append.id);
                        }
                        let (commands, stands) =
                            (append.command.as_slice(), (*changed, &append.standing));
                        tail::settle(&transaction, append.id, rows, commands, stands)?;
                    }
                    Ok(Written::Appended(answer.unwrap_or(Appended::Done)))
                }
                Write::Change { what } => {
                    statements::change(&transaction, what).map(Written::Changed)
                }
                Write::Nodes(change) => nodes::write(&transaction, change).map(|()| Written::Nodes),
            };
            outcome.written.push(written?);
        }
        let first = |id: &MatchId| self.tail.first(*id);
        let waiting = self.order.iter().filter(|(id, number)| {
            first(id).is_some_and(|(first, _)| first == *number) && !outcome.settled.contains(id)
        });
        let ripe = waiting.clone().take(AT_A_TIME).map(|(id, _)| *id);
        let ripe: Vec<_> = ripe
            .take_while(|id| first(id).is_some_and(|(_, since)| since.elapsed() >= hold))
            .collect();
        let left = waiting.skip(ripe.len()).map(|(_, number)| *number).next();
        for id in ripe {
            self.tail.settle(&transaction, id)?;
            outcome.settled.push(id);
        }
        if !outcome.settled.is_empty() {
            tail::cut(&transaction, left.unwrap_or(self.next))?;
        }
        transaction.commit()?;
        Ok(outcome)
    }

    /// Shows readers what is committed, and answers.
    fn finish(&mut self, batch: Vec<Job>, outcome: Outcome) {
        self.tail.release(&outcome.settled);
        let mut held = outcome.held.into_iter().peekable();
        for ((place, job), written) in batch.into_iter().enumerate().zip(outcome.written) {
            if held.next_if_eq(&place).is_some()
                && let Write::Append { append, rows, changed } = job.write
            {
                let id = append.id;
                if self.tail.hold(id, self.next, News::of(*append, rows, changed)) {
                    self.order.push_back((id, self.next));
                }
                self.next += 1;
            }
            // Whoever asked may have gone.
            let _ = job.answer.send(Ok(written));
        }
        while let Some((id, number)) = self.order.front()
            && self.tail.first(*id).is_none_or(|(first, _)| first != *number)
        {
            self.order.pop_front();
        }
    }
}

/// What an append is answered that is not to be carried out.
fn unready(on: &Connection, tail: &Tail, append: &Append) -> rusqlite::Result<Option<Appended>> {
    let version = match tail.version(append.id) {
        Some(version) => Some(version),
        None => on
            .prepare_cached("SELECT version FROM matches WHERE id = ?1")?
            .query_row([append.id.as_str()], |row| row.get(0))
            .optional()?,
    };
    let Some(version) = version else { return Ok(Some(Appended::NoMatch)) };
    if let Some((cause, _)) = &append.command {
        let answer = tail.answer(append.id, cause);
        if let Some(answer) =
            answer.map_or_else(|| rows::answer(on, append.id, cause), |it| Ok(Some(it)))?
        {
            return Ok(Some(Appended::Repeated(answer)));
        }
    }
    Ok((version != number(append.expected.get())).then_some(Appended::Conflict))
}

fn create(
    transaction: &Transaction<'_>,
    new: &NewMatch,
    rows: &[Row],
    changed: i64,
) -> rusqlite::Result<Created> {
    let standing = &new.standing;
    let made = transaction
        .prepare_cached(
            "INSERT INTO matches
             (id, game, version, changed, live, due, secret_one, secret_two, log_hash)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            new.id.as_str(),
            standing.game,
            rows.last().map_or(0, |row| row.0),
            changed,
            standing.live,
            standing.due.map(|due| number(due.as_millis())),
            new.secrets.one.0,
            new.secrets.two.0,
            chain::on(chain::EMPTY, rows).0,
        ])?;
    if made == 0 {
        return Ok(Created::Taken);
    }
    rows::insert(transaction, new.id, rows)?;
    if statements::change(transaction, &new.also)? == Changed::Not {
        discard(transaction, new.id.as_str())?;
        return Ok(Created::Not);
    }
    Ok(Created::Done)
}

/// Takes a match out that was put in a moment ago.
fn discard(transaction: &Transaction<'_>, id: &str) -> rusqlite::Result<()> {
    transaction.prepare_cached("DELETE FROM events WHERE match_id = ?1")?.execute([id])?;
    transaction.prepare_cached("DELETE FROM matches WHERE id = ?1")?.execute([id])?;
    Ok(())
}
