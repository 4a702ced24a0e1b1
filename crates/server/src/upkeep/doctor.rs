//! Whether a store is sound: the file, every log, and what stands beside the logs.

use std::path::Path;

use crownhead_arbiter::{Event, Match};
use rusqlite::Connection;

use crate::rooms::standing;
use crate::store::{Standing, chain};

/// What an examination found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    /// How many matches there are.
    pub matches: u64,
    /// What is wrong, a line each.
    pub wrong: Vec<String>,
}

/// A match as it stands in its table.
struct Entry {
    id: String,
    version: i64,
    hash: Option<Vec<u8>>,
    standing: (String, bool, Option<i64>),
}

/// Looks at everything.
pub(super) fn examine(path: &Path) -> rusqlite::Result<Findings> {
    let connection = Connection::open(path)?;
    let mut findings = Findings::default();
    let whole: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if whole != "ok" {
        findings.wrong.push(format!("the file: {whole}"));
    }
    let mut orphans =
        connection.prepare("SELECT DISTINCT \"table\" FROM pragma_foreign_key_check")?;
    for table in orphans.query_map([], |row| row.get::<_, String>(0))? {
        findings.wrong.push(format!("{}: rows that belong to nothing", table?));
    }
    let mut matches = connection
        .prepare("SELECT id, version, log_hash, game, live, due FROM matches ORDER BY id")?;
    let entries = matches.query_map([], |row| {
        let standing = (row.get(3)?, row.get(4)?, row.get(5)?);
        Ok(Entry { id: row.get(0)?, version: row.get(1)?, hash: row.get(2)?, standing })
    })?;
    for entry in entries {
        let entry = entry?;
        findings.matches += 1;
        if let Err(why) = check(&connection, &entry) {
            findings.wrong.push(format!("match {}: {why}", entry.id));
        }
    }
    Ok(findings)
}

fn check(connection: &Connection, entry: &Entry) -> Result<(), String> {
    let log = log(connection, &entry.id).map_err(|why| why.to_string())?;
    let hash = log.iter().fold(chain::EMPTY, |hash, json| chain::next(hash, json));
    if entry.hash.as_deref() != Some(&hash.0) {
        return Err("the log is not the one that was kept".to_owned());
    }
    let events: Vec<Event> = log
        .iter()
        .zip(1..)
        .map(|(json, number)| {
            serde_json::from_str(json).map_err(|why| format!("event {number}: {why}"))
        })
        .collect::<Result<_, String>>()?;
    let whole = Match::replay(&events).map_err(|why| why.to_string())?;
    if i64::try_from(whole.version().get()).ok() != Some(entry.version) {
        return Err(format!("version {} is kept, and the log has {}", entry.version, log.len()));
    }
    let Standing { game, live, due } = standing(&whole);
    let due = due.and_then(|due| i64::try_from(due.as_millis()).ok());
    if entry.standing != (game, live, due) {
        return Err("what stands beside the log does not follow from it".to_owned());
    }
    check_answers(connection, &entry.id, &events)
}

fn log(connection: &Connection, id: &str) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached("SELECT event FROM events WHERE match_id = ?1 ORDER BY version")?
        .query_map([id], |row| row.get(0))?
        .collect()
}

/// Every command that was answered has its events in the log.
fn check_answers(connection: &Connection, id: &str, events: &[Event]) -> Result<(), String> {
    let answers = || -> rusqlite::Result<Vec<(String, u32, u32)>> {
        connection
            .prepare_cached("SELECT id, first_event, last_event FROM commands WHERE match_id = ?1")?
            .query_map([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
            .collect()
    };
    for (command, first, last) in answers().map_err(|why| why.to_string())? {
        let own = |number: u32| {
            let index = (number as usize).checked_sub(1)?;
            let cause = events.get(index)?.cause.as_ref()?;
            Some(cause.id.as_str() == command)
        };
        if own(first) != Some(true) || own(last) != Some(true) {
            return Err(format!("the events of command {command} are not there"));
        }
    }
    Ok(())
}
