//! The input files of games, with a progress bar and error reports.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use crownhead_files::{DecidedGames, GameFileError, GameReader, ParsedGame, for_each_game};
use crownhead_games::{Record, ResultOrder};
use indicatif::{ProgressBar, ProgressStyle};

use super::{games, games_are};
use crate::failure::{Failure, print_error};

/// The input files.
#[derive(Args, Debug)]
pub(crate) struct FilesArgs {
    /// Files of games, or - for standard input. Files named .json, .jsonl or .ndjson are JSON, all
    /// others PDN
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The input format, whatever the names of the files
    #[arg(long, value_name = "FORM", value_enum)]
    from: Option<InputFormat>,
    #[command(flatten)]
    results: ResultsArgs,
}

/// The order of scores in results.
#[derive(Args, Copy, Clone, Debug)]
pub(crate) struct ResultsArgs {
    /// Whose score comes first in the results of PDN checkers files
    #[arg(long, value_name = "ORDER", value_enum, default_value = "first-mover")]
    results: Order,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Order {
    /// Black's, who moves first: the PDN standard
    FirstMover,
    /// White's: some programs, and older versions of Crownhead
    White,
}

impl ResultsArgs {
    pub(crate) fn order(self) -> ResultOrder {
        match self.results {
            Order::FirstMover => ResultOrder::FirstMover,
            Order::White => ResultOrder::White,
        }
    }

    /// The remedy for a file in which most results name the loser.
    pub(crate) fn remedy(self) -> &'static str {
        match self.results {
            Order::FirstMover => {
                "It seems to have White's score first: read it with --results white"
            }
            Order::White => {
                "It seems to have the first mover's score first: read it with --results first-mover"
            }
        }
    }
}

/// The warning about a file in which most results name the loser.
pub(crate) fn reversed_results_warning(found: DecidedGames) -> String {
    let DecidedGames { decided, reversed } = found;
    let name = if reversed == 1 { "has a result that names" } else { "have a result that names" };
    format!("{reversed} of {} decided on the board {name} the loser as the winner", games(decided))
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum InputFormat {
    /// Portable Draughts Notation
    Pdn,
    /// JSON: a list of games, or one game after the other
    Json,
}

/// Whether the name of a file says that it is JSON.
pub(crate) fn is_json(path: &Path) -> bool {
    let end = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
    matches!(end.as_deref(), Some("json" | "jsonl" | "ndjson"))
}

impl FilesArgs {
    fn format_of(&self, path: &Path) -> InputFormat {
        self.from.unwrap_or(if is_json(path) { InputFormat::Json } else { InputFormat::Pdn })
    }

    /// The order of scores that the files have.
    pub(super) fn order(&self) -> ResultOrder {
        self.results.order()
    }

    /// The advice for a file in which most results name the loser.
    pub(super) fn remedy(&self, name: &str) -> &'static str {
        match self.format_of(Path::new(name)) {
            InputFormat::Pdn => self.results.remedy(),
            InputFormat::Json => "Repair it with crownhead pdn convert --swap-results",
        }
    }

    /// Passes every game of every file to `work` on any thread, and the result with the name of its
    /// file to `take`, in order. Returns how many files could not be opened; if there is just one
    /// file, that is an error.
    pub(super) fn each<T: Send>(
        &self,
        work: impl Fn(Result<ParsedGame, GameFileError>) -> T + Sync,
        mut take: impl FnMut(&str, T) -> Result<(), Failure>,
    ) -> Result<UnreadFiles, Failure> {
        let mut unread = UnreadFiles { unread: 0, files: self.files.len() };
        for path in &self.files {
            let Opened { name, input, length } = match open(path) {
                Ok(opened) => opened,
                Err(error) if self.files.len() == 1 => return Err(Failure::file(path, &error)),
                Err(error) => {
                    unread.unread += 1;
                    print_error(&Failure::file(path, &error).to_string());
                    continue;
                }
            };
            let mut games = match self.format_of(path) {
                InputFormat::Pdn => GameReader::pdn(input),
                InputFormat::Json => GameReader::json(input),
            };
            let bar = bar(length, &name);
            let order = self.results.order();
            let work = |game: Result<ParsedGame, GameFileError>| {
                work(game.map(|it| it.with_results(order)))
            };
            let taken = for_each_game(&mut games, work, |done, read| {
                bar.set_position(read);
                take(&name, done)
            });
            bar.finish_and_clear();
            taken?;
        }
        Ok(unread)
    }
}

/// How many of the input files could not be opened.
#[derive(Copy, Clone, Default)]
pub(super) struct UnreadFiles {
    unread: usize,
    files: usize,
}

impl UnreadFiles {
    fn is_none(self) -> bool {
        self.unread == 0
    }

    /// The error that a command ends with if files could not be opened.
    pub(super) fn error(self) -> Option<String> {
        let UnreadFiles { unread, files } = self;
        (unread > 0).then(|| format!("{unread} of {files} files could not be read"))
    }
}

/// An open input file.
struct Opened {
    name: String,
    input: Box<dyn Read + Send>,
    /// Its size, if it is known.
    length: Option<u64>,
}

fn open(path: &Path) -> io::Result<Opened> {
    if path == Path::new("-") {
        let name = "standard input".to_owned();
        return Ok(Opened { name, input: Box::new(io::stdin()), length: None });
    }
    // Windows cannot open a folder, and says so in other words.
    if fs::metadata(path)?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let file = File::open(path)?;
    let length = file.metadata().ok().filter(fs::Metadata::is_file).map(|data| data.len());
    Ok(Opened { name: path.display().to_string(), input: Box::new(file), length })
}

