//! `crownhead bench search`: searches a fixed suite of positions to a fixed depth. The total number
//! of nodes is the same on every machine, and changes whenever the search behaves differently.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crownhead_computer::{AnalysisRequest, Analyst, SearchLimits};
use crownhead_games::{Game, Rules};

use crate::failure::Failure;
use crate::hub::settings::variant;

/// The suite; its first lines explain the format.
const SUITE: &str = include_str!("../../data/search-bench.txt");
/// The size of the transposition table, on which the number of nodes depends.
const MEBIBYTES: usize = 16;

/// The positions of one game, and the search depth.
struct Part {
    rules: Rules,
    depth: u32,
    games: Vec<Game>,
}

pub(super) fn run(depth: Option<u32>, threads: u16, out: &mut impl Write) -> Result<(), Failure> {
    let analyst = Analyst::new(MEBIBYTES);
    let mut total = SearchTotal::default();
    heading(out)?;
    for part in read(SUITE).map_err(Failure::Input)? {
        let depth = depth.unwrap_or(part.depth);
        let mut sum = SearchTotal::default();
        for game in &part.games {
            analyst.clear();
            let question = AnalysisRequest {
                threads: threads.into(),
                ..AnalysisRequest::new(SearchLimits::depth(depth))
            };
            let began = Instant::now();
            let stop = AtomicBool::new(false);
            let thought = analyst.analyse(game, question, || began.elapsed(), &stop, |_| {});
            sum.add(thought.nodes, began.elapsed());
        }
        row(&part.rules.to_string(), &format!("{depth}"), part.games.len(), sum, out)?;
        out.flush()?;
        total.add(sum.nodes, sum.time);
    }
    row("all", "", 0, total, out)?;
    writeln!(out, "nodes {}", total.nodes)?;
    Ok(())
}

#[derive(Copy, Clone, Default)]
struct SearchTotal {
    nodes: u64,
    time: Duration,
}

impl SearchTotal {
    fn add(&mut self, nodes: u64, time: Duration) {
        self.nodes += nodes;
        self.time += time;
    }
}

fn heading(out: &mut impl Write) -> Result<(), Failure> {
    let (game, positions, depth) = ("game", "positions", "depth");
    let (nodes, seconds, speed) = ("nodes", "seconds", "million/s");
    Ok(writeln!(out, "{game:<58} {positions:>9} {depth:>5} {nodes:>12} {seconds:>9} {speed:>9}")?)
}

fn row(
    name: &str,
    depth: &str,
    positions: usize,
    SearchTotal { nodes, time }: SearchTotal,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let seconds = time.as_secs_f64();
    let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
    let positions = if positions == 0 { String::new() } else { positions.to_string() };
    Ok(writeln!(
        out,
        "{name:<58} {positions:>9} {depth:>5} {nodes:>12} {seconds:>9.3} {speed:>9.2}"
    )?)
}

/// Parses a suite: `@ DEPTH GAME OPTIONS` starts a section, and each line of it is the text of a
/// position or `start`.
fn read(text: &str) -> Result<Vec<Part>, String> {
    let mut parts: Vec<Part> = Vec::new();
    for (number, line) in (1..).zip(text.lines().map(str::trim)) {
        let at = |error: String| format!("line {number} of the suite: {error}");
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(head) = line.strip_prefix("@ ") {
            let (depth, rules) = head.split_once(' ').ok_or_else(|| at("no game".to_owned()))?;
            let depth = depth.parse().map_err(|_| at("no depth".to_owned()))?;
            let rules = variant(rules).map_err(at)?;
            parts.push(Part { rules, depth, games: Vec::new() });
            continue;
        }
        let part = parts.last_mut().ok_or_else(|| at("no game before it".to_owned()))?;
        let game = match line {
            "start" => Game::start(part.rules),
            text => Game::from_text(part.rules, text).map_err(|faults| at(faults.to_string()))?,
        };
        part.games.push(game);
    }
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suite_has_every_game_and_nothing_that_is_over() {
        let parts = read(SUITE).unwrap();
        let all: Vec<_> = parts.iter().map(|part| part.rules).collect();
        assert_eq!(all, Rules::all());
        for part in parts {
            assert!(part.games.len() >= 4, "{}", part.rules);
            let texts: Vec<_> = part.games.iter().map(Game::text).collect();
            for (i, game) in part.games.iter().enumerate() {
                assert_eq!(game.outcome(), None, "{}: {:?}", part.rules, game.text());
                assert!(!texts[..i].contains(&texts[i]), "{}: {:?}", part.rules, texts[i]);
            }
        }
    }

    #[test]
    fn the_nodes_are_the_same_every_time() {
        let nodes = || {
            let mut out = Vec::new();
            run(Some(3), 1, &mut out).unwrap();
            let text = String::from_utf8(out).unwrap();
            text.lines().last().unwrap().to_owned()
        };
        let first = nodes();
        assert!(first.starts_with("nodes ") && first != "nodes 0", "{first}");
        assert_eq!(first, nodes());
    }

    #[test]
    fn a_suite_with_a_mistake_is_refused() {
        for text in ["start", "@ x tic-tac-toe", "@ 3", "@ 3 chess", "@ 3 tic-tac-toe\n9 x"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
