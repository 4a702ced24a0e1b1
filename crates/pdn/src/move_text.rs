//! The text of one move, in one form.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::PdnResult;

/// A move as PDN writes it: no blanks, no leading zeros, `x` in captures.
///
/// Squares are numbers of one or two digits, `11-15` and `22x15x8`, or names, `a3-b4`. The games
/// of this project that are not draughts also have `c3`, `b2=d4` and `pass`. Up to 22 characters,
/// which all but the longest jumps are, it takes no memory of its own.
///
/// ```
/// use crownhead_pdn::MoveText;
///
/// let text: MoveText = "22:15 : 08".parse()?;
/// assert_eq!(text.as_str(), "22x15x8");
/// # Ok::<(), crownhead_pdn::ParseMoveTextError>(())
/// ```
#[derive(Clone)]
pub struct MoveText(Form);

#[derive(Clone)]
enum Form {
    Short { length: u8, bytes: [u8; SHORT] },
    Long(Box<str>),
}

const SHORT: usize = 22;

/// The bytes of the longest move that is read: more than 21 squares with blanks between.
pub(crate) const LONGEST: usize = 128;

/// Not the text of a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ParseMoveTextError;

impl MoveText {
    /// Reads a move. What is a result, such as `1-0`, is not one.
    pub fn new(text: &str) -> Result<MoveText, ParseMoveTextError> {
        MoveText::from_bytes(text.as_bytes()).ok_or(ParseMoveTextError)
    }

    pub(crate) fn from_bytes(text: &[u8]) -> Option<MoveText> {
        let mut form = [0; LONGEST];
        let length = normalize(text, &mut form)?;
        let form = &form[..length];
        if !is_move(form) || PdnResult::from_bytes(form).is_some() {
            return None;
        }
        let mut bytes = [0; SHORT];
        Some(MoveText(match bytes.get_mut(..length) {
            Some(short) => {
                short.copy_from_slice(form);
                Form::Short { length: length as u8, bytes }
            }
            None => Form::Long(std::str::from_utf8(form).ok()?.into()),
        }))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Form::Short { length, bytes } => {
                std::str::from_utf8(&bytes[..usize::from(*length)]).unwrap_or_default()
            }
            Form::Long(text) => text,
        }
    }
}

/// Writes the one form of a text into `form`, if there is room: without blanks, without zeros
/// before a number's last digit, with `x` for `:` and `X`, and with small letters for files.
fn normalize(text: &[u8], form: &mut [u8; LONGEST]) -> Option<usize> {
    let mut length = 0;
    let mut after_digit = false;
    for (i, &byte) in text.iter().enumerate() {
        let byte = match byte {
            b' ' | b'\t' | b'\r' | b'\n' => continue,
            b'0' if !after_digit && text.get(i + 1).is_some_and(u8::is_ascii_digit) => continue,
            b':' | b'X' => b'x',
            b'A'..=b'H' => byte.to_ascii_lowercase(),
            other => other,
        };
        after_digit = byte.is_ascii_digit() || byte.is_ascii_alphabetic() && byte != b'x';
        *form.get_mut(length)? = byte;
        length += 1;
    }
    Some(length)
}

/// Whether a text in its one form is shaped like a move.
fn is_move(text: &[u8]) -> bool {
    match text.first() {
        Some(b'0'..=b'9') => is_numeric(text),
        Some(b'a'..=b'h') => is_named(text),
        _ => text == b"pass",
    }
}

/// `11-15`, `22x15x8`.
fn is_numeric(text: &[u8]) -> bool {
    let separator = if text.contains(&b'x') { b'x' } else { b'-' };
    let mut squares = 0;
    let proper = text.split(|&byte| byte == separator).all(|square| {
        squares += 1;
        matches!(square, [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9'])
    });
    proper && (squares == 2 || squares > 2 && separator == b'x')
}

/// `a3-b4`, `a3b4`, `c3xe5xg7`, `g7-h8-f7`, `c3`, `b2=d4`.
fn is_named(text: &[u8]) -> bool {
    let mut rest = text;
    loop {
        match rest {
            [b'a'..=b'h', b'1'..=b'8'] => return true,
            [b'a'..=b'h', b'1'..=b'8', b'-' | b'x' | b'=', after @ ..]
            | [b'a'..=b'h', b'1'..=b'8', after @ ..] => rest = after,
            _ => return false,
        }
    }
}

impl PartialEq for MoveText {
    fn eq(&self, other: &MoveText) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for MoveText {}

impl Hash for MoveText {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl AsRef<str> for MoveText {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for ParseMoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("that is not how a move is written: a step looks like 11-15, a jump like 22x15")
    }
}

impl std::error::Error for ParseMoveTextError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_move_has_one_text() {
        for (read, written) in [
            ("11-15", "11-15"),
            ("01-07", "1-7"),
            ("1 - 07", "1-7"),
            ("22:15:08", "22x15x8"),
            ("22X08", "22x8"),
            ("10-20", "10-20"),
            ("1x10x19x28x1x10x19x28x1x10", "1x10x19x28x1x10x19x28x1x10"),
            ("a3:c5", "a3xc5"),
            ("A3-B4", "a3-b4"),
            ("a3b4", "a3b4"),
            ("g7-h8-f7", "g7-h8-f7"),
            ("c3", "c3"),
            ("b2=d4", "b2=d4"),
            ("pass", "pass"),
        ] {
            assert_eq!(MoveText::new(read).unwrap().as_str(), written);
        }
    }

    #[test]
    fn texts_that_are_not_moves_are_refused() {
        for text in [
            "", "11", "11-", "-11", "1-0", "1-1", "*", "11-15-18", "111-15", "11x15-18", "00-11",
            "i3", "a9", "a3-", "huff 14", "Pass", "é", "c3 é", "x", "11--15",
        ] {
            assert_eq!(MoveText::new(text), Err(ParseMoveTextError), "{text}");
        }
        assert_eq!(MoveText::new(&["11"; 60].join("x")), Err(ParseMoveTextError));
    }
}
