//! The search: iterative deepening with alpha-beta, on one thread or several (lazy SMP).
//!
//! | file | what it does |
//! | --- | --- |
//! | `root` | iterative deepening, aspiration window |
//! | `node` | the stages of a node: probe, prune, order, recurse |
//! | `moves` | the move loop: principal variation search, late-move reductions |
//! | `quiescence` | captures at the leaves |
//! | `worker` | the state of one thread |

pub(crate) mod depth;
mod moves;
pub(crate) mod node;
mod options;
mod quiescence;
mod root;
mod window;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crownhead_rules::{History, Position, Verdict};

use crate::endgame_knowledge::{EndgameKnowledge, NoKnowledge};
use crate::limits::{NoClock, SearchClock, SearchLimits};
use crate::{Score, Searchable, TranspositionTable};
pub use depth::{Depth, Ply};
pub use options::SearchOptions;
use worker::Worker;

/// The maximal distance from the root in plies.
pub const MAX_PLY: u32 = 240;

/// A principal variation, and its score to the side to move at its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvLine<M> {
    /// The score to the side to move.
    pub score: Score,
    /// The moves: at least one, unless the game is over.
    pub moves: Vec<M>,
}

/// The result of an iteration, or of a whole search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport<M> {
    /// The depth of the last finished iteration in plies.
    pub depth: u32,
    /// The maximal distance from the root in plies, including quiescence search.
    pub selective_depth: u32,
    /// The number of nodes searched by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The principal variations, best first.
    pub lines: Vec<PvLine<M>>,
}

impl<M: Copy> SearchReport<M> {
    /// The best move; none when the game is over.
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }
}

/// A search, ready to run.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use crownhead_engine::{Search, SearchLimits, TranspositionTable};
/// use crownhead_rules::{History, Notation, checkers::WinningMovesCheckers};
///
/// let game: WinningMovesCheckers = "W:W22,32:B9,10,18".parse()?;
/// let (table, stop) = (TranspositionTable::with_mebibytes(1), AtomicBool::new(false));
/// let search = Search::new(&table, &stop, SearchLimits::depth(6));
/// let report = search.run(&game, &History::new(&game), |_| {});
/// let best = report.best().expect("the game is not over");
/// assert_eq!(game.move_text(best), "22x15x6");
/// # Ok::<(), crownhead_rules::PositionErrors>(())
/// ```
pub struct Search<'a, P: Searchable, C = NoClock, K = NoKnowledge> {
    /// The transposition table. It may hold entries of earlier searches of the same game.
    pub table: &'a TranspositionTable,
    /// The weights of the static evaluation.
    pub eval: &'a P::Eval,
    /// The limits at which the search ends.
    pub limits: SearchLimits,
    /// The clock behind the time limits.
    pub clock: C,
    /// The endgame tables.
    pub knowledge: K,
    /// The search ends soon after this is set.
    pub stop: &'a AtomicBool,
    /// The number of threads.
    pub threads: usize,
    /// The number of principal variations in the report.
    pub multi_pv: usize,
    /// Which pruning, reduction and extension rules are on.
    pub options: SearchOptions,
}

impl<'a, P: Searchable> Search<'a, P> {
    /// A search for one line on one thread, with the game's own weights and no clock.
    pub fn new(table: &'a TranspositionTable, stop: &'a AtomicBool, limits: SearchLimits) -> Self {
        Search {
            table,
            eval: P::default_eval(),
            limits,
            clock: NoClock,
            knowledge: NoKnowledge,
            stop,
            threads: 1,
            multi_pv: 1,
            options: SearchOptions::default(),
        }
    }
}

impl<'a, P: Searchable, C: SearchClock, K: EndgameKnowledge<P>> Search<'a, P, C, K> {
    /// Sets the clock.
    pub fn with_clock<D: SearchClock>(self, clock: D) -> Search<'a, P, D, K> {
        let Search { table, eval, limits, knowledge, stop, threads, multi_pv, options, .. } = self;
        Search { table, eval, limits, clock, knowledge, stop, threads, multi_pv, options }
    }

    /// Sets the endgame tables.
    pub fn with_knowledge<L: EndgameKnowledge<P>>(self, knowledge: L) -> Search<'a, P, C, L> {
        let Search { table, eval, limits, clock, stop, threads, multi_pv, options, .. } = self;
        Search { table, eval, limits, clock, knowledge, stop, threads, multi_pv, options }
    }

    /// Searches a position that occurred in a game with this history. Calls `report` after every
    /// iteration, and returns the last report. Deterministic on one thread with an empty table
    /// and no clock.
    pub fn run(
        &self,
        position: &P,
        history: &History,
        mut report: impl FnMut(&SearchReport<P::Move>),
    ) -> SearchReport<P::Move> {
        self.table.next_generation();
        let shared = SharedState { halt: AtomicBool::new(false), nodes: AtomicU64::new(0) };
        if self.threads <= 1 {
            return Worker::new(self, &shared, position, history, 0).deepen(&mut report);
        }
        std::thread::scope(|scope| {
            for helper in 1..self.threads {
                let shared = &shared;
                scope.spawn(move || {
                    Worker::new(self, shared, position, history, helper).deepen(&mut |_| {})
                });
            }
            let last = Worker::new(self, &shared, position, history, 0).deepen(&mut report);
            shared.halt.store(true, Ordering::Relaxed);
            last
        })
    }
}

/// State shared by the threads of one search, besides the transposition table.
struct SharedState {
    /// Set when the first thread is done.
    halt: AtomicBool,
    nodes: AtomicU64,
}

/// The score of a position in which the game is over, to the side that would move.
fn game_over_score<P: Position>(position: &P, ply: Ply) -> Option<Score> {
    Some(match position.outcome()?.verdict {
        Verdict::Draw => Score::DRAW,
        Verdict::Win(side) if side == position.side() => Score::win_in(ply.get()),
        Verdict::Win(_) => Score::loss_in(ply.get()),
    })
}
