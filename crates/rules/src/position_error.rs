//! Errors in the text of a position or in a board set up by hand.

use alloc::vec::Vec;
use core::fmt;

use crate::{AnySquare, MessageArg, MessageTemplate, Sentence, SideName};

/// Message templates of errors that several games share. An error follows a colon, so it begins in
/// lower case and has no full stop.
pub(crate) mod messages {
    crate::messages! { "fault":
        ALL_OF_THEM = "all": "{faults}";
        TWO_ON_A_SQUARE = "two-on-a-square": "two checkers on {square}";
        MAN_ON_FAR_ROW = "man-on-far-row":
            "the man on {square} is on its far row, where it would be a king";
        TOO_MANY = "too-many": "{side} has {count} checkers, {most} is the most";
        NO_CHECKER = "no-checker": "no checker on the board";
        KING_BELOW_TOP = "king-below-top": "a king below the top of the stack on {square}";
        CHECKER_ON_HOME = "checker-on-home":
            "a checker on {square}, a home, which always stays empty";
        NOT_TWELVE = "not-twelve":
            "{side} has {count} checkers on the board and at home, not twelve";
        LAYOUT_TOO_LARGE = "layout-too-large":
            "the layout is {columns} by {rows} squares, {most} by {most} is the most";
    }
}

/// Why a position is impossible; a text may have several errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The text is malformed; the sentence says where.
    Form(Sentence),
    /// Two checkers are put on one square.
    TwoOnASquare(AnySquare),
    /// A man stands on the row where it would have been crowned.
    ManOnFarRow(AnySquare),
    /// A side has more checkers than its game provides.
    TooMany {
        /// The side as its game names it.
        side: SideName,
        /// The number that it has.
        count: u32,
        /// The number that it may have.
        most: u32,
    },
    /// There is no checker at all.
    NoChecker,
    /// A king lies under another checker.
    KingBelowTop(AnySquare),
    /// A checker stands on a home square.
    CheckerOnHome(AnySquare),
    /// The checkers of a side on the board and at home are not twelve.
    NotTwelve {
        /// The side as its game names it.
        side: SideName,
        /// The number on the board and at home.
        count: u32,
    },
    /// The numbers of checkers placed do not fit the side to move; the sentence says how.
    Counts(Sentence),
    /// The checkers are spread over more rows or columns than the layout may have.
    LayoutTooLarge {
        /// The columns that the checkers occupy.
        columns: u32,
        /// The rows that the checkers occupy.
        rows: u32,
        /// The limit for both.
        most: u32,
    },
}

impl PositionError {
    /// A malformed text, with a message that needs no arguments.
    pub fn form(message: &'static MessageTemplate) -> PositionError {
        PositionError::Form(Sentence::new(message))
    }

    /// The error as a part of a sentence.
    pub fn sentence(&self) -> Sentence {
        let on = |message, square: AnySquare| {
            Sentence::new(message).with("square", MessageArg::Square(square))
        };
        let counted = |message, side, count| {
            let sentence = Sentence::new(message).with("side", MessageArg::Side(side));
            sentence.with("count", MessageArg::Number(count))
        };
        match *self {
            PositionError::Form(ref sentence) | PositionError::Counts(ref sentence) => {
                sentence.clone()
            }
            PositionError::TwoOnASquare(square) => on(&messages::TWO_ON_A_SQUARE, square),
            PositionError::ManOnFarRow(square) => on(&messages::MAN_ON_FAR_ROW, square),
            PositionError::TooMany { side, count, most } => {
                counted(&messages::TOO_MANY, side, count).with("most", MessageArg::Number(most))
            }
            PositionError::NoChecker => Sentence::new(&messages::NO_CHECKER),
            PositionError::KingBelowTop(square) => on(&messages::KING_BELOW_TOP, square),
            PositionError::CheckerOnHome(square) => on(&messages::CHECKER_ON_HOME, square),
            PositionError::NotTwelve { side, count } => counted(&messages::NOT_TWELVE, side, count),
            PositionError::LayoutTooLarge { columns, rows, most } => {
                Sentence::new(&messages::LAYOUT_TOO_LARGE)
                    .with("columns", MessageArg::Number(columns))
                    .with("rows", MessageArg::Number(rows))
                    .with("most", MessageArg::Number(most))
            }
        }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

/// All errors of a position: at least one.
///
/// ```
/// use crownhead_rules::{PositionError, stack_em::StackEm};
///
/// let errors = "R:1r,14Bb,29r".parse::<StackEm>().unwrap_err();
/// assert_eq!(errors.iter().count(), 2);
/// assert!(matches!(errors.iter().next(), Some(PositionError::KingBelowTop(square)) if square.to_string() == "14"));
/// assert_eq!(
///     errors.to_string(),
///     "a king below the top of the stack on 14; \
///      the man on 29 is on its far row, where it would be a king"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionErrors(Vec<PositionError>);

impl PositionErrors {
    /// Succeeds if there are no errors.
    pub fn check(errors: Vec<PositionError>) -> Result<(), PositionErrors> {
        PositionErrors::or_ok(errors, ())
    }

    /// Returns `value` if there are no errors.
    pub fn or_ok<T>(errors: Vec<PositionError>, value: T) -> Result<T, PositionErrors> {
        if errors.is_empty() { Ok(value) } else { Err(PositionErrors(errors)) }
    }

    /// The errors in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &PositionError> {
        self.0.iter()
    }

    /// All errors as one sentence.
    pub fn sentence(&self) -> Sentence {
        let errors = self.0.iter().map(PositionError::sentence).collect();
        Sentence::new(&messages::ALL_OF_THEM).with("faults", MessageArg::Sentences(errors))
    }
}

impl<'a> IntoIterator for &'a PositionErrors {
    type Item = &'a PositionError;
    type IntoIter = core::slice::Iter<'a, PositionError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl From<PositionError> for PositionErrors {
    fn from(error: PositionError) -> PositionErrors {
        PositionErrors(Vec::from([error]))
    }
}

/// All errors on one line.
impl fmt::Display for PositionErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl core::error::Error for PositionErrors {}
