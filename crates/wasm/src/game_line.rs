//! A game line: what is played, where it began, and the moves since.

use std::collections::BTreeMap;

use crownhead_games::{Game, GameId, ReplayError, ReplayErrorKind, Rules};
use serde::{Deserialize, Serialize};

use crate::WasmResult;

/// A game by its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GameLine {
    /// The game's name, such as `stack-em`.
    pub game: String,
    /// Its options; one that is left out has its default.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Where it began, if not at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Their texts, from `position` on.
    #[serde(default)]
    pub moves: Vec<String>,
}

impl GameLine {
    /// A line of a game that began at a position, or at the start.
    pub fn new(rules: Rules, position: Option<String>, moves: Vec<String>) -> GameLine {
        let game = rules.game().name().to_owned();
        GameLine { game, options: options_of(rules), position, moves }
    }

    /// What is played.
    pub fn rules(&self) -> WasmResult<Rules> {
        let game: GameId = self.game.parse()?;
        let with = |rules: Rules, (key, value): (&String, &String)| rules.with(key, value);
        Ok(self.options.iter().try_fold(game.rules(), with)?)
    }

    /// The game before its first move.
    pub fn begin(&self) -> WasmResult<Game> {
        let rules = self.rules()?;
        match &self.position {
            Some(position) => Ok(Game::from_text(rules, position)?),
            None => Ok(Game::start(rules)),
        }
    }

    /// Whether another line is of the same game from the same position.
    #[cfg(feature = "rules")]
    pub(crate) fn begins_as(&self, other: &GameLine) -> bool {
        self.game == other.game && self.options == other.options && self.position == other.position
    }

    /// The game after its moves.
    pub fn play(&self) -> WasmResult<Game> {
        let mut game = self.begin()?;
        for (text, number) in self.moves.iter().zip(1..) {
            play_move(&mut game, text, number)?;
        }
        Ok(game)
    }
}

/// Plays a move, which the error names by its number.
pub(crate) fn play_move(game: &mut Game, text: &str, number: usize) -> WasmResult<()> {
    game.play_ignoring_draws(text).map_err(|refusal| {
        let kind = ReplayErrorKind::Move { text: text.to_owned(), refusal: Box::new(refusal) };
        let number = u32::try_from(number).ok();
        ReplayError { game: 0, position: Default::default(), number, kind }
    })?;
    Ok(())
}

/// The options of a game, one by one: collecting them would bring all of sorting into the module.
pub(crate) fn options_of(rules: Rules) -> BTreeMap<String, String> {
    let mut options = BTreeMap::new();
    options.extend(rules.options().map(|(key, value)| (key.to_owned(), value.to_owned())));
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_played_or_says_where_it_stops() {
        let line = |moves: &[&str]| {
            let moves = moves.iter().map(ToString::to_string).collect();
            GameLine::new(GameId::WinningMovesCheckers.rules(), None, moves)
        };
        let game = line(&["11-15", "22-18"]).play().expect("legal");
        assert_eq!(game.legal_moves(), ["15x22"]);
        let why = line(&["11-15", "11-15"]).play().expect_err("illegal");
        assert_eq!(why.to_string(), "move 2: 11-15: There's no checker on 11.");
        assert!(GameLine { game: "chess".to_owned(), ..line(&[]) }.play().is_err());
    }
}
