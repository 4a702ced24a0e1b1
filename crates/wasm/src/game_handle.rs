//! A game that the page studies, kept in the worker: the page names the line that it shows, and the
//! handle plays only what is new in it.

use std::collections::BTreeMap;

use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::explanation::{MoveExplanation, parse_squares};
use crate::game_line::options_of;
use crate::taps::tap_reply;
use crate::timeline::Timeline;
use crate::{GameLine, WasmResult, from_json, to_json};

/// A game without an arbiter: a study, an example of the rule book, a position that is set up.
#[wasm_bindgen]
#[derive(Debug)]
pub struct GameHandle {
    timeline: Timeline,
}

#[wasm_bindgen]
impl GameHandle {
    /// The game after the moves of a line.
    pub fn open(line: &str) -> WasmResult<GameHandle> {
        Ok(GameHandle { timeline: Timeline::new(from_json(line)?)? })
    }

    /// Goes to another line.
    pub fn go_to(&mut self, line: &str) -> WasmResult<()> {
        self.timeline.go_to(from_json::<GameLine>(line)?)
    }

    /// The scene (what there is to draw) after the last move.
    pub fn scene(&self) -> WasmResult<String> {
        to_json(&self.timeline.scene())
    }

    /// What tapping a square means after other taps, as JSON of names.
    pub fn tap(&self, taps: &str, square: &str) -> WasmResult<String> {
        tap_reply(&self.timeline.game().actions(), taps, square)
    }

    /// Whether a text is a legal move, and by which rule or why not.
    pub fn explain(&self, text: &str) -> WasmResult<String> {
        to_json(&MoveExplanation::of(self.timeline.game(), text))
    }

    /// The rule book's answer to squares, as JSON of names, that were touched one after the other.
    pub fn explain_taps(&self, squares: &str) -> WasmResult<String> {
        let game = self.timeline.game();
        let text = game.tapped_text(&parse_squares(squares)?);
        to_json(&MoveExplanation::of(game, &text))
    }

    /// What every box of checkers, under each of its options, answers to a move here.
    pub fn explain_in_every_box(&self, text: &str) -> WasmResult<String> {
        let answers = self.timeline.game().explain_in_every_box(text);
        let answers = answers.into_iter().map(|(rules, legality)| BoxAnswer {
            game: rules.game().name(),
            options: options_of(rules),
            answer: MoveExplanation::alone(text, legality),
        });
        to_json(&answers.collect::<Vec<_>>())
    }
}

/// What a box of checkers answers to a move.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct BoxAnswer {
    game: &'static str,
    options: BTreeMap<String, String>,
    answer: MoveExplanation,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn an_illegal_move_is_answered_by_the_rule_book() {
        let line = r#"{"game":"winning-moves-checkers"}"#;
        let game = GameHandle::open(line).expect("a game");
        let why: Value = serde_json::from_str(&game.explain("11-12").expect("why")).expect("JSON");
        assert_eq!(why["kind"], "not-diagonal");
        assert_eq!(why["rule"], "winning-moves-checkers.move.step");
        assert_eq!(why["legal"], Value::Null);
        assert_eq!(why["sentence"]["message"], "checkers.not-diagonal");
        let to = json!({"place": "to", "kind": "square", "texts": ["12"], "others": 0});
        assert!(why["sentence"]["args"].as_array().expect("arguments").contains(&to), "{why}");
        let touched = game.explain_taps(r#"["11","12"]"#).expect("why");
        assert_eq!(serde_json::from_str::<Value>(&touched).expect("JSON"), why);
    }

    #[test]
    fn other_boxes_are_asked_about_a_move() {
        let line = r#"{"game":"winning-moves-checkers","position":"B:W18,32:B1,14"}"#;
        let game = GameHandle::open(line).expect("a game");
        let why: Value = serde_json::from_str(&game.explain("1-5").expect("why")).expect("JSON");
        assert_eq!(why["others"][0]["game"], "regal-checkers");
        assert_eq!(why["others"][0]["topic"], "jump.duty");
        let answers = game.explain_in_every_box("1-5").expect("answers");
        let answers: Vec<Value> = serde_json::from_str(&answers).expect("JSON");
        let legal = |answer: &&Value| answer["answer"]["legal"] == "1-5";
        assert_eq!((answers.len(), answers.iter().filter(legal).count()), (5, 2));
    }
}
