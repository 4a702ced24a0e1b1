//! `crownhead bench`: benchmarks.

use std::io::Write;
use std::time::Instant;

use crownhead_games::{Game, Rules};

use crate::failure::Failure;

/// Leaves per second of every game from its start position, on one thread. The last ply is counted,
/// not played.
pub(super) fn movegen(repeat: u16, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "{:<58} {:>5} {:>12} {:>9}", "game", "depth", "leaves", "million/s")?;
    for rules in Rules::all() {
        let (game, depth) = (Game::start(rules), rules.perft_depth());
        let mut leaves = 0;
        let mut best = f64::INFINITY;
        for _ in 0..repeat {
            let start = Instant::now();
            leaves = game.perft(depth);
            best = best.min(start.elapsed().as_secs_f64());
        }
        let speed = leaves as f64 / best / 1e6;
        writeln!(out, "{:<58} {depth:>5} {leaves:>12} {speed:>9.1}", rules.to_string())?;
        out.flush()?;
    }
    Ok(())
}
