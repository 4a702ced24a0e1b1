//! The computer in the browser: it runs in a worker of its own, which the page ends when it must
//! stop, so nothing here can be interrupted.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crownhead_computer::{
    Analyst, Asked, Exact, Level, Limits, Question, Review, Reviewed, Score, Thought, choose, hint,
    review, win_chance,
};
use crownhead_games::{Game, GameId};
use crownhead_rules::{Side, Verdict};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::said::Said;
use crate::{Line, Says, read, told};

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker began.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn now() -> f64;

    /// What the worker's page is told while the computer thinks.
    #[wasm_bindgen(js_namespace = globalThis, js_name = thinking)]
    fn thinking(json: &str);
}

/// How many mebibytes a browser is asked for.
const MEBIBYTES: usize = 16;

/// The computer, with what it remembers.
#[wasm_bindgen]
pub struct Computer {
    analyst: Analyst,
}

#[derive(Serialize)]
struct LevelWord {
    number: u8,
    word: &'static str,
}

#[derive(Deserialize)]
struct Wanted {
    level: u8,
    seed: u32,
    /// How long full strength may think, in milliseconds.
    time: u32,
}

#[derive(Serialize)]
struct Chosen {
    text: String,
    why: String,
}

#[derive(Serialize)]
struct Hinted {
    text: String,
    said: Said,
}

/// How long and how widely to think.
#[derive(Deserialize)]
struct How {
    nodes: Option<u64>,
    time: Option<u32>,
    lines: usize,
}

impl How {
    fn question(&self) -> Question {
        let hard = self.time.map(|time| Duration::from_millis(time.into()));
        let limits = Limits { nodes: self.nodes, hard, ..Limits::INFINITE };
        Question { limits, threads: 1, lines: self.lines.max(1) }
    }
}

#[derive(Serialize)]
struct Told {
    depth: u32,
    nodes: u64,
    time: u64,
    ways: Vec<Way>,
}

#[derive(Serialize)]
struct Way {
    #[serde(flatten)]
    worth: Worth,
    moves: Vec<String>,
    /// How the game ends with best play, where that is proven.
    exact: Option<Certain>,
}

/// A certain result.
#[derive(Serialize)]
struct Certain {
    /// The side that wins; none for a draw.
    winner: Option<&'static str>,
    /// By how many tic-tac-toes, where they are counted.
    margin: Option<u32>,
    /// In how many plies, where that is known.
    plies: Option<u32>,
}

impl Certain {
    fn of(exact: &Exact) -> Certain {
        let winner = match exact.verdict {
            Verdict::Win(side) => Some(side.name()),
            Verdict::Draw => None,
        };
        Certain { winner, margin: exact.margin.map(i32::unsigned_abs), plies: exact.plies }
    }
}

/// A score as the first side sees it.
#[derive(Serialize)]
struct Worth {
    /// The first side's chance to win, from 0 to 1.
    chance: f64,
    /// In men, steps or tic-tac-toes, or how the game ends.
    score: String,
}

impl Worth {
    fn of(game: GameId, score: Score, side: Side) -> Worth {
        let score = if side == Side::First { score } else { -score };
        Worth { chance: win_chance(game, score), score: score.to_string() }
    }
}

#[derive(Serialize)]
struct Judged {
    side: &'static str,
    text: String,
    best: String,
    after: Worth,
    loss: f64,
    judged: &'static str,
    turning_point: bool,
}

#[derive(Serialize)]
struct Reviews {
    moves: Vec<Judged>,
    accuracy: [Option<f64>; 2],
}

#[derive(Serialize)]
struct Progress {
    done: usize,
    of: usize,
}

#[wasm_bindgen]
impl Computer {
    /// A computer that remembers nothing yet.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "the page makes it")]
    pub fn new() -> Computer {
        Computer { analyst: Analyst::new(MEBIBYTES) }
    }

