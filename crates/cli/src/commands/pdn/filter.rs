//! `crownhead pdn filter`: selecting games.

use std::io::Write;

use clap::{Args, ValueEnum};
use crownhead_files::{Date, DecidedGames, Filter, GameFileError, ParsedGame, ResultFilter};
use crownhead_games::{Game, GameId, Rules};
use crownhead_pdn::PdnGame;

use super::files::{CheckedGame, FilesArgs, GameCounts};
use super::output::OutputArgs;
use crate::args::game_parser;
use crate::failure::Failure;

/// Which games are asked for.
#[derive(Args, Debug)]
pub(crate) struct FilterArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// Part of a player's name, in any case; repeat it to require several players
    #[arg(long = "player", value_name = "NAME")]
    players: Vec<String>,
    /// Part of the winner's name
    #[arg(long, value_name = "NAME")]
    winner: Option<String>,
    /// Part of the event or site
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,
    /// The result: a win of the side that moves first or second (in checkers, black or white)
    #[arg(long, value_name = "RESULT", value_enum)]
    result: Option<Winner>,
    /// Played on or after this date: 1950, 1950.06 or 1950.06.15
    #[arg(long, value_name = "DATE", value_parser = |text: &str| text.parse::<Date>())]
    since: Option<Date>,
    /// Played on or before this date
    #[arg(long, value_name = "DATE", value_parser = |text: &str| text.parse::<Date>())]
    until: Option<Date>,
    /// The first moves, separated by commas or spaces
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    opening: Option<String>,
    /// A position that the game reached, in its notation
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// The fewest plies (one ply is a move of one side)
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_plies: usize,
    /// The most plies
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
    /// The game
    #[arg(long, value_name = "GAME", value_parser = game_parser())]
    game: Option<GameId>,
    /// The number of PDN's GameType tag. For types other than 21, only the tags are checked
    #[arg(long, value_name = "N", conflicts_with = "game")]
    game_type: Option<u8>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Winner {
    First,
    Second,
    /// A draw
    Draw,
    /// Unknown or unfinished
    Open,
}

/// The decision about a game.
struct Chosen {
    /// Its text, if it passes.
    text: Option<String>,
    /// The error in its moves, if only its tags were checked.
    fault: Option<GameFileError>,
}

impl FilterArgs {
    pub(super) fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let filter = self.filter()?;
        let mut tally = GameCounts::default();
        self.output.write(out, &mut tally, |out, tally| {
            let (mut between, mut selected) = ("", 0);
            tally.unread = self.files.each(
                |game| self.chosen(&filter, &game?),
                |name, game| {
                    let Some(chosen) = tally.played(&self.files, name, game) else { return Ok(()) };
                    if let Some(fault) = &chosen.fault {
                        tally.keep_faulty(name, fault);
                    }
                    if let Some(text) = chosen.text {
                        selected += 1;
                        out.write_all(std::mem::replace(&mut between, "\n").as_bytes())?;
                        out.write_all(text.as_bytes())?;
                    }
                    Ok(())
                },
            )?;
            // A game may begin from any position, so only now is it clear that none begins so.
            match selected {
                0 => self.check_opening(&filter.opening),
                _ => Ok(()),
            }
        })?;
        tally.end(&self.files)
    }

    /// Filters a game. If its moves are invalid and no condition needs them, its tags decide.
    fn chosen(
        &self,
        filter: &Filter,
        game: &ParsedGame,
    ) -> Result<CheckedGame<Chosen>, GameFileError> {
        let by_tags = |wanted: bool, pdn: &PdnGame| {
            let chosen = Chosen { text: wanted.then(|| pdn.to_string()), fault: None };
            CheckedGame { value: chosen, found: DecidedGames::default() }
        };
        if let (Some(wanted), ParsedGame::Pdn(pdn)) = (self.game_type, game) {
            let kind = pdn.tags.get("GameType").and_then(|kind| kind.split(',').next());
            let kind = kind.map_or(Some(21), |kind| kind.trim().parse().ok());
            if kind != Some(wanted) {
                return Ok(by_tags(false, pdn));
            }
            if wanted != 21 {
                return Ok(by_tags(filter.matches_tags(&pdn.tags), pdn));
            }
        }
        let (record, fault) = match game.record() {
            Ok(record) => (record, None),
            Err(fault) if filter.needs_moves() => return Err(fault),
            Err(fault) => match game.without_moves() {
                Some(record) => (record, Some(fault)),
                None => return Err(fault),
            },
        };
        let text = filter.matches(&record).then(|| game.pdn(&record));
        let chosen = Chosen { text, fault };
        Ok(CheckedGame::new(chosen, &record))
    }

    fn filter(&self) -> Result<Filter, Failure> {
        let opening = self.opening.as_deref().unwrap_or_default();
        let opening = opening.split([',', ' ']).filter(|text| !text.is_empty());
        let opening: Vec<String> = opening.map(ToOwned::to_owned).collect();
        if self.opening.is_some() && opening.is_empty() {
            return Err(Failure::Input("opening: there is no move in it".to_owned()));
        }
        if let Some(text) = &self.position {
            self.check_position(text)?;
        }
        Ok(Filter {
            players: self.players.clone(),
            winner: self.winner.clone(),
            event: self.event.clone(),
            ended: self.result.map(|result| match result {
                Winner::First => ResultFilter::First,
                Winner::Second => ResultFilter::Second,
                Winner::Draw => ResultFilter::Drawn,
                Winner::Open => ResultFilter::Open,
            }),
            since: self.since,
            until: self.until,
            game: self.game,
            opening,
            position: self.position.clone(),
            least: self.min_plies,
            most: self.max_plies,
        })
    }

    /// An opening that no game can begin with is an error of the command line.
    fn check_opening(&self, opening: &[String]) -> Result<(), Failure> {
        let play = |rules: Rules| {
            let mut game = Game::start(rules);
            opening.iter().try_for_each(|text| {
                let played = game.play_ignoring_draws(text).map(drop);
                played.map_err(|refusal| format!("opening: {text}: {refusal}"))
            })
        };
        let rules = self.game.unwrap_or(GameId::ENGLISH_CHECKERS).rules();
        match play(rules) {
            Err(_)
                if self.game.is_none() && Rules::all().into_iter().any(|it| play(it).is_ok()) =>
            {
                Ok(())
            }
            played => played.map_err(Failure::Input),
        }
    }

    /// An invalid position is an error of the command line, not a filter that nothing passes.
    fn check_position(&self, text: &str) -> Result<(), Failure> {
        let game = self.game.unwrap_or(GameId::ENGLISH_CHECKERS);
        match Game::from_text(game.rules(), text) {
            Ok(_) => Ok(()),
            Err(_) if self.game.is_none() && is_of_some_game(text) => Ok(()),
            Err(faults) => Err(Failure::Input(format!("position: {faults}"))),
        }
    }
}

fn is_of_some_game(text: &str) -> bool {
    Rules::all().into_iter().any(|rules| Game::from_text(rules, text).is_ok())
}
