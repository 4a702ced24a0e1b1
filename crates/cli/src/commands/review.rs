//! `crownhead review`: the best alternative to every move, for one game or all games of a file.

mod json;
mod table;

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crownhead_computer::{Analyst, review};
use crownhead_files::DecidedGames;
use crownhead_games::english::pluralize;
use crownhead_games::{Game, Record, RecordedResult};
use crownhead_pdn::{PdnErrorKind, PdnGame, PdnReader};

use super::pdn::{ResultsArgs, is_json, reversed_results_warning};
use crate::args::{GameArgs, GamesArgs, Source};
use crate::failure::{Failure, print_error};
use crate::thinking::ReviewArgs;
use crate::{endgames, memory};

/// A game to review: its start and its moves, from any source.
struct GameToReview {
    start: Game,
    moves: Vec<String>,
    /// Its place in a file, if it comes from one.
    origin: Option<Origin>,
}

/// The facts about a game in a file.
struct Origin {
    /// The index of the game in the file, from 1.
    number: u64,
    /// The line on which it begins.
    line: u32,
    /// Its tags, as far as they are not made from the game.
    tags: Vec<(String, String)>,
    result: RecordedResult,
}

impl GameToReview {
    fn from_args(args: &GameArgs) -> Result<GameToReview, Failure> {
        let moves: Vec<String> = args.moves().map(ToOwned::to_owned).collect();
        if moves.is_empty() {
            return Err(Failure::Input("no moves to review; give some with --play".into()));
        }
        Ok(GameToReview { start: args.begin()?, moves, origin: None })
    }

    /// Replays a game of a file.
    fn from_pdn(
        mut pdn: PdnGame,
        results: ResultsArgs,
        found: &mut DecidedGames,
    ) -> Result<GameToReview, String> {
        results.order().normalize(&mut pdn);
        let record = Record::from_pdn(&pdn).map_err(|bad| bad.to_string())?;
        found.add_record(&record);
        let tags = record.tags().iter();
        let origin = Origin {
            number: pdn.number,
            line: pdn.position.line,
            tags: tags.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            result: record.result(),
        };
        Ok(GameToReview {
            start: record.initial().clone(),
            moves: record.plies().iter().map(|ply| ply.text.clone()).collect(),
            origin: Some(origin),
        })
    }
}

impl Origin {
    /// The names of the first and the second player. In PDN black has the first move in checkers.
    fn players(&self) -> (Option<&str>, Option<&str>) {
        let tag = |wanted: &str| {
            self.tags.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str())
        };
        (tag("First").or(tag("Black")), tag("Second").or(tag("White")))
    }
}

pub(super) fn run(args: GamesArgs, how: &ReviewArgs, out: &mut impl Write) -> Result<(), Failure> {
    match args.source()? {
        Source::Moves(args) => {
            let played = GameToReview::from_args(&args)?;
            Reviewer::new(how)?.print_review(&played, out)
        }
        Source::File { path, only, results } => {
            let (name, input) = open(&path)?;
            let reviewer = Reviewer::new(how)?;
            let file = Games { name: &name, reader: PdnReader::new(input), results };
            match only {
                Some(number) => file.one(number, &reviewer, out),
                None => file.all(&reviewer, out),
            }
        }
    }
}

fn open(path: &Path) -> Result<(String, Box<dyn Read>), Failure> {
    if path == Path::new("-") {
        return Ok(("standard input".to_owned(), Box::new(io::stdin().lock())));
    }
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) if file.metadata().is_ok_and(|data| data.is_dir()) => {
            Err(Failure::file(path, &io::ErrorKind::IsADirectory.into()))
        }
        Ok(_) if is_json(path) => Err(Failure::damaged(
            path,
            "review reads PDN; `crownhead pdn convert` makes PDN from JSON",
        )),
        Ok(file) => Ok((name, Box::new(file))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(Failure::Machine(format!(
            "there is no file {name}, and no game has that name; `crownhead games` lists the games"
        ))),
        Err(error) => Err(Failure::file(path, &error)),
    }
}

/// The games of a file, one in memory at a time.
struct Games<'a> {
    name: &'a str,
    reader: PdnReader<Box<dyn Read>>,
    results: ResultsArgs,
}

