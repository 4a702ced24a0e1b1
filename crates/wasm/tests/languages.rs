//! The page's languages for what the rules, the computer and the arbiter say: in each, no sentence is
//! missing, none is left over, and each has the places and the numbers of the English one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crownhead_arbiter::CommandRefusalKind;
use crownhead_computer::hint_messages;
use crownhead_games::{Game, Rules, file_messages, other_box_messages};
use crownhead_rules::{Side, every_message};
use crownhead_wasm::page_messages;

type Table = BTreeMap<String, String>;

/// What fills places is put together from these.
const PARTS: [(&str, &str); 3] =
    [("part.others", "{rest}{count}"), ("part.typed", "{text}"), ("part.nothing", "")];

/// The tables of all languages besides English, by their codes.
fn tables() -> BTreeMap<String, Table> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/i18n/languages");
    let folders = fs::read_dir(folder).expect("languages").map(|entry| entry.expect("a folder"));
    let others = folders.filter(|entry| entry.file_name() != "en").map(|entry| {
        let text = fs::read_to_string(entry.path().join("sentences.json")).expect("sentences");
        let code = entry.file_name().into_string().expect("a code");
        (code, serde_json::from_str(&text).expect("a table"))
    });
    others.collect()
}

/// Everything that is said in English, by its id.
fn english() -> Table {
    let messages = every_message().chain(hint_messages());
    let messages = messages.chain(file_messages());
    let messages = messages.chain(other_box_messages()).chain(page_messages());
    let said = messages.map(|message| (message.id.to_owned(), message.english.to_owned()));
    let refused = CommandRefusalKind::ALL.iter().map(|kind| {
        let name = serde_json::to_value(kind).expect("a name");
        (format!("refusal.{}", name.as_str().expect("a text")), kind.sentence().to_owned())
    });
    said.chain(refused).collect()
}

/// The names of sides, and the parts.
fn pieces() -> Table {
    let names = Rules::all().into_iter().map(|rules| Game::start(rules).side_names());
    let sides = names.flat_map(|names| Side::ALL.map(|side| names[side].english()));
    let sides = sides.map(|name| (format!("side.{name}"), String::new()));
    sides.chain(PARTS.map(|(key, places)| (key.to_owned(), places.to_owned()))).collect()
}

/// The page looks for the whole id first, then for what follows the game's name.
fn key<'a>(table: &Table, id: &'a str) -> &'a str {
    let after = id.split_once('.').map_or(id, |(_, after)| after);
    if table.contains_key(id) { id } else { after }
}

fn places(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
}

fn numbers(text: &str) -> Vec<&str> {
    let mut found: Vec<_> = text.split(|c: char| !c.is_ascii_digit()).collect();
    found.retain(|number| !number.is_empty());
    found.sort_unstable();
    found
}

#[test]
fn no_sentence_is_missing_and_none_is_left_over() {
    let said: Table = english().into_iter().chain(pieces()).collect();
    for (code, table) in tables() {
        let missing: Vec<_> =
            said.keys().filter(|id| !table.contains_key(key(&table, id))).collect();
        let wanted: BTreeSet<_> = said.keys().map(|id| key(&table, id)).collect();
        let left: Vec<_> = table.keys().filter(|key| !wanted.contains(key.as_str())).collect();
        assert!(missing.is_empty(), "{code}: missing: {missing:?}; left over: {left:?}");
        assert!(left.is_empty(), "{code}: left over: {left:?}");
    }
}

#[test]
fn a_sentence_has_the_same_places_and_numbers() {
    for (code, table) in tables() {
        for (id, english) in english().into_iter().chain(pieces()) {
            let other = table.get(key(&table, &id)).map_or("", String::as_str);
            assert_eq!(places(other), places(&english), "{code}: {id}: {other}");
            assert_eq!(numbers(other), numbers(&english), "{code}: {id}: {other}");
        }
    }
}

#[test]
fn equal_english_sentences_are_equal_in_every_language() {
    for (code, table) in tables() {
        let mut said: BTreeMap<String, &str> = BTreeMap::new();
        for (id, english) in english() {
            let other = table.get(key(&table, &id)).map_or("", String::as_str);
            assert_eq!(*said.entry(english).or_insert(other), other, "{code}: {id}");
        }
        let different: BTreeSet<_> = said.values().collect();
        assert_eq!(different.len(), said.len(), "{code}: two sentences became one");
    }
}
