//! The computer player and the analysis (search) for the page. They run in a worker of their own;
//! the page stops a search by ending the worker, so nothing here can be interrupted.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crownhead_computer::{
    self as computer, Analyst, Evaluation, Level, PositionAnalysis, Review, ReviewedMove,
    SearchLimits, choose, hint, review,
};
use crownhead_games::Game;
use crownhead_rules::Side;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::sentence::LocalizedSentence;
use crate::{GameLine, WasmResult, from_json, to_json};

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker began.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn now() -> f64;

    /// Reports progress to the page while the computer searches.
    #[wasm_bindgen(js_namespace = globalThis, js_name = thinking)]
    fn thinking(json: &str);
}

/// How many mebibytes a browser is asked for.
const MEBIBYTES: usize = 16;

/// The computer, with its transposition table.
#[wasm_bindgen]
pub struct Computer {
    analyst: Analyst,
}

#[derive(Serialize)]
struct LevelName {
    number: u8,
    word: &'static str,
}

#[derive(Deserialize)]
struct BrowserMoveRequest {
    level: u8,
    seed: u32,
    /// BrowserAnalysisRequest long full strength may think, in milliseconds.
    time: u32,
}

#[derive(Serialize)]
struct ChosenMove {
    text: String,
    why: String,
}

#[derive(Serialize)]
struct HintReply {
    text: String,
    sentence: LocalizedSentence,
}

/// BrowserAnalysisRequest long and how widely to think.
#[derive(Deserialize)]
struct BrowserAnalysisRequest {
    nodes: Option<u64>,
    time: Option<u32>,
    lines: usize,
}

impl BrowserAnalysisRequest {
    fn question(&self) -> computer::AnalysisRequest {
        let hard = self.time.map(|time| Duration::from_millis(time.into()));
        let limits = SearchLimits { nodes: self.nodes, hard, ..SearchLimits::INFINITE };
        computer::AnalysisRequest { limits, threads: 1, lines: self.lines.max(1) }
    }
}

#[derive(Serialize)]
struct AnalysisReport {
    depth: u32,
    nodes: u64,
    time: u64,
    lines: Vec<AnalysisLine>,
}

#[derive(Serialize)]
struct AnalysisLine {
    #[serde(flatten)]
    evaluation: LineEvaluation,
    moves: Vec<String>,
}

/// The evaluation of a line or a move, for the side that makes it.
#[derive(Serialize)]
struct LineEvaluation {
    /// The first side's chance to win, from 0 to 1.
    chance: f64,
    #[serde(flatten)]
    evaluation: Evaluation,
    /// The side's tic-tac-toes less the other's, where they are counted and certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i32>,
}

impl LineEvaluation {
    fn of(evaluation: Evaluation, side: Side) -> LineEvaluation {
        let own = evaluation.win_chance();
        let chance = if side == Side::First { own } else { 1.0 - own };
        LineEvaluation { chance, evaluation, margin: evaluation.margin() }
    }
}

#[derive(Serialize)]
struct JudgedMove {
    side: &'static str,
    text: String,
    best: String,
    after: LineEvaluation,
    loss: f64,
    judged: &'static str,
    turning_point: bool,
}

#[derive(Serialize)]
struct GameReview {
    moves: Vec<JudgedMove>,
    accuracy: [Option<f64>; 2],
}

#[derive(Serialize)]
struct ReviewProgress {
    done: usize,
    of: usize,
}

#[wasm_bindgen]
impl Computer {
    /// A computer with an empty transposition table.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "JavaScript constructs it")]
    pub fn new() -> Computer {
        Computer { analyst: Analyst::new(MEBIBYTES) }
    }

    /// The levels and their names.
    pub fn levels() -> WasmResult<String> {
        let word = |level: Level| LevelName { number: level.number(), word: level.name() };
        to_json(&Level::all().map(word).collect::<Vec<_>>())
    }

