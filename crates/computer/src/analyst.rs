//! Thinking about a game of any kind: the search of its own type, told in texts.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crownhead_engine::{Clock, Limits, Report, Score, Search, Searchable, Table};
use crownhead_games::{Game, each};
use crownhead_rules::{Notation, Verdict};
use crownhead_tablebase::{Bytes, Tables};

use crate::endgames::{self, Ending, Known};
use crate::prover::Prover;
use crate::{Endgames, Exact, exact};

/// What remembers from one thought to the next.
pub struct Analyst {
    table: Table,
    /// What proves values instead of searching for them; short thoughts of low levels do without.
    prover: Option<Prover>,
    /// What knows endgames.
    endgames: Option<Arc<Endgames>>,
}

/// How a thought is to be made.
#[derive(Copy, Clone, Debug)]
pub struct Question {
    /// When it ends by itself.
    pub limits: Limits,
    /// How many threads think.
    pub threads: usize,
    /// How many ways to go on are asked for.
    pub lines: usize,
}

impl Question {
    /// One way, by one thread.
    pub fn new(limits: Limits) -> Question {
        Question { limits, threads: 1, lines: 1 }
    }
}

/// A way to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// What it is worth to the side to move.
    pub score: Score,
    /// The texts of its moves.
    pub moves: Vec<String>,
    /// How the game ends with best play after its first move, if that is proven.
    pub exact: Option<Exact>,
}

/// What was thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// How deep.
    pub depth: u32,
    /// The longest way that was looked at.
    pub deepest: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How much time it took.
    pub time: Duration,
    /// The best ways to go on, the best first; of a game that is over, one without moves.
    pub ways: Vec<Way>,
}

impl Thought {
    /// The best move; none when the game is over.
    pub fn best(&self) -> Option<&str> {
        self.ways.first()?.moves.first().map(String::as_str)
    }
}

impl Analyst {
    /// An analyst with so many mebibytes of memory.
    pub fn new(mebibytes: usize) -> Analyst {
        let mebibytes = mebibytes.max(1);
        let prover = Some(Prover::new(mebibytes << 20));
        Analyst { table: Table::with_mebibytes(mebibytes), prover, endgames: None }
    }

    /// An analyst with so many mebibytes of memory, or none if the system does not give them.
    pub fn try_new(mebibytes: usize) -> Option<Analyst> {
        let bytes = mebibytes.max(1).checked_mul(1 << 20)?;
        let prover = Some(Prover::new(bytes));
        Some(Analyst { table: Table::try_new(bytes)?, prover, endgames: None })
    }

    /// An analyst with about so many bytes of memory, for short thoughts that begin from nothing.
    pub(crate) fn small(bytes: usize) -> Analyst {
        Analyst { table: Table::new(bytes), prover: None, endgames: None }
    }

    /// The same analyst, who knows endgames.
    #[must_use]
    pub fn with_endgames(self, endgames: Arc<Endgames>) -> Analyst {
        Analyst { endgames: Some(endgames), ..self }
    }

    /// The certain result of a game, if it is over or endgame tables know it.
    pub fn exact(&self, game: &Game) -> Option<Exact> {
        exact(game).or_else(|| {
            let (verdict, plies) = self.endgames.as_ref()?.known(game)?;
            Some(Exact::known(game, verdict, plies))
        })
    }

    /// What a position is worth to the side to move by its looks, without a thought.
    pub fn looks(&self, game: &Game) -> Score {
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
        question: Question,
        clock: impl Clock,
        stop: &AtomicBool,
        mut report: impl FnMut(&Thought),
    ) -> Thought {
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
        self.think_once(game, Question { limits, ..question }, AnyClock(&clock), stop, &mut report)
    }

    /// The searches of all games are large, and so they are compiled here for one kind of clock.
    fn think_once(
        &self,
        game: &Game,
        question: Question,
        clock: AnyClock<'_>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Thought),
    ) -> Thought {
        #[allow(clippy::too_many_arguments)]
        fn think<P: Searchable + Notation + Ending>(
            table: &Table,
            known: Option<&Tables<Bytes>>,
            game: &Game,
            position: &P,
            question: Question,
            clock: AnyClock<'_>,
            stop: &AtomicBool,
            report: &mut dyn FnMut(&Thought),
        ) -> Thought {
            let mut search = Search::<P>::new(table, stop, question.limits);
            search.threads = question.threads;
            search.lines = question.lines;
            let search = search.with_clock(clock).with_knowledge(Known(known));
            let told = |found: &Report<P::Move>| {
                let mut thought = thought(position, found);
                if let Some(tables) = known {
                    make_exact(&mut thought, game, position, found, tables);
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
struct AnyClock<'a>(&'a dyn Clock);

impl Clock for AnyClock<'_> {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// What a search has found, in texts.
fn thought<P: Notation>(position: &P, report: &Report<P::Move>) -> Thought {
    Thought {
        depth: report.depth,
        deepest: report.deepest,
        nodes: report.nodes,
        time: report.time,
        ways: report
            .lines
            .iter()
            .map(|line| Way { score: line.score, moves: texts(position, &line.moves), exact: None })
            .collect(),
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

/// Where tables know how the game ends after the first move of a way, that is told instead of what
/// the search believes; and where they know in how many plies, the whole line.
fn make_exact<P: Notation + Ending>(
    thought: &mut Thought,
    game: &Game,
    position: &P,
    report: &Report<P::Move>,
    tables: &Tables<Bytes>,
) {
    for (way, line) in thought.ways.iter_mut().zip(&report.lines) {
        let Some(&first) = line.moves.first() else { continue };
        let mut next = position.clone();
        next.play_unchecked(first);
        let Some((verdict, plies)) = endgames::known(tables, &next) else { continue };
        let plies = plies.map(|plies| plies + 1);
        way.exact = Some(Exact::known(game, verdict, plies));
        match (verdict, plies) {
            (Verdict::Draw, _) => way.score = Score::DRAW,
            (Verdict::Win(side), Some(plies)) => {
                let wins = side == position.side();
                way.score = if wins { Score::win_in(plies) } else { Score::loss_in(plies) };
                way.moves.truncate(1);
                way.moves.extend(texts(&next, &endgames::best_line(tables, &next)));
            }
            (Verdict::Win(_), None) => {}
        }
    }
    thought.ways.sort_by_key(|way| -way.score);
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
                let question = Question::new(Limits::depth(3));
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
        let question = Question::new(Limits::depth(3));
        let thought = Analyst::new(1).think(&game, question, NoClock, &stop, |_| {});
        assert_eq!(thought.best(), None);
        assert_eq!(thought.ways[0].score.plies_to_end(), Some(0));
    }
}
