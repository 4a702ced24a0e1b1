//! `crownhead play`: the games in a terminal, on a full screen or with plain lines.

use std::env;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use clap_complete::engine::ArgValueCandidates;
use crownhead_arbiter::TimeControl;
use crownhead_computer::{Analyst, Level};
use crownhead_games::Rules;
use crownhead_terminal::{
    Appearance, MatchLink, MatchOptions, OpponentChoice, SideChoice, StartWith, TerminalError,
    TerminalOptions, parse_clock,
};
use etcetera::{BaseStrategy, choose_base_strategy};

use crate::args::{game_named, with_options};
use crate::completions;
use crate::endgames;
use crate::failure::Failure;

/// The environment variable with the folder of the saved games.
const VARIABLE: &str = "CROWNHEAD_GAMES";
/// The size of the transposition table, in MiB, if there is enough memory.
const MEBIBYTES: usize = 64;

/// The options of `crownhead play`.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// The game, or the link of a match on a server; without it, a menu opens
    #[arg(value_name = "GAME|LINK", add = ArgValueCandidates::new(completions::games))]
    what: Option<String>,
    /// Set an option of the game; see `crownhead games`
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE", requires = "what",
          add = ArgValueCandidates::new(completions::options))]
    options: Vec<String>,
    /// The level of the computer, from 1 to 10
    #[arg(long, value_name = "LEVEL", value_parser = |text: &str| text.parse::<Level>())]
    level: Option<Level>,
    /// Your side, or two people at this keyboard; by default the leaflet's rule decides
    #[arg(long, value_enum, requires = "what")]
    side: Option<Side>,
    /// The clock: minutes for the game, and seconds added each turn
    #[arg(long, value_name = "MINUTES+SECONDS", allow_hyphen_values = true, value_parser = parse_clock,
          requires = "what")]
    clock: Option<TimeControl>,
    /// Resume a saved game: by its name, or the one played last
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "",
          conflicts_with_all = ["what", "level"])]
    resume: Option<String>,
    /// Draw with ASCII only
    #[arg(long)]
    ascii: bool,
    /// Play with plain lines, for pipes and screen readers
    #[arg(long)]
    plain: bool,
    /// Do not save the game
    #[arg(long)]
    no_save: bool,
}

/// The sides of the players.
#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// You move first
    First,
    /// The computer moves first
    Second,
    /// Two people play at this keyboard
    TwoPeople,
}

pub(super) fn run(args: &PlayArgs, out: &mut impl Write) -> Result<(), Failure> {
    let options = TerminalOptions {
        start: args.start()?,
        folder: if args.no_save { None } else { folder() },
        analyst: Box::new(analyst),
        appearance: Appearance {
            ascii: args.ascii,
            colour: env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
        },
    };
    if args.plain {
        return crownhead_terminal::run_plain(options, out).map_err(failure);
    }
    if !stdin().is_terminal() || !stdout().is_terminal() {
        let error = "the full screen needs a terminal; `crownhead play --plain` works without one";
        return Err(Failure::Input(error.to_owned()));
    }
    crownhead_terminal::run_full_screen(options).map_err(failure)
}

impl PlayArgs {
    fn start(&self) -> Result<StartWith, Failure> {
        if let Some(name) = &self.resume {
            return Ok(StartWith::Resume(Some(name.clone()).filter(|name| !name.is_empty())));
        }
        let Some(what) = &self.what else { return Ok(StartWith::Menu) };
        if MatchLink::looks_like_one(what) {
            let chosen = !self.options.is_empty()
                || (self.level.is_some() || self.side.is_some() || self.clock.is_some());
            if chosen {
                let error = "--option, --level, --side and --clock do not apply to a match on a \
                           server";
                return Err(Failure::Input(error.to_owned()));
            }
            let link = what.parse();
            return link
                .map(StartWith::Join)
                .map_err(|bad| Failure::Input(format!("{what}: {bad}")));
        }
        let game = game_named(what).map_err(Failure::Input)?;
        self.match_options(with_options(game.rules(), &self.options)?).map(StartWith::NewMatch)
    }

    fn match_options(&self, rules: Rules) -> Result<MatchOptions, Failure> {
        let mut options = MatchOptions::new(rules);
        if let Some(level) = self.level {
            options.opponent = OpponentChoice::Computer(level);
        }
        match self.side {
            None => {}
            Some(Side::TwoPeople) if self.level.is_some() => {
                return Err(Failure::Input("--level does not apply to two people".to_owned()));
            }
            Some(Side::TwoPeople) => options.opponent = OpponentChoice::Person,
            Some(_) if !options.sides_are_chosen() => {
                let game = rules.game();
                return Err(Failure::Input(format!(
                    "in {game} chance decides who begins; leave out --side"
                )));
            }
            Some(Side::First) => options.side = SideChoice::First,
            Some(Side::Second) => options.side = SideChoice::Second,
        }
        options.clock = self.clock.unwrap_or(TimeControl::None);
        Ok(options)
    }
}

/// The folder of the saved games: from the environment, or in the user's data folder.
fn folder() -> Option<PathBuf> {
    match env::var_os(VARIABLE) {
        Some(name) if !name.is_empty() => Some(name.into()),
        _ => Some(choose_base_strategy().ok()?.data_dir().join("crownhead").join("games")),
    }
}

/// An analyst for a game, with the endgame tables of this machine.
fn analyst(rules: Rules) -> Analyst {
    let analyst = Analyst::try_new(MEBIBYTES).unwrap_or_else(|| Analyst::new(1));
    endgames::start_loading_quietly(rules);
    analyst.with_endgames(endgames::shared())
}

fn failure(error: TerminalError) -> Failure {
    match error {
        TerminalError::Invalid(error) => Failure::Input(error),
        TerminalError::SavedGame(error) | TerminalError::Unreachable(error) => {
            Failure::Machine(error)
        }
        TerminalError::Io(error) => Failure::Output(error),
    }
}
