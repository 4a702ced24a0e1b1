//! The list of all games: everything that differs from game to game on this floor is an entry
//! here, and a new game is a new entry.

use crownhead_rules::book::Leaflet;
use crownhead_rules::checkers::{
    KingMeStandard, KingMeStandardContinues, ParkerCheckers, RegalCheckers, WinningMovesCheckers,
};
use crownhead_rules::coast_to_coast::CoastToCoast;
use crownhead_rules::placing::{CheckerboardTicTacToe, TicTacToe};
use crownhead_rules::stack_em::StackEm;
use crownhead_rules::{Faults, Notation};

use crate::begin::Begin;
use crate::{OptionInfo, Rules};

/// What is printed on a game's box.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) leaflet: Leaflet,
    pub(crate) about: &'static str,
    pub(crate) options: &'static [OptionInfo],
}

/// Makes of the list: the ids, their entries, the position of any game, and `each!`. Of the types
/// that play a game the first counts whose condition holds; the last has none.
macro_rules! games {
    ($dollar:tt $($Id:ident {
        name: $name:literal,
        title: $title:literal,
        leaflet: $leaflet:ident,
        about: $about:literal,
        options: $options:expr,
        played_by: $($Type:ident $(if $condition:path)?),+ $(,)?
    })*) => {
        /// One of the games.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum GameId {
            $(#[doc = $title] $Id,)*
        }

        impl GameId {
            /// All games, in the order of their leaflets.
            pub const ALL: &[GameId] = &[$(GameId::$Id),*];

            pub(crate) const fn entry(self) -> &'static Entry {
                match self {
                    $(GameId::$Id => &Entry {
                        name: $name,
                        title: $title,
                        leaflet: Leaflet::$leaflet,
                        about: $about,
                        options: $options,
                    },)*
                }
            }
        }

        /// A position of any game. Searches are generic over the type inside; see `each!`.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum AnyPosition {
            $($(#[doc = $title] $Type($Type),)+)*
        }

        $($(impl From<$Type> for AnyPosition {
            fn from(position: $Type) -> AnyPosition {
                AnyPosition::$Type(position)
            }
        })+)*

        impl AnyPosition {
            /// The start position of a game.
            pub fn start(rules: Rules) -> AnyPosition {
                match rules.game() {
                    $(GameId::$Id => {
                        $($(if $condition(&rules))? {
                            return $Type::begin(rules).into();
                        })+
                    })*
                }
            }

            /// A position by its text.
            pub fn from_text(rules: Rules, text: &str) -> Result<AnyPosition, Faults> {
                match rules.game() {
                    $(GameId::$Id => {
                        $($(if $condition(&rules))? {
                            return Ok($Type::from_text($Type::variant(rules), text)?.into());
                        })+
                    })*
                }
            }
        }

        /// Does the same with the position of whichever game it is: `each!(any, position => …)`.
        /// Inside, `position` has its own type, so that generic code is monomorphised over it.
        #[macro_export]
        macro_rules! each {
            ($dollar any:expr, $dollar position:ident => $dollar body:expr) => {
                match $dollar any {
                    $($($dollar crate::AnyPosition::$Type($dollar position) => $dollar body,)+)*
                }
            };
        }
    };
}

games! { $
    RegalCheckers {
        name: "regal-checkers",
        title: "Regal Checkers",
        leaflet: Regal,
        about: "Checkers where jumping is a choice; capture everything.",
        options: &[],
        played_by: RegalCheckers,
    }
    TicTacToe {
        name: "tic-tac-toe",
        title: "Tic-Tac-Toe",
        leaflet: Regal,
        about: "Three in a row on the back of the board.",
        options: &[],
        played_by: TicTacToe,
    }
    KingMeStandard {
        name: "king-me-standard",
        title: "KING ME Standard Checkers",
        leaflet: KingMe,
        about: "Checkers where you must jump; leave the enemy no move.",
        options: &[OptionInfo {
            key: "crowning",
            values: &["stops", "continues"],
            about: "whether a man crowned by a jump stops, or goes on as a king",
        }],
        played_by: KingMeStandardContinues if Rules::crowned_goes_on, KingMeStandard,
    }
    CoastToCoast {
        name: "coast-to-coast",
        title: "Coast to Coast",
        leaflet: KingMe,
        about: "Race twelve checkers across to be crowned, and home again.",
        options: &[OptionInfo {
            key: "setup",
            values: &["lines", "corner"],
            about: "three lines in front of the home, or the twelve squares nearest to it",
        }],
        played_by: CoastToCoast,
    }
    StackEm {
        name: "stack-em",
        title: "Stack'Em",
        leaflet: KingMe,
        about: "Checkers where what you jump goes under you, in stacks.",
        options: &[],
        played_by: StackEm,
    }
    WinningMovesCheckers {
        name: "winning-moves-checkers",
        title: "Winning Moves Checkers",
        leaflet: WinningMoves,
        about: "Checkers where you must jump, and a new king waits for its next turn.",
        options: &[],
        played_by: WinningMovesCheckers,
    }
    CheckerboardTicTacToe {
        name: "checkerboard-tic-tac-toe",
        title: "Tic-Tac-Toe On A Checkerboard",
        leaflet: TicTacToeOnACheckerboard,
        about: "Place twelve checkers each; the most tic-tac-toes win.",
        options: &[
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
        played_by: CheckerboardTicTacToe,
    }
    ParkerCheckers {
        name: "parker-checkers",
        title: "Parker Brothers Checkers",
        leaflet: Parker,
        about: "Checkers where an overlooked jump can be huffed.",
        options: &[],
        played_by: ParkerCheckers,
    }
}
