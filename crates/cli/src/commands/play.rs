//! `crownhead play`: the games in a terminal, on a full screen or by plain lines.

use std::env;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use crownhead_arbiter::Clock;
use crownhead_computer::{Analyst, Level};
use crownhead_games::{GameId, Rules, UnknownGame};
use crownhead_terminal::{Against, Begin, Link, Look, Setting, Start, Trouble, Wish, clock};
use etcetera::{BaseStrategy, choose_base_strategy};

use crate::args::with_options;
use crate::endgames;
use crate::failure::Failure;

/// Names the folder of the saved games.
const VARIABLE: &str = "CROWNHEAD_GAMES";
/// How many mebibytes the computer remembers in, if it gets them.
const MEBIBYTES: usize = 64;

/// What is played, and how.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    /// The game, or the link of a match on a server; without it there is a menu
    #[arg(value_name = "GAME|LINK")]
    what: Option<String>,
    /// Set an option of the game; see `crownhead games`
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE", requires = "what")]
    options: Vec<String>,
    /// How strong the computer plays, from 1 to 10
    #[arg(long, value_name = "LEVEL", value_parser = |text: &str| text.parse::<Level>())]
    level: Option<Level>,
    /// Your side, or two people at this keyboard; otherwise the leaflet decides it
    #[arg(long, value_enum, requires = "what")]
    side: Option<Side>,
    /// A clock: minutes for a game, and seconds added each turn
    #[arg(long, value_name = "MINUTES+SECONDS", value_parser = clock, requires = "what")]
    clock: Option<Clock>,
    /// Go on with a saved game: the last that was played, or by its name
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "",
          conflicts_with_all = ["what", "level"])]
    resume: Option<String>,
    /// Draw with ASCII alone
    #[arg(long)]
    ascii: bool,
    /// Play by plain lines: in a pipe, or with a screen reader
    #[arg(long)]
    plain: bool,
    /// Do not save the game
    #[arg(long)]
    no_save: bool,
}

/// On which side.
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
    let setting = Setting {
        start: args.start()?,
        folder: if args.no_save { None } else { folder() },
        analyst: Box::new(analyst),
        look: Look {
            ascii: args.ascii,
            colour: env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
        },
    };
    if args.plain {
        return crownhead_terminal::plain(setting, out).map_err(failure);
    }
    if !stdin().is_terminal() || !stdout().is_terminal() {
        let why = "a full screen needs a terminal; `crownhead play --plain` plays by lines";
        return Err(Failure::Input(why.to_owned()));
    }
    crownhead_terminal::screen(setting).map_err(failure)
}

impl PlayArgs {
    fn start(&self) -> Result<Start, Failure> {
        if let Some(name) = &self.resume {
            return Ok(Start::Resume(Some(name.clone()).filter(|name| !name.is_empty())));
        }
        let Some(what) = &self.what else { return Ok(Start::Menu) };
        if Link::looks_like_one(what) {
            let chosen = !self.options.is_empty()
                || (self.level.is_some() || self.side.is_some() || self.clock.is_some());
            if chosen {
                let why = "a match on a server is settled: --option, --level, --side and --clock \
                           are for games of your own";
                return Err(Failure::Input(why.to_owned()));
            }
            let link = what.parse();
            return link.map(Start::Join).map_err(|bad| Failure::Input(format!("{what}: {bad}")));
        }
        let game: GameId =
            what.parse().map_err(|bad: UnknownGame| Failure::Input(format!("{what}: {bad}")))?;
        self.begin(with_options(game.rules(), &self.options)?).map(Start::Begin)
    }

    fn begin(&self, rules: Rules) -> Result<Begin, Failure> {
        let mut begin = Begin::new(rules);
        if let Some(level) = self.level {
            begin.against = Against::Computer(level);
        }
        match self.side {
            None => {}
            Some(Side::TwoPeople) if self.level.is_some() => {
                return Err(Failure::Input("two people need no --level".to_owned()));
            }
            Some(Side::TwoPeople) => begin.against = Against::Person,
            Some(_) if !begin.sides_are_chosen() => {
                let game = rules.game();
                return Err(Failure::Input(format!(
                    "{game} decides by chance who begins, as its leaflet has it; leave out --side"
                )));
            }
            Some(Side::First) => begin.side = Wish::First,
            Some(Side::Second) => begin.side = Wish::Second,
        }
        begin.clock = self.clock.unwrap_or(Clock::None);
        Ok(begin)
    }
}

/// The folder of the saved games: what the environment says, or one among the user's own data.
fn folder() -> Option<PathBuf> {
    match env::var_os(VARIABLE) {
        Some(name) if !name.is_empty() => Some(name.into()),
        _ => Some(choose_base_strategy().ok()?.data_dir().join("crownhead").join("games")),
    }
}

/// Who thinks about a game, with the endgame tables of this machine.
fn analyst(rules: Rules) -> Analyst {
    let analyst = Analyst::try_new(MEBIBYTES).unwrap_or_else(|| Analyst::new(1));
    endgames::begin_quietly(rules);
    analyst.with_endgames(endgames::shared())
}

fn failure(trouble: Trouble) -> Failure {
    match trouble {
        Trouble::Asked(why) => Failure::Input(why),
        Trouble::Terminal(why) => Failure::Output(why),
    }
}
