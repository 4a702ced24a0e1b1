//! `crownhead bench proven`: how many moves of the computer's own games are proven in time.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crownhead_computer::{AnalysisRequest, PositionAnalysis};
use crownhead_engine::SearchLimits;
use crownhead_games::english::pluralize;
use crownhead_games::{Game, Rules};

use crate::failure::{Failure, print_error};
use crate::memory;

/// The size of the transposition table, in MiB: the same as in `crownhead analyse`.
const HASH: usize = 64;

/// The result of a ply.
#[derive(Default)]
struct Ply {
    moves: u32,
    proven: u32,
    most_nodes: u64,
    longest: Duration,
}

/// The computer plays each side in turn. Its opponent plays the computer's own choice or a random
/// move, equally often. The table is cleared before every move.
pub(super) fn run(
    rules: Rules,
    games: u32,
    time: Duration,
    seed: u64,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut dice = fastrand::Rng::with_seed(seed);
    let mut plies: BTreeMap<u32, Ply> = BTreeMap::new();
    for number in 0..games {
        let mut game = Game::start(rules);
        let mut unproven = Vec::new();
        for ply in 0.. {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let is_own = ply % 2 == number % 2;
            let played = if is_own || dice.bool() {
                let begun = Instant::now();
                let thought = think(&game, time)?;
                if is_own {
                    let proven =
                        thought.variations.first().is_some_and(|way| way.evaluation.is_exact());
                    let found = plies.entry(ply).or_default();
                    found.moves += 1;
                    found.proven += u32::from(proven);
                    found.most_nodes = found.most_nodes.max(thought.nodes);
                    found.longest = found.longest.max(begun.elapsed());
                    unproven.extend((!proven).then_some(ply));
                }
                thought.best().map(str::to_owned)
            } else {
                Some(legal[dice.usize(..legal.len())].clone())
            };
            let Some(text) = played else { break };
            game.play(&text).map_err(|error| Failure::Machine(error.to_string()))?;
        }
        print_error(&format!("game {}: not proven at plies {unproven:?}", number + 1));
    }
    writeln!(
        out,
        "{:>3} {:>6} {:>6} {:>12} {:>9}",
        "ply", "moves", "proven", "most nodes", "longest"
    )?;
    for (ply, Ply { moves, proven, most_nodes, longest }) in &plies {
        let longest = longest.as_secs_f64();
        writeln!(out, "{ply:>3} {moves:>6} {proven:>6} {most_nodes:>12} {longest:>7.2} s")?;
    }
    let sum = |of: fn(&Ply) -> u32| plies.values().map(of).sum::<u32>();
    let moves = pluralize(sum(|ply| ply.moves).into(), "move");
    Ok(writeln!(out, "{} of {moves} proven", sum(|ply| ply.proven))?)
}

fn think(game: &Game, time: Duration) -> Result<PositionAnalysis, Failure> {
    let analyst = memory::analyst(HASH).map_err(Failure::Input)?;
    let (begun, stop) = (Instant::now(), AtomicBool::new(false));
    let question = AnalysisRequest::new(SearchLimits::move_time(time));
    Ok(analyst.analyse(game, question, || begun.elapsed(), &stop, |_| {}))
}
