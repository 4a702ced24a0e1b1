//! Why a game of a file cannot be played.

use std::fmt;

use crownhead_pdn::TextPosition;
use crownhead_rules::{MessageArg, MoveRefusal, PositionErrors, Sentence};

use crate::{InvalidOption, UnknownGame, words};

/// A game of a file that cannot be played: which, where, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// Which game of the file, counted from 1; 0 if it is of none.
    pub game: u64,
    /// Where in the file.
    pub place: TextPosition,
    /// The number of the move, as a player counts; none before the first.
    pub number: Option<u32>,
    /// Why.
    pub why: ReplayErrorKind,
}

/// Why a game cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayErrorKind {
    /// Its rule set is not one of the games here.
    RuleSet(UnknownGame),
    /// Its options are not the rule set's.
    Options(InvalidOption),
    /// An option is not written `key=value`.
    OptionForm,
    /// It is draughts of another kind.
    GameType(String),
    /// It has squares that no board here has.
    LargerBoard,
    /// Its squares, with this move, are those of a board of ten by ten.
    TenByTen(String),
    /// White has the first move.
    WhiteBegins,
    /// A man takes backwards with this move, and the game goes on so.
    TakesBackwards(String),
    /// A king flies with this move, and the game goes on so.
    FlyingKing(String),
    /// Its start position is none.
    Begin(PositionErrors),
    /// A move is not legal.
    Move {
        /// The move as it stands in the file.
        text: String,
        /// What the rule book says.
        refusal: Box<MoveRefusal>,
    },
    /// A position is set up, and no command says how it came about.
    BareSetUp,
    /// A position is set up that the command beside it does not lead to.
    OtherPosition {
        /// The position that it leads to.
        expected: String,
    },
}

impl ReplayErrorKind {
    /// Whether it is draughts of another kind, and not a faulty game of checkers.
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

    /// What is said of it.
    pub fn sentence(&self) -> Sentence {
        let because =
            |message, why| Sentence::new(message).with("why", MessageArg::Sentences(vec![why]));
        match self {
            ReplayErrorKind::RuleSet(error) => error.sentence(),
            ReplayErrorKind::Options(error) => error.sentence(),
            ReplayErrorKind::OptionForm => Sentence::new(&words::OPTION_FORM),
            ReplayErrorKind::GameType(number) => Sentence::new(&words::GAME_TYPE)
                .with("number", MessageArg::Text(number.clone()))
                .with("kind", MessageArg::Sentences(vec![Sentence::new(words::kind(number))])),
            ReplayErrorKind::LargerBoard => Sentence::new(&words::LARGER_BOARD),
            ReplayErrorKind::TenByTen(text) => Sentence::new(&words::TEN_BY_TEN)
                .with("moves", MessageArg::Moves(vec![text.clone()])),
            ReplayErrorKind::WhiteBegins => Sentence::new(&words::WHITE_BEGINS),
            ReplayErrorKind::TakesBackwards(text) => Sentence::new(&words::TAKES_BACKWARDS)
                .with("moves", MessageArg::Moves(vec![text.clone()])),
            ReplayErrorKind::FlyingKing(text) => Sentence::new(&words::FLYING_KING)
                .with("moves", MessageArg::Moves(vec![text.clone()])),
            ReplayErrorKind::Begin(faults) => because(&words::BEGIN, faults.sentence()),
            ReplayErrorKind::Move { text, refusal } => {
                because(&words::MOVE, refusal.answer.sentence.clone())
                    .with("moves", MessageArg::Moves(vec![text.clone()]))
            }
            ReplayErrorKind::BareSetUp => Sentence::new(&words::BARE_SET_UP),
            ReplayErrorKind::OtherPosition { expected } => Sentence::new(&words::OTHER_POSITION)
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
    /// What is said of it.
    pub fn sentence(&self) -> Sentence {
        let message = match (self.game, self.number) {
            (0, Some(_)) => &words::ON_MOVE,
            (0, None) => &words::BEFORE_MOVES,
            (_, Some(_)) => &words::AT_MOVE,
            (_, None) => &words::AT_BEGIN,
        };
        let numbers = [
            ("game", u32::try_from(self.game).unwrap_or(u32::MAX)),
            ("line", self.place.line),
            ("column", self.place.column),
            ("number", self.number.unwrap_or(0)),
        ];
        let why =
            Sentence::new(message).with("why", MessageArg::Sentences(vec![self.why.sentence()]));
        numbers
            .into_iter()
            .fold(why, |said, (place, number)| said.with(place, MessageArg::Number(number)))
    }
}

/// `game 3, line 12, column 5, move 7: 11-16: Your checker on 14 can jump, so it must.`
impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl std::error::Error for ReplayError {}
