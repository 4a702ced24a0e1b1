//! Searching for the best move: deeper and deeper, on one thread or several. What is done at one
//! node is in `node`, the leaves in `leaf`.

mod leaf;
mod node;
mod root;
mod style;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crownhead_rules::{History, Position};

use crate::knowledge::{Knowledge, NoKnowledge};
use crate::limits::{Clock, Limits, NoClock};
use crate::{Score, Searchable, Table};
pub use style::Style;
use worker::Worker;

/// No search goes deeper than this.
pub const MOST_PLIES: u32 = 240;

/// A way to go on, and what it is worth to the side that is to move at its beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// What it is worth.
    pub score: Score,
    /// The moves: at least one, unless the game is over.
    pub moves: Vec<M>,
}

/// How far a search has come.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// How deep the lines were searched.
    pub depth: u32,
    /// The longest way that was looked at.
    pub deepest: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How much time has passed.
    pub time: Duration,
    /// The best ways to go on, the best first.
    pub lines: Vec<Line<M>>,
}

impl<M: Copy> Report<M> {
    /// The best move; none when the game is over.
    pub fn best(&self) -> Option<M> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }
}

/// Everything a search works with.
pub struct Search<'a, P: Searchable, C = NoClock, K = NoKnowledge> {
    /// What it remembers.
    pub table: &'a Table,
    /// What it evaluates positions with.
    pub eval: &'a P::Eval,
    /// When it ends by itself.
    pub limits: Limits,
    /// How it knows the time.
    pub clock: C,
    /// What it knows of endgames.
    pub knowledge: K,
    /// It ends soon after this is set.
    pub stop: &'a AtomicBool,
    /// How many threads search.
    pub threads: usize,
    /// How many best lines are asked for.
    pub lines: usize,
    /// What it does to be deep and not only wide.
    pub style: Style,
}

impl<'a, P: Searchable> Search<'a, P> {
    /// A search of one line on one thread, with the game's own evaluation and no clock.
    pub fn new(table: &'a Table, stop: &'a AtomicBool, limits: Limits) -> Self {
        Search {
            table,
            eval: P::default_eval(),
            limits,
            clock: NoClock,
            knowledge: NoKnowledge,
            stop,
            threads: 1,
            lines: 1,
            style: Style::default(),
        }
    }
}

impl<'a, P: Searchable, C: Clock, K: Knowledge<P>> Search<'a, P, C, K> {
    /// The same search with a clock.
    pub fn with_clock<D: Clock>(self, clock: D) -> Search<'a, P, D, K> {
        let Search { table, eval, limits, knowledge, stop, threads, lines, style, .. } = self;
        Search { table, eval, limits, clock, knowledge, stop, threads, lines, style }
    }

    /// The same search with what is known of endgames.
    pub fn with_knowledge<L: Knowledge<P>>(self, knowledge: L) -> Search<'a, P, C, L> {
        let Search { table, eval, limits, clock, stop, threads, lines, style, .. } = self;
        Search { table, eval, limits, clock, knowledge, stop, threads, lines, style }
    }

    /// Searches a position that has come up in a game with this past. `report` is told of every
    /// depth that is done; the last report is returned too. Deterministic on one thread with an
    /// empty table and no clock.
    pub fn run(
        &self,
        position: &P,
        history: &History,
        mut report: impl FnMut(&Report<P::Move>),
    ) -> Report<P::Move> {
        self.table.next_generation();
        let shared = Shared { halt: AtomicBool::new(false), nodes: AtomicU64::new(0) };
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

/// What the threads of one search share besides the table.
struct Shared {
    /// Set when the search is over.
    halt: AtomicBool,
    nodes: AtomicU64,
}

/// The worth of a position that has ended the game, to the side that would move, `ply` plies from
/// the root.
fn ended<P: Position>(position: &P, ply: u32) -> Option<Score> {
    use crownhead_rules::Verdict;
    Some(match position.outcome()?.verdict {
        Verdict::Draw => Score::DRAW,
        Verdict::Win(side) if side == position.side() => Score::win_in(ply),
        Verdict::Win(_) => Score::loss_in(ply),
    })
}
