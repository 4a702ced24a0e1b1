//! The names of the games, and what is printed on their boxes.

use std::fmt;
use std::str::FromStr;

use crownhead_rules::book::Leaflet;

use crate::Rules;

/// One of the eight games.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum GameId {
    RegalCheckers,
    TicTacToe,
    KingMeStandard,
    CoastToCoast,
    StackEm,
    WinningMovesCheckers,
    CheckerboardTicTacToe,
    ParkerCheckers,
}

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
    /// All games, in the order of their leaflets.
    pub const ALL: [GameId; 8] = [
        GameId::RegalCheckers,
        GameId::TicTacToe,
        GameId::KingMeStandard,
        GameId::CoastToCoast,
        GameId::StackEm,
        GameId::WinningMovesCheckers,
        GameId::CheckerboardTicTacToe,
        GameId::ParkerCheckers,
    ];

    /// The name in commands, files and protocols.
    pub const fn name(self) -> &'static str {
        match self {
            GameId::RegalCheckers => "regal-checkers",
            GameId::TicTacToe => "tic-tac-toe",
            GameId::KingMeStandard => "king-me-standard",
            GameId::CoastToCoast => "coast-to-coast",
            GameId::StackEm => "stack-em",
            GameId::WinningMovesCheckers => "winning-moves-checkers",
            GameId::CheckerboardTicTacToe => "checkerboard-tic-tac-toe",
            GameId::ParkerCheckers => "parker-checkers",
        }
    }

    /// The name as a player says it.
    pub const fn title(self) -> &'static str {
        match self {
            GameId::RegalCheckers => "Regal Checkers",
            GameId::TicTacToe => "Tic-Tac-Toe",
            GameId::KingMeStandard => "KING ME Standard Checkers",
            GameId::CoastToCoast => "Coast to Coast",
            GameId::StackEm => "Stack'Em",
            GameId::WinningMovesCheckers => "Winning Moves Checkers",
            GameId::CheckerboardTicTacToe => "Tic-Tac-Toe On A Checkerboard",
            GameId::ParkerCheckers => "Parker Brothers Checkers",
        }
    }

    /// The game in a sentence.
    pub const fn about(self) -> &'static str {
        match self {
            GameId::RegalCheckers => "Checkers where jumping is a choice; capture everything.",
            GameId::TicTacToe => "Three in a row on the back of the board.",
            GameId::KingMeStandard => "Checkers where you must jump; leave the enemy no move.",
            GameId::CoastToCoast => "Race twelve checkers across to be crowned, and home again.",
            GameId::StackEm => "Checkers where what you jump goes under you, in stacks.",
            GameId::WinningMovesCheckers => {
                "Checkers where you must jump, and a new king waits for its next turn."
            }
            GameId::CheckerboardTicTacToe => {
                "Place twelve checkers each; the most tic-tac-toes win."
            }
            GameId::ParkerCheckers => "Checkers where an overlooked jump can be huffed.",
        }
    }

    /// The leaflet that describes it.
    pub const fn leaflet(self) -> Leaflet {
        match self {
            GameId::RegalCheckers | GameId::TicTacToe => Leaflet::Regal,
            GameId::KingMeStandard | GameId::CoastToCoast | GameId::StackEm => Leaflet::KingMe,
            GameId::WinningMovesCheckers => Leaflet::WinningMoves,
            GameId::CheckerboardTicTacToe => Leaflet::TicTacToeOnACheckerboard,
            GameId::ParkerCheckers => Leaflet::Parker,
        }
    }

    /// Its options.
    pub const fn options(self) -> &'static [OptionInfo] {
        match self {
            GameId::KingMeStandard => &[OptionInfo {
                key: "crowning",
                values: &["stops", "continues"],
                about: "whether a man crowned by a jump stops, or goes on as a king",
            }],
            GameId::CoastToCoast => &[OptionInfo {
                key: "setup",
                values: &["lines", "corner"],
                about: "three lines in front of the home, or the twelve squares nearest to it",
            }],
            GameId::CheckerboardTicTacToe => &[
                OptionInfo {
                    key: "exchange",
                    values: &["off", "on"],
                    about: "variation 1: each player may exchange two checkers at the end",
                },
                OptionInfo {
                    key: "floating",
                    values: &["off", "on"],
                    about: "variation 2: the layout grows anywhere on the whole board",
                },
                OptionInfo {
                    key: "size",
                    values: &["5", "6"],
                    about: "variation 3: 6 by 6 squares with eighteen checkers each",
                },
            ],
            _ => &[],
        }
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
        GameId::ALL.into_iter().find(|id| id.name() == name).ok_or(UnknownGame)
    }
}

/// There is no game of that name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct UnknownGame;

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = GameId::ALL.iter().map(|id| id.name()).collect();
        write!(f, "there is no such game; the games are {}", names.join(", "))
    }
}

impl std::error::Error for UnknownGame {}
