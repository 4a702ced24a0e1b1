//! The computer player and the analysis (search) for the page. They run in a worker of their own;
//! the page stops a search by ending the worker, so nothing here can be interrupted.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crownhead_arbiter::{Command, Seat};
use crownhead_computer::{
    self as computer, Analyst, ComputerOpponent, Evaluation, Level, PositionAnalysis, Review,
    ReviewedMove, SearchClock, SearchLimits, hint, moments, review,
};
use crownhead_games::Game;
use crownhead_rules::{BySide, Side};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;
#[cfg(feature = "ts")]
use {
    crate::named::Named, crownhead_arbiter::ChosenSide, crownhead_computer::MomentKind,
    crownhead_computer::MoveQuality,
};

use crate::opponent_task::OpponentTask;
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

/// The computer in a seat of a match on one screen.
#[derive(Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct OpponentSettings {
    seat: Seat,
    /// From 1 to 10.
    level: u8,
    /// Varies its moves from match to match.
    seed: u32,
}

impl OpponentSettings {
    fn opponent(&self) -> WasmResult<ComputerOpponent> {
        let level = Level::new(self.level).ok_or("levels go from 1 to 10")?;
        Ok(ComputerOpponent::local(self.seat, level, self.seed.into()))
    }
}

/// The best move, and one sentence why.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct HintReply {
    text: String,
    sentence: LocalizedSentence,
}

/// How long and how widely to think.
#[derive(Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "AnalysisRequest"))]
pub(crate) struct BrowserAnalysisRequest {
    #[cfg_attr(feature = "ts", ts(optional))]
    nodes: Option<u64>,
    /// In milliseconds.
    #[cfg_attr(feature = "ts", ts(optional))]
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

/// The best lines that a search has found so far.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct AnalysisReport {
    depth: u32,
    nodes: u64,
    time: u64,
    lines: Vec<AnalysisLine>,
}

/// A principal variation with its evaluation.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
struct AnalysisLine {
    #[serde(flatten)]
    evaluation: LineEvaluation,
    moves: Vec<String>,
}

/// The evaluation of a line or a move, for the side that makes it.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
struct LineEvaluation {
    /// The first side's chance to win, from 0 to 1.
    chance: f64,
    #[serde(flatten)]
    evaluation: Evaluation,
    /// The side's tic-tac-toes less the other's, where they are counted and certain.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    margin: Option<i32>,
}

impl LineEvaluation {
    fn of(evaluation: Evaluation, side: Side) -> LineEvaluation {
        let own = evaluation.win_chance();
        let chance = if side == Side::First { own } else { 1.0 - own };
        LineEvaluation { chance, evaluation, margin: evaluation.margin() }
    }
}

/// A move of a reviewed game, beside the best one.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
struct JudgedMove {
    #[cfg_attr(feature = "ts", ts(as = "ChosenSide"))]
    side: &'static str,
    text: String,
    best: String,
    after: LineEvaluation,
    loss: f64,
    #[cfg_attr(feature = "ts", ts(as = "Named<MoveQuality>"))]
    judged: &'static str,
    turning_point: bool,
}

/// A move that is worth another look.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "ReviewMoment"))]
struct BrowserMoment {
    /// The number of the move in the review, from 0.
    index: usize,
    #[cfg_attr(feature = "ts", ts(as = "Named<MomentKind>"))]
    kind: &'static str,
    /// How many checkers, kings, tic-tac-toes or plies the kind is about.
    count: u32,
    /// The win chance that the move cost.
    cost: f64,
    best_line: Vec<String>,
    reply_line: Vec<String>,
}

/// The moves of a game, the accuracy of each side in percent, and its moments.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct GameReview {
    moves: Vec<JudgedMove>,
    accuracy: [Option<f64>; 2],
    moments: [Vec<BrowserMoment>; 2],
}

