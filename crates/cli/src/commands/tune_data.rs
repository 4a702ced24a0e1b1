//! `crownhead tune data`: shards of self-play games, each written atomically.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};

use crownhead_computer::{EndgamePosition, TablebaseKnowledge, family};
use crownhead_engine::Score;
use crownhead_engine::tune::Tunable;
use crownhead_engine::tune::shard::{
    PositionGroups, ShardError, ShardPlan, StartPositions, TrainingGame, read_shard,
};
use crownhead_games::english::pluralize;
use crownhead_games::{AnyPosition, Game, Rules};
use crownhead_rules::{Keyed, Notation};
use crownhead_tablebase::{MAX_CHECKERS, TableBytes, TableFolder, Tablebase};
use parking_lot::Mutex;

use super::tune::{each_tunable, progress_bar};
use crate::args::TuneData;
use crate::atomic_file::{self, AtomicFile};
use crate::failure::Failure;

pub(super) fn run(args: &TuneData, out: &mut impl Write) -> Result<(), Failure> {
    let rules = args.rules.rules()?;
    let tables = args.tables.as_deref().map(|folder| load(folder, rules)).transpose()?;
    let made = each_tunable!(rules, start => make(args, rules, start, tables.as_ref()))?;
    writeln!(out, "{} in {}", pluralize(made.into(), "new shard"), args.out.display())?;
    Ok(())
}

/// The tables of a folder. An invalid file is an error, because it would change the data.
fn load(folder: &Path, rules: Rules) -> Result<Tablebase<TableBytes>, Failure> {
    let family = family(&Game::start(rules)).ok_or_else(|| {
        Failure::Input(format!("there are no endgame tables of {}", rules.game()))
    })?;
    let (tables, refused) = TableFolder::new(folder, family).load(MAX_CHECKERS);
    match refused.first() {
        Some(bad) => Err(Failure::Machine(bad.to_string())),
        None if tables.max_checkers() < 2 => {
            Err(Failure::damaged(folder, "no endgame tables in it"))
        }
        None => Ok(tables),
    }
}

/// Creates the missing shards, and returns their number.
fn make<P: Tunable + Notation + EndgamePosition + FromStr>(
    args: &TuneData,
    rules: Rules,
    start: P,
    tables: Option<&Tablebase<TableBytes>>,
) -> Result<u32, Failure> {
    let openings = match &args.openings {
        Some(path) => openings(path, &start)?,
        None => Vec::new(),
    };
    fs::create_dir_all(&args.out).map_err(|error| Failure::file(&args.out, &error))?;
    let positions = PositionGroups::new(positions::<P>(&args.positions, rules)?);
    let starts = StartPositions { start, openings };
    let most = tables.map_or(0, Tablebase::max_checkers);
    let plan = |number| ShardPlan { seed: args.seed, number, games: args.games, nodes: args.nodes };
    let missing: Vec<(ShardPlan, PathBuf)> = (args.shards.clone())
        .map(|number| (plan(number), args.out.join(format!("{}-{number:06}.games", args.seed))))
        .filter(|(_, path)| !path.exists())
        .collect();
    let bar = progress_bar(missing.len() as u64 * u64::from(args.games));
    let next = AtomicU32::new(0);
    let failed = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..args.threads {
            scope.spawn(|| {
                while let Some((plan, path)) =
                    missing.get(next.fetch_add(1, Ordering::Relaxed) as usize)
                {
                    let knowledge = TablebaseKnowledge(tables);
                    let eval = P::default_eval();
                    let games = match &positions {
                        None => plan.play(&starts, eval, knowledge, || bar.inc(1)),
                        Some(positions) => plan.label(positions, eval, knowledge, || bar.inc(1)),
                    };
                    if let Err(failure) = write_whole(path, &head(rules, *plan, most), &games) {
                        next.store(u32::MAX / 2, Ordering::Relaxed);
                        *failed.lock() = Some(failure);
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    match failed.into_inner() {
        Some(failure) => Err(failure),
        None => Ok(missing.len() as u32),
    }
}

/// The searched positions of recorded games, each once.
fn positions<P: Tunable + Notation + FromStr>(
    folders: &[PathBuf],
    rules: Rules,
) -> Result<Vec<P>, Failure> {
    let (mut positions, mut known) = (Vec::new(), HashSet::new());
    for_each_game(folders, rules, |game| {
        let visit = |position: &P, score: Option<Score>| {
            if score.is_some() && known.insert(Keyed::new(position.clone()).key()) {
                positions.push(position.clone());
            }
        };
        game.replay(visit).map(|_| ())
    })?;
    if positions.is_empty() && !folders.is_empty() {
        return Err(Failure::Input("the shards hold no searched position".to_owned()));
    }
    Ok(positions)
}

/// Visits the games of all shards in the folders, in the order of the files' names.
pub(super) fn for_each_game<P: FromStr>(
    folders: &[PathBuf],
    rules: Rules,
    mut visit: impl FnMut(&TrainingGame<P>) -> Result<(), ShardError>,
) -> Result<(), Failure> {
    for folder in folders {
        let unreadable = |error| Failure::file(folder, &error);
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            paths.push(entry.map_err(unreadable)?.path());
        }
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "games"));
        paths.sort();
        if paths.is_empty() {
            return Err(Failure::damaged(folder, "no shards in it"));
        }
        for path in paths {
            let bytes = fs::read(&path).map_err(|error| Failure::file(&path, &error))?;
            let games = body(&bytes, rules).map_err(|error| Failure::damaged(&path, error))?;
            let games = read_shard(games, |text| text.parse::<P>().ok());
            let visited = games.and_then(|games| games.iter().try_for_each(&mut visit));
            visited.map_err(|error| Failure::damaged(&path, error))?;
        }
    }
    Ok(())
}

/// The games of a shard after its first line, if they are of these rules.
fn body(bytes: &[u8], rules: Rules) -> Result<&[u8], String> {
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or("it has no first line")?;
    let expected = format!("crownhead-games 1 {rules} seed=");
    match bytes[..end].starts_with(expected.as_bytes()) {
        true => Ok(&bytes[end + 1..]),
        false => Err(format!("it is not a shard of {rules}")),
    }
}

/// The first line of a shard.
fn head(rules: Rules, plan: ShardPlan, tables: u8) -> String {
    let ShardPlan { seed, number, games, nodes } = plan;
    format!(
        "crownhead-games 1 {rules} seed={seed} shard={number} games={games} nodes={nodes} \
         tables={tables}\n"
    )
}

/// The positions after the openings of a file, one line of moves each.
fn openings<P: Tunable + Notation>(path: &Path, start: &P) -> Result<Vec<P>, Failure> {
    let bad =
        |number: usize, error: String| Failure::damaged(path, format!("line {number}: {error}"));
    let text = fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default();
        let mut position = start.clone();
        for text in line.split([' ', ',']).filter(|text| !text.is_empty()) {
            let mv = position.parse_move(text).map_err(|error| bad(number, error.to_string()))?;
            position.play_unchecked(mv);
        }
        if position != *start && position.outcome().is_none() {
            openings.push(position);
        }
    }
    match openings.is_empty() {
        true => Err(Failure::damaged(path, "there is no opening in it")),
        false => Ok(openings),
    }
}

/// Writes a shard atomically.
fn write_whole(path: &Path, head: &str, games: &[u8]) -> Result<(), Failure> {
    atomic_file::remove_when_interrupted();
    let mut file = AtomicFile::create(path)?;
    file.write_all(head.as_bytes())
        .and_then(|()| file.write_all(games))
        .map_err(|error| file.failure(&error))?;
    file.finish()
}
