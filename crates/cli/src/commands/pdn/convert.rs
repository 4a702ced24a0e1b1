//! `crownhead pdn convert`: games in another format.

use std::io::Write;

use clap::{Args, ValueEnum};
use crownhead_files::{GameFileError, JsonGame, ParsedGame};
use crownhead_games::{PdnStyle, Record};

use super::files::{CheckedGame, FilesArgs, GameCounts, is_json};
use super::output::OutputArgs;
use crate::failure::{Failure, print_error};
use crownhead_games::english::pluralize;

/// Options of `crownhead pdn convert`.
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// The output format; by default the extension of the output file decides, or PDN
    #[arg(long, value_name = "FORM", value_enum)]
    to: Option<OutputFormat>,
    /// How to write the squares of checkers
    #[arg(long, value_name = "HOW", value_enum, default_value = "numbers")]
    squares: Squares,
    /// Write every square that a jump lands on, even where it is not needed
    #[arg(long = "whole-jumps")]
    full_jumps: bool,
    /// Swap the two scores of every checkers result, to repair files written by older versions of
    /// Crownhead. Other games do not change
    #[arg(long, conflicts_with = "results")]
    swap_results: bool,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// Portable Draughts Notation, with additional tags where it lacks them
    Pdn,
    /// A JSON list of games
    Json,
    /// One line of JSON per game
    Ndjson,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Squares {
    /// 1 to 32, as in English checkers
    Numbers,
    /// a1 to h8
    Names,
}

impl ConvertArgs {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let to = self.to();
        let style = PdnStyle { names: self.squares == Squares::Names, full_jumps: self.full_jumps };
        let (mut tally, mut variations) = (GameCounts::default(), 0);
        tally.swapped = self.swap_results;
        self.output.write(out, &mut tally, |out, tally| {
            let [begin, between, end] = match to {
                OutputFormat::Pdn => ["", "\n", ""],
                OutputFormat::Json => ["[\n", ",\n", "\n]\n"],
                OutputFormat::Ndjson => ["", "\n", "\n"],
            };
            let mut before = begin;
            tally.unread = self.files.each(
                |game| {
                    let game = game?;
                    let swap = self.swap_results;
                    let game = if swap { game.with_swapped_result() } else { game };
                    converted(&game, to, style, swap)
                },
                |name, game| {
                    let game = tally.played(&self.files, name, game);
                    if let Some((text, left_out)) = game {
                        variations += left_out;
                        out.write_all(std::mem::replace(&mut before, between).as_bytes())?;
                        out.write_all(text.as_bytes())?;
                    }
                    Ok(())
                },
            )?;
            // A repair loses nothing.
            if self.swap_results && variations > 0 {
                let lost = pluralize(variations, "variation");
                return Err(Failure::Machine(format!(
                    "{lost} would be lost: only PDN with square numbers, without --whole-jumps, \
                     keeps variations"
                )));
            }
            // Correct results are not replaced by swapped ones.
            if self.swap_results
                && let Some(warning) = tally.reversed_results_warning(&self.files)
            {
                return Err(Failure::Machine(warning));
            }
            let is_empty = tally.games == tally.wrong;
            match (to, is_empty) {
                (OutputFormat::Json, true) => Ok(out.write_all(b"[]\n")?),
                (_, true) => Ok(()),
                (_, false) => Ok(out.write_all(end.as_bytes())?),
            }
        })?;
        if variations > 0 {
            let are = if variations == 1 { "is" } else { "are" };
            let left_out = pluralize(variations, "variation");
            print_error(&format!("{left_out} beside the main line {are} left out"));
        }
        tally.end(&self.files)
    }

    fn to(&self) -> OutputFormat {
        let by_name = |path: &std::path::Path| match is_json(path) {
            true if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("json")) => {
                OutputFormat::Json
            }
            true => OutputFormat::Ndjson,
            false => OutputFormat::Pdn,
        };
        self.to.unwrap_or_else(|| self.output.file().map_or(OutputFormat::Pdn, by_name))
    }
}

/// A game in its new format, and the number of variations that are left out. A repair keeps them if
/// the format allows variations.
fn converted(
    game: &ParsedGame,
    to: OutputFormat,
    style: PdnStyle,
    is_repair: bool,
) -> Result<CheckedGame<(String, u64)>, GameFileError> {
    let record = game.record()?;
    let variations = match game {
        ParsedGame::Pdn(pdn) => pdn
            .items
            .iter()
            .filter(|item| matches!(item.kind, crownhead_pdn::ItemKind::Variation(_)))
            .count() as u64,
        ParsedGame::Json(..) => 0,
    };
    if is_repair && variations > 0 && to == OutputFormat::Pdn && style == PdnStyle::default() {
        return Ok(CheckedGame::new((game.pdn(&record), 0), &record));
    }
    let text = match to {
        OutputFormat::Pdn => record.to_pdn_in(style).to_string(),
        OutputFormat::Json | OutputFormat::Ndjson => json(&record),
    };
    Ok(CheckedGame::new((text, variations), &record))
}

/// Serializing texts and numbers cannot fail.
fn json(record: &Record) -> String {
    serde_json::to_string(&JsonGame::new(record)).unwrap_or_default()
}
