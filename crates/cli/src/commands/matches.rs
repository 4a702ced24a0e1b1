//! `crownhead match`: matches between engines, and their statistics.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use crownhead_games::Rules;
use crownhead_games::english::pluralize;
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::RulesArgs;
use crate::atomic_file::{self, AtomicFile};
use crate::failure::{Failure, print_error};
use crate::matches::clock::MatchClock;
use crate::matches::openings::Openings;
use crate::matches::referee::TimeRule;
use crate::matches::resume::ResumeFile;
use crate::matches::run::{Match, PlayedGame, Summary};
use crate::matches::spec::Spec;
use crate::matches::statistics::{Decision, MatchTally, Sprt};

/// Options of `crownhead match`.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// A player, given twice: one of level=1 to 10, depth=N, nodes=N, time=100ms (a move) and clock=60s+1s;
    /// hash=MB, threads=T and tables=on or off; and for a program that speaks Hub cmd=PROGRAM ARGS at the end
    #[arg(long = "player", value_name = "PLAYER", required = true)]
    players: Vec<String>,
    /// Start from the openings in a file: one per line, as moves or as a position
    #[arg(long, value_name = "FILE", conflicts_with_all = ["random_plies", "random_ballots"])]
    openings: Option<PathBuf>,
    /// Start with this many random moves [default: 4]
    #[arg(long, value_name = "N", conflicts_with = "random_ballots",
          value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: Option<u32>,
    /// Start with one man of each side removed at random and one random move each, if the game
    /// stays balanced
    #[arg(long)]
    random_ballots: bool,
    /// The random seed of openings and levels
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of games [default: 100, every opening of a file twice, or as many as the test needs]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Stop when a sequential probability ratio test decides; its default bounds are
    /// elo0=0 elo1=5 alpha=0.05 beta=0.05
    #[arg(long, value_name = "KEY=NUMBER", num_args = 0..=4)]
    sprt: Option<Vec<String>>,
    /// Number of games played at the same time
    #[arg(long, value_name = "T", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// How late a player may answer before it loses on time
    #[arg(long, value_name = "MS", default_value_t = 500)]
    margin: u32,
    /// The clock that measures thinking time
    #[arg(long, value_enum, default_value_t)]
    clock: MatchClock,
    /// Save the match to a file game by game, and resume from it. The games of the file are played
    /// through first; if one is damaged, the match does not resume
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Also print the score after every N games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    every: Option<u32>,
    /// Write the games to a file: as PDN if its name ends so, otherwise one per line. The file is
    /// complete when the match is over; an interrupt ends the match after the current game
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

pub(super) fn run(args: &MatchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut of = args.planned()?;
    let mut resume = None;
    if let Some(path) = &args.resume {
        let read = |number, line: &str| of.past_game(number, line);
        let resumed = ResumeFile::open(path, &of.head(), read).map_err(Failure::Machine)?;
        if resumed.was_cut {
            let path = path.display();
            print_error(&format!("{path}: the last line is cut off; its game is played again"));
        }
        (resume, of.past) = (Some(resumed.file), resumed.games);
    }
    let of = of;
    let mut save = args.save.as_deref().map(AtomicFile::create).transpose()?;
    let interrupted = interrupted();
    let pdn = args.save.as_ref().is_some_and(|path| path.extension() == Some("pdn".as_ref()));
    let bar = bar(of.games);
    bar.set_position(of.past.len() as u64);
    let played = of.play(|PlayedGame { record, thinking }, tally| {
        bar.inc(1);
        bar.set_message(standing(tally, of.sprt.as_ref()));
        if let Some(file) = &mut resume {
            file.add(record, *thinking)
                .map_err(|error| Failure::Machine(format!("cannot save the match: {error}")))?;
        }
        if args.every.is_some_and(|every| tally.games().is_multiple_of(every)) {
            let standing = standing(tally, of.sprt.as_ref());
            writeln!(out, "{}: {standing}", pluralize(tally.games().into(), "game"))?;
            out.flush()?;
        }
        if let Some(file) = &mut save {
            let pdn = pdn.then(|| record.pdn().map_err(Failure::Machine)).transpose()?;
            let text = pdn.unwrap_or_else(|| format!("{record}\n"));
            file.write_all(text.as_bytes()).map_err(|error| file.failure(&error))?;
        }
        Ok(match interrupted.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    });
    bar.finish_and_clear();
    let summary = played?;
    if let Some(file) = save {
        file.finish()?;
    }
    report(&of, &summary, out)?;
    match interrupted.load(Ordering::Relaxed) {
        true => Err(Failure::Machine("the match was interrupted".to_owned())),
        false => Ok(()),
    }
}

/// The flag that an interrupt sets. A second interrupt ends the command at once.
fn interrupted() -> Arc<AtomicBool> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let again = Arc::clone(&interrupted);
    // Without a handler an interrupt ends the command, and what was saved before stays.
    let _ = ctrlc::set_handler(move || {
        if again.swap(true, Ordering::Relaxed) {
            atomic_file::exit_at_once();
        }
    });
    interrupted
}

