//! The rule book for the page: the entries of a game, and a table of how games differ.

use crownhead_games::{Game, GameId, UnknownGame};
use crownhead_rules::book::{Rule, Source};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Says, read, told};

#[derive(Serialize)]
struct Entry {
    id: &'static str,
    topic: &'static str,
    says: &'static str,
    /// The box and the heading of its leaflet; none for a ruling.
    source: Option<[&'static str; 2]>,
    /// The option and the value under which it holds, if not always.
    when: Option<(&'static str, &'static str)>,
}

impl Entry {
    fn of(rule: &Rule) -> Entry {
        let source = match rule.source {
            Source::Leaflet(leaflet, heading) => Some([leaflet.title(), heading]),
            Source::Ruling => None,
        };
        Entry { id: rule.id, topic: rule.topic, says: rule.says, source, when: rule.when }
    }
}

/// Every rule and ruling of a game, under all its options.
#[wasm_bindgen]
pub fn book(game: &str) -> Says<String> {
    let id: GameId = game.parse()?;
    let book = Game::start(id.rules()).book();
    told(&book.iter().map(Entry::of).collect::<Vec<_>>())
}

#[derive(Serialize)]
struct Row {
    topic: &'static str,
    /// What each game says on it; may be nothing.
    says: Vec<Vec<Entry>>,
}

/// A table of the topics on which some of these games, JSON of their names, differ, under all their
/// options.
#[wasm_bindgen]
pub fn compare(games: &str) -> Says<String> {
    let names: Vec<String> = read(games)?;
    let ids: Result<Vec<GameId>, UnknownGame> = names.iter().map(|name| name.parse()).collect();
    let book = |id: &GameId| Game::start(id.rules()).book().iter().collect();
    let books: Vec<Vec<&'static Rule>> = ids?.iter().map(book).collect();
    let mut topics: Vec<&'static str> = Vec::new();
    for rule in books.iter().flatten() {
        if !topics.contains(&rule.topic) {
            topics.push(rule.topic);
        }
    }
    told(&topics.into_iter().filter_map(|topic| row(&books, topic)).collect::<Vec<_>>())
}

/// The row of a topic, if the books do not all say the same on it.
fn row(books: &[Vec<&'static Rule>], topic: &'static str) -> Option<Row> {
    let on = |book: &Vec<&'static Rule>| -> Vec<&'static Rule> {
        book.iter().copied().filter(|rule| rule.topic == topic).collect()
    };
    let rules: Vec<_> = books.iter().map(on).collect();
    let words = |rules: &Vec<&'static Rule>| rules.iter().map(|r| r.says).collect::<Vec<_>>();
    let differ = rules.windows(2).any(|two| words(&two[0]) != words(&two[1]));
    let entries = |rules: Vec<&'static Rule>| rules.into_iter().map(Entry::of).collect();
    differ.then(|| Row { topic, says: rules.into_iter().map(entries).collect() })
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
        assert_eq!(crowned["says"][0].as_array().map(Vec::len), Some(2));
        let same = r#"["regal-checkers","regal-checkers"]"#;
        assert_eq!(compare(same).expect("none"), "[]");
    }
}
