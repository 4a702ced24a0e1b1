//! `crownhead bench pdn`: how many games a minute are read, played through and checked.

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::Path;
use std::time::Instant;

use crownhead_files::{Games, Made, Repeated, each_game};

use crate::failure::Failure;

/// How many different games there are; more are these again.
const DIFFERENT: u64 = 10_000;

pub(super) fn run(
    count: u64,
    seed: u64,
    file: Option<&Path>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let different = count.min(DIFFERENT);
    let text: String = Made::new(seed).take(different as usize).collect();
    let times = count.div_ceil(different);
    let repeated = Repeated::new(&text, times);
    let Some(path) = file else { return measure(repeated, out) };
    let about = |error| Failure::Machine(format!("{}: {error}", path.display()));
    let mut writer = BufWriter::new(File::create(path).map_err(about)?);
    std::io::copy(&mut { repeated }, &mut writer).map_err(about)?;
    writer.into_inner().map_err(|error| about(error.into_error()))?.sync_all().map_err(about)?;
    measure(File::open(path).map_err(about)?, out)
}

fn measure(input: impl Read + Send, out: &mut impl Write) -> Result<(), Failure> {
    let start = Instant::now();
    let (mut games, mut plies, mut bytes) = (0_u64, 0, 0);
    each_game(
        &mut Games::pdn(input),
        |game| game?.record().map(|record| record.plies().len()),
        |game, read| {
            let game = game.map_err(|fault| Failure::Machine(fault.says))?;
            (games, plies, bytes) = (games + 1, plies + game, read);
            Ok::<_, Failure>(())
        },
    )?;
    let seconds = start.elapsed().as_secs_f64();
    let threads = rayon::current_num_threads();
    writeln!(
        out,
        "{games} games with {plies} plies, {:.1} MB, {threads} threads",
        bytes as f64 / 1e6
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
