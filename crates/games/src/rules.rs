//! A game together with a value for each of its options.

use std::fmt;

use crownhead_rules::coast_to_coast::Layout;
use crownhead_rules::placing::{Size, Variation};
use crownhead_rules::{Arg, Sentence};

use crate::{GameId, OptionInfo, words};

/// A game with its options chosen.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    game: GameId,
    /// For each option of the game, the place of its value among the values.
    chosen: [u8; Rules::MOST_OPTIONS],
}

impl Rules {
    const MOST_OPTIONS: usize = 3;

    pub(crate) fn default_of(game: GameId) -> Rules {
        Rules { game, chosen: [0; Rules::MOST_OPTIONS] }
    }

    /// The same game with one option set.
    pub fn with(mut self, key: &str, value: &str) -> Result<Rules, BadOption> {
        let options = self.game.options();
        let (i, option) = options
            .iter()
            .enumerate()
            .find(|(_, option)| option.key == key)
            .ok_or(BadOption::NoSuchKey(self.game))?;
        let place = option.values.iter().position(|known| *known == value);
        self.chosen[i] = place.ok_or(BadOption::NoSuchValue(option))? as u8;
        Ok(self)
    }

    /// The game.
    pub fn game(&self) -> GameId {
        self.game
    }

    /// Every option with its value.
    pub fn options(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let values = |(option, chosen): (&'static OptionInfo, u8)| {
            (option.key, option.values[usize::from(chosen)])
        };
        self.game.options().iter().zip(self.chosen).map(values)
    }

    /// The value of an option of the game.
    pub fn option(&self, key: &str) -> Option<&'static str> {
        self.options().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// Every choice of options of a game.
    pub fn all_of(game: GameId) -> Vec<Rules> {
        let mut all = vec![game.rules()];
        for (i, option) in game.options().iter().enumerate() {
            let with = |rules: Rules| {
                (0..option.values.len()).map(move |value| {
                    let mut chosen = rules.chosen;
                    chosen[i] = value as u8;
                    Rules { chosen, ..rules }
                })
            };
            all = all.into_iter().flat_map(with).collect();
        }
        all
    }

    /// Every game with every choice of options.
    pub fn all() -> Vec<Rules> {
        GameId::ALL.iter().copied().flat_map(Rules::all_of).collect()
    }

    pub(crate) fn layout(&self) -> Layout {
        match self.option("setup") {
            Some("corner") => Layout::Corner,
            _ => Layout::Lines,
        }
    }

    pub(crate) fn crowned_goes_on(&self) -> bool {
        self.option("crowning") == Some("continues")
    }

    pub(crate) fn variation(&self) -> Variation {
        Variation {
            exchange: self.option("exchange") == Some("on"),
            floating: self.option("floating") == Some("on"),
            size: if self.option("size") == Some("6") { Size::Six } else { Size::Five },
        }
    }
}

/// `checkerboard-tic-tac-toe exchange=off floating=on size=5`
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.game)?;
        self.options().try_for_each(|(key, value)| write!(f, " {key}={value}"))
    }
}

/// An option that the game does not have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum BadOption {
    /// The game has no option of that name.
    NoSuchKey(GameId),
    /// The option has no such value.
    NoSuchValue(&'static OptionInfo),
}

impl BadOption {
    /// What is said of it.
    pub fn sentence(&self) -> Sentence {
        let text = |text: &str| Arg::Text(text.to_owned());
        match self {
            BadOption::NoSuchKey(game) => {
                let keys: Vec<_> = game.options().iter().map(|option| option.key).collect();
                let message =
                    if keys.is_empty() { &words::NO_OPTIONS } else { &words::NO_SUCH_OPTION };
                let sentence = Sentence::new(message).with("game", text(&game.to_string()));
                sentence.with("names", text(&keys.join(", ")))
            }
            BadOption::NoSuchValue(option) => {
                let values = option.values.iter().map(ToString::to_string).collect();
                Sentence::new(&words::NO_SUCH_VALUE)
                    .with("name", text(option.key))
                    .with("values", Arg::Moves(values))
            }
        }
    }
}

impl fmt::Display for BadOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl std::error::Error for BadOption {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_is_there_once() {
        assert_eq!(Rules::all_of(GameId::CheckerboardTicTacToe).len(), 8);
        let mut all = Rules::all();
        assert_eq!(all.len(), 5 + 2 + 2 + 8);
        all.dedup();
        assert_eq!(all.len(), 17);
    }

    #[test]
    fn wrong_options_are_named() {
        let rules = GameId::KingMeStandard.rules();
        assert_eq!(
            rules.with("crowning", "maybe").unwrap_err().to_string(),
            "crowning can be stops or continues"
        );
        assert!(rules.with("size", "5").unwrap_err().to_string().contains("it has crowning"));
        let none = GameId::StackEm.rules().with("size", "5").unwrap_err();
        assert_eq!(none.to_string(), "stack-em has no options");
    }
}
