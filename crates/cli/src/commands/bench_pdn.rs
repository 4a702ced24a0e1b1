//! `crownhead bench pdn`: how many games a minute are parsed, replayed and checked.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::time::Instant;

use crownhead_files::{GameReader, RepeatingReader, SampleGames, for_each_game};
use crownhead_games::english::pluralize;

use crate::atomic_file::{self, AtomicFile};
use crate::failure::Failure;

/// The number of different games; after them they repeat.
const DIFFERENT: u64 = 10_000;

pub(super) fn run(
    count: u64,
    seed: u64,
    file: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let different = count.min(DIFFERENT);
    let text: String = SampleGames::new(seed).take(different as usize).collect();
    let times = count.div_ceil(different);
    let repeated = RepeatingReader::new(&text, times);
    let Some(path) = file else { return measure(repeated, out) };
    atomic_file::remove_when_interrupted();
    let mut file = AtomicFile::create(path)?;
    std::io::copy(&mut { repeated }, &mut file).map_err(|error| file.failure(&error))?;
    file.finish()?;
    measure(File::open(path).map_err(|error| Failure::file(path, &error))?, out)
}

fn measure(input: impl Read + Send, out: &mut impl Write) -> Result<(), Failure> {
    let start = Instant::now();
    let (mut games, mut plies, mut bytes) = (0_u64, 0, 0);
    for_each_game(
        &mut GameReader::pdn(input),
        |game| game?.record().map(|record| record.plies().len()),
        |game, read| {
            let game = game.map_err(|fault| Failure::Machine(fault.message))?;
            (games, plies, bytes) = (games + 1, plies + game, read);
            Ok::<_, Failure>(())
        },
    )?;
    let seconds = start.elapsed().as_secs_f64();
    let threads = rayon::current_num_threads();
    writeln!(
        out,
        "{} with {}, {:.1} MB, {}",
        pluralize(games, "game"),
        pluralize(plies as u64, "ply"),
        bytes as f64 / 1e6,
        pluralize(threads as u64, "thread")
    )?;
    writeln!(
        out,
        "{seconds:.2} s: {:.2} million games a minute, {:.1} million plies a second, {:.1} MB/s",
        games as f64 / seconds * 60e-6,
        plies as f64 / seconds * 1e-6,
        bytes as f64 / seconds * 1e-6,
    )?;
    Ok(())
}
