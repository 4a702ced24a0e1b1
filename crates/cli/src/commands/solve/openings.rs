//! `crownhead solve … --make-openings`: the opening book of proven moves.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crownhead_engine::solver::{OpeningsProgress, ProofTable, ProvenOpenings, build_openings};
use crownhead_games::english::pluralize;
use crownhead_rules::placing::CheckerboardTicTacToe;

use super::{SAVE_EVERY, bar, read, stopped_by_interrupt};
use crate::args::SolveArgs;
use crate::atomic_file::write;
use crate::failure::Failure;

/// Adds to the openings in a file, and saves it from time to time and at the end.
pub(super) fn make(
    position: &CheckerboardTicTacToe,
    how: &SolveArgs,
    file: &Path,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut openings = ProvenOpenings::default();
    read(file, |bytes| openings.decode(bytes))?;
    let table = ProofTable::with_openings((how.hash as usize) << 20);
    let stop = stopped_by_interrupt();
    let bar = bar("positions");
    let (mut shown, mut kept) = (Instant::now(), Instant::now());
    let all = build_openings(position, how.plies, &mut openings, &table, |made, openings| {
        if shown.elapsed() >= Duration::from_millis(100) {
            shown = Instant::now();
            let OpeningsProgress { ply, done, positions, nodes } = made;
            bar.set_length(positions as u64);
            bar.set_position(done as u64);
            let millions = nodes as f64 / 1e6;
            bar.set_message(format!("ply {ply}, {millions:.1} million nodes"));
        }
        if kept.elapsed() > SAVE_EVERY {
            // If writing fails, the last write reports it.
            let _ = write(file, &openings.encode());
            kept = Instant::now();
        }
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    write(file, &openings.encode())?;
    let count = pluralize(openings.len() as u64, "opening");
    let how_many = if all { "all" } else { "not all" };
    Ok(writeln!(out, "{count}, {how_many} of {}", pluralize(how.plies.into(), "ply"))?)
}
