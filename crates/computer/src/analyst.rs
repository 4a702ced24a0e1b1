//! Position analysis for any game: runs the engine's search for the game's own types and returns
//! variations as texts.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crownhead_engine::{
    Score, Search, SearchClock, SearchLimits, SearchReport, Searchable, TranspositionTable,
};
use crownhead_games::{Game, GameId, each};
use crownhead_rules::{Notation, Verdict};
use crownhead_tablebase::{TableBytes, Tablebase};

use crate::endgames::{self, EndgamePosition, TablebaseKnowledge};
use crate::prover::Prover;
use crate::{Endgames, Evaluation};

/// Analyses positions, and keeps the transposition table from one analysis to the next.
pub struct Analyst {
    table: TranspositionTable,
    /// Proves exact values instead of searching; the short searches of low levels do without it.
    prover: Option<Prover>,
    /// Probed during a search; the values replace its scores.
    endgames: Option<Arc<Endgames>>,
}

/// The settings of an analysis.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct AnalysisRequest {
    /// The limits at which the search ends.
    pub limits: SearchLimits,
    /// The number of threads.
    pub threads: usize,
    /// The number of variations to return (multi-PV).
    pub lines: usize,
}

impl AnalysisRequest {
    /// One variation, by one thread.
    pub fn new(limits: SearchLimits) -> AnalysisRequest {
        AnalysisRequest { limits, threads: 1, lines: 1 }
    }
}

/// A variation: a sequence of best moves, with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The score for the side to move, in the engine's units.
    pub score: Score,
    /// The same for people: the result with best play, or the lead of the side to move.
    pub evaluation: Evaluation,
    /// The texts of its moves.
    pub moves: Vec<String>,
}

/// The result of analysing a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionAnalysis {
    /// The depth that the search completed.
    pub depth: u32,
    /// The maximal distance from the root in plies (selective depth).
    pub selective_depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The time that the analysis took.
    pub time: Duration,
    /// The variations, best first. A game that is over has one variation without moves.
    pub variations: Vec<Variation>,
}

impl PositionAnalysis {
    /// The best move; none when the game is over.
    pub fn best(&self) -> Option<&str> {
        self.variations.first()?.moves.first().map(String::as_str)
    }
}

/// Prints whether it has endgame tables; the transposition table may change meanwhile.
impl fmt::Debug for Analyst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analyst").field("table", &self.table).finish_non_exhaustive()
    }
}

impl Analyst {
    /// An analyst with `mebibytes` mebibytes of memory.
    ///
    /// # Panics
    ///
    /// If there is not enough memory: see [`Analyst::try_new`].
    pub fn new(mebibytes: usize) -> Analyst {
        let mebibytes = mebibytes.max(1);
        let prover = Some(Prover::new(mebibytes << 20));
        Analyst { table: TranspositionTable::with_mebibytes(mebibytes), prover, endgames: None }
    }

    /// An analyst with `mebibytes` mebibytes of memory; none if there is not enough.
    pub fn try_new(mebibytes: usize) -> Option<Analyst> {
        let bytes = mebibytes.max(1).checked_mul(1 << 20)?;
        let prover = Some(Prover::new(bytes));
        Some(Analyst { table: TranspositionTable::try_new(bytes)?, prover, endgames: None })
    }

    /// An analyst with about `bytes` bytes of memory, for short searches with an empty table.
    pub(crate) fn with_bytes(bytes: usize) -> Analyst {
        Analyst { table: TranspositionTable::new(bytes), prover: None, endgames: None }
    }

    /// Adds endgame tables.
    #[must_use]
    pub fn with_endgames(self, endgames: Arc<Endgames>) -> Analyst {
        Analyst { endgames: Some(endgames), ..self }
    }

    /// The static evaluation of a position for the side to move, without a search.
    pub fn static_eval(&self, game: &Game) -> Score {
        fn static_eval<P: Searchable>(position: &P) -> Score {
            position.evaluate(P::default_eval())
        }
        each!(game.position(), position => static_eval(position))
    }

    /// Clears the transposition table and the proofs.
    pub fn clear(&self) {
        self.table.clear();
        if let Some(prover) = &self.prover {
            prover.clear();
        }
    }

    /// Analyses a position. Calls `report` after every iteration. The tic-tac-toe games are solved
    /// if the limits suffice and do not limit the depth: then every variation is exact.
    pub fn analyse(
        &self,
        game: &Game,
        request: AnalysisRequest,
        clock: impl SearchClock,
        stop: &AtomicBool,
        mut report: impl FnMut(&PositionAnalysis),
    ) -> PositionAnalysis {
        let mut limits = request.limits;
        if let Some(prover) = &self.prover {
            match prover.analyse(game, request, &clock, stop) {
                Ok(proven) => {
                    report(&proven);
                    return proven;
                }
                Err(nodes) => {
                    limits.nodes = limits.nodes.map(|most| (most - most.min(nodes)).max(1));
                }
            }
        }
        self.analyse_monomorphized(
            game,
            AnalysisRequest { limits, ..request },
            AnyClock(&clock),
            stop,
            &mut report,
        )
    }

    /// Not generic over the clock, because the searches of all games are large to compile.
    fn analyse_monomorphized(
        &self,
        game: &Game,
        request: AnalysisRequest,
        clock: AnyClock<'_>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&PositionAnalysis),
    ) -> PositionAnalysis {
        let tables = self.endgames.as_ref().and_then(|endgames| endgames.tables_for(game));
        let (table, tables) = (&self.table, tables.as_deref());
        let context = SearchContext { table, tables, game, request, clock, stop };
        each!(game.position(), position => context.search(position, report))
    }
}

