//! The names of the games, and what is printed on their boxes.

use std::fmt;
use std::str::FromStr;

use crownhead_rules::book::Leaflet;
use crownhead_rules::{MessageArg, Sentence};

use crate::list::PdnMoves;
use crate::{GameId, Rules, StartRitual, words};

/// An option of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name.
    pub key: &'static str,
    /// The values it can have, the default first.
    pub values: &'static [&'static str],
    /// What it changes, in a sentence.
    pub about: &'static str,
}

impl GameId {
    /// The name in commands, files and protocols.
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// The name as a player says it.
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

    /// Whether it is one of the four checkers games, which PDN knows as English checkers.
    pub const fn is_checkers(self) -> bool {
        matches!(self.entry().pdn, PdnMoves::English { .. })
    }

    /// How it can be decided who begins; the first is the usual one.
    pub const fn rituals(self) -> &'static [StartRitual] {
        self.entry().rituals
    }

    /// The topic of the rule book that says how it is decided who begins.
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

    /// Its options.
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

/// There is no game of that name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame;

impl UnknownGame {
    /// What is said of it.
    pub fn sentence(&self) -> Sentence {
        let names: Vec<_> = GameId::ALL.iter().map(|id| id.name()).collect();
        Sentence::new(&words::NO_SUCH_GAME).with("names", MessageArg::Text(names.join(", ")))
    }
}

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl std::error::Error for UnknownGame {}
