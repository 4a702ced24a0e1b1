//! The error of reading a small value from text: a side, a square, a path, a result. What is wrong
//! with the text of a whole position is told by `fault`.

use core::fmt;

/// The text is not how a value of this type is written.
///
/// Every small type here has the same error, because there is one thing to say: what would have
/// been right. Positions have [`PositionErrors`](crate::PositionErrors), which name everything that is wrong.
///
/// ```
/// use crownhead_rules::{Side, dark::Square};
///
/// assert_eq!("second".parse(), Ok(Side::Second));
/// let error = "33".parse::<Square>().unwrap_err();
/// assert_eq!(error.to_string(), "expected the number of a dark square, 1 to 32");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    expected: &'static str,
}

impl ParseError {
    pub(crate) const fn new(expected: &'static str) -> ParseError {
        ParseError { expected }
    }

    /// What would have been right, in a few words: `first or second`.
    pub const fn expected(self) -> &'static str {
        self.expected
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl core::error::Error for ParseError {}
