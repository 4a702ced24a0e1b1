//! What can be wrong with the text of a position.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::{AnySquare, SideName};

/// One thing that is wrong with the text of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The text is not of the game's form; the words say where.
    Form(String),
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
    /// The numbers of checkers placed do not fit the side to move; the words say how.
    Counts(String),
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

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Form(what) | Fault::Counts(what) => f.write_str(what),
            Fault::TwoOnASquare(square) => write!(f, "two checkers on {square}"),
            Fault::ManOnFarRow(square) => {
                write!(f, "the man on {square} is on its far row, where it would be a king")
            }
            Fault::TooMany { side, count, most } => {
                write!(f, "{} has {count} checkers, {most} is the most", side.english())
            }
            Fault::NoChecker => f.write_str("no checker on the board"),
            Fault::KingBelowTop(square) => {
                write!(f, "a king below the top of the stack on {square}")
            }
            Fault::CheckerOnHome(square) => {
                write!(f, "a checker on {square}, a home, which is always left vacant")
            }
            Fault::NotTwelve { side, count } => write!(
                f,
                "{} has {count} checkers on the board and at home together, not twelve",
                side.english()
            ),
            Fault::LayoutTooLarge { columns, rows, most } => write!(
                f,
                "the layout is {columns} columns by {rows} rows, {most} of each is the most"
            ),
        }
    }
}

/// Everything that is wrong with the text of a position: at least one fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    /// A single fault of form.
    pub fn form(what: impl Into<String>) -> Faults {
        Faults(Vec::from([Fault::Form(what.into())]))
    }

    /// `value`, unless there are faults.
    pub fn none_or<T>(faults: Vec<Fault>, value: T) -> Result<T, Faults> {
        if faults.is_empty() { Ok(value) } else { Err(Faults(faults)) }
    }

    /// The faults, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }
}

/// All faults on one line.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            write!(f, "{}{fault}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

impl core::error::Error for Faults {}
