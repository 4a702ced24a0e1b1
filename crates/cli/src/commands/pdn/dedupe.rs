//! `crownhead pdn dedupe`: every game once.

use std::io::Write;

use clap::{Args, ValueEnum};
use crownhead_files::{Likeness, Seen};

use super::files::{FilesArgs, Tally};
use super::games;
use super::output::OutputArgs;
use crate::failure::{Failure, complain};

/// What is looked through.
#[derive(Args, Debug)]
pub(crate) struct DedupeArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// When two games are the same
    #[arg(long, value_name = "WHAT", value_enum, default_value = "players")]
    by: By,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    /// The same players have played the same moves
    Players,
    /// The same moves were played, by whomever
    Moves,
}

impl DedupeArgs {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let likeness = match self.by {
            By::Players => Likeness::Players,
            By::Moves => Likeness::Moves,
        };
        let (mut tally, mut seen, mut twice) = (Tally::default(), Seen::default(), 0);
        self.output.write(out, |out| {
            let mut between = "";
            self.files.each(
                |game| {
                    let game = game?;
                    let record = game.record()?;
                    Ok((likeness.mark(&record), game.pdn(&record)))
                },
                |name, game| {
                    let Some((mark, text)) = tally.good(name, game) else { return Ok(()) };
                    if !seen.is_new(mark) {
                        twice += 1;
                        return Ok(());
                    }
                    out.write_all(std::mem::replace(&mut between, "\n").as_bytes())?;
                    Ok(out.write_all(text.as_bytes())?)
                },
            )
        })?;
        if twice > 0 {
            complain(&format!("{} of {} were there before", twice, games(tally.games)));
        }
        tally.end()
    }
}
