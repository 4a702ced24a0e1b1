//! `crownhead rules`: the rule book of a game, or its differences to another.

use std::io::Write;

use anstyle::Style;
use crownhead_games::{GameId, RuleDifference, Rules, differences, rule_book};
use crownhead_rules::book::Rule;
use serde::Serialize;

use crate::args::RulesArgs;
use crate::failure::Failure;
use crate::wrap;

#[derive(Serialize)]
struct Entry {
    id: &'static str,
    topic: &'static str,
    text: &'static str,
    source: Source,
    differs: Vec<Other>,
}

#[derive(Serialize)]
struct Source {
    ruling: bool,
    leaflet: Option<&'static str>,
    heading: Option<&'static str>,
}

#[derive(Serialize)]
struct Other {
    game: &'static str,
    id: &'static str,
    text: &'static str,
}

#[derive(Serialize)]
struct DifferenceEntry {
    topic: &'static str,
    one: Vec<Entry>,
    other: Vec<Entry>,
}

pub(super) fn run(
    args: &RulesArgs,
    diff: Option<GameId>,
    json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let rules = args.rules()?;
    match diff {
        Some(other) => print_differences(rules, other.rules(), json, out),
        None => print_book(rules, json, out),
    }
}

fn print_book(rules: Rules, json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let book = rule_book(rules);
    if json {
        let entries: Vec<_> = book.iter().map(|rule| entry(rule, rules.game())).collect();
        return super::print_json(&entries, out);
    }
    let bold = Style::new().bold();
    writeln!(out, "{bold}{}{bold:#}", rules.game().title())?;
    for rule in book {
        writeln!(out)?;
        print_rule(rule, 0, out)?;
        let others = RuleDifference::others(rule, rules.game());
        let mut names: Vec<_> = others.iter().map(|(game, _)| game.title()).collect();
        names.dedup();
        if !names.is_empty() {
            for line in wrap::lines(&format!("different in {}", names.join(", ")), 2) {
                writeln!(out, "{line}")?;
            }
        }
    }
    Ok(())
}

fn print_differences(
    one: Rules,
    other: Rules,
    json: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let differences = differences(one, other);
    if json {
        let side = |rules: &[&'static Rule], of: Rules| {
            rules.iter().map(|rule| entry(rule, of.game())).collect()
        };
        let entries: Vec<_> = differences
            .iter()
            .map(|difference| DifferenceEntry {
                topic: difference.topic,
                one: side(&difference.one, one),
                other: side(&difference.other, other),
            })
            .collect();
        return super::print_json(&entries, out);
    }
    if differences.is_empty() {
        writeln!(out, "{} and {} have the same rules.", one.game().title(), other.game().title())?;
    }
    let bold = Style::new().bold();
    for (i, difference) in differences.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{bold}{}{bold:#}", difference.topic)?;
        for (rules, said) in [(one, &difference.one), (other, &difference.other)] {
            writeln!(out, "  {}", rules.game().title())?;
            if said.is_empty() {
                writeln!(out, "    no rule about this")?;
            }
            for rule in said {
                print_rule(rule, 4, out)?;
            }
        }
    }
    Ok(())
}

fn print_rule(rule: &Rule, indent: usize, out: &mut impl Write) -> Result<(), Failure> {
    let dim = Style::new().dimmed();
    for line in wrap::lines(rule.text, indent) {
        writeln!(out, "{line}")?;
    }
    for line in wrap::lines(&format!("{} — {}", rule.id, rule.source), indent + 2) {
        writeln!(out, "{dim}{line}{dim:#}")?;
    }
    Ok(())
}

fn entry(rule: &'static Rule, game: GameId) -> Entry {
    use crownhead_rules::book::Source as From;
    let source = match rule.source {
        From::Leaflet(leaflet, heading) => {
            Source { ruling: false, leaflet: Some(leaflet.title()), heading: Some(heading) }
        }
        From::Ruling => Source { ruling: true, leaflet: None, heading: None },
    };
    let other = |(game, rule): (GameId, &'static Rule)| Other {
        game: game.name(),
        id: rule.id,
        text: rule.text,
    };
    Entry {
        id: rule.id,
        topic: rule.topic,
        text: rule.text,
        source,
        differs: RuleDifference::others(rule, game).into_iter().map(other).collect(),
    }
}