    /// The move of a level.
    pub fn choose(&self, line: &str, request: &str) -> WasmResult<String> {
        let (game, before) = from_json::<GameLine>(line)?.play()?;
        let BrowserMoveRequest { level, seed, time } = from_json(request)?;
        let level = Level::new(level).ok_or("levels go from 1 to 10")?;
        let last = before.as_ref().zip(from_json::<GameLine>(line)?.moves.pop());
        let last = last.and_then(|(before, text)| before.trail(&text).ok()?.pop());
        let full = SearchLimits::move_time(Duration::from_millis(time.into()));
        let asked =
            computer::MoveRequest { last, full, ..computer::MoveRequest::of(level, seed.into()) };
        let choice = choose(&game, asked, &self.analyst, stopwatch(), &no_stop_signal());
        let choice = choice.ok_or("the game is over")?;
        to_json(&ChosenMove { text: choice.text, why: choice.reason.to_string() })
    }

    /// The best move, and one sentence why.
    pub fn hint(&self, line: &str, request: &str) -> WasmResult<String> {
        let (game, _) = from_json::<GameLine>(line)?.play()?;
        let question = from_json::<BrowserAnalysisRequest>(request)?.question();
        let hint = hint(&game, &self.analyst, question, stopwatch(), &no_stop_signal());
        let hint = hint.ok_or("the game is over")?;
        to_json(&HintReply { text: hint.text, sentence: LocalizedSentence::of(&hint.sentence) })
    }

    /// The best lines from here; reports every depth to the page.
    pub fn think(&self, line: &str, request: &str) -> WasmResult<String> {
        let (game, _) = from_json::<GameLine>(line)?.play()?;
        let question = from_json::<BrowserAnalysisRequest>(request)?.question();
        let report = |thought: &PositionAnalysis| {
            if let Ok(json) = to_json(&report_of(&game, thought)) {
                thinking(&json);
            }
        };
        let thought = self.analyst.analyse(&game, question, stopwatch(), &no_stop_signal(), report);
        to_json(&report_of(&game, &thought))
    }

    /// Judges each move by what it gave away; reports its progress to the page.
    pub fn review(&self, line: &str, request: &str) -> WasmResult<String> {
        let line: GameLine = from_json(line)?;
        let question = from_json::<BrowserAnalysisRequest>(request)?.question();
        let begin = line.begin()?;
        let progress = |done, of| {
            if let Ok(json) = to_json(&ReviewProgress { done, of }) {
                thinking(&json);
            }
        };
        let stop = no_stop_signal();
        let reviewed =
            review(&begin, &line.moves, &self.analyst, question, stopwatch, &stop, progress);
        let Review { moves, accuracy } = reviewed.map_err(|bad| bad.to_string())?;
        let judged = moves.into_iter().map(judged_move).collect();
        to_json(&GameReview { moves: judged, accuracy: [accuracy.first, accuracy.second] })
    }
}

fn report_of(game: &Game, thought: &PositionAnalysis) -> AnalysisReport {
    let line = |way: &crownhead_computer::Variation| AnalysisLine {
        evaluation: LineEvaluation::of(way.evaluation, game.side()),
        moves: way.moves.clone(),
    };
    AnalysisReport {
        depth: thought.depth,
        nodes: thought.nodes,
        time: thought.time.as_millis() as u64,
        lines: thought.variations.iter().map(line).collect(),
    }
}

fn judged_move(reviewed: ReviewedMove) -> JudgedMove {
    JudgedMove {
        side: reviewed.side.name(),
        after: LineEvaluation::of(reviewed.after, reviewed.side),
        text: reviewed.text,
        best: reviewed.best,
        loss: reviewed.loss,
        judged: reviewed.quality.name(),
        turning_point: reviewed.turning_point,
    }
}

/// The time since this call.
fn stopwatch() -> impl Fn() -> Duration + Sync {
    let start = now();
    move || Duration::from_secs_f64((now() - start).max(0.0) / 1000.0)
}

/// A stop flag that is never set: the page ends the worker instead.
fn no_stop_signal() -> AtomicBool {
    AtomicBool::new(false)
}