    /// The levels and what they are called.
    pub fn levels() -> Says<String> {
        let word = |level: Level| LevelWord { number: level.number(), word: level.word() };
        told(&Level::all().map(word).collect::<Vec<_>>())
    }

    /// The move of a level.
    pub fn choose(&self, line: &str, wanted: &str) -> Says<String> {
        let (game, before) = read::<Line>(line)?.play()?;
        let Wanted { level, seed, time } = read(wanted)?;
        let level = Level::new(level).ok_or("levels go from 1 to 10")?;
        let last = before.as_ref().zip(read::<Line>(line)?.moves.pop());
        let last = last.and_then(|(before, text)| before.trail(&text).ok()?.pop());
        let full = Limits::move_time(Duration::from_millis(time.into()));
        let asked = Asked { last, full, ..Asked::of(level, seed.into()) };
        let choice = choose(&game, asked, &self.analyst, watch(), &never());
        let choice = choice.ok_or("the game is over")?;
        told(&Chosen { text: choice.text, why: choice.why.to_string() })
    }

    /// The best move, and one sentence why.
    pub fn hint(&self, line: &str, how: &str) -> Says<String> {
        let (game, _) = read::<Line>(line)?.play()?;
        let question = read::<How>(how)?.question();
        let hint = hint(&game, &self.analyst, question, watch(), &never());
        let hint = hint.ok_or("the game is over")?;
        told(&Hinted { text: hint.text, said: Said::of(&hint.sentence) })
    }

    /// The best ways to go on; the page is told of every depth.
    pub fn think(&self, line: &str, how: &str) -> Says<String> {
        let (game, _) = read::<Line>(line)?.play()?;
        let question = read::<How>(how)?.question();
        let report = |thought: &Thought| {
            if let Ok(json) = told(&tell(&game, thought)) {
                thinking(&json);
            }
        };
        let thought = self.analyst.think(&game, question, watch(), &never(), report);
        told(&tell(&game, &thought))
    }

    /// What each move gave away; the page is told how far it is.
    pub fn review(&self, line: &str, how: &str) -> Says<String> {
        let line: Line = read(line)?;
        let question = read::<How>(how)?.question();
        let begin = line.begin()?;
        let progress = |done, of| {
            if let Ok(json) = told(&Progress { done, of }) {
                thinking(&json);
            }
        };
        let stop = never();
        let reviewed = review(&begin, &line.moves, &self.analyst, question, watch, &stop, progress);
        let Review { moves, accuracy } = reviewed.map_err(|bad| bad.to_string())?;
        let id = begin.rules().game();
        let judged = moves.into_iter().map(|reviewed| judge(id, reviewed)).collect();
        told(&Reviews { moves: judged, accuracy: [accuracy.first, accuracy.second] })
    }
}

fn tell(game: &Game, thought: &Thought) -> Told {
    let id = game.rules().game();
    let way = |way: &crownhead_computer::Way| Way {
        worth: Worth::of(id, way.score, game.side()),
        moves: way.moves.clone(),
        exact: way.exact.as_ref().map(Certain::of),
    };
    Told {
        depth: thought.depth,
        nodes: thought.nodes,
        time: thought.time.as_millis() as u64,
        ways: thought.ways.iter().map(way).collect(),
    }
}

fn judge(id: GameId, reviewed: Reviewed) -> Judged {
    Judged {
        side: reviewed.side.name(),
        after: Worth::of(id, reviewed.after, reviewed.side),
        text: reviewed.text,
        best: reviewed.best,
        loss: reviewed.loss,
        judged: reviewed.judged.word(),
        turning_point: reviewed.turning_point,
    }
}

/// A clock that starts now.
fn watch() -> impl Fn() -> Duration + Sync {
    let start = now();
    move || Duration::from_secs_f64((now() - start).max(0.0) / 1000.0)
}

/// A worker cannot be told to stop while it works: the page ends it.
fn never() -> AtomicBool {
    AtomicBool::new(false)
}