/// Everything that a search needs beside a position of the game's own type.
struct SearchContext<'a> {
    table: &'a TranspositionTable,
    tables: Option<&'a Tablebase<TableBytes>>,
    game: &'a Game,
    request: AnalysisRequest,
    clock: AnyClock<'a>,
    stop: &'a AtomicBool,
}

impl SearchContext<'_> {
    fn search<P: Searchable + Notation + EndgamePosition>(
        self,
        position: &P,
        report: &mut dyn FnMut(&PositionAnalysis),
    ) -> PositionAnalysis {
        let SearchContext { table, tables, game, request, clock, stop } = self;
        let mut search = Search::<P>::new(table, stop, request.limits);
        search.threads = request.threads;
        search.multi_pv = request.lines;
        let search = search.with_clock(clock).with_knowledge(TablebaseKnowledge(tables));
        let analysis_of = |found: &SearchReport<P::Move>| {
            let mut analysis = to_analysis(game.rules().game(), position, found);
            if let Some(tables) = tables {
                replace_by_exact_values(&mut analysis, position, found, tables);
            }
            analysis
        };
        let last = search.run(position, game.history(), |found| report(&analysis_of(found)));
        analysis_of(&last)
    }
}

/// A clock of any type. It is read once in a thousand nodes, so the virtual call costs nothing.
struct AnyClock<'a>(&'a dyn SearchClock);

impl SearchClock for AnyClock<'_> {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Converts a search report to texts.
fn to_analysis<P: Notation>(
    game: GameId,
    position: &P,
    report: &SearchReport<P::Move>,
) -> PositionAnalysis {
    let variation = |line: &crownhead_engine::PvLine<P::Move>| Variation {
        score: line.score,
        evaluation: match line.moves.is_empty() {
            // The game is over.
            true => Evaluation::certain(line.score),
            false => Evaluation::of(game, line.score),
        },
        moves: texts(position, &line.moves),
    };
    PositionAnalysis {
        depth: report.depth,
        selective_depth: report.selective_depth,
        nodes: report.nodes,
        time: report.time,
        variations: report.lines.iter().map(variation).collect(),
    }
}

pub(crate) fn texts<P: Notation>(position: &P, moves: &[P::Move]) -> Vec<String> {
    let mut at = position.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        texts.push(at.move_text(mv));
        at.play_unchecked(mv);
    }
    texts
}

/// Replaces the score of a variation by the exact value if the tables know the position after its
/// first move, and by the exact line if they know the distance.
fn replace_by_exact_values<P: Notation + EndgamePosition>(
    analysis: &mut PositionAnalysis,
    position: &P,
    report: &SearchReport<P::Move>,
    tables: &Tablebase<TableBytes>,
) {
    for (variation, line) in analysis.variations.iter_mut().zip(&report.lines) {
        let Some(&first) = line.moves.first() else { continue };
        let mut next = position.clone();
        next.play_unchecked(first);
        let Some((verdict, plies)) = endgames::probe_value(tables, &next) else { continue };
        let plies = plies.map(|plies| plies + 1);
        variation.evaluation = Evaluation::known(verdict, plies, position.side());
        match (verdict, plies) {
            (Verdict::Draw, _) => variation.score = Score::DRAW,
            (Verdict::Win(side), Some(plies)) => {
                let wins = side == position.side();
                variation.score = if wins { Score::win_in(plies) } else { Score::loss_in(plies) };
                variation.moves.truncate(1);
                variation.moves.extend(texts(&next, &endgames::best_line(tables, &next)));
            }
            // The search ignores tables without distances where it must make progress.
            (Verdict::Win(side), None) => {
                let wins = side == position.side();
                if !variation.score.is_decided() || (variation.score.value() > 0) != wins {
                    variation.score = Score::least_tablebase(wins);
                }
            }
        }
    }
    analysis.variations.sort_by_key(|variation| -variation.score);
}

#[cfg(test)]
mod tests {
    use crownhead_engine::NoClock;
    use crownhead_games::{GameId, Rules};

    use super::*;

    #[test]
    fn every_game_gets_a_legal_move() {
        let analyst = Analyst::new(1);
        let stop = AtomicBool::new(false);
        for rules in Rules::all() {
            let mut game = Game::start(rules);
            for _ in 0..6 {
                let request = AnalysisRequest::new(SearchLimits::depth(3));
                let analysis = analyst.analyse(&game, request, NoClock, &stop, |_| {});
                game.play(analysis.best().expect("a move")).expect("a legal one");
            }
            analyst.clear();
        }
    }

    #[test]
    fn too_much_memory_is_refused() {
        assert!(Analyst::try_new(1).is_some());
        assert!(Analyst::try_new(usize::MAX >> 20).is_none());
        assert!(Analyst::try_new(usize::MAX).is_none());
    }

    #[test]
    fn a_game_that_is_over_has_no_best_move() {
        let game = Game::from_text(GameId::RegalCheckers.rules(), "B:W:B1").unwrap();
        let stop = AtomicBool::new(false);
        let request = AnalysisRequest::new(SearchLimits::depth(3));
        let analysis = Analyst::new(1).analyse(&game, request, NoClock, &stop, |_| {});
        assert_eq!(analysis.best(), None);
        assert_eq!(analysis.variations[0].score.plies_to_end(), Some(0));
    }
}
