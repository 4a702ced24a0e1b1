//! Errors of replaying a PDN game.

use std::fmt;

use crownhead_pdn::TextPosition;
use crownhead_rules::{MessageArg, MoveRefusal, PositionErrors, Sentence};

use crate::{InvalidOption, UnknownGame, messages};

/// A game of a PDN file could not be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The number of the game in the file, counted from 1; 0 if it is not in a file.
    pub game: u64,
    /// The line and column in the file.
    pub position: TextPosition,
    /// The move number as players count; none before the first.
    pub number: Option<u32>,
    /// What is wrong with the game.
    pub kind: ReplayErrorKind,
}

/// The reason that a game could not be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayErrorKind {
    /// The rule set is unknown.
    RuleSet(UnknownGame),
    /// The rule set has no such option.
    Options(InvalidOption),
    /// An option is not of the form `key=value`.
    OptionForm,
    /// The GameType tag names another variant of draughts.
    GameType(String),
    /// It uses squares of a larger board.
    LargerBoard,
    /// This move shows that the board is ten by ten.
    TenByTen(String),
    /// White moves first.
    WhiteBegins,
    /// A man captures backwards with this move, and later moves agree with that.
    TakesBackwards(String),
    /// A king moves several squares with this move, and later moves agree with that.
    FlyingKing(String),
    /// The start position is impossible.
    Begin(PositionErrors),
    /// A move is not legal.
    Move {
        /// The move as written in the file.
        text: String,
        /// Why the move is illegal.
        refusal: Box<MoveRefusal>,
    },
    /// A position is set in the middle of the game without a command that explains it.
    BareSetUp,
    /// A position is set that does not follow from the command beside it.
    OtherPosition {
        /// The position after the command.
        expected: String,
    },
}

impl ReplayErrorKind {
    /// Whether the game is another variant of draughts, not checkers with errors.
    pub fn is_other_kind(&self) -> bool {
        matches!(
            self,
            ReplayErrorKind::GameType(_)
                | ReplayErrorKind::LargerBoard
                | ReplayErrorKind::TenByTen(_)
                | ReplayErrorKind::WhiteBegins
                | ReplayErrorKind::TakesBackwards(_)
                | ReplayErrorKind::FlyingKing(_)
        )
    }

    /// The error for people.
    pub fn sentence(&self) -> Sentence {
        let because =
            |message, why| Sentence::new(message).with("why", MessageArg::Sentences(vec![why]));
        match self {
            ReplayErrorKind::RuleSet(error) => error.sentence(),
            ReplayErrorKind::Options(error) => error.sentence(),
            ReplayErrorKind::OptionForm => Sentence::new(&messages::OPTION_FORM),
            ReplayErrorKind::GameType(number) => Sentence::new(&messages::GAME_TYPE)
                .with("number", MessageArg::Text(number.clone()))
                .with("kind", MessageArg::Sentences(vec![Sentence::new(messages::kind(number))])),
            ReplayErrorKind::LargerBoard => Sentence::new(&messages::LARGER_BOARD),
            ReplayErrorKind::TenByTen(text) => Sentence::new(&messages::TEN_BY_TEN)
                .with("moves", MessageArg::Moves(vec![text.clone()])),
            ReplayErrorKind::WhiteBegins => Sentence::new(&messages::WHITE_BEGINS),
            ReplayErrorKind::TakesBackwards(text) => Sentence::new(&messages::TAKES_BACKWARDS)
                .with("moves", MessageArg::Moves(vec![text.clone()])),
            ReplayErrorKind::FlyingKing(text) => Sentence::new(&messages::FLYING_KING)
                .with("moves", MessageArg::Moves(vec![text.clone()])),
            ReplayErrorKind::Begin(errors) => because(&messages::BEGIN, errors.sentence()),
            ReplayErrorKind::Move { text, refusal } => {
                because(&messages::MOVE, refusal.explanation.sentence.clone())
                    .with("moves", MessageArg::Moves(vec![text.clone()]))
            }
            ReplayErrorKind::BareSetUp => Sentence::new(&messages::BARE_SET_UP),
            ReplayErrorKind::OtherPosition { expected } => Sentence::new(&messages::OTHER_POSITION)
                .with("position", MessageArg::Text(expected.clone())),
        }
    }
}

impl fmt::Display for ReplayErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl ReplayError {
    /// The error for people.
    pub fn sentence(&self) -> Sentence {
        let message = match (self.game, self.number) {
            (0, Some(_)) => &messages::ON_MOVE,
            (0, None) => &messages::BEFORE_MOVES,
            (_, Some(_)) => &messages::AT_MOVE,
            (_, None) => &messages::AT_BEGIN,
        };
        let numbers = [
            ("game", u32::try_from(self.game).unwrap_or(u32::MAX)),
            ("line", self.position.line),
            ("column", self.position.column),
            ("number", self.number.unwrap_or(0)),
        ];
        let why =
            Sentence::new(message).with("why", MessageArg::Sentences(vec![self.kind.sentence()]));
        numbers
            .into_iter()
            .fold(why, |said, (place, number)| said.with(place, MessageArg::Number(number)))
    }
}

/// `game 3, line 12, column 5, move 7: 11-16: You have to jump with 14: 14x23.`
impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl std::error::Error for ReplayError {}
