//! `crownhead match`: players against each other, and what the games prove.

use std::fs::{self, File};
use std::io::{LineWriter, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use crownhead_games::Rules;
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::RulesArgs;
use crate::failure::Failure;
use crate::matches::openings::Openings;
use crate::matches::run::{Match, Summary};
use crate::matches::spec::Spec;
use crate::matches::statistics::{Decision, Sprt, Tally};

/// Who plays what against whom.
#[derive(Args, Debug)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// A player, given twice: one of level=1 to 10, depth=N, nodes=N, time=100ms (a move) and clock=60s+1s;
    /// hash=MB, threads=T and tables=on or off; and for a program that speaks Hub cmd=PROGRAM ARGS at the end
    #[arg(long = "player", value_name = "PLAYER", required = true)]
    players: Vec<String>,
    /// Begin from the openings in a file: one a line, moves or the text of a position
    #[arg(long, value_name = "FILE", conflicts_with_all = ["random_plies", "random_ballots"])]
    openings: Option<PathBuf>,
    /// Begin with so many random moves [default: 4]
    #[arg(long, value_name = "N", conflicts_with = "random_ballots",
          value_parser = clap::value_parser!(u32).range(0..=100))]
    random_plies: Option<u32>,
    /// Begin without one man of each side, chosen at random, and with a random move each, where
    /// that leaves a balanced game
    #[arg(long)]
    random_ballots: bool,
    /// What random openings are made from, and the chances that levels take
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games [default: 100, every opening of a file twice, or what the test needs]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// End as soon as a sequential test has decided; unless given otherwise its bounds are
    /// elo0=0 elo1=5 alpha=0.05 beta=0.05
    #[arg(long, value_name = "KEY=NUMBER", num_args = 0..=4)]
    sprt: Option<Vec<String>>,
    /// How many games are played at the same time
    #[arg(long, value_name = "T", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// How much later than it must a player may answer before it loses on time
    #[arg(long, value_name = "MS", default_value_t = 500)]
    margin: u32,
    /// Keep the games in a file: as PDN if its name ends so, one a line otherwise
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

pub(super) fn run(args: &MatchArgs, out: &mut impl Write) -> Result<(), Failure> {
    let of = args.planned().map_err(Failure::Input)?;
    let mut save = match &args.save {
        None => None,
        Some(path) => {
            let file = File::create(path).map_err(|error| about(path, &error.to_string()))?;
            Some(LineWriter::new(file))
        }
    };
    let pdn = args.save.as_ref().is_some_and(|path| path.extension() == Some("pdn".as_ref()));
    let bar = bar(of.games);
    let played = of.play(|record, tally| {
        bar.inc(1);
        bar.set_message(standing(tally, of.sprt.as_ref()));
        let Some(file) = &mut save else { return Ok(()) };
        let text = if pdn { record.pdn()? } else { format!("{record}\n") };
        file.write_all(text.as_bytes()).map_err(|error| format!("cannot save: {error}"))
    });
    bar.finish_and_clear();
    let summary = played.map_err(Failure::Input)?;
    report(&of, &summary, out)
}

impl MatchArgs {
    fn planned(&self) -> Result<Match, String> {
        let rules = self.rules.rules().map_err(|failure| failure.to_string())?;
        let [one, other] = self.players.as_slice() else {
            return Err(format!("a match has two --player, not {}", self.players.len()));
        };
        let spec =
            |text: &String| Spec::read(text).map_err(|why| format!("player {text:?}: {why}"));
        let specs = [spec(one)?, spec(other)?];
        let openings = self.openings(rules)?;
        let sprt = match &self.sprt {
            None => None,
            Some(words) => {
                Some(Sprt::read(&words.join(" ")).map_err(|why| format!("sprt: {why}"))?)
            }
        };
        let usual = if sprt.is_some() { None } else { Some(openings.len().map_or(100, |n| 2 * n)) };
        let games = self.games.map(|games| games as usize).or(usual);
        let margin = Duration::from_millis(self.margin.into());
        let concurrency = self.concurrency.into();
        Ok(Match { rules, specs, openings, seed: self.seed, games, sprt, concurrency, margin })
    }

    fn openings(&self, rules: Rules) -> Result<Openings, String> {
        if self.random_ballots {
            return Openings::ballots(rules, self.seed);
        }
        let Some(path) = &self.openings else {
            let plies = self.random_plies.unwrap_or(4);
            return Ok(Openings::Random { rules, plies, seed: self.seed });
        };
        let about = |why: String| format!("{}: {why}", path.display());
        let text = fs::read_to_string(path).map_err(|error| about(error.to_string()))?;
        Openings::read(rules, &text).map_err(about)
    }
}

fn about(path: &std::path::Path, why: &str) -> Failure {
    Failure::Input(format!("{}: {why}", path.display()))
}

/// A bar on standard error; nothing where that is no terminal.
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

fn standing(tally: &Tally, sprt: Option<&Sprt>) -> String {
    let Some(sprt) = sprt else { return tally.to_string() };
    let (low, high) = sprt.bounds();
    format!("{tally}, LLR {:.2} ({low:.2} to {high:.2})", sprt.llr(tally))
}

fn report(of: &Match, summary: &Summary, out: &mut impl Write) -> Result<(), Failure> {
    let [one, other] = &of.specs;
    writeln!(out, "{}: {one} against {other}", of.rules)?;
    writeln!(
        out,
        "{} games: {}",
        summary.tally.games(),
        standing(&summary.tally, of.sprt.as_ref())
    )?;
    let pairs = summary.tally.pairs.map(|count| count.to_string()).join(" ");
    writeln!(out, "pairs by points 0 ½ 1 1½ 2: {pairs}")?;
    let reasons: Vec<_> =
        summary.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    writeln!(out, "ended by: {}", reasons.join(", "))?;
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
