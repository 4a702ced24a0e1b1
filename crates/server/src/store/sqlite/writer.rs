//! The one thread that writes: it commits whatever has queued up in one batch, and answers each
//! only after the commit.

use crownhead_arbiter::{Cause, Hash};
use rusqlite::{Connection, OptionalExtension, Transaction, TransactionBehavior, params};
use tokio::sync::{mpsc, oneshot};

use crate::store::sql::{Changed, Statement};
use crate::store::{
    Answer, Append, Appended, Created, NewMatch, Row, StoreError, chain, number, seat_number,
};

use super::nodes::{self, Change};
use super::{rows, statements};

/// How many writes can wait.
pub(super) const QUEUE: usize = 4096;

/// How many are committed together. The more there are, the more of them share the pages that are
/// written.
const BATCH: usize = 1024;

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

/// Writes until nobody can ask any more.
pub(super) fn run(mut connection: Connection, mut jobs: mpsc::Receiver<Job>) {
    while let Some(first) = jobs.blocking_recv() {
        let mut batch = vec![first];
        while batch.len() < BATCH
            && let Ok(job) = jobs.try_recv()
        {
            batch.push(job);
        }
        commit(&mut connection, batch);
    }
}

/// A batch that fails is taken back as a whole, and each of it tried alone: so nobody fails for
/// another's fault.
fn commit(connection: &mut Connection, batch: Vec<Job>) {
    if batch.len() > 1
        && let Ok(written) = together(connection, &batch)
    {
        for (job, written) in batch.into_iter().zip(written) {
            // Whoever asked may have gone.
            let _ = job.answer.send(Ok(written));
        }
        return;
    }
    for job in batch {
        let written = together(connection, std::slice::from_ref(&job));
        let written = written.map(|mut all| all.remove(0)).map_err(StoreError::from);
        let _ = job.answer.send(written);
    }
}

fn together(connection: &mut Connection, batch: &[Job]) -> rusqlite::Result<Vec<Written>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let written = batch
        .iter()
        .map(|job| match &job.write {
            Write::Create { new, rows, changed } => {
                create(&transaction, new, rows, *changed).map(Written::Created)
            }
            Write::Append { append, rows, changed } => {
                self::append(&transaction, append, rows, *changed).map(Written::Appended)
            }
            Write::Change { what } => statements::change(&transaction, what).map(Written::Changed),
            Write::Nodes(change) => nodes::write(&transaction, change).map(|()| Written::Nodes),
        })
        .collect::<rusqlite::Result<Vec<_>>>()?;
    transaction.commit()?;
    Ok(written)
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
    insert(transaction, new.id.as_str(), rows)?;
    if statements::change(transaction, &new.also)? == Changed::Not {
        discard(transaction, new.id.as_str())?;
        return Ok(Created::Not);
    }
    Ok(Created::Done)
}

fn append(
    transaction: &Transaction<'_>,
    append: &Append,
    rows: &[Row],
    changed: i64,
) -> rusqlite::Result<Appended> {
    let id = append.id.as_str();
    let at: Option<(i64, [u8; 32])> = transaction
        .prepare_cached("SELECT version, log_hash FROM matches WHERE id = ?1")?
        .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((version, before)) = at else { return Ok(Appended::NoMatch) };
    let is_newest = version == number(append.expected.get());
    if let Some((cause, answer)) = &append.command
        && !(is_newest && note(transaction, id, cause, answer)?)
        && let Some(answer) = rows::answer(transaction, append.id, cause)?
    {
        return Ok(Appended::Repeated(answer));
    }
    if !is_newest {
        return Ok(Appended::Conflict);
    }
    insert(transaction, id, rows)?;
    transaction
        .prepare_cached(
            "UPDATE matches SET version = ?2, changed = ?3, game = ?4, live = ?5, due = ?6,
             log_hash = ?7 WHERE id = ?1",
        )?
        .execute(params![
            id,
            rows.last().map_or(0, |row| row.0),
            changed,
            append.standing.game,
            append.standing.live,
            append.standing.due.map(|due| number(due.as_millis())),
            chain::on(Hash(before), rows).0,
        ])?;
    statements::each(transaction, &append.also)?;
    Ok(Appended::Done)
}

/// Notes what a command is answered, unless it was answered before.
fn note(
    transaction: &Transaction<'_>,
    id: &str,
    cause: &Cause,
    answer: &Answer,
) -> rusqlite::Result<bool> {
    let noted = transaction
        .prepare_cached(
            "INSERT INTO commands (match_id, seat, id, first_event, last_event)
             VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
        )?
        .execute(params![
            id,
            seat_number(cause.seat),
            cause.id.as_str(),
            number(answer.from.get()),
            number(answer.to.get()),
        ])?;
    Ok(noted == 1)
}

/// Takes a match out that was put in a moment ago.
fn discard(transaction: &Transaction<'_>, id: &str) -> rusqlite::Result<()> {
    transaction.prepare_cached("DELETE FROM events WHERE match_id = ?1")?.execute([id])?;
    transaction.prepare_cached("DELETE FROM matches WHERE id = ?1")?.execute([id])?;
    Ok(())
}

fn insert(transaction: &Transaction<'_>, id: &str, rows: &[Row]) -> rusqlite::Result<()> {
    let mut insert = transaction
        .prepare_cached("INSERT INTO events (match_id, version, event) VALUES (?1, ?2, ?3)")?;
    for (version, event) in rows {
        insert.execute(params![id, version, event])?;
    }
    Ok(())
}
