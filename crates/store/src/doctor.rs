//! The doctor: checks that a store is sound - the file, every log, and the columns beside the logs.

use std::path::Path;

use crownhead_arbiter::{Event, Match};
use rusqlite::Connection;

use crate::backup::{self, BackupError};
use crate::{MatchSummary, StoreLocation, hash_chain};

/// What an examination found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoctorReport {
    /// The number of matches.
    pub matches: u64,
    /// The problems, one line each.
    pub problems: Vec<String>,
}

impl DoctorReport {
    /// The first problem and the number of others, for an error message.
    pub(crate) fn first_problems(&self) -> String {
        let first = self.problems.first().map_or("", String::as_str);
        match self.problems.len() {
            0 | 1 => first.to_owned(),
            count => format!("{first} and {} more; `crownhead doctor` lists them", count - 1),
        }
    }
}

/// Examines a snapshot of a store.
pub async fn examine(location: &StoreLocation) -> Result<DoctorReport, BackupError> {
    backup::examine(location).await
}

/// A row of the table of matches.
struct Entry {
    id: String,
    version: i64,
    hash: Option<Vec<u8>>,
    summary: (String, bool, Option<i64>),
}

/// Examines a SQLite file.
pub(crate) fn examine_file(path: &Path) -> rusqlite::Result<DoctorReport> {
    let connection = Connection::open(path)?;
    let mut report = DoctorReport::default();
    let integrity: String =
        connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if integrity != "ok" {
        report.problems.push(format!("the file: {integrity}"));
    }
    let mut orphans =
        connection.prepare("SELECT DISTINCT \"table\" FROM pragma_foreign_key_check")?;
    for table in orphans.query_map([], |row| row.get::<_, String>(0))? {
        report.problems.push(format!("{}: rows that refer to missing rows", table?));
    }
    let mut matches = connection
        .prepare("SELECT id, version, log_hash, game, live, due FROM matches ORDER BY id")?;
    let entries = matches.query_map([], |row| {
        let summary = (row.get(3)?, row.get(4)?, row.get(5)?);
        Ok(Entry { id: row.get(0)?, version: row.get(1)?, hash: row.get(2)?, summary })
    })?;
    for entry in entries {
        let entry = entry?;
        report.matches += 1;
        if let Err(problem) = check(&connection, &entry) {
            report.problems.push(format!("match {}: {problem}", entry.id));
        }
    }
    Ok(report)
}

fn check(connection: &Connection, entry: &Entry) -> Result<(), String> {
    let log = log(connection, &entry.id).map_err(|error| error.to_string())?;
    let hash = log.iter().fold(hash_chain::EMPTY, |hash, json| hash_chain::next(hash, json));
    if entry.hash.as_deref() != Some(&hash.0) {
        return Err("the log does not match its hash".to_owned());
    }
    let events: Vec<Event> = log
        .iter()
        .zip(1..)
        .map(|(json, number)| {
            serde_json::from_str(json).map_err(|error| format!("event {number}: {error}"))
        })
        .collect::<Result<_, String>>()?;
    let game_match = Match::replay(&events).map_err(|error| error.to_string())?;
    if i64::try_from(game_match.version().get()).ok() != Some(entry.version) {
        return Err(format!(
            "the match is at version {}, and its log at {}",
            entry.version,
            log.len()
        ));
    }
    let MatchSummary { game, live, due } = MatchSummary::of(&game_match);
    let due = due.and_then(|due| i64::try_from(due.as_millis()).ok());
    if entry.summary != (game, live, due) {
        return Err("the summary does not follow from the log".to_owned());
    }
    check_commands(connection, &entry.id, &events)
}

fn log(connection: &Connection, id: &str) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached("SELECT event FROM events WHERE match_id = ?1 ORDER BY version")?
        .query_map([id], |row| row.get(0))?
        .collect()
}

/// Checks that the log has the events of every command.
fn check_commands(connection: &Connection, id: &str, events: &[Event]) -> Result<(), String> {
    let commands = || -> rusqlite::Result<Vec<(String, u32, u32)>> {
        connection
            .prepare_cached("SELECT id, first_event, last_event FROM commands WHERE match_id = ?1")?
            .query_map([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
            .collect()
    };
    for (command, first, last) in commands().map_err(|error| error.to_string())? {
        let is_own = |number: u32| {
            let index = (number as usize).checked_sub(1)?;
            let cause = events.get(index)?.cause.as_ref()?;
            Some(cause.id.as_str() == command)
        };
        if is_own(first) != Some(true) || is_own(last) != Some(true) {
            return Err(format!("the events of command {command} are missing"));
        }
    }
    Ok(())
}
