//! What tables there are, and checking them.

use std::io::Write;

use crownhead_computer::check_endgames;
use crownhead_tablebase::{Bytes, Class, Counts, Folder, MOST_CHECKERS, Plies, Table, Tables};
use serde::Serialize;

use super::{InfoArgs, VerifyArgs};
use crate::commands::print_json;
use crate::failure::{Failure, complain};

#[derive(Serialize)]
struct Row {
    checkers: u8,
    class: String,
    positions: u64,
    won: u64,
    lost: u64,
    drawn: u64,
    bytes: u64,
    /// The longest win in plies, and the bytes of the table that knows it.
    longest: Option<u32>,
    plies_bytes: Option<u64>,
}

pub(super) fn run(how: &InfoArgs, out: &mut impl Write) -> Result<(), Failure> {
    let tables = found(&how.tables.folder()?)?;
    let classes = (2..=MOST_CHECKERS).flat_map(Class::all);
    let rows: Vec<Row> = classes.filter_map(|class| row(&tables, class)).collect();
    if how.json {
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
    let (most, plies) = (tables.most(), tables.most_plies());
    Ok(writeln!(out, "complete up to {most} checkers, with plies up to {plies}")?)
}

/// Checks every table; the first position that is wrong is told.
pub(super) fn verify(how: &VerifyArgs, out: &mut impl Write) -> Result<(), Failure> {
    let tables = found(&how.tables.folder()?)?;
    if tables.most() == 0 {
        return Err(Failure::Input("there are no tables yet; `tablebase build` makes them".into()));
    }
    let mut positions = 0;
    for class in (2..=tables.most()).flat_map(Class::all) {
        let (checked, wrong) = check_endgames(&tables, class, how.one_in);
        positions += checked.positions;
        if let Some(text) = wrong {
            return Err(Failure::Input(format!("{class}: {text} is not worth what its moves are")));
        }
        let counts = tables.get(class).map(Table::counts);
        if how.one_in == 1 && counts != Some(checked.counts) {
            return Err(Failure::Input(format!("{class}: the counts of the file are wrong")));
        }
    }
    Ok(writeln!(out, "{positions} positions agree with the best of their moves")?)
}

/// The tables of a folder. A file that cannot be trusted is named.
pub(super) fn found(folder: &Folder) -> Result<Tables<Bytes>, Failure> {
    let (tables, refused) = folder.load(MOST_CHECKERS);
    for bad in refused {
        complain(&format!("it is not used: {bad}"));
    }
    Ok(tables)
}

fn row(tables: &Tables<Bytes>, class: Class) -> Option<Row> {
    let (table, plies) = (tables.get(class)?, tables.get_plies(class));
    let Counts { won, lost, drawn } = table.counts();
    Some(Row {
        checkers: class.checkers(),
        class: class.to_string(),
        positions: table.index().len(),
        won,
        lost,
        drawn,
        bytes: table.size() as u64,
        longest: plies.map(Plies::longest),
        plies_bytes: plies.map(|plies| plies.size() as u64),
    })
}

fn heading(out: &mut impl Write) -> Result<(), Failure> {
    let cells = ["positions", "won", "lost", "drawn", "bytes", "bits", "longest", "bytes"];
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