impl MatchArgs {
    fn planned(&self) -> Result<Match, Failure> {
        let rules = self.rules.rules()?;
        let [one, other] = self.players.as_slice() else {
            let count = self.players.len();
            return Err(Failure::Input(format!("a match needs two --player, not {count}")));
        };
        let spec = |text: &String| {
            Spec::read(text).map_err(|error| Failure::Input(format!("player {text:?}: {error}")))
        };
        let specs = [spec(one)?, spec(other)?];
        let openings = self.openings(rules)?;
        let sprt = match &self.sprt {
            None => None,
            Some(words) => {
                let sprt = Sprt::read(&words.join(" "));
                Some(sprt.map_err(|error| Failure::Input(format!("sprt: {error}")))?)
            }
        };
        let usual = if sprt.is_some() { None } else { Some(openings.len().map_or(100, |n| 2 * n)) };
        let games = self.games.map(|games| games as usize).or(usual);
        let margin = Duration::from_millis(self.margin.into());
        let time = TimeRule { clock: self.clock, margin };
        let (seed, concurrency, past) = (self.seed, self.concurrency.into(), Vec::new());
        Ok(Match { rules, specs, openings, seed, games, sprt, concurrency, time, past })
    }

    fn openings(&self, rules: Rules) -> Result<Openings, Failure> {
        if self.random_ballots {
            return Openings::ballots(rules, self.seed).map_err(Failure::Input);
        }
        let Some(path) = &self.openings else {
            let plies = self.random_plies.unwrap_or(4);
            return Ok(Openings::Random { rules, plies, seed: self.seed });
        };
        let text = fs::read_to_string(path).map_err(|error| Failure::file(path, &error))?;
        Openings::read(rules, &text).map_err(|error| Failure::damaged(path, error))
    }
}

/// A progress bar on standard error; none without a terminal.
fn bar(games: Option<usize>) -> ProgressBar {
    let (bar, template) = match games {
        Some(games) => (ProgressBar::new(games as u64), "{pos}/{len} {bar:24} {eta:>4} {msg}"),
        None => (ProgressBar::new_spinner(), "{pos} {spinner} {msg}"),
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn standing(tally: &MatchTally, sprt: Option<&Sprt>) -> String {
    let Some(sprt) = sprt else { return tally.to_string() };
    let (low, high) = sprt.bounds();
    format!("{tally}, LLR {:.2} ({low:.2} to {high:.2})", sprt.llr(tally))
}

fn report(of: &Match, summary: &Summary, out: &mut impl Write) -> Result<(), Failure> {
    let [one, other] = &of.specs;
    writeln!(out, "{}: {one} against {other}", of.rules)?;
    writeln!(
        out,
        "{}: {}",
        pluralize(summary.tally.games().into(), "game"),
        standing(&summary.tally, of.sprt.as_ref())
    )?;
    let pairs = summary.tally.pairs.map(|count| count.to_string()).join(" ");
    writeln!(out, "pairs by points 0 ½ 1 1½ 2: {pairs}")?;
    let reasons: Vec<_> =
        summary.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    writeln!(out, "ended by: {}", reasons.join(", "))?;
    // Without a clock how long it took is nobody's concern, and the report is always the same.
    if of.specs.iter().any(|spec| spec.budget.is_timed()) {
        let [one, other] = summary.thinking;
        writeln!(out, "mean time for a move: {one} against {other}")?;
    }
    if let Some(sprt) = of.sprt {
        let decided = match summary.decision {
            None => "nothing is decided".to_owned(),
            Some(Decision::AcceptElo0) => format!("no gain: Elo {} is accepted", sprt.elo0),
            Some(Decision::AcceptElo1) => format!("a gain: Elo {} is accepted", sprt.elo1),
        };
        writeln!(out, "test of Elo {} against {}: {decided}", sprt.elo1, sprt.elo0)?;
    }
    Ok(())
}
