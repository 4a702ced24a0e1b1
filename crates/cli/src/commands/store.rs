//! `crownhead backup`, `restore`, `migrate` and `doctor`: maintenance of a database.

use std::io::Write;
use std::path::Path;

use crownhead_games::english::pluralize;
use crownhead_store::backup::{self, BackupError};
use crownhead_store::doctor::{RepairReport, examine, repair};
use crownhead_store::{OpenError, StoreLocation};

use super::serve::DATABASE;
use crate::args::StoreArgs;
use crate::failure::Failure;

pub(crate) fn backup(from: &StoreArgs, file: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let from = location(from);
    let report = finish(backup::back_up(&from, file))?;
    writeln!(out, "{}: {} of {from}", file.display(), matches(report.matches))?;
    match report.problems.as_slice() {
        [] => Ok(()),
        [first, ..] => Err(Failure::Machine(format!(
            "{from} is damaged, and so is its backup: {first}; `crownhead doctor` lists what is \
             wrong"
        ))),
    }
}

/// Restores a database from a backup.
pub(crate) fn restore(file: &Path, to: &StoreArgs, out: &mut impl Write) -> Result<(), Failure> {
    let to = location(to);
    let from = StoreLocation::File(file.to_owned());
    let copied = finish(async {
        backup::copy(&from, &to).await.map_err(|error| match error {
            // The advice for a damaged database, to restore it from a backup, is of no help here.
            BackupError::Open(OpenError::Damaged { location, reason }) => {
                let reason = format!("the backup is damaged ({reason})");
                BackupError::Open(OpenError::Failed { location, reason })
            }
            other => other,
        })
    })?;
    Ok(writeln!(out, "{to}: {} of {}", matches(copied), file.display())?)
}

/// Copies a database to another one.
pub(crate) fn migrate(from: &str, to: &str, out: &mut impl Write) -> Result<(), Failure> {
    let (from, to) = (named(from), named(to));
    let copied = finish(backup::migrate(&from, &to))?;
    Ok(writeln!(out, "{to}: {} of {from}", matches(copied))?)
}

/// Checks a database, and repairs it if it shall.
pub(crate) fn doctor(
    store: &StoreArgs,
    shall_repair: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let location = location(store);
    let report = if shall_repair {
        let RepairReport { repaired, report } = finish(repair(&location))?;
        for done in &repaired {
            writeln!(out, "repaired: {done}")?;
        }
        report
    } else {
        finish(examine(&location))?
    };
    for problem in &report.problems {
        writeln!(out, "{problem}")?;
    }
    match report.problems.len() {
        0 => Ok(writeln!(out, "{location}: sound, with {}", matches(report.matches))?),
        wrong => {
            let (faults, all) = (pluralize(wrong as u64, "fault"), matches(report.matches));
            Err(Failure::Machine(format!("{location}: {faults} in {all}")))
        }
    }
}

fn matches(count: u64) -> String {
    pluralize(count, "match")
}

fn location(store: &StoreArgs) -> StoreLocation {
    named(store.database.as_deref().unwrap_or(DATABASE))
}

fn named(text: &str) -> StoreLocation {
    text.parse().unwrap_or_else(|never: std::convert::Infallible| match never {})
}

/// Runs a future to completion.
fn finish<T>(work: impl Future<Output = Result<T, BackupError>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(work).map_err(|error| Failure::Machine(error.to_string()))
}
