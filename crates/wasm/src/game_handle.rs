//! A game that the page studies, kept in the worker: the page names the line that it shows, and the
//! handle plays only what is new in it.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::explanation::{MoveExplanation, parse_squares};
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
        to_json(&MoveExplanation::of(self.timeline.game().explain(text)))
    }

    /// The rule book's answer to squares, as JSON of names, that were touched one after the other.
    pub fn explain_taps(&self, squares: &str) -> WasmResult<String> {
        let squares = parse_squares(squares)?;
        to_json(&MoveExplanation::of(self.timeline.game().explain_taps(&squares)))
    }
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
}
