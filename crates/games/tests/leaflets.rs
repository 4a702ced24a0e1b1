//! Checks `docs/leaflets.md` against the rule books: every sentence has its rules or a reason,
//! every rule that cites a leaflet is listed under the heading that it cites, and the headings are
//! the leaflet's.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crownhead_games::{Game, GameId};
use crownhead_rules::book::{Leaflet, Rule, Source};

/// A sentence of a leaflet on the page.
struct Sentence {
    leaflet: String,
    heading: String,
    number: usize,
    words: String,
    /// The second line: the ids of rules, or why there is none.
    rules: String,
}

impl Sentence {
    fn name(&self) -> String {
        format!("{}, “{}”, {}", self.leaflet, self.heading, self.number)
    }

    /// Why no rule implements it, if none does.
    fn reason(&self) -> Option<&str> {
        self.rules.strip_prefix("not a rule: ")
    }

    /// The ids, each with whether it is marked as a ruling.
    fn ids(&self) -> Vec<(&str, bool)> {
        if self.reason().is_some() {
            return Vec::new();
        }
        let read = |part| id(part).unwrap_or_else(|| panic!("{}: {part}", self.name()));
        self.rules.split(", ").map(read).collect()
    }
}

/// An id in backquotes, and whether it is marked as a ruling.
fn id(part: &str) -> Option<(&str, bool)> {
    let (id, rest) = part.strip_prefix('`')?.split_once('`')?;
    (rest.is_empty() || rest == " (ruling)").then_some((id, !rest.is_empty()))
}

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/leaflets.md");
    std::fs::read_to_string(path).expect("the page is there")
}

/// The headings of a text with `##` for a leaflet, and `heading` before one of its headings.
fn headings(text: &str, heading: &str) -> Vec<(String, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            found.push((title.to_owned(), Vec::new()));
        } else if let (Some((_, under)), Some(name)) =
            (found.last_mut(), line.strip_prefix(heading))
            && !name.is_empty()
        {
            under.push(name.to_owned());
        }
    }
    found
}

fn sentences(page: &str) -> Vec<Sentence> {
    let (mut leaflet, mut heading) = (String::new(), String::new());
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            leaflet = title.to_owned();
        } else if let Some(name) = line.strip_prefix("### ") {
            heading = name.to_owned();
        } else if let Some((number, words)) = line.split_once(". ")
            && let Ok(number) = number.parse()
        {
            let words = words.strip_suffix("<br>").unwrap_or_else(|| panic!("no break: {line}"));
            let rules = lines.next().unwrap_or_default().trim().to_owned();
            let (leaflet, heading) = (leaflet.clone(), heading.clone());
            found.push(Sentence { leaflet, heading, number, words: words.to_owned(), rules });
        }
    }
    found
}

fn books() -> BTreeMap<&'static str, &'static Rule> {
    let books = GameId::ALL.iter().flat_map(|id| Game::start(id.rules()).book());
    books.map(|rule| (rule.id, rule)).collect()
}

#[test]
fn headings_are_those_of_the_leaflets() {
    let listed = headings(include_str!("headings.txt"), "");
    assert_eq!(headings(&page(), "### "), listed);
    let titles: Vec<_> = listed.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(titles, Leaflet::ALL.map(Leaflet::title));
    for rule in books().values() {
        if let Source::Leaflet(leaflet, heading) = rule.source {
            let of = listed.iter().find(|(title, _)| title == leaflet.title());
            let known = of.is_some_and(|(_, under)| under.iter().any(|name| name == heading));
            assert!(known, "{} cites “{heading}”", rule.id);
        }
    }
}

#[test]
fn sentences_are_numbered_from_one_in_every_leaflet() {
    let page = page();
    let mut next = BTreeMap::new();
    let mut headings = BTreeSet::new();
    for sentence in sentences(&page) {
        let number = next.entry(sentence.leaflet.clone()).or_insert(1);
        assert_eq!(sentence.number, *number, "{}", sentence.name());
        *number += 1;
        headings.insert((sentence.leaflet.clone(), sentence.heading.clone()));
        assert!(sentence.words.ends_with('.'), "{}", sentence.name());
    }
    // No heading is without a sentence.
    let all = self::headings(&page, "### ");
    assert_eq!(headings.len(), all.iter().map(|(_, under)| under.len()).sum::<usize>());
}

#[test]
fn every_sentence_has_rules_or_a_reason() {
    let books = books();
    for sentence in sentences(&page()) {
        let name = sentence.name();
        if let Some(reason) = sentence.reason() {
            assert!(reason.split_whitespace().count() > 2, "{name}: {reason}");
            continue;
        }
        let ids = sentence.ids();
        for &(id, marked) in &ids {
            let rule = books.get(id).unwrap_or_else(|| panic!("{name}: there is no rule {id}"));
            assert_eq!(marked, rule.source == Source::Ruling, "{name}: {id}");
        }
        let unique: BTreeSet<_> = ids.iter().collect();
        assert_eq!(unique.len(), ids.len(), "{name} has a rule twice");
        assert!(ids.iter().any(|(_, ruling)| !ruling), "{name} has rulings alone");
    }
}

#[test]
fn rules_are_listed_in_the_leaflet_of_their_game() {
    for sentence in sentences(&page()) {
        for (id, _) in sentence.ids() {
            let game = GameId::ALL.iter().find(|game| {
                id.strip_prefix(game.name()).is_some_and(|rest| rest.starts_with('.'))
            });
            let game = game.unwrap_or_else(|| panic!("{id} is of no game"));
            assert_eq!(game.leaflet().title(), sentence.leaflet, "{id}");
        }
    }
}

#[test]
fn every_rule_that_cites_a_leaflet_is_listed_under_its_heading() {
    let sentences = sentences(&page());
    let stands = |id: &str, heading: &str| {
        let under = sentences.iter().filter(|sentence| sentence.heading == heading);
        under.flat_map(Sentence::ids).any(|(known, _)| known == id)
    };
    let missing: Vec<_> = books()
        .into_iter()
        .filter_map(|(id, rule)| match rule.source {
            Source::Leaflet(_, heading) => (!stands(id, heading)).then_some((id, heading)),
            Source::Ruling => None,
        })
        .collect();
    assert!(missing.is_empty(), "in no sentence under the heading that they cite: {missing:?}");
}
