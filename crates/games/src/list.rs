//! The list of games: every fact that differs from game to game is a field of its entry, and a new
//! game is one module and one entry. `docs/adding-a-game.md` shows a complete example.

use std::fmt;

use crownhead_rules::PositionErrors;
use crownhead_rules::book::Leaflet;
use crownhead_rules::checkers::{
    KingMeStandard, KingMeStandardContinues, ParkerCheckers, RegalCheckers, WinningMovesCheckers,
};
use crownhead_rules::coast_to_coast::CoastToCoast;
use crownhead_rules::placing::{CheckerboardTicTacToe, TicTacToe};
use crownhead_rules::stack_em::StackEm;

use crate::board_editor::TextForm;
use crate::from_rules::FromRules;
#[cfg(test)]
use crate::no_neighbours::NoNeighbours;
use crate::{BoardShape, OptionInfo, Rules};

/// The facts about a game. An entry that leaves one out does not compile.
pub(crate) struct GameEntry {
    /// The name in commands, files and protocols.
    pub(crate) name: &'static str,
    /// The name for people.
    pub(crate) title: &'static str,
    /// The leaflet that describes it.
    pub(crate) leaflet: Leaflet,
    /// The game in a sentence.
    pub(crate) about: &'static str,
    /// The options, at most [`Rules::MAX_OPTIONS`].
    pub(crate) options: &'static [OptionInfo],
    pub(crate) shape: BoardShape,
    /// The number of rows, and of columns.
    pub(crate) size: fn(&Rules) -> u8,
    /// The syntax of position texts.
    pub(crate) text_form: TextForm,
    /// The rituals that can decide who begins; the first is the default.
    pub(crate) rituals: &'static [StartRitual],
    /// The topic of the rule about who begins.
    pub(crate) ritual_topic: &'static str,
    /// Whether the player who began the first game begins all games of a series.
    pub(crate) same_player_begins: bool,
    /// Whether checkers are captured.
    pub(crate) captures: bool,
    /// Whether a player who can jump must.
    pub(crate) must_jump: bool,
    /// Whether the stronger player can start with fewer checkers.
    pub(crate) handicap: bool,
    /// Whether the player with more tic-tac-toes wins.
    pub(crate) wins_by_count: bool,
    /// The unit of the computer's scores.
    pub(crate) score_unit: ScoreUnit,
    /// Whether the second side has coins instead of checkers.
    pub(crate) coins: fn(&Rules) -> bool,
    /// The number of random plies that make test games of the computer differ and decide none.
    pub(crate) random_plies: u32,
    /// A test game of the computer is adjudicated after this many plies.
    pub(crate) max_plies: u32,
    /// The perft depth that takes some tenths of a second.
    pub(crate) perft_depth: fn(&Rules) -> u32,
    /// The syntax of moves in PDN files.
    pub(crate) pdn: PdnMoves,
}

/// A ritual that decides who begins the first game of a match. The arbiter runs it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum StartRitual {
    /// The players say who is youngest; that player begins.
    Youngest,
    /// Lots are drawn; the winner chooses a side.
    Lots,
    /// Each tosses a coin until just one shows heads; its owner begins.
    Coins,
    /// Each player chooses a side; if both want the same, lots decide.
    Choice,
}

/// The unit of a lead in the computer's scores.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ScoreUnit {
    /// Men, in games that capture.
    Men,
    /// Steps ahead in a race.
    Steps,
    /// Tic-tac-toes.
    TicTacToes,
}

impl ScoreUnit {
    /// Every unit.
    pub const ALL: [ScoreUnit; 3] = [ScoreUnit::Men, ScoreUnit::Steps, ScoreUnit::TicTacToes];

    /// The name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            ScoreUnit::Men => "men",
            ScoreUnit::Steps => "steps",
            ScoreUnit::TicTacToes => "tic-tac-toes",
        }
    }
}