/// How many moves of how many are reviewed.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ReviewProgress {
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

    /// Thinks about a task of the opponent, as JSON of `seat`, `level` and `seed`: the command that
    /// comes of it, as JSON, or `null` if the game is over.
    pub fn answer(&self, opponent: &str, task: &str) -> WasmResult<String> {
        to_json(&answer(opponent, task, &self.analyst, stopwatch())?)
    }

    /// The best move, and one sentence why.
    pub fn hint(&self, line: &str, request: &str) -> WasmResult<String> {
        let game = from_json::<GameLine>(line)?.play()?;
        let question = from_json::<BrowserAnalysisRequest>(request)?.question();
        let hint = hint(&game, &self.analyst, question, stopwatch(), &no_stop_signal());
        let hint = hint.ok_or("the game is over")?;
        to_json(&HintReply { text: hint.text, sentence: LocalizedSentence::of(&hint.sentence) })
    }

    /// The best lines from here; reports every depth to the page.
    pub fn think(&self, line: &str, request: &str) -> WasmResult<String> {
        let game = from_json::<GameLine>(line)?.play()?;
        let question = from_json::<BrowserAnalysisRequest>(request)?.question();
        let report = |thought: &PositionAnalysis| {
            if let Ok(json) = to_json(&report_of(&game, thought)) {
                thinking(&json);
            }
        };
        let thought = self.analyst.analyse(&game, question, stopwatch(), &no_stop_signal(), report);
        to_json(&report_of(&game, &thought))
    }

    /// Judges each move by what it gave away, and finds the moments of players of these levels (a
    /// pair, first side first; `null` if unknown); reports its progress to the page.
    pub fn review(&self, line: &str, request: &str, levels: &str) -> WasmResult<String> {
        let line: GameLine = from_json(line)?;
        let [first, second] = from_json::<[Option<u8>; 2]>(levels)?;
        let levels = BySide::new(first, second).map(|level| level.and_then(Level::new));
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
        let found = reviewed.map_err(|bad| bad.to_string())?;
        let moments = moments(&begin, &found, levels).map(|moments| {
            moments.into_iter().map(|moment| browser_moment(&moment, &found)).collect()
        });
        let Review { moves, accuracy } = found;
        to_json(&GameReview {
            moves: moves.into_iter().map(judged_move).collect(),
            accuracy: [accuracy.first, accuracy.second],
            moments: [moments.first, moments.second],
        })
    }
}

/// The opponent's command, after as much thought as it needs.
fn answer(
    opponent: &str,
    task: &str,
    analyst: &Analyst,
    clock: impl SearchClock,
) -> WasmResult<Option<Command>> {
    let opponent = from_json::<OpponentSettings>(opponent)?.opponent()?;
    let task: OpponentTask = from_json(task)?;
    Ok(opponent.think(&task.intent()?, task.limits(), analyst, clock, &no_stop_signal()))
}

fn report_of(game: &Game, thought: &PositionAnalysis) -> AnalysisReport {
    let line = |variation: &crownhead_computer::Variation| AnalysisLine {
        evaluation: LineEvaluation::of(variation.evaluation, game.side()),
        moves: variation.moves.clone(),
    };
    AnalysisReport {
        depth: thought.depth,
        nodes: thought.nodes,
        time: thought.time.as_millis() as u64,
        lines: thought.variations.iter().map(line).collect(),
    }
}

fn browser_moment(moment: &computer::Moment, review: &Review) -> BrowserMoment {
    let ReviewedMove { best_line, reply_line, .. } = &review.moves[moment.index];
    BrowserMoment {
        index: moment.index,
        kind: moment.kind.name(),
        count: moment.count,
        cost: moment.cost,
        best_line: best_line.clone(),
        reply_line: reply_line.clone(),
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

#[cfg(test)]
mod tests {
    use crownhead_arbiter::Offer;
    use crownhead_computer::NoClock;
    use serde_json::{Value, json};

    use super::*;

    const OPPONENT: &str = r#"{"seat":"two","level":1,"seed":7}"#;

    fn task(draw: bool, position: &str, moves: Value) -> Value {
        json!({
            "draw": draw,
            "line": {"game": "king-me-standard", "position": position, "moves": moves},
            "own_turn": true, "last": null, "plies": 4, "left": null, "increment": 0,
        })
    }

    fn answer_to(task: &Value) -> WasmResult<Option<Command>> {
        answer(OPPONENT, &task.to_string(), &Analyst::new(1), NoClock)
    }

    #[test]
    fn a_move_belongs_to_the_ply_that_it_was_chosen_for() {
        let jump = task(false, "B:W18,32:B14,1", json!([]));
        let text = "14x23".to_owned();
        let seen = Some(crownhead_arbiter::PlyCount::new(4));
        assert_eq!(answer_to(&jump).expect("an answer"), Some(Command::Move { text, seen }));
        let over = task(false, "B:W18:B14", json!(["14x23"]));
        assert_eq!(answer_to(&over).expect("an answer"), None);
    }

    #[test]
    fn a_draw_is_accepted_unless_the_opponent_stands_better() {
        let offer = Offer::Draw;
        let mut better = task(true, "B:W32:BK1,K2,K3,K10", json!([]));
        assert_eq!(answer_to(&better).expect("an answer"), Some(Command::Decline { offer }));
        better["own_turn"] = json!(false);
        assert_eq!(answer_to(&better).expect("an answer"), Some(Command::Accept { offer }));
    }

    #[test]
    fn invalid_levels_and_tasks_are_refused() {
        let jump = task(false, "B:W18,32:B14,1", json!([]));
        let analyst = Analyst::new(1);
        let eleven = r#"{"seat":"two","level":11,"seed":7}"#;
        assert!(answer(eleven, &jump.to_string(), &analyst, NoClock).is_err());
        assert!(answer_to(&json!({})).is_err());
        assert!(answer_to(&task(false, "B:W18,32:B14,1", json!(["1-5"]))).is_err());
    }
}
