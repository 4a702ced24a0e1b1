//! Why a game of a file cannot be played.

use std::fmt;

use crownhead_pdn::Place;
use crownhead_rules::{Arg, Faults, Refusal, Sentence};

use crate::{BadOption, UnknownGame, words};

/// A game of a file that cannot be played: which, where, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplayable {
    /// Which game of the file, counted from 1; 0 if it is of none.
    pub game: u64,
    /// Where in the file.
    pub place: Place,
    /// The number of the move, as a player counts; none before the first.
    pub number: Option<u32>,
    /// Why.
    pub why: Why,
}

/// Why a game cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Its rule set is not one of the games here.
    RuleSet(UnknownGame),
    /// Its options are not the rule set's.
    Options(BadOption),
    /// An option is not written `key=value`.
    OptionForm,
    /// It is draughts of another kind.
    GameType(String),
    /// It says nothing of its kind, and has squares that no board here has.
    LargerBoard,
    /// It says nothing of its kind, and white has the first move.
    WhiteBegins,
    /// Its start position is none.
    Begin(Faults),
    /// A move is not legal.
    Move {
        /// The move as it stands in the file.
        text: String,
        /// What the rule book says.
        refusal: Box<Refusal>,
    },
    /// A position is set up, and no command says how it came about.
    BareSetUp,
    /// A position is set up that the command beside it does not lead to.
    OtherPosition {
        /// The position that it leads to.
        expected: String,
    },
}

impl Why {
    /// What is said of it.
    pub fn sentence(&self) -> Sentence {
        let because = |message, why| Sentence::new(message).with("why", Arg::Sentences(vec![why]));
        match self {
            Why::RuleSet(error) => error.sentence(),
            Why::Options(error) => error.sentence(),
            Why::OptionForm => Sentence::new(&words::OPTION_FORM),
            Why::GameType(number) => Sentence::new(&words::GAME_TYPE)
                .with("number", Arg::Text(number.clone()))
                .with("kind", Arg::Sentences(vec![Sentence::new(words::kind(number))])),
            Why::LargerBoard => Sentence::new(&words::LARGER_BOARD),
            Why::WhiteBegins => Sentence::new(&words::WHITE_BEGINS),
            Why::Begin(faults) => because(&words::BEGIN, faults.sentence()),
            Why::Move { text, refusal } => because(&words::MOVE, refusal.answer.sentence.clone())
                .with("moves", Arg::Moves(vec![text.clone()])),
            Why::BareSetUp => Sentence::new(&words::BARE_SET_UP),
            Why::OtherPosition { expected } => {
                Sentence::new(&words::OTHER_POSITION).with("position", Arg::Text(expected.clone()))
            }
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl Unplayable {
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
        let why = Sentence::new(message).with("why", Arg::Sentences(vec![self.why.sentence()]));
        numbers.into_iter().fold(why, |said, (place, number)| said.with(place, Arg::Number(number)))
    }
}

/// `game 3, line 12, column 5, move 7: 11-16: Your checker on 14 can jump, so it must.`
impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl std::error::Error for Unplayable {}
