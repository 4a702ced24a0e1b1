//! Syntax errors of PDN files, with their messages.

use std::fmt;
use std::io;

use crate::TextPosition;

/// A fault in a file. The game that it is in is lost; reading goes on with the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnError {
    /// The line and column of the fault.
    pub position: TextPosition,
    /// Which game of the file, counted from 1 and with the faulty ones.
    pub game: u64,
    /// The kind of fault.
    pub kind: PdnErrorKind,
}

/// The kinds of syntax errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PdnErrorKind {
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
        /// The part of the file.
        part: LimitedPart,
        /// The maximum number of bytes.
        most: usize,
    },
    /// More open variations than the limit.
    TooDeep(usize),
    /// The file could not be read on.
    Input(io::ErrorKind),
}

/// A part of a file that has a limit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LimitedPart {
    /// A game, from its first tag to its result.
    Game,
    /// A tag, with its name and value.
    Tag,
    /// A comment in braces, or from `;` to the end of the line.
    Comment,
}

/// The messages: a stable name and an English template for each kind, in the order of
/// [`PdnErrorKind::message_index`]. A translation is another template for the same name.
pub const ERROR_MESSAGES: [(&str, &str); 22] = [
    ("file.tag-name", "after [ a tag's name is expected, as in [Event \"Club evening\"]"),
    ("file.tag-value", "after a tag's name its value is expected, in double quotes"),
    (
        "file.tag-quote",
        "this value has no closing quote on its line; a quote inside it is written \\\"",
    ),
    ("file.tag-bracket", "after a tag's value a closing ] is expected"),
    (
        "file.tag-in-variation",
        "a tag begins a new game here, but a variation is still open: a closing ) is expected",
    ),
    ("file.comment-open", "this comment is never closed: a } is expected"),
    ("file.stray-brace", "this } closes nothing; comments are not nested"),
    ("file.variation-open", "this variation is never closed: a ) is expected"),
    ("file.stray-parenthesis", "this ) closes nothing"),
    (
        "file.result-in-variation",
        "a result stands at the end of a game, but a variation is still open: a closing ) is \
         expected",
    ),
    ("file.set-up", "a position is set up as in /FEN \"B:W21,22:B1,2\"/"),
    ("file.nag", "after $ a number from 0 to 65535 is expected"),
    ("file.number", "a move number has at most nine digits"),
    ("file.number-alone", "after a move number a move is expected, as in 1. 11-15"),
    (
        "file.result-missing",
        "a new game begins here, but the one before has not ended: a result such as 1-0, or *, is \
         expected",
    ),
    ("file.dots", "dots stand behind a number, as in 1. and 1..., or are three alone"),
    (
        "file.unknown",
        "a move such as 11-15 or 22x15, a comment or a result is expected, not {typed}",
    ),
    ("file.long-game", "this game is longer than {most} bytes, the most that is read"),
    ("file.long-tag", "this tag is longer than {most} bytes, the most that is read"),
    ("file.long-comment", "this comment is longer than {most} bytes, the most that is read"),
    ("file.too-deep", "more than {most} variations are open at once"),
    ("file.input", "the file cannot be read on: {why}"),
];

impl PdnErrorKind {
    /// The index of its message in [`ERROR_MESSAGES`].
    pub fn message_index(&self) -> usize {
        match self {
            PdnErrorKind::TagName => 0,
            PdnErrorKind::TagValue => 1,
            PdnErrorKind::TagQuote => 2,
            PdnErrorKind::TagBracket => 3,
            PdnErrorKind::TagInVariation => 4,
            PdnErrorKind::CommentOpen => 5,
            PdnErrorKind::StrayBrace => 6,
            PdnErrorKind::VariationOpen => 7,
            PdnErrorKind::StrayParenthesis => 8,
            PdnErrorKind::ResultInVariation => 9,
            PdnErrorKind::SetUp => 10,
            PdnErrorKind::Nag => 11,
            PdnErrorKind::Number => 12,
            PdnErrorKind::NumberAlone => 13,
            PdnErrorKind::ResultMissing => 14,
            PdnErrorKind::Dots => 15,
            PdnErrorKind::Unknown(_) => 16,
            PdnErrorKind::TooLong { part: LimitedPart::Game, .. } => 17,
            PdnErrorKind::TooLong { part: LimitedPart::Tag, .. } => 18,
            PdnErrorKind::TooLong { part: LimitedPart::Comment, .. } => 19,
            PdnErrorKind::TooDeep(_) => 20,
            PdnErrorKind::Input(_) => 21,
        }
    }
}

/// The English message.
impl fmt::Display for PdnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, words) = ERROR_MESSAGES[self.message_index()];
        let filled = match self {
            PdnErrorKind::Unknown(text) => words.replace("{typed}", &format!("“{text}”")),
            PdnErrorKind::TooLong { most, .. } | PdnErrorKind::TooDeep(most) => {
                words.replace("{most}", &most.to_string())
            }
            PdnErrorKind::Input(kind) => words.replace("{why}", &kind.to_string()),
            _ => return f.write_str(words),
        };
        f.write_str(&filled)
    }
}

/// `game 2, line 14, column 3: this ) closes nothing`
impl fmt::Display for PdnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}, {}: {}", self.game, self.position, self.kind)
    }
}

impl std::error::Error for PdnError {}
