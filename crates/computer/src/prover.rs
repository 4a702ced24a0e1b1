//! Exact analysis of the tic-tac-toe games: the solver runs within the limits of a request. The
//! search handles what it cannot prove in time.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crownhead_engine::solver::{self, TicTacToeTable, best_move};
use crownhead_engine::{Score, SearchClock, SearchLimits};
use crownhead_games::{Game, each};
use crownhead_rules::checkers::{Checkers, RuleSet};
use crownhead_rules::coast_to_coast::CoastToCoast;
use crownhead_rules::placing::{CheckerboardMove, CheckerboardTicTacToe, TicTacToe};
use crownhead_rules::stack_em::StackEm;
use crownhead_rules::{Notation, Position, Side};

use crate::{AnalysisRequest, Evaluation, PositionAnalysis, Variation};

/// The node limit of a proof if the request has no limit.
const DEFAULT_NODES: u64 = 5_000_000;

/// The node limit per ply of the line that follows a proven move.
const NODES_PER_PLY: u64 = 20_000;

/// The solver's tables, created on first use.
#[derive(Debug)]
pub(crate) struct Prover {
    bytes: usize,
    checkerboard: OnceLock<solver::ProofTable>,
    tic_tac_toe: OnceLock<TicTacToeTable>,
}

/// The budget of a proof: seven eighths of the limits, so that a search has the rest if the proof
/// fails.
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
        let unlimited = if limits.is_timed() { u64::MAX } else { DEFAULT_NODES };
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

    /// The margin of a position and a move that keeps it, within `most` nodes.
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
    /// A prover with about `bytes` bytes of memory.
    pub(crate) fn new(bytes: usize) -> Prover {
        Prover { bytes, checkerboard: OnceLock::new(), tic_tac_toe: OnceLock::new() }
    }

    /// Clears the proofs.
    pub(crate) fn clear(&self) {
        if let Some(table) = self.checkerboard.get() {
            table.clear();
        }
    }

    /// A proven analysis, or the number of nodes spent without a proof.
    pub(crate) fn analyse(
        &self,
        game: &Game,
        request: AnalysisRequest,
        clock: &dyn SearchClock,
        stop: &AtomicBool,
    ) -> Result<PositionAnalysis, u64> {
        // A request with a depth limit wants a search to that depth.
        if request.limits.depth.is_some() || game.outcome().is_some() {
            return Err(0);
        }
        let mut budget = Budget::new(request.limits, clock, stop);
        let proven =
            each!(game.position(), position => position.prove(self, request.lines, &mut budget));
        proven.ok_or(budget.spent)
    }
}

/// A position that may have a solver.
trait Provable: Position {
    /// A proven analysis of the best `lines` moves; none without a solver, or if the budget is spent.
    fn prove(&self, _: &Prover, _lines: usize, _: &mut Budget<'_>) -> Option<PositionAnalysis> {
        None
    }
}

impl<R: RuleSet> Provable for Checkers<R> {}
impl Provable for StackEm {}
impl Provable for CoastToCoast {}

impl Provable for TicTacToe {
    fn prove(
        &self,
        prover: &Prover,
        lines: usize,
        budget: &mut Budget<'_>,
    ) -> Option<PositionAnalysis> {
        let table = prover.tic_tac_toe.get_or_init(TicTacToeTable::new);
        Some(tic_tac_toe(self, table, lines, budget.clock))
    }
}

impl Provable for CheckerboardTicTacToe {
    fn prove(
        &self,
        prover: &Prover,
        lines: usize,
        budget: &mut Budget<'_>,
    ) -> Option<PositionAnalysis> {
        let new_table = || solver::ProofTable::with_openings(prover.bytes);
        checkerboard(self, prover.checkerboard.get_or_init(new_table), lines, budget)
    }
}

/// The score of a proven margin for a side, `plies` plies before the end.
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
        prove_other_moves(position, table, budget, &mut found);
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
            moves: continuation(position, decision, table, budget),
        }
    });
    Some(PositionAnalysis {
        variations: variations.collect(),
        depth: plies,
        selective_depth: plies,
        nodes: budget.spent,
        time: budget.clock.elapsed(),
    })
}

/// Adds the other moves whose margins can be proven, the best first.
fn prove_other_moves(
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

/// The texts of a move and of best play after it, as far as it can be found quickly.
fn continuation(
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
        next = budget.best(&at, table, NODES_PER_PLY).and_then(|(_, decision)| decision);
    }
    texts
}

/// The number of plies to the end, which is fixed.
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
    PositionAnalysis {
        depth: plies,
        selective_depth: plies,
        nodes,
        time: clock.elapsed(),
        variations,
    }
}

#[cfg(test)]
mod tests;
