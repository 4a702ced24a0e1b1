//! What can be wrong with the text of a position.

use alloc::vec::Vec;
use core::fmt;

use crate::{AnySquare, Arg, Message, Sentence, SideName};

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
            "{side} has {count} checkers on the board and at home together, not twelve";
        LAYOUT_TOO_LARGE = "layout-too-large":
            "the layout is {columns} columns by {rows} rows, {most} of each is the most";
    }
}

/// One thing that is wrong with the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
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

impl Fault {
    /// A fault of form, with nothing to fill in.
    pub fn form(message: &'static Message) -> Fault {
        Fault::Form(Sentence::new(message))
    }

    /// What is said of it.
    pub fn sentence(&self) -> Sentence {
        let on =
            |message, square: AnySquare| Sentence::new(message).with("square", Arg::Square(square));
        let counted = |message, side, count| {
            let sentence = Sentence::new(message).with("side", Arg::Side(side));
            sentence.with("count", Arg::Number(count))
        };
        match *self {
            Fault::Form(ref sentence) | Fault::Counts(ref sentence) => sentence.clone(),
            Fault::TwoOnASquare(square) => on(&words::TWO_ON_A_SQUARE, square),
            Fault::ManOnFarRow(square) => on(&words::MAN_ON_FAR_ROW, square),
            Fault::TooMany { side, count, most } => {
                counted(&words::TOO_MANY, side, count).with("most", Arg::Number(most))
            }
            Fault::NoChecker => Sentence::new(&words::NO_CHECKER),
            Fault::KingBelowTop(square) => on(&words::KING_BELOW_TOP, square),
            Fault::CheckerOnHome(square) => on(&words::CHECKER_ON_HOME, square),
            Fault::NotTwelve { side, count } => counted(&words::NOT_TWELVE, side, count),
            Fault::LayoutTooLarge { columns, rows, most } => {
                Sentence::new(&words::LAYOUT_TOO_LARGE)
                    .with("columns", Arg::Number(columns))
                    .with("rows", Arg::Number(rows))
                    .with("most", Arg::Number(most))
            }
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

/// Everything that is wrong with the text of a position: at least one fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// `value`, unless there are faults.
    pub fn none_or<T>(faults: Vec<Fault>, value: T) -> Result<T, Faults> {
        if faults.is_empty() { Ok(value) } else { Err(Faults(faults)) }
    }

    /// The faults, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }

    /// All of them as one sentence.
    pub fn sentence(&self) -> Sentence {
        let faults = self.0.iter().map(Fault::sentence).collect();
        Sentence::new(&words::ALL_OF_THEM).with("faults", Arg::Sentences(faults))
    }
}

/// A single one.
impl From<Fault> for Faults {
    fn from(fault: Fault) -> Faults {
        Faults(Vec::from([fault]))
    }
}

/// All faults on one line.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentence().fmt(f)
    }
}

impl core::error::Error for Faults {}
