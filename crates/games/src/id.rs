//! Game ids and the facts about each game.

use std::fmt;
use std::str::FromStr;

use crownhead_rules::book::Leaflet;
use crownhead_rules::{MessageArg, Sentence};

use crate::board_editor::TextForm;
use crate::list::PdnMoves;
use crate::{GameId, Rules, ScoreUnit, StartRitual, messages};

/// An option of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name in commands and files.
    pub key: &'static str,
    /// The possible values, the default first.
    pub values: &'static [&'static str],
    /// The effect, in a sentence.
    pub about: &'static str,
}

impl GameId {
    /// The name in commands, files and protocols.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// The name for people.
    pub const fn title(self) -> &'static str {
        self.entry().title
    }

    /// The game in a sentence.
    pub const fn about(self) -> &'static str {
        self.entry().about
    }

    /// The leaflet that describes it.
    pub const fn leaflet(self) -> Leaflet {
        self.entry().leaflet
    }

    /// Whether it is one of the checkers games, which PDN knows as English checkers.
    pub const fn is_checkers(self) -> bool {
        matches!(self.entry().pdn, PdnMoves::English { .. })
    }

    /// The rituals that can decide who begins; the first is the default.
    pub const fn rituals(self) -> &'static [StartRitual] {
        self.entry().rituals
    }

    /// The topic of the rule about who begins.
    pub const fn ritual_topic(self) -> &'static str {
        self.entry().ritual_topic
    }

    /// Whether the player who begins the first game of a series begins all of them.
    pub const fn same_player_begins(self) -> bool {
        self.entry().same_player_begins
    }

    /// Whether checkers are captured.
    pub const fn captures(self) -> bool {
        self.entry().captures
    }

    /// Whether a player who can jump must.
    pub const fn must_jump(self) -> bool {
        self.entry().must_jump
    }

    /// Whether the stronger player can start with fewer checkers.
    pub const fn has_handicap(self) -> bool {
        self.entry().handicap
    }

    /// Whether the player with more tic-tac-toes wins.
    pub const fn wins_by_count(self) -> bool {
        self.entry().wins_by_count
    }

    /// Whether checkers are stacked on a square.
    pub const fn has_stacks(self) -> bool {
        matches!(self.entry().text_form, TextForm::Stacks)
    }

    /// The unit of the computer's scores.
    pub const fn score_unit(self) -> ScoreUnit {
        self.entry().score_unit
    }

    /// The number of random plies that make test games of the computer differ and decide none.
    pub const fn random_plies(self) -> u32 {
        self.entry().random_plies
    }

    /// A test game of the computer is adjudicated after this many plies.
    pub const fn max_plies(self) -> u32 {
        self.entry().max_plies
    }

    /// The options with their values and defaults.
    pub const fn options(self) -> &'static [OptionInfo] {
        self.entry().options
    }

    /// The game with the defaults of all its options.
    pub fn rules(self) -> Rules {
        Rules::default_of(self)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for GameId {
    type Err = UnknownGame;

    fn from_str(name: &str) -> Result<GameId, UnknownGame> {
        GameId::ALL.iter().copied().find(|id| id.name() == name).ok_or(UnknownGame)
    }
}

/// No game has the given name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame;

impl UnknownGame {
    /// The error for people, with the list of games.
    pub fn sentence(&self) -> Sentence {
        let names: Vec<_> = GameId::ALL.iter().map(|id| id.name()).collect();
        Sentence::new(&messages::NO_SUCH_GAME).with("names", MessageArg::Text(names.join(", ")))
    }
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl std::error::Error for UnknownGame {}
