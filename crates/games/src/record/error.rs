//! Why a game of a file cannot be played.

use std::fmt;

use crownhead_pdn::Place;
use crownhead_rules::{Faults, Refusal};

use crate::{BadOption, UnknownGame};

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

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::RuleSet(error) => error.fmt(f),
            Why::Options(error) => error.fmt(f),
            Why::OptionForm => f.write_str("an option is written as in crowning=continues"),
            Why::GameType(kind) => {
                let called = called(kind).unwrap_or("another kind of draughts");
                write!(f, "GameType {kind} is {called}; the kind played here is 21")
            }
            Why::LargerBoard => f.write_str(
                "there are squares above 32: this is draughts on a larger board, which is not \
                 played here",
            ),
            Why::WhiteBegins => f.write_str(
                "white has the first move, and in checkers black begins: this is another kind of \
                 draughts",
            ),
            Why::Begin(faults) => write!(f, "the game cannot begin so: {faults}"),
            Why::Move { text, refusal } => write!(f, "{text}: {refusal}"),
            Why::BareSetUp => f.write_str(
                "a position is set up here, and no command such as [%huff 18] behind it says how \
                 it came about",
            ),
            Why::OtherPosition { expected } => {
                write!(f, "the command here leads to {expected}, and not to what is set up")
            }
        }
    }
}

/// What the standard's other kinds are called.
fn called(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "20" => "international draughts",
        "22" => "Italian draughts",
        "23" => "pool checkers",
        "24" => "Spanish draughts",
        "25" => "Russian draughts",
        "26" => "Brazilian draughts",
        "27" => "Canadian draughts",
        "28" => "Portuguese draughts",
        "29" => "Czech draughts",
        "30" => "Turkish draughts",
        "31" => "Thai draughts",
        "40" => "Frisian draughts",
        "41" => "Spantsiretti draughts",
        _ => return None,
    })
}

/// `game 3, line 12, column 5, move 7: 11-16: Your checker on 14 can jump, so it must.`
impl fmt::Display for Unplayable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.game > 0 {
            write!(f, "game {}, {}, ", self.game, self.place)?;
        }
        match self.number {
            Some(number) => write!(f, "move {number}: {}", self.why),
            None => write!(f, "before the first move: {}", self.why),
        }
    }
}

impl std::error::Error for Unplayable {}
