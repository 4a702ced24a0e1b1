//! Listing and verifying tables.

use std::io::Write;

use crownhead_computer::verify_endgames;
use crownhead_games::Rules;
use crownhead_games::english::pluralize;
use crownhead_tablebase::{
    Class, DistanceTable, MAX_CHECKERS, RejectReason, RejectedFile, TableBytes, TableFolder,
    Tablebase, WldCounts, WldTable,
};
use serde::Serialize;

use super::{InfoArgs, TableFolderArgs, VerifyArgs, rebuild};
use crate::commands::print_json;
use crate::failure::{Failure, print_error, rejected};

#[derive(Serialize)]
struct Row {
    checkers: u8,
    class: String,
    positions: u64,
    won: u64,
    lost: u64,
    drawn: u64,
    bytes: u64,
    /// The longest win in plies, and the size of the distance table.
    longest: Option<u32>,
    plies_bytes: Option<u64>,
}

/// Lists the valid tables. Invalid files are named, and cause an error.
pub(super) fn run(how: &InfoArgs, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(dir) = &how.tables.place.dir {
        std::fs::read_dir(dir).map_err(|error| Failure::file(dir, &error))?;
    }
    let LoadedTables { tables, damaged } = load_tables(&how.tables.folder()?);
    list(&tables, how.json, out)?;
    report(&damaged, how.tables.rules.rules()?, &how.tables.place)
}

fn list(tables: &Tablebase<TableBytes>, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let classes = (2..=MAX_CHECKERS).flat_map(Class::all);
    let rows: Vec<Row> = classes.filter_map(|class| row(tables, class)).collect();
    if json {
        return print_json(&rows, out);
    }
    heading(out)?;
    for rows in rows.chunk_by(|one, next| one.checkers == next.checkers) {
        rows.iter().try_for_each(|row| print(row, out))?;
        let sum = |of: fn(&Row) -> u64| rows.iter().map(of).sum();
        let all = Row {
            checkers: rows[0].checkers,
            class: "all".to_owned(),
            positions: sum(|row| row.positions),
            won: sum(|row| row.won),
            lost: sum(|row| row.lost),
            drawn: sum(|row| row.drawn),
            bytes: sum(|row| row.bytes),
            longest: rows.iter().map(|row| row.longest).max().flatten(),
            plies_bytes: rows.iter().map(|row| row.plies_bytes).sum(),
        };
        print(&all, out)?;
    }
    let (most, plies) = (tables.max_checkers(), tables.max_distance_checkers());
    Ok(writeln!(out, "complete up to {most} checkers, with plies up to {plies}")?)
}

/// Verifies every table, and names every file that is missing, damaged or wrong.
pub(super) fn verify(how: &VerifyArgs, out: &mut impl Write) -> Result<(), Failure> {
    let folder = how.tables.folder()?;
    let LoadedTables { tables, mut damaged } = load_tables(&folder);
    damaged.extend(folder.missing());
    if tables.max_checkers() == 0 && damaged.is_empty() {
        let error = "there are no tables yet; `crownhead tablebase build` makes them";
        return Err(Failure::Machine(error.to_owned()));
    }
    let (mut positions, mut wrong) = (0, 0);
    for class in (2..=tables.max_checkers()).flat_map(Class::all) {
        let (checked, text) = verify_endgames(&tables, class, how.one_in);
        positions += checked.positions;
        let counts = tables.table(class).map(WldTable::counts);
        let error = match text {
            Some(text) => format!("{text} is not worth what its moves are"),
            None if how.one_in == 1 && counts != Some(checked.counts) => {
                "its counts are wrong".to_owned()
            }
            None => continue,
        };
        wrong += 1;
        print_error(&format!("{}: {error}", folder.wld_path(class).display()));
    }
    if positions > 0 && wrong == 0 {
        let agree = match positions {
            1 => "agrees with the best of its moves",
            _ => "agree with the best of their moves",
        };
        writeln!(out, "{} {agree}", pluralize(positions, "position"))?;
    }
    let incomplete = damaged.iter().filter(|bad| !bad.distances);
    if let Some(least) = incomplete.map(|bad| bad.class.checkers()).min() {
        print_error(&format!(
            "tables of {least} or more checkers were not compared, because those of {least} are not \
             complete"
        ));
    }
    report(&damaged, how.tables.rules.rules()?, &how.tables.place)?;
    match wrong {
        0 => Ok(()),
        _ => {
            let count = count(wrong);
            Err(Failure::Machine(format!(
                "{count} wrong; delete the wrong tables and build them again"
            )))
        }
    }
}

