//! Decoding text: UTF-8 or Latin-1, escapes and white space.

use std::borrow::Cow;

/// The bytes of a comment, a tag's value or a set-up, as they stand in the file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RawText<'a>(pub &'a [u8]);

impl<'a> RawText<'a> {
    /// The text: UTF-8, and where the bytes are not that, Latin-1, which any bytes are.
    ///
    /// Each piece of text is judged by itself, so one old name does not spoil a file.
    pub fn text(self) -> Cow<'a, str> {
        match std::str::from_utf8(self.0) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.0.iter().map(|&byte| char::from(byte)).collect()),
        }
    }
}

/// The text with every run of blanks and line ends as one blank, and none at its ends.
pub(crate) fn squeeze(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    for word in text.split_ascii_whitespace() {
        if !squeezed.is_empty() {
            squeezed.push(' ');
        }
        squeezed.push_str(word);
    }
    squeezed
}

/// A tag's value with `\"` and `\\` resolved; a backslash before anything else is itself.
pub(crate) fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letters.peek() {
            Some(&escaped @ ('"' | '\\')) if letter == '\\' => {
                plain.push(escaped);
                letters.next();
            }
            _ => plain.push(letter),
        }
    }
    plain
}

/// What [`unescape`] makes the text of.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    if text.contains(['"', '\\']) {
        Cow::Owned(text.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_utf8_or_else_latin1() {
        assert_eq!(RawText("Fadé".as_bytes()).text(), "Fadé");
        assert_eq!(RawText(b"Fad\xe9").text(), "Fadé");
    }

    #[test]
    fn escapes_are_undone() {
        for text in ["", "a\"b", "C:\\dir\\", "\\\"", "\\\\\"\""] {
            assert_eq!(unescape(&escape(text)), text);
        }
        assert_eq!(unescape("C:\\dir"), "C:\\dir");
    }

    #[test]
    fn white_space_has_one_form() {
        assert_eq!(squeeze(" a\r\n\tb  c "), "a b c");
    }
}
