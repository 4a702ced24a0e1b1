//! Solving a position of Tic-Tac-Toe On A Checkerboard: its exact margin and all best moves.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crownhead_rules::placing::{CheckerboardMove, CheckerboardTicTacToe};
use crownhead_rules::{Position, Side};

use super::board::{Board, Geometries};
use super::bounds::bounds;
use super::exchange::Layout;
use super::proof_table::ProofTable;
use super::root::Root;
use super::search::{ProofSearch, Stopped};
use super::solver_rules::SolverRules;

/// Greater than every margin: a window has at most 80 lines.
pub(super) const MAX_MARGIN: i32 = 100;

/// The weight of open lines that is worth a line at the end of a game with exchanges.
const WEIGHT_OF_A_LINE: i32 = 15;

/// The result of solving a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The starting player's tic-tac-toes minus the other's at the end, with best play. If nothing
    /// is proven, the possible margin nearest to a tie.
    pub margin: i32,
    /// Every move that keeps the margin, including symmetric ones; none when the game is over. If
    /// the solve was stopped, the moves proven so far to keep the proven bound.
    pub best: Vec<CheckerboardMove>,
    /// Whether the margin and all best moves are proven.
    pub proven: bool,
    /// The proven lower and upper bounds of the margin.
    pub within: (i32, i32),
    /// Nodes searched.
    pub nodes: u64,
}

/// The value of a position and a move that keeps it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BestMove {
    /// The starting player's tic-tac-toes minus the other's at the end, with best play.
    pub margin: i32,
    /// A move that keeps it; none when the game is over.
    pub decision: Option<CheckerboardMove>,
    /// Nodes searched.
    pub nodes: u64,
}

/// The progress of a solve.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SolveProgress {
    /// The proven bounds of the margin.
    pub within: (i32, i32),
    /// The number of moves that are proven to be best or not best.
    pub moves_known: usize,
    /// All moves, symmetric ones counted once.
    pub moves: usize,
    /// The number of nodes searched by the first thread.
    pub nodes: u64,
}

/// Solves a position on one thread. Uses the results of earlier solves of any position in the
/// table. Ends within a millisecond once `stop` is set. Calls `progress` every thousand nodes.
pub fn solve(
    position: &CheckerboardTicTacToe,
    table: &ProofTable,
    stop: &AtomicBool,
    mut progress: impl FnMut(SolveProgress),
) -> Solution {
    solve_with_progress(position, table, 0, BestMoves::All, |state| {
        progress(state);
        !stop.load(Relaxed)
    })
}

/// The same on several threads that share the table.
pub fn solve_on_threads(
    position: &CheckerboardTicTacToe,
    table: &ProofTable,
    threads: u16,
    stop: &AtomicBool,
    progress: impl FnMut(SolveProgress),
) -> Solution {
    if threads <= 1 {
        return solve(position, table, stop, progress);
    }
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|order_seed| {
                let keep_going = || !ended.load(Relaxed) && !stop.load(Relaxed);
                let helps = move || {
                    solve_with_progress(position, table, order_seed as u8, BestMoves::All, |_| {
                        keep_going()
                    })
                    .nodes
                };
                scope.spawn(helps)
            })
            .collect();
        let mut solved = solve(position, table, stop, progress);
        ended.store(true, Relaxed);
        solved.nodes += helpers.into_iter().filter_map(|helper| helper.join().ok()).sum::<u64>();
        solved
    })
}

/// The margin of a position and one best move, which is less work than all best moves. `keep_going` gets
/// the number of nodes now and then; if it returns false before there is a proof, the result is none.
pub fn best_move(
    position: &CheckerboardTicTacToe,
    table: &ProofTable,
    mut keep_going: impl FnMut(u64) -> bool,
) -> Option<BestMove> {
    let watch = |state: SolveProgress| keep_going(state.nodes);
    let solved = solve_with_progress(position, table, 0, BestMoves::One, watch);
    let Solution { margin, best, proven, nodes, .. } = solved;
    proven.then(|| BestMove { margin, decision: best.last().copied(), nodes })
}

/// Whether to find all best moves or one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum BestMoves {
    All,
    One,
}

pub(super) fn solve_with_progress(
    position: &CheckerboardTicTacToe,
    table: &ProofTable,
    order_seed: u8,
    wanted: BestMoves,
    watch: impl FnMut(SolveProgress) -> bool,
) -> Solution {
    let sign = if position.side() == Side::First { 1 } else { -1 };
    if position.open().is_empty() {
        return finished(position);
    }
    let rules = SolverRules::of(position.variations());
    let root = Root::new(position, Geometries::new(rules));
    if wanted == BestMoves::One
        && let Some((margin, decision)) = root.opening(&table.openings)
    {
        let margin = sign * margin;
        let best = vec![decision];
        return Solution { margin, best, proven: true, within: (margin, margin), nodes: 1 };
    }
    let mut state =
        State { low: -MAX_MARGIN, high: MAX_MARGIN, known: 0, best: Vec::new(), nodes: 0 };
    let task = SolveTask { root: &root, table, order_seed, wanted };
    let proven = state.run(&task, sign, watch).is_ok();
    let within = state.within(sign);
    Solution {
        margin: 0.clamp(within.0, within.1),
        best: root.moves.iter().filter(|m| state.best.contains(&m.1)).map(|m| m.0).collect(),
        proven,
        within,
        nodes: state.nodes,
    }
}

