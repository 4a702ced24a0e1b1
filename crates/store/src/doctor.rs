//! The doctor: checks that a store is sound - the file and its schema, every log, and everything that
//! follows from the logs - and repairs what follows from them.

mod findings;
mod log;
mod people;
mod repair;
mod schema;

use std::path::Path;

use rusqlite::Connection;

use crate::StoreLocation;
use crate::backup::{self, BackupError};
use findings::Findings;

pub use repair::{RepairReport, repair};

pub(crate) use findings::{Repair, RepairAction};
pub(crate) use schema::{Shape, damage_of_file};

/// What an examination found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DoctorReport {
    /// The number of matches.
    pub matches: u64,
    /// The problems, one line each.
    pub problems: Vec<String>,
    /// The repairs that are possible, up to a limit.
    pub(crate) repairs: Vec<Repair>,
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

/// Examines a copy of a store. `damage` is what was found in the original.
pub(crate) fn examine_file(path: &Path, damage: Damage) -> rusqlite::Result<DoctorReport> {
    let connection = Connection::open(path)?;
    let mut findings = Findings::default();
    for (problem, repair) in damage {
        findings.add(problem, repair);
    }
    let integrity: String =
        connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if integrity != "ok" {
        findings.add(format!("the file: {integrity}"), None);
    }
    let mut orphans =
        connection.prepare("SELECT DISTINCT \"table\" FROM pragma_foreign_key_check")?;
    for table in orphans.query_map([], |row| row.get::<_, String>(0))? {
        findings.add(format!("{}: rows that refer to missing rows", table?), None);
    }
    let has_damage = !findings.problems.is_empty();
    let mut matches = 0;
    let checked = log::check_all(&connection, &mut findings, &mut matches)
        .and_then(|()| people::check(&connection, &mut findings));
    match checked {
        // A table or a column is missing, and that has been found.
        Err(error) if has_damage => findings.add(format!("the rows: {error}"), None),
        checked => checked?,
    }
    Ok(DoctorReport { matches, problems: findings.problems, repairs: findings.repairs })
}

/// Problems of the original, with their repairs.
pub(crate) type Damage = Vec<(String, Option<Repair>)>;
