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

use crate::endgames::{self, Ending, Known};
use crate::prover::Prover;
use crate::{Endgames, Evaluation};

/// Analyses positions, and remembers the transposition table from one analysis to the next.
pub struct Analyst {
    table: TranspositionTable,
    /// Proves exact values instead of searching; the short searches of low levels do without it.
    prover: Option<Prover>,
    /// Endgame tables.
    endgames: Option<Arc<Endgames>>,
}

/// How to analyse a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct AnalysisRequest {
    /// When the search ends by itself.
    pub limits: SearchLimits,
    /// How many threads search.
    pub threads: usize,
    /// How many variations to return (multi-PV).
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
    /// The same for people: how the game ends with best play, or how far the side is ahead.
    pub evaluation: Evaluation,
    /// The texts of its moves.
    pub moves: Vec<String>,
}

/// The result of analysing a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionAnalysis {
    /// The depth that the search completed.
    pub depth: u32,
    /// The length of the longest line that it visited (selective depth).
    pub deepest: u32,
    /// How many positions it visited.
    pub nodes: u64,
    /// How long it took.
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

/// What it has; what it remembers changes while it is looked at.
impl fmt::Debug for Analyst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Analyst").field("table", &self.table).finish_non_exhaustive()
    }
}

impl Analyst {
    /// An analyst with so many mebibytes of memory.
    ///
    /// # Panics
    ///
    /// If the system does not give them: see [`Analyst::try_new`].
    pub fn new(mebibytes: usize) -> Analyst {
        let mebibytes = mebibytes.max(1);
        let prover = Some(Prover::new(mebibytes << 20));
        Analyst { table: TranspositionTable::with_mebibytes(mebibytes), prover, endgames: None }
    }

    /// An analyst with so many mebibytes of memory, or none if the system does not give them.
    pub fn try_new(mebibytes: usize) -> Option<Analyst> {
        let bytes = mebibytes.max(1).checked_mul(1 << 20)?;
        let prover = Some(Prover::new(bytes));
        Some(Analyst { table: TranspositionTable::try_new(bytes)?, prover, endgames: None })
    }

    /// An analyst with about so many bytes of memory, for short thoughts that begin from nothing.
    pub(crate) fn small(bytes: usize) -> Analyst {
        Analyst { table: TranspositionTable::new(bytes), prover: None, endgames: None }
    }

    /// The same analyst, who knows endgames.
    #[must_use]
    pub fn with_endgames(self, endgames: Arc<Endgames>) -> Analyst {
        Analyst { endgames: Some(endgames), ..self }
    }

    /// What a position is worth to the side to move by its looks, without a thought.
    pub fn static_eval(&self, game: &Game) -> Score {
        fn looks<P: Searchable>(position: &P) -> Score {
            position.evaluate(P::default_eval())
        }
        each!(game.position(), position => looks(position))
    }

    /// Forgets everything.
    pub fn forget(&self) {
        self.table.clear();
        if let Some(prover) = &self.prover {
            prover.forget();
        }
    }

    /// Thinks about a game. `report` is told of every depth that is done. The tic-tac-toe games are
    /// solved, if the limits are enough for that and name no depth: then every way is exact.
    pub fn think(
        &self,
        game: &Game,
        question: AnalysisRequest,
        clock: impl SearchClock,
        stop: &AtomicBool,
        mut report: impl FnMut(&PositionAnalysis),
    ) -> PositionAnalysis {
        let mut limits = question.limits;
        if let Some(prover) = &self.prover {
            match prover.think(game, question, &clock, stop) {
                Ok(proven) => {
                    report(&proven);
                    return proven;
                }
                Err(nodes) => {
                    limits.nodes = limits.nodes.map(|most| (most - most.min(nodes)).max(1));
                }
            }
        }
        self.think_once(
            game,
            AnalysisRequest { limits, ..question },
            AnyClock(&clock),
            stop,
            &mut report,
        )
    }

    /// The searches of all games are large, and so they are compiled here for one kind of clock.
    fn think_once(
        &self,
        game: &Game,
        question: AnalysisRequest,
        clock: AnyClock<'_>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&PositionAnalysis),
    ) -> PositionAnalysis {
        #[allow(clippy::too_many_arguments)]
        fn think<P: Searchable + Notation + Ending>(
            table: &TranspositionTable,
            known: Option<&Tablebase<TableBytes>>,
            game: &Game,
            position: &P,
            question: AnalysisRequest,
            clock: AnyClock<'_>,
            stop: &AtomicBool,
            report: &mut dyn FnMut(&PositionAnalysis),
        ) -> PositionAnalysis {
            let mut search = Search::<P>::new(table, stop, question.limits);
            search.threads = question.threads;
            search.multi_pv = question.lines;
            let search = search.with_clock(clock).with_knowledge(Known(known));
            let told = |found: &SearchReport<P::Move>| {
                let mut thought = thought(game.rules().game(), position, found);
                if let Some(tables) = known {
                    make_exact(&mut thought, position, found, tables);
                }
                thought
            };
            let last = search.run(position, game.history(), |found| report(&told(found)));
            told(&last)
        }
        let tables = self.endgames.as_ref().and_then(|endgames| endgames.of(game));
        let known = tables.as_deref();
        each!(game.position(), position => {
            think(&self.table, known, game, position, question, clock, stop, report)
        })
    }
}

/// A clock of any kind. It is looked at once in a thousand positions, so the call costs nothing.
struct AnyClock<'a>(&'a dyn SearchClock);

impl SearchClock for AnyClock<'_> {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// What a search has found, in texts.
fn thought<P: Notation>(
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
        deepest: report.selective_depth,
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

/// Where tables know how the game ends after the first move of a variation, that is told instead of what
/// the search believes; and where they know in how many plies, the whole line.
fn make_exact<P: Notation + Ending>(
    thought: &mut PositionAnalysis,
    position: &P,
    report: &SearchReport<P::Move>,
    tables: &Tablebase<TableBytes>,
) {
    for (variation, line) in thought.variations.iter_mut().zip(&report.lines) {
        let Some(&first) = line.moves.first() else { continue };
        let mut next = position.clone();
        next.play_unchecked(first);
        let Some((verdict, plies)) = endgames::known(tables, &next) else { continue };
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
            // The search is not told of it where it is to make progress.
            (Verdict::Win(side), None) => {
                let wins = side == position.side();
                if !variation.score.is_decided() || (variation.score.value() > 0) != wins {
                    variation.score = Score::least_tablebase(wins);
                }
            }
        }
    }
    thought.variations.sort_by_key(|variation| -variation.score);
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
                let question = AnalysisRequest::new(SearchLimits::depth(3));
                let thought = analyst.think(&game, question, NoClock, &stop, |_| {});
                game.play(thought.best().expect("a move")).expect("a legal one");
            }
            analyst.forget();
        }
    }

    #[test]
    fn memory_that_nobody_has_is_refused() {
        assert!(Analyst::try_new(1).is_some());
        assert!(Analyst::try_new(usize::MAX >> 20).is_none());
        assert!(Analyst::try_new(usize::MAX).is_none());
    }

    #[test]
    fn a_game_that_is_over_has_no_best_move() {
        let game = Game::from_text(GameId::RegalCheckers.rules(), "B:W:B1").unwrap();
        let stop = AtomicBool::new(false);
        let question = AnalysisRequest::new(SearchLimits::depth(3));
        let thought = Analyst::new(1).think(&game, question, NoClock, &stop, |_| {});
        assert_eq!(thought.best(), None);
        assert_eq!(thought.variations[0].score.plies_to_end(), Some(0));
    }
}
