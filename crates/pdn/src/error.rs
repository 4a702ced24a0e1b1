//! What can be wrong with a file, and how that is said.

use std::fmt;
use std::io;

use crate::Place;

/// A fault in a file. The game that it is in is lost; reading goes on with the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Where.
    pub place: Place,
    /// Which game of the file, counted from 1 and with the faulty ones.
    pub game: u64,
    /// What.
    pub problem: Problem,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A bracket without a tag's name.
    TagName,
    /// A tag without a value in quotes.
    TagValue,
    /// A tag's value that is not closed on its line.
    TagQuote,
    /// A tag without its closing bracket.
    TagBracket,
    /// A tag inside a variation.
    TagInVariation,
    /// A comment without its end.
    CommentOpen,
    /// A closing brace outside a comment.
    StrayBrace,
    /// A variation without its end.
    VariationOpen,
    /// A closing parenthesis too many.
    StrayParenthesis,
    /// A result inside a variation.
    ResultInVariation,
    /// A set-up that is not of the form.
    SetUp,
    /// A dollar sign without a number up to 65535.
    Nag,
    /// A move number of more than nine digits.
    Number,
    /// A move number without a move.
    NumberAlone,
    /// Tags of the next game where this one has not ended.
    ResultMissing,
    /// Dots that are neither a number's nor the three of a move that is not given.
    Dots,
    /// Something that is no part of a game; at most 24 characters of it.
    Unknown(String),
    /// Something longer than a limit.
    TooLong {
        /// What.
        what: &'static str,
        /// The most bytes that it may have.
        most: usize,
    },
    /// More open variations than the limit.
    TooDeep(usize),
    /// The file could not be read on.
    Input(io::ErrorKind),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Problem::TagName => "after [ a tag's name is expected, as in [Event \"Club evening\"]",
            Problem::TagValue => "after a tag's name its value is expected, in double quotes",
            Problem::TagQuote => {
                "this value has no closing quote on its line; a quote inside it is written \\\""
            }
            Problem::TagBracket => "after a tag's value a closing ] is expected",
            Problem::TagInVariation => {
                "a tag begins a new game here, but a variation is still open: a closing ) is \
                 expected"
            }
            Problem::CommentOpen => "this comment is never closed: a } is expected",
            Problem::StrayBrace => "this } closes nothing; comments are not nested",
            Problem::VariationOpen => "this variation is never closed: a ) is expected",
            Problem::StrayParenthesis => "this ) closes nothing",
            Problem::ResultInVariation => {
                "a result stands at the end of a game, but a variation is still open: a closing ) \
                 is expected"
            }
            Problem::SetUp => "a position is set up as in /FEN \"B:W21,22:B1,2\"/",
            Problem::Nag => "after $ a number from 0 to 65535 is expected",
            Problem::Number => "a move number has at most nine digits",
            Problem::NumberAlone => "after a move number a move is expected, as in 1. 11-15",
            Problem::ResultMissing => {
                "a new game begins here, but the one before has not ended: a result such as 1-0, \
                 or *, is expected"
            }
            Problem::Dots => "dots stand behind a number, as in 1. and 1..., or are three: ...",
            Problem::Unknown(text) => {
                return write!(
                    f,
                    "a move such as 11-15 or 22x15, a comment or a result is expected, not “{text}”"
                );
            }
            Problem::TooLong { what, most } => {
                return write!(f, "this {what} is longer than {most} bytes, the most that is read");
            }
            Problem::TooDeep(most) => {
                return write!(f, "more than {most} variations are open at once");
            }
            Problem::Input(kind) => return write!(f, "the file cannot be read on: {kind}"),
        };
        f.write_str(words)
    }
}

/// `game 2, line 14, column 3: this ) closes nothing`
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, {}: {}", self.game, self.place, self.problem)
    }
}

impl std::error::Error for Error {}
