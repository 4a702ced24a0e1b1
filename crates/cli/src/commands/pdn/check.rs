//! `crownhead pdn check`: every game read and played through.

use std::io::Write;

use clap::Args;
use crownhead_files::Fault;
use serde::Serialize;

use super::files::{self, FilesArgs};
use super::games;
use crate::commands::print_json;
use crate::failure::{Failure, printable};

/// What is checked.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// Tell of so many wrong games at most, and only count the others
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    errors: u64,
    /// Print JSON, a line for each wrong game and one with the counts
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Wrong<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    game: u64,
    #[serde(rename = "move")]
    number: Option<u32>,
    says: &'a str,
}

#[derive(Default, Serialize)]
struct Counts {
    games: u64,
    wrong: u64,
    plies: u64,
}

impl CheckArgs {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut counts = Counts::default();
        self.files.each(
            |game| Ok(game?.record()?.plies().len()),
            |name, game: Result<usize, Fault>| {
                counts.games += 1;
                match game {
                    Ok(plies) => counts.plies += plies as u64,
                    Err(fault) => {
                        counts.wrong += 1;
                        if counts.wrong <= self.errors {
                            self.tell(name, &fault, out)?;
                        }
                    }
                }
                Ok(())
            },
        )?;
        let Counts { games: all, wrong, plies } = counts;
        match self.json {
            true => print_json(&counts, out)?,
            false => writeln!(out, "{} with {plies} plies, {wrong} of them wrong", games(all))?,
        }
        out.flush()?;
        match wrong {
            0 => Ok(()),
            _ => Err(Failure::Machine(format!("{wrong} of {} are wrong", games(all)))),
        }
    }

    fn tell(&self, file: &str, fault: &Fault, out: &mut impl Write) -> Result<(), Failure> {
        let Fault { line, column, game, number, .. } = *fault;
        let says = &printable(&fault.says);
        match self.json {
            true => print_json(&Wrong { file, line, column, game, number, says }, out),
            false => Ok(writeln!(out, "{}", printable(&files::line(file, fault)))?),
        }
    }
}
