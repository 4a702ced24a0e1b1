//! The players of a match: Crownhead's own search, or another program.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crownhead_computer::{AnalysisRequest, Analyst, Level, MoveRequest, SearchLimits, choose};
use crownhead_games::{Game, Rules};
use crownhead_rules::AnySquare;

use super::clock::{MatchClock, Stopwatch};
use super::program::Program;
use super::spec::{Budget, Spec};
use crate::failure::Failure;
use crate::{endgames, memory};

/// The reason why a player forfeits a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Forfeit {
    /// It exceeded its time.
    Time,
    /// It played an illegal move.
    Illegal(String),
    /// Its process ended, or closed its output.
    Crash,
    /// It reported an error, or sent an invalid reply.
    Error(String),
}

impl Forfeit {
    /// Whether the reason of a game's end is a forfeit, by its first word.
    pub(crate) fn is_reason(reason: &str) -> bool {
        matches!(reason.split(' ').next(), Some("time" | "illegal" | "crash" | "error"))
    }
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forfeit::Time => f.write_str("time"),
            Forfeit::Illegal(text) => write!(f, "illegal move {}", text.escape_debug()),
            Forfeit::Crash => f.write_str("crash"),
            Forfeit::Error(error) => write!(f, "error {}", error.escape_debug()),
        }
    }
}

/// A game as a player sees it.
#[derive(Copy, Clone)]
pub(crate) struct GameView<'a> {
    /// Its opening.
    pub(crate) start: &'a Game,
    /// The moves since the opening.
    pub(crate) moves: &'a [String],
    /// The current position.
    pub(crate) game: &'a Game,
    /// The landing square of the last move.
    pub(crate) last: Option<AnySquare>,
}

/// The time limits of a move.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Allowance {
    pub(crate) budget: Budget,
    /// The time left on its clock, including this move's increment.
    pub(crate) left: Option<Duration>,
    /// The tolerance for late replies.
    pub(crate) margin: Duration,
    /// The clock that measures the time.
    pub(crate) clock: MatchClock,
}

impl Allowance {
    /// The deadline of the move; `None` without a clock.
    pub(crate) fn most(&self) -> Option<Duration> {
        let time = match self.budget {
            Budget::MoveTime(time) => Some(time),
            Budget::Clock { .. } => self.left,
            Budget::Level(_) | Budget::Depth(_) | Budget::Nodes(_) => None,
        };
        time.map(|time| time + self.margin)
    }

    fn limits(&self) -> SearchLimits {
        match self.budget {
            Budget::Level(_) => MoveRequest::of(Level::FULL, 0).full,
            Budget::Depth(depth) => SearchLimits::depth(depth),
            Budget::Nodes(nodes) => SearchLimits::nodes(nodes),
            Budget::MoveTime(time) => SearchLimits::move_time(time),
            Budget::Clock { increment, .. } => {
                SearchLimits::clock(self.left.unwrap_or_default(), increment)
            }
        }
    }
}

/// A player in a game.
pub(crate) enum Player {
    /// Crownhead.
    Own { analyst: Analyst, threads: usize, seed: u64 },
    /// Another program; `None` if it has to be restarted.
    Other { spec: Box<Spec>, rules: Rules, program: Option<Program> },
}

impl Player {
    /// Creates a player. A program is started to check that it works.
    pub(crate) fn new(spec: &Spec, rules: Rules) -> Result<Player, Failure> {
        if spec.program.is_none() {
            let mut analyst = memory::analyst(spec.hash).map_err(Failure::Input)?;
            if spec.tables {
                analyst = endgames::known_to(analyst, rules);
            }
            return Ok(Player::Own { analyst, threads: spec.threads, seed: 0 });
        }
        let program = Some(Program::start(spec, rules).map_err(Failure::Machine)?);
        Ok(Player::Other { spec: Box::new(spec.clone()), rules, program })
    }

    /// Starts a new game, and forgets the last one. The levels' random choices depend on its
    /// number.
    pub(crate) fn new_game(&mut self, chance: u64) -> Result<(), String> {
        match self {
            Player::Own { analyst, seed, .. } => {
                analyst.clear();
                *seed = chance;
            }
            Player::Other { spec, rules, program } => {
                if program.as_mut().is_none_or(|program| program.new_game().is_err()) {
                    let mut started = Program::start(spec, *rules)?;
                    let said = |forfeit: Forfeit| format!("{spec}: new-game: {forfeit}");
                    started.new_game().map_err(said)?;
                    *program = Some(started);
                }
            }
        }
        Ok(())
    }

    /// A stopwatch for the next move.
    pub(crate) fn stopwatch(&self, clock: MatchClock) -> Result<Stopwatch, Forfeit> {
        match self {
            Player::Own { .. } => Ok(clock.start()),
            Player::Other { program: Some(program), .. } => program.stopwatch(clock),
            Player::Other { program: None, .. } => Err(Forfeit::Crash),
        }
    }

    /// Searches for a move. A program that fails is stopped until the next game.
    pub(crate) fn think(
        &mut self,
        view: GameView<'_>,
        allowance: Allowance,
    ) -> Result<String, Forfeit> {
        match self {
            Player::Own { analyst, threads, seed } => {
                let question = AnalysisRequest {
                    threads: *threads,
                    ..AnalysisRequest::new(allowance.limits())
                };
                let stopwatch = allowance.clock.start();
                let stop = AtomicBool::new(false);
                let clock = || stopwatch.elapsed();
                if let Budget::Level(level) = allowance.budget {
                    let threads = *threads;
                    let asked =
                        MoveRequest { last: view.last, threads, ..MoveRequest::of(level, *seed) };
                    let choice = choose(view.game, asked, analyst, clock, &stop);
                    return choice.map(|choice| choice.text).ok_or(Forfeit::Crash);
                }
                let thought = analyst.analyse(view.game, question, clock, &stop, |_| {});
                thought.best().map(str::to_owned).ok_or(Forfeit::Crash)
            }
            Player::Other { program, .. } => {
                let answer = match program {
                    Some(program) => program.think(view, allowance),
                    None => Err(Forfeit::Crash),
                };
                if answer.is_err() {
                    *program = None;
                }
                answer
            }
        }
    }
}
