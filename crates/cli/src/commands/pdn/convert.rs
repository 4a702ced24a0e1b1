//! `crownhead pdn convert`: games in another form.

use std::io::Write;

use clap::{Args, ValueEnum};
use crownhead_files::{Fault, OneGame, Written};
use crownhead_games::{Record, Style};

use super::files::{FilesArgs, Tally, is_json};
use super::output::OutputArgs;
use crate::failure::{Failure, complain};

/// How games are converted.
#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// The form that is written; without it what the output file is called like, or PDN
    #[arg(long, value_name = "FORM", value_enum)]
    to: Option<To>,
    /// How PDN names the squares of checkers
    #[arg(long, value_name = "HOW", value_enum, default_value = "numbers")]
    squares: Squares,
    /// Write every square that a jump lands on, also where it need not be
    #[arg(long)]
    whole_jumps: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// A form that is written.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum To {
    /// Portable Draughts Notation, with tags of our own for what it does not know
    Pdn,
    /// A JSON list of games
    Json,
    /// A line of JSON for each game
    Ndjson,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Squares {
    /// 1 to 32, as English checkers has them
    Numbers,
    /// a1 to h8
    Names,
}

impl ConvertArgs {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let to = self.to();
        let style = Style { names: self.squares == Squares::Names, whole_jumps: self.whole_jumps };
        let (mut tally, mut variations) = (Tally::default(), 0);
        self.output.write(out, |out| {
            let [begin, between, end] = match to {
                To::Pdn => ["", "\n", ""],
                To::Json => ["[\n", ",\n", "\n]\n"],
                To::Ndjson => ["", "\n", "\n"],
            };
            let mut before = begin;
            self.files.each(
                |game| converted(game?, to, style),
                |name, game| {
                    if let Some((text, left_out)) = tally.good(name, game) {
                        variations += left_out;
                        out.write_all(std::mem::replace(&mut before, between).as_bytes())?;
                        out.write_all(text.as_bytes())?;
                    }
                    Ok(())
                },
            )?;
            let is_empty = tally.games == tally.wrong;
            match (to, is_empty) {
                (To::Json, true) => Ok(out.write_all(b"[]\n")?),
                (_, true) => Ok(()),
                (_, false) => Ok(out.write_all(end.as_bytes())?),
            }
        })?;
        if variations > 0 {
            complain(&format!("{variations} variations beside main lines are left out"));
        }
        tally.end()
    }

    fn to(&self) -> To {
        let by_name = |path: &std::path::Path| match is_json(path) {
            true if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("json")) => {
                To::Json
            }
            true => To::Ndjson,
            false => To::Pdn,
        };
        self.to.unwrap_or_else(|| self.output.file().map_or(To::Pdn, by_name))
    }
}

/// A game in its new form, and how many variations it had.
fn converted(game: OneGame, to: To, style: Style) -> Result<(String, usize), Fault> {
    let record = game.record()?;
    let variations = match &game {
        OneGame::Pdn(pdn) => pdn
            .items
            .iter()
            .filter(|item| matches!(item.kind, crownhead_pdn::Kind::Variation(_)))
            .count(),
        OneGame::Json(..) => 0,
    };
    let text = match to {
        To::Pdn => record.to_pdn_in(style).to_string(),
        To::Json | To::Ndjson => json(&record),
    };
    Ok((text, variations))
}

/// A value of texts and numbers can always be written.
fn json(record: &Record) -> String {
    serde_json::to_string(&Written::new(record)).unwrap_or_default()
}
