//! `crownhead games`: the list of games.

use std::io::Write;

use anstyle::Style;
use crownhead_games::{GameId, OptionInfo};
use serde::Serialize;

use crate::failure::Failure;

#[derive(Serialize)]
struct Entry {
    id: &'static str,
    title: &'static str,
    about: &'static str,
    leaflet: &'static str,
    options: Vec<OptionEntry>,
}

#[derive(Serialize)]
struct OptionEntry {
    key: &'static str,
    values: &'static [&'static str],
    default: &'static str,
    about: &'static str,
}

pub(super) fn run(json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let entries: Vec<Entry> = GameId::ALL.iter().copied().map(entry).collect();
    if json {
        return super::print_json(&entries, out);
    }
    let bold = Style::new().bold();
    let mut leaflet = "";
    for entry in entries {
        if entry.leaflet != leaflet {
            leaflet = entry.leaflet;
            writeln!(out, "{leaflet}")?;
        }
        writeln!(out, "  {bold}{:<26}{bold:#}{}", entry.id, entry.about)?;
        for option in entry.options {
            let values = option.values.join("|");
            writeln!(out, "    -o {}={values}  {}", option.key, option.about)?;
        }
    }
    Ok(writeln!(out, "\nThe first value of an option is its default.")?)
}

fn entry(id: GameId) -> Entry {
    let option = |option: &OptionInfo| OptionEntry {
        key: option.key,
        values: option.values,
        default: option.values[0],
        about: option.about,
    };
    Entry {
        id: id.name(),
        title: id.title(),
        about: id.about(),
        leaflet: id.leaflet().title(),
        options: id.options().iter().map(option).collect(),
    }
}
