//! Reading lines of bounded length from an untrusted stream.

use std::fmt;
use std::io::{self, BufRead};

/// The maximum length of a line. A game of a thousand moves fits.
pub(crate) const LONGEST: usize = 1 << 16;

/// The reason why a line is invalid.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum BadInput {
    /// It is longer than [`LONGEST`] bytes; the rest of it is skipped.
    TooLong,
    /// Its bytes are not UTF-8.
    NotText,
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadInput::TooLong => write!(f, "a line is longer than {LONGEST} bytes"),
            BadInput::NotText => f.write_str("a line is not UTF-8 text"),
        }
    }
}

/// The next line without its end; `None` at the end of input. A last line may have no end.
pub(crate) fn next_line(from: &mut impl BufRead) -> io::Result<Option<Result<String, BadInput>>> {
    let mut line = Vec::new();
    let mut too_long = false;
    let mut any = false;
    loop {
        let bytes = match from.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() {
            break;
        }
        any = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        too_long |= line.len() + part.len() > LONGEST;
        if !too_long {
            line.extend_from_slice(part);
        }
        let used = end.map_or(bytes.len(), |end| end + 1);
        from.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(any.then(|| {
        if too_long {
            return Err(BadInput::TooLong);
        }
        String::from_utf8(line).map_err(|_| BadInput::NotText)
    }))
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn long_binary_and_half_lines() {
        let mut bytes = b"ping\r\n\n".to_vec();
        bytes.extend(std::iter::repeat_n(b'x', 3 * LONGEST));
        bytes.extend_from_slice(b"\n\xff\xfe\0\nqu");
        // A small buffer, so that lines come in pieces.
        let mut from = BufReader::with_capacity(7, &bytes[..]);
        let mut lines = Vec::new();
        while let Some(line) = next_line(&mut from).unwrap() {
            lines.push(line);
        }
        let text = |text: &str| Ok(text.to_owned());
        let (long, binary) = (Err(BadInput::TooLong), Err(BadInput::NotText));
        assert_eq!(lines, [text("ping\r"), text(""), long, binary, text("qu")]);
    }

    #[test]
    fn the_longest_line_is_read() {
        let text = "x".repeat(LONGEST);
        let line = next_line(&mut text.as_bytes()).unwrap();
        assert_eq!(line, Some(Ok(text)));
    }
}
