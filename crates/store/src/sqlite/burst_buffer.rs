//! The burst buffer, a write-ahead queue in front of the tables of matches.
//!
//! A move changes several pages of these tables. In a burst of moves they are first appended to the
//! end of one table that holds nothing else (`tail`), where they are just as safe. A moment later they
//! are flushed to the tables of matches, all moves of a match at once. Until then readers find them in
//! memory.

use std::collections::HashMap;
use std::time::Instant;

use crownhead_arbiter::{CommandId, EventCause, Sha256Hash, Timestamp, Version};
use parking_lot::RwLock;
use rusqlite::{Connection, OptionalExtension, params};

use super::rows;
use crate::codec::{EventRow, parse_match_id, seat_from_number, seat_to_number, to_i64, to_u64};
use crate::{Append, EventRange, MatchId, MatchSummary, RecordedCommand, hash_chain};

/// The pending appends of each match.
#[derive(Default)]
pub(super) struct BurstBuffer(RwLock<HashMap<MatchId, BufferedMatch>>);

/// A match with pending appends.
#[derive(Debug)]
struct BufferedMatch {
    /// The number of its first line in the table.
    first_line: i64,
    since: Instant,
    pending: PendingAppends,
}

/// Appends to one match that are not in the tables of matches yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PendingAppends {
    rows: Vec<EventRow>,
    commands: Vec<(EventCause, RecordedCommand)>,
    changed: i64,
    summary: MatchSummary,
}

impl PendingAppends {
    /// One append, with its encoded events.
    pub(super) fn new(append: Append, rows: Vec<EventRow>, changed: i64) -> PendingAppends {
        let Append { command, summary, .. } = append;
        PendingAppends { rows, commands: command.into_iter().collect(), changed, summary }
    }

    /// The version after it.
    fn version(&self) -> i64 {
        self.rows.last().map_or(0, |row| row.0)
    }

    fn flush(&self, on: &Connection, id: MatchId) -> rusqlite::Result<()> {
        write_match(on, id, &self.rows, &self.commands, (self.changed, &self.summary))
    }

    fn extend(&mut self, later: PendingAppends) {
        self.rows.extend(later.rows);
        self.commands.extend(later.commands);
        (self.changed, self.summary) = (later.changed, later.summary);
    }
}

impl BurstBuffer {
    /// Adds what has been committed to a line of the table. Returns whether it is the match's first.
    pub(super) fn add(&self, id: MatchId, line: i64, pending: PendingAppends) -> bool {
        let mut matches = self.0.write();
        if let Some(before) = matches.get_mut(&id) {
            before.pending.extend(pending);
            return false;
        }
        let buffered = BufferedMatch { first_line: line, since: Instant::now(), pending };
        matches.insert(id, buffered);
        true
    }

    /// Drops matches that have been flushed.
    pub(super) fn release(&self, ids: &[MatchId]) {
        let mut matches = self.0.write();
        for id in ids {
            matches.remove(id);
        }
    }

    /// The number of the first line of a match, and since when it has been buffered.
    pub(super) fn first_line(&self, id: MatchId) -> Option<(i64, Instant)> {
        self.0.read().get(&id).map(|buffered| (buffered.first_line, buffered.since))
    }

    /// Flushes a match, if it is buffered. It stays in memory until it is released.
    pub(super) fn flush(&self, on: &Connection, id: MatchId) -> rusqlite::Result<bool> {
        match self.0.read().get(&id) {
            Some(buffered) => buffered.pending.flush(on, id).map(|()| true),
            None => Ok(false),
        }
    }

    /// The version of a buffered match.
    pub(super) fn version(&self, id: MatchId) -> Option<i64> {
        self.0.read().get(&id).map(|buffered| buffered.pending.version())
    }

    /// What is recorded of a command, if it is buffered.
    pub(super) fn command_events(
        &self,
        id: MatchId,
        cause: &EventCause,
    ) -> Option<RecordedCommand> {
        let matches = self.0.read();
        let mut commands = matches.get(&id)?.pending.commands.iter();
        commands.find(|(other, _)| other == cause).map(|(_, recorded)| *recorded)
    }

    /// The buffered events of a match.
    pub(super) fn rows(&self, id: MatchId) -> Vec<EventRow> {
        self.0.read().get(&id).map(|buffered| buffered.pending.rows.clone()).unwrap_or_default()
    }

    /// The summaries of all buffered matches, with their versions and times of change.
    pub(super) fn summaries(&self) -> HashMap<MatchId, (i64, i64, MatchSummary)> {
        let matches = self.0.read();
        let summaries = matches.iter().map(|(id, BufferedMatch { pending, .. })| {
            (*id, (pending.version(), pending.changed, pending.summary.clone()))
        });
        summaries.collect()
    }
}

