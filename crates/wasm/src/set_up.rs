//! The position editor: writes the text (FEN) of a board that is set up by hand.

use std::collections::BTreeMap;

use crownhead_rules::{Checker, Side};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{GameLine, WasmResult, from_json};

/// The text of a position of the line's game, be it one yet or not: which side is to move, and the
/// checkers on squares by their names, as JSON, lettered as in a scene.
#[wasm_bindgen]
pub fn set_up(line: &str, second: bool, cells: &str) -> WasmResult<String> {
    let rules = from_json::<GameLine>(line)?.rules()?;
    let cells: BTreeMap<String, String> = from_json(cells)?;
    let side = if second { Side::Second } else { Side::First };
    Ok(rules.setup_text(side, &|square| {
        let letters = cells.get(&square.to_string()).map_or("", String::as_str);
        letters.chars().filter_map(checker).collect()
    }))
}

fn checker(letter: char) -> Option<Checker> {
    let side = match letter.to_ascii_lowercase() {
        'a' => Side::First,
        'b' => Side::Second,
        _ => return None,
    };
    Some(Checker { side, king: letter.is_ascii_uppercase() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_checkers() {
        let line = r#"{"game":"stack-em"}"#;
        let text = set_up(line, true, r#"{"14":"abB","1":"a","40":"a","2":""}"#);
        assert_eq!(text.expect("a text"), "B:1r,14rbB");
        assert!(set_up(r#"{"game":"chess"}"#, true, "{}").is_err());
    }
}