impl Games<'_> {
    /// Reviews every game. An invalid game is reported and skipped, and the error at the end says
    /// how many there were.
    fn all(mut self, reviewer: &Reviewer<'_>, out: &mut impl Write) -> Result<(), Failure> {
        let (mut games, mut bad) = (0_u64, 0_u64);
        let mut found = DecidedGames::default();
        for game in self.reader.by_ref() {
            let played = match game {
                Err(error) if matches!(error.kind, PdnErrorKind::Input(_)) => {
                    return Err(self.fault(&error.to_string()));
                }
                Err(error) => Err(error.to_string()),
                Ok(pdn) => GameToReview::from_pdn(pdn, self.results, &mut found),
            };
            games += 1;
            match played {
                Ok(played) => reviewer.print_review(&played, out)?,
                Err(error) => {
                    bad += 1;
                    print_error(&format!("{}: {error}", self.name));
                }
            }
        }
        if found.are_reversed() {
            let error = format!(
                "{}: {}. {}",
                self.name,
                reversed_results_warning(found),
                self.results.remedy()
            );
            if bad == 0 {
                return Err(Failure::Machine(error));
            }
            print_error(&error);
        }
        match (games, bad) {
            (0, _) => Err(self.fault("there is no game in it")),
            (_, 0) => Ok(()),
            (1, _) => Err(self.fault("its game could not be reviewed")),
            _ => Err(self.fault(&format!("{bad} of its {games} games could not be reviewed"))),
        }
    }

    /// Reviews one game. Earlier games are only counted, and later ones not read.
    fn one(
        mut self,
        number: u64,
        reviewer: &Reviewer<'_>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let mut games = 0;
        for game in self.reader.by_ref() {
            games += 1;
            match game {
                Err(error) if games == number || matches!(error.kind, PdnErrorKind::Input(_)) => {
                    return Err(self.fault(&error.to_string()));
                }
                Ok(pdn) if games == number => {
                    let mut found = DecidedGames::default();
                    let played = GameToReview::from_pdn(pdn, self.results, &mut found);
                    let played = played.map_err(|error| self.fault(&error))?;
                    return reviewer.print_review(&played, out);
                }
                _ => {}
            }
        }
        let has = pluralize(games, "game");
        Err(self.fault(&format!("there is no game {number} in it; it has {has}")))
    }

    fn fault(&self, error: &str) -> Failure {
        Failure::Machine(format!("{}: {error}", self.name))
    }
}

/// Reviews games one after another.
struct Reviewer<'a> {
    how: &'a ReviewArgs,
    analyst: Analyst,
}

impl<'a> Reviewer<'a> {
    fn new(how: &'a ReviewArgs) -> Result<Reviewer<'a>, Failure> {
        let analyst = memory::analyst(how.means.hash as usize).map_err(Failure::Input)?;
        let analyst = analyst.with_endgames(endgames::shared());
        Ok(Reviewer { how, analyst })
    }

    /// Reviews a game, and prints the result, which does not depend on earlier games.
    fn print_review(&self, played: &GameToReview, out: &mut impl Write) -> Result<(), Failure> {
        let stop = AtomicBool::new(false);
        let watch = || {
            let start = Instant::now();
            move || start.elapsed()
        };
        self.analyst.clear();
        let GameToReview { start, moves, .. } = played;
        endgames::load_existing(start.rules());
        let question = self.how.question();
        let number = played.origin.as_ref().map(|origin| origin.number);
        let progress = |done, all| progress(number, done, all);
        let reviewed = review(start, moves, &self.analyst, question, watch, &stop, progress)
            .map_err(|bad| Failure::Input(bad.to_string()))?;
        match self.how.json {
            true => super::print_json(&json::to_json(played, &reviewed), out)?,
            false => table::print(played, &reviewed, out)?,
        }
        Ok(out.flush()?)
    }
}

/// A progress counter on standard error, removed at the end.
fn progress(game: Option<u64>, done: usize, all: usize) {
    let mut screen = anstream::stderr();
    if !io::stderr().is_terminal() {
        return;
    }
    let of = game.map(|game| format!("game {game}: ")).unwrap_or_default();
    let _ = match done {
        done if done == all => write!(screen, "\r\x1b[K"),
        done => write!(screen, "\r{of}looking at position {done} of {all}"),
    };
    let _ = screen.flush();
}
