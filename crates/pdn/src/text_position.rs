//! Positions in a file: line and column.

use std::fmt;

/// A line and a column, both counted from 1; a column is a character, not a byte.
///
/// In a text that is not UTF-8 the bytes 80 to BF (hexadecimal) are not counted. Numbers stop at
/// their largest value instead of starting again. What was not read from a file has 0 and 0.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextPosition {
    /// Counted from 1; 0 if not read from a file.
    pub line: u32,
    /// In characters, counted from 1; 0 if not read from a file.
    pub column: u32,
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}
