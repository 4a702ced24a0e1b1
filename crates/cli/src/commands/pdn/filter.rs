//! `crownhead pdn filter`: the games that are asked for.

use std::io::Write;

use clap::{Args, ValueEnum};
use crownhead_files::{Date, Ended, Fault, OneGame, Sieve};
use crownhead_games::{Game, GameId};

use super::files::{FilesArgs, Tally};
use super::output::OutputArgs;
use crate::args::game_parser;
use crate::failure::Failure;

/// Which games are asked for.
#[derive(Args, Debug)]
pub(crate) struct FilterArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// A part of a player's name; given twice, both have played. Capitals do not matter
    #[arg(long = "player", value_name = "NAME")]
    players: Vec<String>,
    /// A part of the winner's name
    #[arg(long, value_name = "NAME")]
    winner: Option<String>,
    /// A part of the event or site
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,
    /// Who has won: the side that moves first or second (in PDN of checkers black or white)
    #[arg(long, value_name = "RESULT", value_enum)]
    result: Option<Winner>,
    /// Not before this day, as far as it is known: 1950, 1950.06 or 1950.06.15
    #[arg(long, value_name = "DATE", value_parser = |text: &str| text.parse::<Date>())]
    since: Option<Date>,
    /// Not after this day
    #[arg(long, value_name = "DATE", value_parser = |text: &str| text.parse::<Date>())]
    until: Option<Date>,
    /// The first moves, separated by commas or blanks
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    opening: Option<String>,
    /// A position that came up, in the text form of its game
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// The fewest plies: a move of one side is one
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_plies: usize,
    /// The most plies
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
    /// The game that was played
    #[arg(long, value_name = "GAME", value_parser = game_parser())]
    game: Option<GameId>,
    /// The number of PDN's GameType tag. Games of another type than 21 are not played here, and
    /// only their tags are asked
    #[arg(long, value_name = "N", conflicts_with = "game")]
    game_type: Option<u8>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Winner {
    First,
    Second,
    /// Nobody
    Draw,
    /// It is not known, or not over
    Open,
}

impl FilterArgs {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let sieve = self.sieve()?;
        let mut tally = Tally::default();
        self.output.write(out, |out| {
            let mut between = "";
            self.files.each(
                |game| self.chosen(&sieve, &game?),
                |name, game| {
                    if let Some(text) = tally.good(name, game).flatten() {
                        out.write_all(std::mem::replace(&mut between, "\n").as_bytes())?;
                        out.write_all(text.as_bytes())?;
                    }
                    Ok(())
                },
            )
        })?;
        tally.end()
    }

    /// The text of a game that is wanted.
    fn chosen(&self, sieve: &Sieve, game: &OneGame) -> Result<Option<String>, Fault> {
        if let (Some(wanted), OneGame::Pdn(pdn)) = (self.game_type, game) {
            let kind = pdn.tags.get("GameType").and_then(|kind| kind.split(',').next());
            let kind = kind.map_or(Some(21), |kind| kind.trim().parse().ok());
            if kind != Some(wanted) {
                return Ok(None);
            }
            if wanted != 21 {
                return Ok(sieve.wants_tags(&pdn.tags).then(|| pdn.to_string()));
            }
        }
        let record = game.record()?;
        Ok(sieve.wants(&record).then(|| game.pdn(&record)))
    }

    fn sieve(&self) -> Result<Sieve, Failure> {
        let opening = self.opening.as_deref().unwrap_or_default();
        let opening = opening.split([',', ' ']).filter(|text| !text.is_empty());
        if let Some(text) = &self.position {
            self.check_position(text)?;
        }
        Ok(Sieve {
            players: self.players.clone(),
            winner: self.winner.clone(),
            event: self.event.clone(),
            ended: self.result.map(|result| match result {
                Winner::First => Ended::First,
                Winner::Second => Ended::Second,
                Winner::Draw => Ended::Drawn,
                Winner::Open => Ended::Open,
            }),
            since: self.since,
            until: self.until,
            game: self.game,
            opening: opening.map(ToOwned::to_owned).collect(),
            position: self.position.clone(),
            least: self.min_plies,
            most: self.max_plies,
        })
    }

    /// A position that no game has is a slip, and not a reason to write nothing.
    fn check_position(&self, text: &str) -> Result<(), Failure> {
        let game = self.game.unwrap_or(GameId::WinningMovesCheckers);
        match Game::from_text(game.rules(), text) {
            Ok(_) => Ok(()),
            Err(_) if self.game.is_none() && is_of_some_game(text) => Ok(()),
            Err(faults) => Err(Failure::Input(format!("position: {faults}"))),
        }
    }
}

fn is_of_some_game(text: &str) -> bool {
    crownhead_games::Rules::all().into_iter().any(|rules| Game::from_text(rules, text).is_ok())
}