/// The syntax of a game's moves in PDN files.
pub(crate) enum PdnMoves {
    /// As English checkers, GameType 21. A ply that English checkers does not have is written as
    /// the position after it.
    English {
        /// Whether every ply is also a move of English checkers.
        only_english: fn(&Rules) -> bool,
    },
    /// By their own texts, with a RuleSet tag only, because PDN has no number for the game.
    OwnTexts,
}

impl GameId {
    /// English checkers, as described by Winning Moves' leaflet: the game of a PDN file without a
    /// RuleSet tag, of a program that knows only one game, and of a page before a choice.
    pub const ENGLISH_CHECKERS: GameId = GameId::WinningMovesCheckers;
}

fn eight(_: &Rules) -> u8 {
    8
}

fn no_coins(_: &Rules) -> bool {
    false
}

/// Generates from the list: the ids, their entries, the position of any game, and `each!`. A game
/// with several position types uses the first whose condition holds; the last has none.
macro_rules! games {
    ($dollar:tt $($Id:ident played by $($Type:ident $(if $condition:path)?),+ {
        title: $title:literal,
        $($fact:ident: $value:expr,)*
    })*) => {
        /// One of the games. Written as its name in commands and files, `parker-checkers`.
        ///
        /// ```
        /// use crownhead_games::{Game, GameId};
        ///
        /// let id: GameId = "parker-checkers".parse()?;
        /// assert_eq!(id, GameId::ParkerCheckers);
        /// assert_eq!(id.title(), "Parker Brothers Checkers");
        /// assert_eq!(id.leaflet().title(), "Parker Brothers Checkers");
        ///
        /// // Every game can be played by the same calls.
        /// for id in GameId::ALL {
        ///     let game = Game::start(*id);
        ///     assert!(!game.legal_moves().is_empty(), "{id}");
        /// }
        /// # Ok::<(), crownhead_games::UnknownGame>(())
        /// ```
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum GameId {
            $(#[doc = $title] $Id,)*
        }

        impl GameId {
            /// All games, in the order of their leaflets.
            pub const ALL: &[GameId] = &[$(GameId::$Id),*];

            pub(crate) const fn entry(self) -> &'static GameEntry {
                match self {
                    $(GameId::$Id => const { &GameEntry { title: $title, $($fact: $value,)* } },)*
                }
            }
        }

        /// A position of any game. Searches are generic over the type inside; see [`each!`](crate::each).
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum AnyPosition {
            $($(#[doc = $title] $Type($Type),)+)*
        }

        $($(impl From<$Type> for AnyPosition {
            fn from(position: $Type) -> AnyPosition {
                AnyPosition::$Type(position)
            }
        })+)*

        /// Displays the inner position.
        impl fmt::Display for AnyPosition {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $($(AnyPosition::$Type(position) => position.fmt(f),)+)*
                }
            }
        }

        impl AnyPosition {
            /// The start position of a game.
            pub fn start(rules: Rules) -> AnyPosition {
                match rules.game() {
                    $(GameId::$Id => {
                        $($(if $condition(&rules))? {
                            return $Type::start_with(rules).into();
                        })+
                    })*
                }
            }

            /// Parses a position of a game.
            pub fn from_text(rules: Rules, text: &str) -> Result<AnyPosition, PositionErrors> {
                match rules.game() {
                    $(GameId::$Id => {
                        $($(if $condition(&rules))? {
                            return Ok($Type::parse_with(rules, text)?.into());
                        })+
                    })*
                }
            }
        }

        /// Runs generic code on the position of any game: `each!(any, position => …)`. Inside,
        /// `position` has its concrete type, so the code is monomorphised.
        ///
        /// ```
        /// use crownhead_games::{Game, GameId, each};
        /// use crownhead_rules::{Key, Position};
        ///
        /// fn key<P: Position>(position: &P) -> Key {
        ///     position.key()
        /// }
        ///
        /// let game = Game::start(GameId::StackEm);
        /// assert_eq!(each!(game.position(), position => key(position)), game.history().keys()[0]);
        /// ```
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

/// The eight games, followed by additional ones.
macro_rules! all_games {
    ($dollar:tt $($more:tt)*) => {
        games! { $dollar
            RegalCheckers played by RegalCheckers {
                title: "Regal Checkers",
                name: "regal-checkers",
                leaflet: Leaflet::Regal,
                about: "Checkers where jumping is a choice; capture everything.",
                options: &[],
                shape: BoardShape::Dark,
                size: eight,
                text_form: TextForm::Fen,
                rituals: &[StartRitual::Youngest],
                ritual_topic: "first-move",
                same_player_begins: true,
                captures: true,
                must_jump: false,
                handicap: true,
                wins_by_count: false,
                score_unit: ScoreUnit::Men,
                coins: no_coins,
                random_plies: 2,
                max_plies: 300,
                perft_depth: |_| 9,
                pdn: PdnMoves::English { only_english: |_| false },
            }
            TicTacToe played by TicTacToe {
                title: "Tic-Tac-Toe",
                name: "tic-tac-toe",
                leaflet: Leaflet::Regal,
                about: "Three in a row on the back of the board.",
                options: &[],
                shape: BoardShape::Grid,
                size: |_| 3,
                text_form: TextForm::Rows,
                rituals: &[StartRitual::Choice, StartRitual::Lots],
                ritual_topic: "first-move",
                same_player_begins: false,
                captures: false,
                must_jump: false,
                handicap: false,
                wins_by_count: false,
                score_unit: ScoreUnit::TicTacToes,
                coins: no_coins,
                // Two would lose many games at once.
                random_plies: 1,
                max_plies: 300,
                perft_depth: |_| 9,
                pdn: PdnMoves::OwnTexts,
            }
            KingMeStandard played by KingMeStandardContinues if Rules::crowned_goes_on, KingMeStandard {
                title: "KING ME Standard Checkers",
                name: "king-me-standard",
                leaflet: Leaflet::KingMe,
                about: "Checkers where you must jump; leave the enemy no move.",
                options: &[OptionInfo {
                key: "crowning",
                values: &["stops", "continues"],
                about: "whether a man crowned by a jump stops, or goes on as a king",
            }],
                shape: BoardShape::Dark,
                size: eight,
                text_form: TextForm::Fen,
                rituals: &[StartRitual::Choice, StartRitual::Lots],
                ritual_topic: "later-games",
                same_player_begins: false,
                captures: true,
                must_jump: true,
                handicap: true,
                wins_by_count: false,
                score_unit: ScoreUnit::Men,
                coins: no_coins,
                random_plies: 2,
                max_plies: 300,
                perft_depth: |_| 10,
                pdn: PdnMoves::English { only_english: |rules| !rules.crowned_goes_on() },
            }
            CoastToCoast played by CoastToCoast {
                title: "Coast to Coast",
                name: "coast-to-coast",
                leaflet: Leaflet::KingMe,
                about: "Race twelve checkers across to be crowned, and home again.",
                options: &[OptionInfo {
                key: "setup",
                values: &["lines", "corner"],
                about: "three lines in front of the home, or the twelve squares nearest to it",
            }],
                shape: BoardShape::Diamond,
                size: eight,
                text_form: TextForm::RowsAndHomes,
                rituals: &[StartRitual::Choice, StartRitual::Lots],
                ritual_topic: "later-games",
                same_player_begins: false,
                captures: false,
                must_jump: false,
                handicap: false,
                wins_by_count: false,
                score_unit: ScoreUnit::Steps,
                coins: no_coins,
                random_plies: 2,
                max_plies: 150,
                perft_depth: |_| 5,
                pdn: PdnMoves::OwnTexts,
            }
            StackEm played by StackEm {
                title: "Stack'Em",
                name: "stack-em",
                leaflet: Leaflet::KingMe,
                about: "Checkers where what you jump goes under you, in stacks.",
                options: &[],
                shape: BoardShape::Dark,
                size: eight,
                text_form: TextForm::Stacks,
                rituals: &[StartRitual::Choice, StartRitual::Lots],
                ritual_topic: "later-games",
                same_player_begins: false,
                captures: true,
                must_jump: true,
                handicap: true,
                wins_by_count: false,
                score_unit: ScoreUnit::Men,
                coins: no_coins,
                random_plies: 2,
                max_plies: 300,
                perft_depth: |_| 10,
                pdn: PdnMoves::OwnTexts,
            }
            WinningMovesCheckers played by WinningMovesCheckers {
                title: "Winning Moves Checkers",
                name: "winning-moves-checkers",
                leaflet: Leaflet::WinningMoves,
                about: "Checkers where you must jump, and a new king waits for its next turn.",
                options: &[],
                shape: BoardShape::Dark,
                size: eight,
                text_form: TextForm::Fen,
                rituals: &[StartRitual::Choice, StartRitual::Lots],
                ritual_topic: "later-games",
                same_player_begins: false,
                captures: true,
                must_jump: true,
                handicap: true,
                wins_by_count: false,
                score_unit: ScoreUnit::Men,
                coins: no_coins,
                random_plies: 2,
                max_plies: 300,
                perft_depth: |_| 11,
                pdn: PdnMoves::English { only_english: |_| true },
            }
            CheckerboardTicTacToe played by CheckerboardTicTacToe {
                title: "Tic-Tac-Toe On A Checkerboard",
                name: "checkerboard-tic-tac-toe",
                leaflet: Leaflet::TicTacToeOnACheckerboard,
                about: "Take turns placing pieces; the most tic-tac-toes win.",
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
                    about: "variation 3: 6 by 6 squares, eighteen checkers against eighteen coins",
                },
            ],
                shape: BoardShape::Grid,
                size: Rules::area,
                text_form: TextForm::Rows,
                rituals: &[StartRitual::Coins],
                ritual_topic: "first-move",
                same_player_begins: false,
                captures: false,
                must_jump: false,
                handicap: false,
                wins_by_count: true,
                score_unit: ScoreUnit::TicTacToes,
                coins: Rules::has_coins,
                random_plies: 2,
                max_plies: 300,
                perft_depth: |rules| if rules.area() > 5 { 5 } else { 6 },
                pdn: PdnMoves::OwnTexts,
            }
            ParkerCheckers played by ParkerCheckers {
                title: "Parker Brothers Checkers",
                name: "parker-checkers",
                leaflet: Leaflet::Parker,
                about: "Checkers where an overlooked jump can be huffed.",
                options: &[],
                shape: BoardShape::Dark,
                size: eight,
                text_form: TextForm::Fen,
                rituals: &[StartRitual::Lots],
                ritual_topic: "later-games",
                same_player_begins: false,
                captures: true,
                must_jump: true,
                handicap: true,
                wins_by_count: false,
                score_unit: ScoreUnit::Men,
                coins: no_coins,
                random_plies: 2,
                max_plies: 300,
                perft_depth: |_| 9,
                pdn: PdnMoves::English { only_english: |_| false },
            }
            $($more)*
        }
    };
}

#[cfg(not(test))]
all_games! { $ }

// The unit tests of this crate add a ninth game. It shows that an entry and a module are all that a
// game needs.
#[cfg(test)]
all_games! { $
    NoNeighbours played by NoNeighbours {
        title: "No Neighbours",
        name: "no-neighbours",
        leaflet: Leaflet::Regal,
        about: "Place checkers apart from each other until somebody cannot.",
        options: &[],
        shape: BoardShape::Grid,
        size: |_| 4,
        text_form: TextForm::Rows,
        rituals: &[StartRitual::Choice, StartRitual::Lots],
        ritual_topic: "first-move",
        same_player_begins: false,
        captures: false,
        must_jump: false,
        handicap: false,
        wins_by_count: false,
        score_unit: ScoreUnit::Men,
        coins: no_coins,
        random_plies: 1,
        max_plies: 300,
        perft_depth: |_| 6,
        pdn: PdnMoves::OwnTexts,
    }
}
