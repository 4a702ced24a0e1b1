//! Exact analysis of the tic-tac-toe games: the solver runs within the limits of a request. What it
//! cannot prove in time is left to the search.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crownhead_engine::solver::{self, TicTacToeTable, best_move};
use crownhead_engine::{Score, SearchClock, SearchLimits};
use crownhead_games::{AnyPosition, Game};
use crownhead_rules::placing::{CheckerboardMove, CheckerboardTicTacToe, TicTacToe};
use crownhead_rules::{Notation, Position, Side};

use crate::{AnalysisRequest, Evaluation, PositionAnalysis, Variation};

/// How many positions are visited for a proof when nothing limits the thought.
const UNLIMITED: u64 = 5_000_000;

/// How many positions are visited to tell how a proven game may go on, for each ply of it.
const CONTINUED: u64 = 20_000;

/// What it knows, made when it is first asked.
#[derive(Debug)]
pub(crate) struct Prover {
    bytes: usize,
    checkerboard: OnceLock<solver::ProofTable>,
    tic_tac_toe: OnceLock<TicTacToeTable>,
}

/// How much a proof may cost: seven eighths of what the question allows, so that a search has the
/// rest if nothing is proven.
struct Budget<'a> {
    nodes: u64,
    time: Option<Duration>,
    clock: &'a dyn SearchClock,
    stop: &'a AtomicBool,
    spent: u64,
}

impl<'a> Budget<'a> {
    fn new(limits: SearchLimits, clock: &'a dyn SearchClock, stop: &'a AtomicBool) -> Budget<'a> {
        let part = |whole: u64| whole - whole / 8;
        let unlimited = if limits.is_timed() { u64::MAX } else { UNLIMITED };
        let time = [limits.soft, limits.hard].into_iter().flatten().min();
        Budget {
            nodes: limits.nodes.map_or(unlimited, part),
            time: time.map(|time| time * 7 / 8),
            clock,
            stop,
            spent: 0,
        }
    }

    fn is_open(&self, more: u64) -> bool {
        self.spent + more < self.nodes
            && !self.stop.load(Relaxed)
            && self.time.is_none_or(|time| self.clock.elapsed() < time)
    }

    /// The margin of a position and a move that keeps it, in at most so many nodes.
    fn best(
        &mut self,
        position: &CheckerboardTicTacToe,
        table: &solver::ProofTable,
        most: u64,
    ) -> Option<(i32, Option<CheckerboardMove>)> {
        let mut visited = 0;
        let best = best_move(position, table, |nodes| {
            visited = nodes;
            nodes < most && self.is_open(nodes)
        });
        self.spent += best.map_or(visited, |best| best.nodes);
        best.map(|best| (best.margin, best.decision))
    }
}

impl Prover {
    /// A prover with about so many bytes of memory.
    pub(crate) fn new(bytes: usize) -> Prover {
        Prover { bytes, checkerboard: OnceLock::new(), tic_tac_toe: OnceLock::new() }
    }

    /// Forgets what it found out.
    pub(crate) fn forget(&self) {
        if let Some(table) = self.checkerboard.get() {
            table.clear();
        }
    }

    /// A proven thought, or how many positions were visited in vain.
    pub(crate) fn think(
        &self,
        game: &Game,
        question: AnalysisRequest,
        clock: &dyn SearchClock,
        stop: &AtomicBool,
    ) -> Result<PositionAnalysis, u64> {
        // Who names a depth asks what can be seen from there.
        if question.limits.depth.is_some() || game.outcome().is_some() {
            return Err(0);
        }
        match game.position() {
            AnyPosition::TicTacToe(position) => {
                let table = self.tic_tac_toe.get_or_init(TicTacToeTable::new);
                Ok(tic_tac_toe(position, table, question.lines, clock))
            }
            AnyPosition::CheckerboardTicTacToe(position) => {
                let table =
                    self.checkerboard.get_or_init(|| solver::ProofTable::with_openings(self.bytes));
                let mut budget = Budget::new(question.limits, clock, stop);
                checkerboard(position, table, question.lines, &mut budget).ok_or(budget.spent)
            }
            _ => Err(0),
        }
    }
}

