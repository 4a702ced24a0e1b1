//! `crownhead pdn dedupe`: removing duplicate games.

use std::io::Write;

use clap::{Args, ValueEnum};
use crownhead_files::{DedupeBy, FingerprintSet};

use super::files::{FilesArgs, GameCounts};
use super::games;
use super::output::OutputArgs;
use crate::failure::{Failure, print_error};

/// Options of `crownhead pdn dedupe`.
#[derive(Args, Debug)]
pub(crate) struct DedupeArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// What makes two games duplicates
    #[arg(long, value_name = "WHAT", value_enum, default_value = "players")]
    by: SameGame,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum SameGame {
    /// Same players and same moves
    Players,
    /// Same moves, whoever played
    Moves,
}

impl DedupeArgs {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let by = match self.by {
            SameGame::Players => DedupeBy::Players,
            SameGame::Moves => DedupeBy::Moves,
        };
        let (mut tally, mut seen, mut twice) =
            (GameCounts::default(), FingerprintSet::default(), 0);
        self.output.write(out, &mut tally, |out, tally| {
            let mut between = "";
            tally.unread = self.files.each(
                |game| {
                    let game = game?;
                    let record = game.record()?;
                    Ok((by.fingerprint(&record), game.pdn(&record)))
                },
                |name, game| {
                    let Some((fingerprint, text)) = tally.count(name, game) else { return Ok(()) };
                    if !seen.insert(fingerprint) {
                        twice += 1;
                        return Ok(());
                    }
                    out.write_all(std::mem::replace(&mut between, "\n").as_bytes())?;
                    Ok(out.write_all(text.as_bytes())?)
                },
            )?;
            Ok(())
        })?;
        if twice > 0 {
            let removed = if twice == 1 {
                "was removed as a duplicate"
            } else {
                "were removed as duplicates"
            };
            print_error(&format!("{twice} of {} {removed}", games(tally.games)));
        }
        tally.end(&self.files)
    }
}
