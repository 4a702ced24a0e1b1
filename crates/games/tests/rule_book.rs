//! Checks that `docs/rule-book.md` matches the data. Regenerate it with `UPDATE=1 cargo test -p
//! crownhead-games --test rule_book`.

use std::fmt::Write;
use std::path::Path;

use crownhead_games::{Game, GameId};
use crownhead_rules::book::{Rule, Source};

fn rendered() -> String {
    let mut page = String::from(
        "# The rule book\n\n\
         Every rule of every game in our own words, with the leaflet and heading that it comes \
         from. A **ruling** says what Crownhead does where a leaflet is silent or \
         can be read in several ways.\n",
    );
    for id in GameId::ALL {
        let _ = write!(page, "\n## {}\n\n{}\n\n", id.title(), id.about());
        for rule in Game::start(id.rules()).book() {
            page.push_str(&entry(*id, rule));
        }
    }
    page
}

fn entry(id: GameId, rule: &Rule) -> String {
    let source = match rule.source {
        Source::Ruling => "**ruling**".to_owned(),
        Source::Leaflet(..) => rule.source.to_string(),
    };
    let when = match rule.when {
        Some((option, value)) if id.rules().option(option) == Some(value) => {
            format!(" (with `{option}={value}`, the default)")
        }
        Some((option, value)) => format!(" (with `{option}={value}`)"),
        None => String::new(),
    };
    format!("- {}{when}<br>\n  `{}`, {source}\n", rule.text, rule.id)
}

#[test]
fn the_page_matches_the_data() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rule-book.md");
    let rendered = rendered();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &rendered).expect("the page can be written");
    }
    let page = std::fs::read_to_string(&path).expect("the page is there");
    assert!(page == rendered, "docs/rule-book.md is out of date; see the head of this test");
}
