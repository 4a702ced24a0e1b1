//! What can be wrong with the text of a position.

use alloc::vec::Vec;
use core::fmt;

use crate::{AnySquare, MessageArg, MessageTemplate, Sentence, SideName};

/// What is said of a fault, where that is no game's alone. A fault is told behind a colon, so it
/// begins small and has no full stop.
pub(crate) mod words {
    crate::messages! { "fault":
        ALL_OF_THEM = "all": "{faults}";
        TWO_ON_A_SQUARE = "two-on-a-square": "two checkers on {square}";
        MAN_ON_FAR_ROW = "man-on-far-row":
            "the man on {square} is on its far row, where it would be a king";
        TOO_MANY = "too-many": "{side} has {count} checkers, {most} is the most";
        NO_CHECKER = "no-checker": "no checker on the board";
        KING_BELOW_TOP = "king-below-top": "a king below the top of the stack on {square}";
        CHECKER_ON_HOME = "checker-on-home":
            "a checker on {square}, a home, which is always left vacant";
        NOT_TWELVE = "not-twelve":
            "{side}'s checkers on the board and at home number {count}, not twelve";
        LAYOUT_TOO_LARGE = "layout-too-large":
            "the layout is {columns} by {rows} squares, {most} by {most} is the most";
    }
}

/// One thing that is wrong with the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The text is not of the game's form; the sentence says where.
    Form(Sentence),
    /// Two checkers are put on one square.
    TwoOnASquare(AnySquare),
    /// A man stands on the row where it would have been crowned.
    ManOnFarRow(AnySquare),
    /// A side has more checkers than there are.
    TooMany {
        /// The side.
        side: SideName,
        /// How many it has.
        count: u32,
        /// How many it may have.
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
        /// The side.
        side: SideName,
        /// How many there are on the board and at home.
        count: u32,
    },
    /// The numbers of checkers placed do not fit the side to move; the sentence says how.
    Counts(Sentence),
    /// The checkers are spread over more rows or columns than the layout may have.
    LayoutTooLarge {
        /// How many columns the checkers take.
        columns: u32,
        /// How many rows.
        rows: u32,
        /// How many of each are allowed.
        most: u32,
    },
}

impl PositionError {
    /// A fault of form, with nothing to fill in.
    pub fn form(message: &'static MessageTemplate) -> PositionError {
        PositionError::Form(Sentence::new(message))
    }

    /// What is said of it.
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
            PositionError::TwoOnASquare(square) => on(&words::TWO_ON_A_SQUARE, square),
            PositionError::ManOnFarRow(square) => on(&words::MAN_ON_FAR_ROW, square),
            PositionError::TooMany { side, count, most } => {
                counted(&words::TOO_MANY, side, count).with("most", MessageArg::Number(most))
            }
            PositionError::NoChecker => Sentence::new(&words::NO_CHECKER),
            PositionError::KingBelowTop(square) => on(&words::KING_BELOW_TOP, square),
            PositionError::CheckerOnHome(square) => on(&words::CHECKER_ON_HOME, square),
            PositionError::NotTwelve { side, count } => counted(&words::NOT_TWELVE, side, count),
            PositionError::LayoutTooLarge { columns, rows, most } => {
                Sentence::new(&words::LAYOUT_TOO_LARGE)
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

/// Everything that is wrong with the text of a position: at least one fault.
///
/// ```
/// use crownhead_rules::{PositionError, stack_em::StackEm};
///
/// let faults = "R:1r,14Bb,29r".parse::<StackEm>().unwrap_err();
/// assert_eq!(faults.iter().count(), 2);
/// assert!(matches!(faults.iter().next(), Some(PositionError::KingBelowTop(square)) if square.to_string() == "14"));
/// assert_eq!(
///     faults.to_string(),
///     "a king below the top of the stack on 14; \
///      the man on 29 is on its far row, where it would be a king"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionErrors(Vec<PositionError>);

impl PositionErrors {
    /// An error if there are faults.
    pub fn none(faults: Vec<PositionError>) -> Result<(), PositionErrors> {
        PositionErrors::none_or(faults, ())
    }

    /// `value`, unless there are faults.
    pub fn none_or<T>(faults: Vec<PositionError>, value: T) -> Result<T, PositionErrors> {
        if faults.is_empty() { Ok(value) } else { Err(PositionErrors(faults)) }
    }

    /// The faults, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &PositionError> {
        self.0.iter()
    }

    /// All of them as one sentence.
    pub fn sentence(&self) -> Sentence {
        let faults = self.0.iter().map(PositionError::sentence).collect();
        Sentence::new(&words::ALL_OF_THEM).with("faults", MessageArg::Sentences(faults))
    }
}

impl<'a> IntoIterator for &'a PositionErrors {
    type Item = &'a PositionError;
    type IntoIter = core::slice::Iter<'a, PositionError>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// A single one.
impl From<PositionError> for PositionErrors {
    fn from(fault: PositionError) -> PositionErrors {
        PositionErrors(Vec::from([fault]))
    }
}

/// All faults on one line.
impl fmt::Display for PositionErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl core::error::Error for PositionErrors {}
