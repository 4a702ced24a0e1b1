//! The rule book for the page: the rules of a game, and a comparison of several games.

use crownhead_games::{Game, GameId, UnknownGame};
use crownhead_rules::book::{Rule, Source};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{WasmResult, from_json, to_json};

/// A rule or ruling of a game.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct RuleEntry {
    id: &'static str,
    topic: &'static str,
    text: &'static str,
    /// The box and the heading of its leaflet; none for a ruling.
    source: Option<[&'static str; 2]>,
    /// The option and the value under which it holds, if not always.
    when: Option<(&'static str, &'static str)>,
}

impl RuleEntry {
    fn of(rule: &Rule) -> RuleEntry {
        let source = match rule.source {
            Source::Leaflet(leaflet, heading) => Some([leaflet.title(), heading]),
            Source::Ruling => None,
        };
        RuleEntry { id: rule.id, topic: rule.topic, text: rule.text, source, when: rule.when }
    }
}

/// Every rule and ruling of a game, under all its options.
#[wasm_bindgen]
pub fn book(game: &str) -> WasmResult<String> {
    let id: GameId = game.parse()?;
    let book = Game::start(id.rules()).book();
    to_json(&book.iter().map(RuleEntry::of).collect::<Vec<_>>())
}

/// A topic on which games differ.
#[derive(Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub(crate) struct ComparisonRow {
    topic: &'static str,
    /// The rules of each game on it, if any.
    entries: Vec<Vec<RuleEntry>>,
}

/// The topics on which these games, as JSON of names, differ under all their options.
#[wasm_bindgen]
pub fn compare(games: &str) -> WasmResult<String> {
    let names: Vec<String> = from_json(games)?;
    let ids: Result<Vec<GameId>, UnknownGame> = names.iter().map(|name| name.parse()).collect();
    let book = |id: &GameId| Game::start(id.rules()).book().iter().collect();
    let books: Vec<Vec<&'static Rule>> = ids?.iter().map(book).collect();
    let mut topics: Vec<&'static str> = Vec::new();
    for rule in books.iter().flatten() {
        if !topics.contains(&rule.topic) {
            topics.push(rule.topic);
        }
    }
    to_json(&topics.into_iter().filter_map(|topic| row(&books, topic)).collect::<Vec<_>>())
}

/// The row of a topic, if the books differ on it.
fn row(books: &[Vec<&'static Rule>], topic: &'static str) -> Option<ComparisonRow> {
    let on = |book: &Vec<&'static Rule>| -> Vec<&'static Rule> {
        book.iter().copied().filter(|rule| rule.topic == topic).collect()
    };
    let rules: Vec<_> = books.iter().map(on).collect();
    let texts = |rules: &Vec<&'static Rule>| rules.iter().map(|r| r.text).collect::<Vec<_>>();
    let differ = rules.windows(2).any(|two| texts(&two[0]) != texts(&two[1]));
    let entries = |rules: Vec<&'static Rule>| rules.into_iter().map(RuleEntry::of).collect();
    differ.then(|| ComparisonRow { topic, entries: rules.into_iter().map(entries).collect() })
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn a_book_marks_its_rulings() {
        let book: Value =
            serde_json::from_str(&book("parker-checkers").expect("a book")).expect("");
        let entries = book.as_array().expect("entries");
        assert!(entries.iter().any(|entry| entry["source"].is_null()));
        assert!(entries.iter().any(|entry| entry["source"].is_array()));
        assert!(super::book("chess").is_err());
    }

    #[test]
    fn games_are_compared_where_they_differ() {
        let two = r#"["regal-checkers","winning-moves-checkers"]"#;
        let rows: Vec<Value> = serde_json::from_str(&compare(two).expect("rows")).expect("JSON");
        assert!(rows.iter().any(|row| row["topic"] == "jump.duty"));
        // A man crowned in the middle of a jump: one box has two readings.
        let two = r#"["king-me-standard","winning-moves-checkers"]"#;
        let rows: Vec<Value> = serde_json::from_str(&compare(two).expect("rows")).expect("JSON");
        let crowned = rows.iter().find(|row| row["topic"] == "crown.mid-jump").expect("a row");
        assert_eq!(crowned["entries"][0].as_array().map(Vec::len), Some(2));
        let same = r#"["regal-checkers","regal-checkers"]"#;
        assert_eq!(compare(same).expect("none"), "[]");
    }
}
