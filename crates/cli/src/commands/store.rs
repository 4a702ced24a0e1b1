//! `crownhead backup`, `restore`, `migrate` and `doctor`: what an operator does with a store.

use std::io::Write;
use std::path::Path;

use crownhead_server::store::Place;
use crownhead_server::upkeep::{self, UpkeepError};

use super::serve::DATABASE;
use crate::args::StoreArgs;
use crate::failure::Failure;

/// Writes a backup.
pub(crate) fn backup(from: &StoreArgs, file: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let from = place(from);
    let copied = finish(upkeep::copy(&from, &Place::File(file.to_owned())))?;
    Ok(writeln!(out, "{}: {} of {from}", file.display(), matches(copied))?)
}

/// Makes a store from a backup.
pub(crate) fn restore(file: &Path, to: &StoreArgs, out: &mut impl Write) -> Result<(), Failure> {
    let to = place(to);
    let copied = finish(upkeep::copy(&Place::File(file.to_owned()), &to))?;
    Ok(writeln!(out, "{to}: {} of {}", matches(copied), file.display())?)
}

/// Copies a store to another.
pub(crate) fn migrate(from: &str, to: &str, out: &mut impl Write) -> Result<(), Failure> {
    let (from, to) = (named(from), named(to));
    let copied = finish(upkeep::copy(&from, &to))?;
    Ok(writeln!(out, "{to}: {} of {from}", matches(copied))?)
}

/// Checks a store.
pub(crate) fn doctor(store: &StoreArgs, out: &mut impl Write) -> Result<(), Failure> {
    let place = place(store);
    let findings = finish(upkeep::examine(&place))?;
    for wrong in &findings.wrong {
        writeln!(out, "{wrong}")?;
    }
    match findings.wrong.len() {
        0 => Ok(writeln!(out, "{place}: sound, with {}", matches(findings.matches))?),
        wrong => {
            let all = matches(findings.matches);
            Err(Failure::Machine(format!("{place}: {wrong} faults, with {all}")))
        }
    }
}

fn matches(count: u64) -> String {
    if count == 1 { "1 match".to_owned() } else { format!("{count} matches") }
}

fn place(store: &StoreArgs) -> Place {
    named(store.database.as_deref().unwrap_or(DATABASE))
}

fn named(text: &str) -> Place {
    text.parse().unwrap_or_else(|never: std::convert::Infallible| match never {})
}

/// Runs a piece of work to its end.
fn finish<T>(work: impl Future<Output = Result<T, UpkeepError>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(work).map_err(|why| Failure::Machine(why.to_string()))
}
