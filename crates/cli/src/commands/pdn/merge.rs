//! `crownhead pdn merge`: several files in one.

use std::io::Write;

use clap::Args;
use crownhead_files::{GameFileError, ParsedGame};

use super::files::{FilesArgs, GameCounts};
use super::output::OutputArgs;
use crate::failure::Failure;

/// Options of `crownhead pdn merge`.
#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    #[command(flatten)]
    files: FilesArgs,
    #[command(flatten)]
    output: OutputArgs,
}

impl MergeArgs {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut tally = GameCounts::default();
        self.output.write(out, &mut tally, |out, tally| {
            let mut between = "";
            tally.unread = self.files.each(
                |game| text(&game?),
                |name, game| {
                    if let Some(text) = tally.count(name, game) {
                        out.write_all(std::mem::replace(&mut between, "\n").as_bytes())?;
                        out.write_all(text.as_bytes())?;
                    }
                    Ok(())
                },
            )?;
            Ok(())
        })?;
        tally.end(&self.files)
    }
}

fn text(game: &ParsedGame) -> Result<String, GameFileError> {
    match game {
        ParsedGame::Pdn(pdn) => Ok(pdn.to_string()),
        ParsedGame::Json(..) => Ok(game.record()?.to_pdn().to_string()),
    }
}