/// The root to solve, and how.
struct SolveTask<'a> {
    root: &'a Root,
    table: &'a ProofTable,
    order_seed: u8,
    wanted: BestMoves,
}

/// The proven facts about a root, from the point of view of the side to move.
struct State {
    low: i32,
    high: i32,
    /// The number of children that are proven to be best or not best.
    known: usize,
    /// The children that are best.
    best: Vec<usize>,
    nodes: u64,
}

impl State {
    fn within(&self, sign: i32) -> (i32, i32) {
        if sign > 0 { (self.low, self.high) } else { (-self.high, -self.low) }
    }

    fn run(
        &mut self,
        task: &SolveTask<'_>,
        sign: i32,
        mut watch: impl FnMut(SolveProgress) -> bool,
    ) -> Result<(), Stopped> {
        let &SolveTask { root, table, order_seed, wanted } = task;
        let mut solve_child = |state: &mut State, board: &Board, goal: i32| {
            let (within, moves_known) = (state.within(sign), state.known);
            let before = state.nodes;
            let mut search = ProofSearch {
                geometries: &root.geometries,
                table,
                watch: |nodes| {
                    let nodes = before + nodes;
                    watch(SolveProgress { within, moves_known, moves: root.next.len(), nodes })
                },
                nodes: 0,
                order_seed,
            };
            let answer = search.search(board, goal);
            state.nodes += search.nodes;
            answer
        };
        if let Some(board) = &root.board {
            if !root.geometries.rules.exchange {
                (self.low, self.high) = bounds(board, root.geometries.rules);
            }
            let guess = guess(board, root.geometries.rules);
            self.bisect(guess, |state, goal| solve_child(state, board, goal))?;
        } else if let Some((_, only)) = root.next.first() {
            // The centre squares are images of each other.
            self.bisect(0, |state, goal| Ok(-solve_child(state, only, 1 - goal)?))?;
        }
        let mut places = root.ordered_children();
        if wanted == BestMoves::One {
            // Moves that the table already proves to be best are tested first.
            places.sort_by_key(|&place| !root.is_proven(place, table, self.low));
        }
        for place in places {
            let next = &root.next[place].1;
            if -solve_child(self, next, 1 - self.low)? >= self.low {
                self.best.push(place);
                if wanted == BestMoves::One {
                    break;
                }
            }
            self.known += 1;
        }
        Ok(())
    }

    /// Narrows the bounds of the margin to one value. `test` returns a new upper bound below its
    /// goal, or a new lower bound.
    fn bisect(
        &mut self,
        mut guess: i32,
        mut test: impl FnMut(&mut State, i32) -> Result<i32, Stopped>,
    ) -> Result<(), Stopped> {
        while self.low < self.high {
            let goal = guess.clamp(self.low + 1, self.high);
            guess = test(self, goal)?;
            if guess >= goal {
                (self.low, guess) = (guess, guess + 1);
            } else {
                self.high = guess;
            }
        }
        Ok(())
    }
}

/// A guess of the margin of the side to move: the better it is, the fewer searches are needed. With
/// exchanges, complete lines say less than open ones: about 15 of the weight of open lines become a
/// line at the end.
fn guess(board: &Board, rules: SolverRules) -> i32 {
    if !rules.exchange {
        return board.lead();
    }
    let us = board.side();
    let more = i32::from(board.weight[us]) - i32::from(board.weight[1 - us]);
    (more + more.signum() * WEIGHT_OF_A_LINE / 2) / WEIGHT_OF_A_LINE
}

/// A position in which all checkers are placed: exchanges, or the end.
fn finished(position: &CheckerboardTicTacToe) -> Solution {
    let margin = |position: &CheckerboardTicTacToe| {
        position.count(Side::First) as i32 - position.count(Side::Second) as i32
    };
    let sign = if position.side() == Side::First { 1 } else { -1 };
    let mut valued = Vec::new();
    position.each_move(|decision| {
        let mut next = *position;
        next.play_unchecked(decision);
        let reply = if position.side() == Side::Second {
            0
        } else {
            let sides = [Side::First, Side::Second].map(|side| next.checkers(side).bits());
            let shared = next.shared().map_or(0, |square| 1 << square.index());
            Layout { sides, shared }.best_reply(next.exchanged().squares().bits())
        };
        valued.push((decision, margin(&next) - reply));
    });
    let best = valued.iter().map(|(_, value)| sign * value).max();
    let margin = best.map_or_else(|| margin(position), |best| sign * best);
    Solution {
        margin,
        best: valued.iter().filter(|(_, value)| *value == margin).map(|m| m.0).collect(),
        proven: true,
        within: (margin, margin),
        nodes: valued.len() as u64 + 1,
    }
}
