//! The games of a PDN file, for a list to choose from.

use crownhead_games::{Record, pdn_error_sentence};
use crownhead_pdn::{ItemKind, PdnGame, PdnReader, PdnResult};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::sentence::LocalizedSentence;
use crate::{WasmResult, to_json};

/// The most games of a list.
const MOST: usize = 20_000;

/// What a list shows of a game in a file.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct PdnGameSummary {
    /// The game's name, such as `stack-em`; none if it is not one of ours.
    game: Option<&'static str>,
    /// The names of the players, first side first; empty if unknown.
    players: [String; 2],
    event: String,
    date: String,
    /// As it is written, the first side's score first: `1-0`, `*`.
    result: String,
    /// How many moves the main line has.
    moves: usize,
    /// Why the game cannot be opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    fault: Option<LocalizedSentence>,
}

/// The games of a PDN text in order, also those that cannot be opened.
#[wasm_bindgen]
pub fn games_of_pdn(text: &str) -> WasmResult<String> {
    let games = PdnReader::new(text.as_bytes()).take(MOST);
    let summaries: Vec<PdnGameSummary> = games
        .map(|found| match found {
            Ok(pdn) => summary(&pdn),
            Err(error) => PdnGameSummary {
                game: None,
                players: Default::default(),
                event: String::new(),
                date: String::new(),
                result: String::new(),
                moves: 0,
                fault: Some(LocalizedSentence::of(&pdn_error_sentence(&error))),
            },
        })
        .collect();
    to_json(&summaries)
}

fn summary(pdn: &PdnGame) -> PdnGameSummary {
    let tag = |name: &str| pdn.tags.get(name).unwrap_or_default().trim_matches('?').to_owned();
    let either = |one: &str, other: &str| match tag(one) {
        text if text.is_empty() => tag(other),
        text => text,
    };
    let begin = Record::without_moves(pdn);
    let result = match pdn.result {
        PdnResult::Open => pdn.result_tag().unwrap_or(PdnResult::Open),
        result => result,
    };
    PdnGameSummary {
        game: begin.as_ref().ok().map(|record| record.rules().game().name()),
        players: [either("Black", "First"), either("White", "Second")],
        event: tag("Event"),
        date: tag("Date"),
        result: result.to_string(),
        moves: pdn.items.iter().filter(|it| matches!(it.kind, ItemKind::Move { .. })).count(),
        fault: begin.err().map(|error| LocalizedSentence::of(&error.sentence())),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    const FILE: &str = r#"[Event "Club evening"]
[Black "Ann"]
[White "Ben"]
[Date "2026.11.19"]
[Result "1-0"]

1. 11-15 22-18 (1... 23-19) 2. 15x22 25x18 1-0

[First "Cid"]
[RuleSet "tic-tac-toe"]

1. b2 a3 *

[GameType "20"]

1. 32-28 *
"#;

    #[test]
    fn every_game_is_listed() {
        let games: Vec<Value> =
            serde_json::from_str(&games_of_pdn(FILE).expect("a list")).expect("JSON");
        let [first, second, third] = games.as_slice() else { panic!("{games:?}") };
        assert_eq!(first["players"], serde_json::json!(["Ann", "Ben"]));
        assert_eq!((&first["result"], &first["moves"]), (&"1-0".into(), &4.into()));
        assert_eq!(
            (&first["event"], &first["date"]),
            (&"Club evening".into(), &"2026.11.19".into())
        );
        assert_eq!(
            (&second["game"], &second["players"][0]),
            (&"tic-tac-toe".into(), &"Cid".into())
        );
        assert_eq!(second.get("fault"), None);
        assert_eq!(third["game"], Value::Null);
        assert!(third["fault"]["text"].is_string());
        assert_eq!(games_of_pdn("").expect("a list"), "[]");
    }
}
