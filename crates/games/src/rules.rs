//! A game together with a value for each of its options.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use crownhead_rules::coast_to_coast::Layout;
use crownhead_rules::placing::{Size, Variations};
use crownhead_rules::{MessageArg, Sentence};

use crate::{GameId, OptionInfo, UnknownGame, messages};

/// A game with its options. Written as the game's name and `key=value` for each option.
///
/// [`GameId::rules`] or `into()` converts a [`GameId`] with the defaults of all its options.
///
/// ```
/// use crownhead_games::{Game, GameId, Rules};
///
/// let rules = GameId::CoastToCoast.rules().with("setup", "corner")?;
/// assert_eq!(rules.option("setup"), Some("corner"));
/// assert_eq!(rules.to_string(), "coast-to-coast setup=corner");
/// assert_eq!("coast-to-coast setup=corner".parse(), Ok(rules));
///
/// // An option that is not named has its default.
/// let rules: Rules = "checkerboard-tic-tac-toe size=6".parse()?;
/// assert_eq!(rules.to_string(), "checkerboard-tic-tac-toe exchange=off floating=off size=6");
/// assert_eq!(Game::start(rules).legal_moves().len(), 36);
///
/// let error = GameId::StackEm.rules().with("size", "6").unwrap_err();
/// assert_eq!(error.to_string(), "stack-em has no options");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    game: GameId,
    /// For each option of the game, the index of its value.
    chosen: [u8; Rules::MAX_OPTIONS],
}

impl Rules {
    /// The maximal number of options of a game.
    pub(crate) const MAX_OPTIONS: usize = 3;

    pub(crate) fn default_of(game: GameId) -> Rules {
        Rules { game, chosen: [0; Rules::MAX_OPTIONS] }
    }

    /// The same game with one option set.
    pub fn with(mut self, key: &str, value: &str) -> Result<Rules, InvalidOption> {
        let options = self.game.options();
        let (i, option) = options
            .iter()
            .enumerate()
            .find(|(_, option)| option.key == key)
            .ok_or(InvalidOption::NoSuchKey(self.game))?;
        let place = option.values.iter().position(|known| *known == value);
        self.chosen[i] = place.ok_or(InvalidOption::NoSuchValue(option))? as u8;
        Ok(self)
    }

    /// The game without its options.
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

    /// The value of an option; none if the game does not have it.
    pub fn option(&self, key: &str) -> Option<&'static str> {
        self.options().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// Whether the second side has coins instead of checkers.
    pub fn second_side_has_coins(&self) -> bool {
        (self.game.entry().coins)(self)
    }

    /// The perft depth for a benchmark: it takes some tenths of a second.
    pub fn perft_depth(&self) -> u32 {
        (self.game.entry().perft_depth)(self)
    }

    /// Every combination of options of a game.
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

    /// Every game with every combination of options.
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

    /// The number of rows of Tic-Tac-Toe On A Checkerboard.
    pub(crate) fn area(&self) -> u8 {
        let variation = self.variations();
        if variation.floating { 8 } else { variation.size.rows() }
    }

    /// One set of checkers is not enough for 6 by 6 squares.
    pub(crate) fn has_coins(&self) -> bool {
        self.variations().size == Size::Six
    }

    pub(crate) fn variations(&self) -> Variations {
        Variations {
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

/// Parses a game's name, followed by options as `key=value` separated by spaces; missing ones have
/// their defaults.
impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
        let mut words = text.split_whitespace();
        let name = words.next().unwrap_or_default();
        let game: GameId = name.parse().map_err(ParseRulesError::Game)?;
        words.try_fold(game.rules(), |rules, option| {
            let (key, value) = option.split_once('=').ok_or(ParseRulesError::OptionForm)?;
            rules.with(key, value).map_err(ParseRulesError::Option)
        })
    }
}

/// The game with the defaults of all its options.
impl From<GameId> for Rules {
    fn from(game: GameId) -> Rules {
        game.rules()
    }
}

/// A text is not a game with options.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ParseRulesError {
    /// The text does not begin with the name of a game.
    Game(UnknownGame),
    /// The game has no such option.
    Option(InvalidOption),
    /// An option is not of the form `key=value`.
    OptionForm,
}

impl ParseRulesError {
    /// The error for people.
    pub fn sentence(&self) -> Sentence {
        match self {
            ParseRulesError::Game(error) => error.sentence(),
            ParseRulesError::Option(error) => error.sentence(),
            ParseRulesError::OptionForm => Sentence::new(&messages::OPTION_FORM),
        }
    }
}

impl fmt::Display for ParseRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl Error for ParseRulesError {}

/// An option or a value that the game does not have.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum InvalidOption {
    /// The game has no option of that name.
    NoSuchKey(GameId),
    /// The option has no such value.
    NoSuchValue(&'static OptionInfo),
}

impl InvalidOption {
    /// The error for people.
    pub fn sentence(&self) -> Sentence {
        let text = |text: &str| MessageArg::Text(text.to_owned());
        match self {
            InvalidOption::NoSuchKey(game) => {
                let keys: Vec<_> = game.options().iter().map(|option| option.key).collect();
                let message =
                    if keys.is_empty() { &messages::NO_OPTIONS } else { &messages::NO_SUCH_OPTION };
                let sentence = Sentence::new(message).with("game", text(&game.to_string()));
                sentence.with("names", text(&keys.join(", ")))
            }
            InvalidOption::NoSuchValue(option) => {
                let values = option.values.iter().map(ToString::to_string).collect();
                Sentence::new(&messages::NO_SUCH_VALUE)
                    .with("name", text(option.key))
                    .with("values", MessageArg::Moves(values))
            }
        }
    }
}

impl fmt::Display for InvalidOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl Error for InvalidOption {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_of_options_is_listed_once() {
        assert_eq!(Rules::all_of(GameId::CheckerboardTicTacToe).len(), 8);
        let mut all = Rules::all();
        // Six games without options, the ninth game among them.
        assert_eq!(all.len(), 6 + 2 + 2 + 8);
        all.dedup();
        assert_eq!(all.len(), 18);
    }

    #[test]
    fn wrong_options_are_named_in_the_error() {
        let rules = GameId::KingMeStandard.rules();
        assert_eq!(
            rules.with("crowning", "maybe").unwrap_err().to_string(),
            "crowning can be stops or continues"
        );
        assert!(rules.with("size", "5").unwrap_err().to_string().contains("it has crowning"));
        let none = GameId::StackEm.rules().with("size", "5").unwrap_err();
        assert_eq!(none.to_string(), "stack-em has no options");
    }

    #[test]
    fn rules_round_trip_through_text() {
        for rules in Rules::all() {
            assert_eq!(rules.to_string().parse(), Ok(rules));
            assert_eq!(rules.game().name().parse(), Ok(rules.game().rules()));
        }
        for (text, error) in [
            ("", "there is no such game"),
            ("chess", "there is no such game"),
            ("stack-em size=5", "stack-em has no options"),
            ("king-me-standard size=5", "it has crowning"),
            ("king-me-standard crowning", "an option is written as in crowning=continues"),
            ("king-me-standard crowning=", "crowning can be stops or continues"),
        ] {
            let said = text.parse::<Rules>().unwrap_err().to_string();
            assert!(said.contains(error), "{text}: {said}");
        }
    }
}
