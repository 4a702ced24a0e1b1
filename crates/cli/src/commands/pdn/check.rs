//! `crownhead pdn check`: parses and replays every game, and compares its result with its Result
//! tag and the last position.

use std::io::Write;

use clap::Args;
use crownhead_files::{DecidedGames, GameFileError, ResultReport};
use crownhead_games::ResultCheck;
use crownhead_games::english::pluralize;
use serde::Serialize;

use super::files::{self, FilesArgs, reversed_results_warning};
use super::{games, games_are};
use crate::commands::print_json;
use crate::failure::{Failure, printable};

/// Options of `crownhead pdn check`.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// Report at most this many errors, and count the rest
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    errors: u64,
    /// Print JSON, one line per error and one with the counts
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct FaultJson<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    game: u64,
    #[serde(rename = "move")]
    number: Option<u32>,
    says: &'a str,
}

/// A file in which most results name the loser.
#[derive(Serialize)]
struct ReversedFileJson<'a> {
    file: &'a str,
    /// Games of checkers with a result that were decided on the board.
    decided: u64,
    /// Those whose result names the loser.
    reversed: u64,
    says: &'a str,
}

#[derive(Default, Serialize)]
struct Counts {
    games: u64,
    /// Games that cannot be read or played, or have a contradictory result.
    wrong: u64,
    /// Those of them whose result contradicts itself or the last position, or is not a result.
    contradictory: u64,
    /// Games without moves.
    empty: u64,
    plies: u64,
}

struct ValidGame {
    plies: u64,
    result: ResultReport,
}

/// The check of several files.
struct FileCheck<'a, W> {
    args: &'a CheckArgs,
    out: &'a mut W,
    counts: Counts,
    printed: u64,
    file: String,
    found: DecidedGames,
    /// The errors since the first result that names the loser. Whether such results are reported
    /// one by one depends on how many the whole file has.
    pending: Vec<PendingFault>,
}

/// An error that is reported at the end of its file.
struct PendingFault {
    fault: GameFileError,
    /// Whether it is a result that names the loser.
    is_reversed: bool,
}

impl CheckArgs {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let mut check = FileCheck {
            args: self,
            out,
            counts: Counts::default(),
            printed: 0,
            file: String::new(),
            found: DecidedGames::default(),
            pending: Vec::new(),
        };
        let unread = self.files.each(
            |game| {
                let game = game?;
                let record = game.record()?;
                let plies = record.plies().len() as u64;
                let result = game.result_report(&record, self.files.order());
                Ok(ValidGame { plies, result })
            },
            |name, game| check.take(name, game),
        )?;
        check.close_file()?;
        let counts = check.counts;
        match self.json {
            true => print_json(&counts, out)?,
            false => writeln!(out, "{}", counts.summary())?,
        }
        out.flush()?;
        let wrong =
            (counts.wrong > 0).then(|| format!("{} wrong", games_are(counts.wrong, counts.games)));
        let errors: Vec<String> = unread.error().into_iter().chain(wrong).collect();
        match errors.is_empty() {
            true => Ok(()),
            false => Err(Failure::Machine(errors.join(", and "))),
        }
    }
}

impl Counts {
    /// `4 games with 8 plies: 2 wrong, 1 of them with a contradictory result, 1 without moves`
    fn summary(&self) -> String {
        let all = format!("{} with {}", games(self.games), pluralize(self.plies, "ply"));
        let mut parts = vec![format!("{} wrong", self.wrong)];
        match self.contradictory {
            0 => {}
            1 => parts.push("1 of them with a contradictory result".to_owned()),
            many => parts.push(format!("{many} of them with contradictory results")),
        }
        if self.empty > 0 {
            parts.push(format!("{} without moves", self.empty));
        }
        format!("{all}: {}", parts.join(", "))
    }
}

impl<W: Write> FileCheck<'_, W> {
    fn take(&mut self, name: &str, game: Result<ValidGame, GameFileError>) -> Result<(), Failure> {
        if self.file != name {
            self.close_file()?;
            name.clone_into(&mut self.file);
        }
        self.counts.games += 1;
        match game {
            Ok(game) => self.count_valid(game),
            Err(fault) => {
                self.counts.wrong += 1;
                self.report(fault, false)
            }
        }
    }

    fn count_valid(&mut self, ValidGame { plies, result }: ValidGame) -> Result<(), Failure> {
        let ResultReport { check, may_be_swapped, tag, board } = result;
        self.counts.plies += plies;
        self.counts.empty += u64::from(plies == 0);
        let is_wrong = tag.is_some() || board.is_some();
        self.counts.wrong += u64::from(is_wrong);
        self.counts.contradictory += u64::from(is_wrong);
        self.found.add(check, may_be_swapped);
        if let Some(fault) = tag {
            self.report(fault, false)?;
        }
        match board {
            Some(fault) => self.report(fault, may_be_swapped && check == ResultCheck::Reversed),
            None => Ok(()),
        }
    }

    /// Reports an error, in the order of the file: at once, or at the end of the file if others
    /// wait before it. No more wait than are reported.
    fn report(&mut self, fault: GameFileError, is_reversed: bool) -> Result<(), Failure> {
        if !is_reversed && self.pending.is_empty() {
            return self.print_fault(&fault);
        }
        let alike = self.pending.iter().filter(|other| other.is_reversed == is_reversed);
        if (alike.count() as u64) < self.args.errors {
            self.pending.push(PendingFault { fault, is_reversed });
        }
        Ok(())
    }

    /// Reports the results of the file: together if most name the loser, otherwise one by one.
    fn close_file(&mut self) -> Result<(), Failure> {
        let found = std::mem::take(&mut self.found);
        let in_one_line = found.are_reversed();
        for PendingFault { fault, is_reversed } in std::mem::take(&mut self.pending) {
            if !(is_reversed && in_one_line) {
                self.print_fault(&fault)?;
            }
        }
        if !in_one_line {
            return Ok(());
        }
        let DecidedGames { decided, reversed } = found;
        let file = &self.file;
        let says = format!("{}. {}", reversed_results_warning(found), self.args.files.remedy(file));
        match self.args.json {
            true => {
                print_json(&ReversedFileJson { file, decided, reversed, says: &says }, self.out)
            }
            false => Ok(writeln!(self.out, "{}: {says}", printable(file))?),
        }
    }

    fn print_fault(&mut self, fault: &GameFileError) -> Result<(), Failure> {
        self.printed += 1;
        if self.printed > self.args.errors {
            return Ok(());
        }
        let GameFileError { line, column, game, number, .. } = *fault;
        let (file, says) = (&self.file, &printable(&fault.message));
        match self.args.json {
            true => print_json(&FaultJson { file, line, column, game, number, says }, self.out),
            false => Ok(writeln!(self.out, "{}", printable(&files::line(file, fault)))?),
        }
    }
}
