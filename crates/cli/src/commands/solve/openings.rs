//! `crownhead solve … --make-openings`: the openings that the program knows by heart.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crownhead_engine::solver::{Made, Openings, Table, make_openings};
use crownhead_rules::placing::CheckerboardTicTacToe;

use super::{KEEP_EVERY, bar, read, stopped_by_interrupt, write};
use crate::args::SolveArgs;
use crate::failure::Failure;

/// Adds to the openings in a file, and writes it now and then and at the end.
pub(super) fn make(
    position: &CheckerboardTicTacToe,
    how: &SolveArgs,
    file: &Path,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut openings = Openings::default();
    read(file, |bytes| openings.read(bytes))?;
    let table = Table::with_openings((how.hash as usize) << 20);
    let stop = stopped_by_interrupt();
    let bar = bar("positions");
    let (mut shown, mut kept) = (Instant::now(), Instant::now());
    let all = make_openings(position, how.plies, &mut openings, &table, |made, openings| {
        if shown.elapsed() >= Duration::from_millis(100) {
            shown = Instant::now();
            let Made { ply, done, positions, nodes } = made;
            bar.set_length(positions as u64);
            bar.set_position(done as u64);
            let millions = nodes as f64 / 1e6;
            bar.set_message(format!("ply {ply}, {millions:.1} million nodes"));
        }
        if kept.elapsed() > KEEP_EVERY {
            // What cannot be written now is told at the end.
            let _ = write(file, &openings.bytes());
            kept = Instant::now();
        }
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    write(file, &openings.bytes())?;
    let count = openings.len();
    let how_many = if all { "all" } else { "not all" };
    Ok(writeln!(out, "{count} openings, {how_many} of {} plies", how.plies)?)
}
