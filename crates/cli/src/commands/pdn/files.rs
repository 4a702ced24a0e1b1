//! The files that games are read from, with a bar that shows how far it is, and what is wrong in
//! them.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use crownhead_files::{Fault, Games, OneGame, each_game};
use indicatif::{ProgressBar, ProgressStyle};

use super::games;
use crate::failure::{Failure, complain};

/// Which files are read.
#[derive(Args, Debug)]
pub(crate) struct FilesArgs {
    /// Files of games; - is standard input. Those that are called .json, .jsonl or .ndjson are
    /// JSON, all others PDN
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The form of what is read, whatever the files are called
    #[arg(long, value_name = "FORM", value_enum)]
    from: Option<Form>,
}

/// A form of files that are read.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Form {
    /// Portable Draughts Notation
    Pdn,
    /// JSON: a list of games, or one after the other
    Json,
}

/// Whether a file is called like one of JSON.
pub(super) fn is_json(path: &Path) -> bool {
    let end = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
    matches!(end.as_deref(), Some("json" | "jsonl" | "ndjson"))
}

impl FilesArgs {
    /// Hands every game of every file to `work` on any thread, and what comes of it with the name
    /// of its file to `take`, in order.
    pub(super) fn each<T: Send>(
        &self,
        work: impl Fn(Result<OneGame, Fault>) -> T + Sync,
        mut take: impl FnMut(&str, T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for path in self.files.iter().filter(|path| *path != Path::new("-")) {
            fs::metadata(path).map_err(|error| about(path, &error))?;
        }
        for path in &self.files {
            let Opened { name, input, length } = open(path)?;
            let form = self.from.unwrap_or(if is_json(path) { Form::Json } else { Form::Pdn });
            let mut games = match form {
                Form::Pdn => Games::pdn(input),
                Form::Json => Games::json(input),
            };
            let bar = bar(length, &name);
            let taken = each_game(&mut games, &work, |done, read| {
                bar.set_position(read);
                take(&name, done)
            });
            bar.finish_and_clear();
            taken?;
        }
        Ok(())
    }
}

/// A file that can be read.
struct Opened {
    name: String,
    input: Box<dyn Read + Send>,
    /// Its bytes, where that is known.
    length: Option<u64>,
}

fn open(path: &Path) -> Result<Opened, Failure> {
    if path == Path::new("-") {
        let name = "standard input".to_owned();
        return Ok(Opened { name, input: Box::new(io::stdin()), length: None });
    }
    let file = File::open(path).map_err(|error| about(path, &error))?;
    let length = file.metadata().ok().filter(fs::Metadata::is_file).map(|data| data.len());
    Ok(Opened { name: path.display().to_string(), input: Box::new(file), length })
}

fn about(path: &Path, error: &io::Error) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

/// A bar on standard error; nothing where that is no terminal.
fn bar(length: Option<u64>, name: &str) -> ProgressBar {
    let (bar, template) = match length {
        Some(length) => (
            ProgressBar::new(length),
            "{bytes:>10}/{total_bytes} {bar:24} {bytes_per_sec:>12} {eta:>4} {msg}",
        ),
        None => (ProgressBar::new_spinner(), "{bytes:>10} {spinner} {bytes_per_sec:>12} {msg}"),
    };
    let bar = bar.with_message(crate::failure::printable(name));
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// How many games there were, and how many of them were wrong.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) games: u64,
    pub(super) wrong: u64,
}

impl Tally {
    /// Counts a game. One that is wrong is told of on standard error, and is none.
    pub(super) fn good<T>(&mut self, name: &str, game: Result<T, Fault>) -> Option<T> {
        self.games += 1;
        match game {
            Ok(good) => Some(good),
            Err(fault) => {
                self.wrong += 1;
                complain(&line(name, &fault));
                None
            }
        }
    }

    /// The failure that a command ends with if games had to be left out.
    pub(super) fn end(&self) -> Result<(), Failure> {
        match self.wrong {
            0 => Ok(()),
            wrong => {
                Err(Failure::Machine(format!("{wrong} of {} are left out", games(self.games))))
            }
        }
    }
}

/// `games.pdn:12:5: game 3, move 7: …`
pub(super) fn line(name: &str, fault: &Fault) -> String {
    let Fault { game, line, column, number, says, .. } = fault;
    let mv = number.map(|number| format!(", move {number}")).unwrap_or_default();
    format!("{name}:{line}:{column}: game {game}{mv}: {says}")
}