/// The contents of a folder.
pub(super) struct LoadedTables {
    pub(super) tables: Tablebase<TableBytes>,
    /// The invalid files.
    pub(super) damaged: Vec<RejectedFile>,
}

pub(super) fn load_tables(folder: &TableFolder) -> LoadedTables {
    let (tables, damaged) = folder.load(MAX_CHECKERS);
    LoadedTables { tables, damaged }
}

/// Names every invalid file, and returns an error if there are any.
pub(super) fn report(
    damaged: &[RejectedFile],
    rules: Rules,
    place: &TableFolderArgs,
) -> Result<(), Failure> {
    for bad in damaged {
        print_error(&rejected(bad));
    }
    match damaged.is_empty() {
        true => Ok(()),
        false => {
            let (count, rebuild) = (count(damaged.len()), rebuild(rules, place, damaged));
            let is_missing = |bad: &RejectedFile| matches!(bad.reason, RejectReason::Missing);
            let (what, tables) = match damaged.iter().filter(|bad| is_missing(bad)).count() {
                0 => ("damaged", "the damaged tables again"),
                missing if missing == damaged.len() => ("missing", "the missing tables"),
                _ => ("missing or damaged", "the missing or damaged tables"),
            };
            Err(Failure::Machine(format!("{count} {what}; `{rebuild}` builds {tables}")))
        }
    }
}

/// `1 table is`, `2 tables are`.
fn count(tables: usize) -> String {
    if tables == 1 { "1 table is".to_owned() } else { format!("{tables} tables are") }
}

fn row(tables: &Tablebase<TableBytes>, class: Class) -> Option<Row> {
    let (table, plies) = (tables.table(class)?, tables.distance_table(class));
    let WldCounts { won, lost, drawn } = table.counts();
    Some(Row {
        checkers: class.checkers(),
        class: class.to_string(),
        positions: table.index().len(),
        won,
        lost,
        drawn,
        bytes: table.size() as u64,
        longest: plies.map(DistanceTable::longest),
        plies_bytes: plies.map(|plies| plies.size() as u64),
    })
}

fn heading(out: &mut impl Write) -> Result<(), Failure> {
    let cells = ["positions", "won", "lost", "drawn", "bytes", "bits", "longest", "more bytes"];
    line("class", cells.map(str::to_owned), out)
}

fn print(row: &Row, out: &mut impl Write) -> Result<(), Failure> {
    let bits = row.bytes as f64 * 8.0 / row.positions as f64;
    let or_dash = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
    let cells = [
        row.positions.to_string(),
        row.won.to_string(),
        row.lost.to_string(),
        row.drawn.to_string(),
        row.bytes.to_string(),
        format!("{bits:.3}"),
        or_dash(row.longest.map(u64::from)),
        or_dash(row.plies_bytes),
    ];
    line(&row.class, cells, out)
}

fn line(class: &str, cells: [String; 8], out: &mut impl Write) -> Result<(), Failure> {
    write!(out, "{class:<10}")?;
    for (cell, width) in cells.iter().zip([11, 11, 11, 11, 10, 6, 8, 10]) {
        write!(out, " {cell:>width$}")?;
    }
    Ok(writeln!(out)?)
}