/// The score of a certain margin for a side, so many plies before the end.
fn score(margin: i32, side: Side, plies: u32) -> Score {
    match if side == Side::First { margin } else { -margin } {
        1.. => Score::win_in(plies),
        0 => Score::DRAW,
        _ => Score::loss_in(plies),
    }
}

fn checkerboard(
    position: &CheckerboardTicTacToe,
    table: &solver::ProofTable,
    lines: usize,
    budget: &mut Budget<'_>,
) -> Option<PositionAnalysis> {
    let (margin, first) = budget.best(position, table, u64::MAX)?;
    let mut found = vec![(margin, first?)];
    if lines > 1 {
        others(position, table, budget, &mut found);
        found.truncate(lines);
    }
    let plies = plies_left(position);
    let side = position.side();
    let variations = found.into_iter().map(|(margin, decision)| {
        let score = score(margin, side, plies);
        let own = if side == Side::First { margin } else { -margin };
        Variation {
            score,
            evaluation: Evaluation::certain(score).with_margin(Some(own)),
            moves: continued(position, decision, table, budget),
        }
    });
    Some(PositionAnalysis {
        variations: variations.collect(),
        depth: plies,
        deepest: plies,
        nodes: budget.spent,
        time: budget.clock.elapsed(),
    })
}

/// Adds the other moves whose margins can be proven, the best first.
fn others(
    position: &CheckerboardTicTacToe,
    table: &solver::ProofTable,
    budget: &mut Budget<'_>,
    found: &mut Vec<(i32, CheckerboardMove)>,
) {
    let first = found[0].1;
    let mut decisions = Vec::new();
    position.each_move(|decision| decisions.push(decision));
    for decision in decisions.into_iter().filter(|&decision| decision != first) {
        let mut next = *position;
        next.play_unchecked(decision);
        let Some((margin, _)) = budget.best(&next, table, u64::MAX) else { break };
        found.push((margin, decision));
    }
    let worth = |margin: i32| if position.side() == Side::First { margin } else { -margin };
    found.sort_by_key(|&(margin, _)| -worth(margin));
}

/// The texts of a move and of what best play makes of it, as far as that is quickly known.
fn continued(
    position: &CheckerboardTicTacToe,
    decision: CheckerboardMove,
    table: &solver::ProofTable,
    budget: &mut Budget<'_>,
) -> Vec<String> {
    let mut at = *position;
    let mut texts = Vec::new();
    let mut next = Some(decision);
    while let Some(decision) = next {
        texts.push(at.move_text(decision));
        at.play_unchecked(decision);
        next = budget.best(&at, table, CONTINUED).and_then(|(_, decision)| decision);
    }
    texts
}

/// How many plies a game goes on from here: all of them do.
fn plies_left(position: &CheckerboardTicTacToe) -> u32 {
    let variation = position.variations();
    let placed = [Side::First, Side::Second].map(|side| position.checkers(side).len());
    let to_place = 2 * variation.size.checkers() - placed[0] - placed[1];
    let exchanges = match (variation.exchange, to_place, position.side()) {
        (false, ..) => 0,
        (true, 0, Side::Second) => 1,
        (true, ..) => 2,
    };
    to_place + exchanges
}

fn tic_tac_toe(
    position: &TicTacToe,
    table: &TicTacToeTable,
    lines: usize,
    clock: &dyn SearchClock,
) -> PositionAnalysis {
    let side = position.side();
    let mut variations = Vec::new();
    position.each_move(|square| {
        let mut at = *position;
        at.play_unchecked(square);
        let fate = table.value(&at);
        let margin = i32::from(fate.margin);
        let score = score(margin, side, u32::from(fate.distance) + 1);
        let mut moves = vec![square.to_string()];
        while let Some(&square) = table.fastest_moves(&at).first() {
            moves.push(square.to_string());
            at.play_unchecked(square);
        }
        variations.push(Variation { score, evaluation: Evaluation::certain(score), moves });
    });
    variations.sort_by_key(|variation| -variation.score);
    variations.truncate(lines.max(1));
    let plies = u32::from(table.value(position).distance);
    let nodes = variations.len() as u64;
    PositionAnalysis { depth: plies, deepest: plies, nodes, time: clock.elapsed(), variations }
}

#[cfg(test)]
mod tests;