/// A progress bar on standard error; none without a terminal.
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

/// Counts games and errors, and the files that seem to have the other order of scores.
#[derive(Default)]
pub(super) struct GameCounts {
    pub(super) games: u64,
    pub(super) wrong: u64,
    /// Games whose moves are faulty, and that are not left out.
    faulty: u64,
    /// Whether the scores were exchanged.
    pub(super) swapped: bool,
    /// Input files that could not be opened.
    pub(super) unread: UnreadFiles,
    /// The output file that was not written because of what was left out.
    skipped_output: Option<SkippedOutput>,
    file: String,
    found: DecidedGames,
    warnings: Vec<String>,
}

/// An output file that is not written.
enum SkippedOutput {
    /// It exists, and would have lost games.
    Kept(PathBuf),
    /// There was nothing to write to it.
    Empty(PathBuf),
}

/// The outcome of a game, with the check of its result.
pub(super) struct CheckedGame<T> {
    pub(super) value: T,
    pub(super) found: DecidedGames,
}

impl<T> CheckedGame<T> {
    pub(super) fn new(value: T, record: &Record) -> CheckedGame<T> {
        let mut found = DecidedGames::default();
        found.add_record(record);
        CheckedGame { value, found }
    }
}

impl GameCounts {
    /// Counts a game. An invalid one is reported on standard error and left out.
    pub(super) fn count<T>(&mut self, name: &str, game: Result<T, GameFileError>) -> Option<T> {
        self.games += 1;
        match game {
            Ok(game) => Some(game),
            Err(fault) => {
                self.wrong += 1;
                print_error(&line(name, &fault));
                None
            }
        }
    }

    /// Reports a game whose moves are invalid, and that is not left out.
    pub(super) fn keep_faulty(&mut self, name: &str, fault: &GameFileError) {
        self.faulty += 1;
        print_error(&line(name, fault));
    }

    /// Counts a game and its result.
    pub(super) fn played<T>(
        &mut self,
        files: &FilesArgs,
        name: &str,
        game: Result<CheckedGame<T>, GameFileError>,
    ) -> Option<T> {
        let CheckedGame { value, found } = self.count(name, game)?;
        if self.file != name {
            self.close_file(files);
            name.clone_into(&mut self.file);
        }
        self.found.decided += found.decided;
        self.found.reversed += found.reversed;
        Some(value)
    }

    /// Whether the valid games may be written to a file. They do not replace an existing file if
    /// games are missing, and no empty file is written.
    pub(super) fn may_write(&mut self, path: &Path, replaces: bool) -> bool {
        let is_whole = self.wrong == 0 && self.unread.is_none();
        self.skipped_output = match is_whole {
            true => None,
            false if self.wrong == self.games => Some(SkippedOutput::Empty(path.to_owned())),
            false if replaces => Some(SkippedOutput::Kept(path.to_owned())),
            false => None,
        };
        self.skipped_output.is_none()
    }

    /// Checks the results of the last file.
    fn close_file(&mut self, files: &FilesArgs) {
        let found = std::mem::take(&mut self.found);
        if found.are_reversed() {
            let remedy = match self.swapped {
                true => "Its scores must not be exchanged: they were right before",
                false => files.remedy(&self.file),
            };
            self.warnings.push(format!(
                "{}: {}. {remedy}",
                self.file,
                reversed_results_warning(found)
            ));
        }
    }

    /// The warning about the last file, if it seems to have the other order of scores.
    pub(super) fn reversed_results_warning(&mut self, files: &FilesArgs) -> Option<String> {
        self.close_file(files);
        self.warnings.pop()
    }

    /// The failure that a command ends with if games had to be left out, or results are doubtful.
    pub(super) fn end(mut self, files: &FilesArgs) -> Result<(), Failure> {
        self.close_file(files);
        let games_left_out = match (self.wrong, self.faulty) {
            (0, 0) => None,
            (wrong, 0) => Some(format!("{} left out", games_are(wrong, self.games))),
            (0, faulty) => {
                let are = games_are(faulty, self.games);
                Some(format!("{are} wrong and judged by tags alone"))
            }
            (wrong, faulty) => {
                let are = games_are(wrong, self.games);
                Some(format!("{are} left out, and {faulty} judged by tags alone"))
            }
        };
        let left_out: Vec<String> = self.unread.error().into_iter().chain(games_left_out).collect();
        let left_out = match left_out.is_empty() {
            true => self.warnings.pop(),
            false => Some(left_out.join(", and ")),
        };
        let left_out = left_out.map(|error| match &self.skipped_output {
            None => error,
            Some(SkippedOutput::Empty(path)) => {
                format!("{error}, so {} is not written", path.display())
            }
            Some(SkippedOutput::Kept(path)) => {
                let path = path.display();
                format!("{error}, so {path} stays as it was; to write the others, name a new file")
            }
        });
        self.warnings.iter().for_each(|warning| print_error(warning));
        left_out.map_or(Ok(()), |error| Err(Failure::Machine(error)))
    }
}

/// `games.pdn:12:5: game 3, move 7: …`
pub(super) fn line(name: &str, fault: &GameFileError) -> String {
    let GameFileError { game, line, column, number, message: says, .. } = fault;
    let mv = number.map(|number| format!(", move {number}")).unwrap_or_default();
    format!("{name}:{line}:{column}: game {game}{mv}: {says}")
}