/// Appends a line to the table.
pub(super) fn push(
    on: &Connection,
    line: i64,
    append: &Append,
    rows: &[EventRow],
    changed: i64,
) -> rusqlite::Result<()> {
    // JSON that is written without spaces has no line breaks.
    let events: Vec<&str> = rows.iter().map(|(_, json)| json.as_str()).collect();
    let cause = append.command.as_ref().map(|(cause, _)| cause);
    let recorded = append.command.as_ref().map(|(_, recorded)| recorded);
    on.prepare_cached(
        "INSERT INTO tail (number, match_id, version, events, seat, command, first_event,
         last_event, changed, game, live, due, digest)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
    )?
    .execute(params![
        line,
        append.id.as_str(),
        rows.last().map_or(0, |row| row.0),
        events.join("\n"),
        cause.map(|cause| seat_to_number(cause.seat)),
        cause.map(|cause| cause.id.as_str()),
        recorded.map(|recorded| to_i64(recorded.range.from.get())),
        recorded.map(|recorded| to_i64(recorded.range.to.get())),
        changed,
        append.summary.game,
        append.summary.live,
        append.summary.due.map(|due| to_i64(due.as_millis())),
        recorded.and_then(|recorded| recorded.digest),
    ])?;
    Ok(())
}

/// Deletes the lines before a number.
pub(super) fn delete_before(on: &Connection, before: i64) -> rusqlite::Result<()> {
    on.prepare_cached("DELETE FROM tail WHERE number < ?1")?.execute([before])?;
    Ok(())
}

/// Flushes what a crashed process left behind.
pub(super) fn flush_all(on: &Connection) -> rusqlite::Result<()> {
    let mut lines = on.prepare(
        "SELECT match_id, version, events, seat, command, first_event, last_event, changed, game,
         live, due, digest FROM tail ORDER BY number",
    )?;
    let lines = lines.query_map([], |row| {
        let invalid = |column: &str| rusqlite::Error::InvalidColumnName(column.to_owned());
        let (id, version): (String, i64) = (row.get(0)?, row.get(1)?);
        let events: String = row.get(2)?;
        let count = to_i64(events.lines().count() as u64);
        let rows = (version - count + 1..).zip(events.lines().map(str::to_owned)).collect();
        let cause: (Option<i64>, Option<String>) = (row.get(3)?, row.get(4)?);
        let version = |column| Ok::<_, rusqlite::Error>(Version::new(to_u64(row.get(column)?)));
        let commands = match cause {
            (Some(at), Some(command)) => {
                let id = CommandId::new(&command).map_err(|_| invalid("command"))?;
                let cause =
                    EventCause { seat: seat_from_number(at).map_err(|_| invalid("seat"))?, id };
                let range = EventRange { from: version(5)?, to: version(6)? };
                vec![(cause, RecordedCommand { range, digest: row.get(11)? })]
            }
            _ => Vec::new(),
        };
        let due: Option<i64> = row.get(10)?;
        let due = due.map(|due| Timestamp::from_millis(to_u64(due)));
        let summary = MatchSummary { game: row.get(8)?, live: row.get(9)?, due };
        let pending = PendingAppends { rows, commands, changed: row.get(7)?, summary };
        Ok((parse_match_id(&id).map_err(|_| invalid("match_id"))?, pending))
    })?;
    let mut all: HashMap<MatchId, PendingAppends> = HashMap::new();
    for line in lines {
        let (id, pending) = line?;
        match all.get_mut(&id) {
            Some(before) => before.extend(pending),
            None => drop(all.insert(id, pending)),
        }
    }
    all.iter().try_for_each(|(id, pending)| pending.flush(on, *id))?;
    on.execute("DELETE FROM tail", [])?;
    Ok(())
}

/// Writes appends to the tables of matches. Events that they have already are skipped.
pub(super) fn write_match(
    on: &Connection,
    id: MatchId,
    rows: &[EventRow],
    commands: &[(EventCause, RecordedCommand)],
    (changed, summary): (i64, &MatchSummary),
) -> rusqlite::Result<()> {
    let current: Option<(i64, [u8; 32])> = on
        .prepare_cached("SELECT version, log_hash FROM matches WHERE id = ?1")?
        .query_row([id.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((version, before)) = current else { return Ok(()) };
    let known = rows.iter().take_while(|row| row.0 <= version).count();
    let rows = &rows[known..];
    let Some((version, _)) = rows.last() else { return Ok(()) };
    rows::insert(on, id, rows)?;
    let mut insert = on.prepare_cached(
        "INSERT INTO commands (match_id, seat, id, first_event, last_event, digest)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING",
    )?;
    for (cause, RecordedCommand { range, digest }) in commands {
        insert.execute(params![
            id.as_str(),
            seat_to_number(cause.seat),
            cause.id.as_str(),
            to_i64(range.from.get()),
            to_i64(range.to.get()),
            digest,
        ])?;
    }
    on.prepare_cached(
        "UPDATE matches SET version = ?2, changed = ?3, game = ?4, live = ?5, due = ?6,
         log_hash = ?7 WHERE id = ?1",
    )?
    .execute(params![
        id.as_str(),
        version,
        changed,
        summary.game,
        summary.live,
        summary.due.map(|due| to_i64(due.as_millis())),
        hash_chain::extend(Sha256Hash(before), rows).0,
    ])?;
    Ok(())
}
