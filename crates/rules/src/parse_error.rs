//! The error of parsing a small value: a side, a square, a path, a result. Positions have
//! `PositionErrors`.

use core::fmt;

/// A text is malformed for the type that it was parsed as.
///
/// All small types share this error, because there is one thing to say: what was expected.
/// Positions have [`PositionErrors`](crate::PositionErrors), which lists every error.
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

    /// What was expected, in a few words: `first or second`.
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
