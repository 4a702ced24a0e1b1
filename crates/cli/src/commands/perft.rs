//! `crownhead perft`: counting move sequences, on one thread or several.

use std::io::Write;
use std::time::Instant;

use crownhead_games::Game;
use crownhead_games::english::pluralize;
use rayon::prelude::*;

use crate::args::{Draws, GameArgs};
use crate::failure::Failure;

pub(super) fn run(
    args: &GameArgs,
    depth: u32,
    divide: bool,
    threads: u16,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let game = args.game(Draws::Ignored)?;
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build().map_err(|error| {
            let threads = pluralize(threads.into(), "thread");
            Failure::Input(format!("cannot start {threads}: {error}"))
        })?;
    let start = Instant::now();
    let leaves = if divide && depth > 0 {
        let counts: Vec<(String, u64)> = pool.install(|| {
            game.children()
                .into_par_iter()
                .map(|(text, child)| (text, count(&child, depth - 1, threads)))
                .collect()
        });
        for (text, count) in &counts {
            writeln!(out, "{text} {count}")?;
        }
        counts.iter().map(|(_, count)| count).sum()
    } else {
        pool.install(|| count(&game, depth, threads))
    };
    let seconds = start.elapsed().as_secs_f64();
    writeln!(out, "{leaves}")?;
    out.flush()?;
    let speed = leaves as f64 / seconds / 1e6;
    let _ = writeln!(
        anstream::stderr(),
        "{seconds:.3} s, {speed:.1} million leaves a second on {}",
        pluralize(threads.into(), "thread")
    );
    Ok(())
}

/// Counts on the threads of the pool. Several threads share the subtrees two plies below the root.
fn count(game: &Game, depth: u32, threads: u16) -> u64 {
    if threads == 1 || depth < 4 {
        return game.perft(depth);
    }
    let children = |game: &Game| game.children().into_iter().map(|(_, child)| child);
    let grandchildren: Vec<Game> =
        children(game).flat_map(|child| children(&child).collect::<Vec<_>>()).collect();
    grandchildren.into_par_iter().map(|game| game.perft(depth - 2)).sum()
}
