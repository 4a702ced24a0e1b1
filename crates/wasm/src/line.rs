//! A game as the page keeps it: what is played, where it began, and the moves since.

use std::collections::BTreeMap;

use crownhead_games::{Game, GameId, Rules, Unplayable, Why};
use serde::{Deserialize, Serialize};

use crate::Says;

/// A game by its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The name of the game.
    pub game: String,
    /// Its options; one that is left out has its default.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Where it began, if not at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves.
    #[serde(default)]
    pub moves: Vec<String>,
}

impl Line {
    /// A line of a game that began at a position, or at the start.
    pub fn new(rules: Rules, position: Option<String>, moves: Vec<String>) -> Line {
        let game = rules.game().name().to_owned();
        Line { game, options: options_of(rules), position, moves }
    }

    /// What is played.
    pub fn rules(&self) -> Says<Rules> {
        let game: GameId = self.game.parse()?;
        let with = |rules: Rules, (key, value): (&String, &String)| rules.with(key, value);
        Ok(self.options.iter().try_fold(game.rules(), with)?)
    }

    /// The game before its first move.
    pub fn begin(&self) -> Says<Game> {
        let rules = self.rules()?;
        match &self.position {
            Some(position) => Ok(Game::from_text(rules, position)?),
            None => Ok(Game::start(rules)),
        }
    }

    /// The game after its moves, and before the last of them.
    pub fn play(&self) -> Says<(Game, Option<Game>)> {
        let (mut game, mut before) = (self.begin()?, None);
        let last = self.moves.len();
        for (text, number) in self.moves.iter().zip(1..) {
            if number == last {
                before = Some(game.clone());
            }
            game.play_on(text).map_err(|refusal| {
                let why = Why::Move { text: text.clone(), refusal: Box::new(refusal) };
                let number = u32::try_from(number).ok();
                Unplayable { game: 0, place: Default::default(), number, why }
            })?;
        }
        Ok((game, before))
    }
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
            Line::new(GameId::WinningMovesCheckers.rules(), None, moves)
        };
        let (game, before) = line(&["11-15", "22-18"]).play().expect("legal");
        assert_eq!(before.expect("a move before").legal().len(), 7);
        assert_eq!(game.legal(), ["15x22"]);
        let why = line(&["11-15", "11-15"]).play().expect_err("illegal");
        assert_eq!(why.to_string(), "move 2: 11-15: There is no checker on 11.");
        assert!(Line { game: "chess".to_owned(), ..line(&[]) }.play().is_err());
    }
}
