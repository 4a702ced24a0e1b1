//! The scanner's part for tags and set-ups, which are the tokens with quotes.

use crate::scanner::{ScanStep, Scanner, byte, is_blank};
use crate::{LimitedPart, PdnErrorKind, RawText, Token};

/// The most bytes of a set-up: more than a king on every square of the largest board.
const SET_UP: usize = 1024;

impl Scanner {
    /// `[Name "value"]`, on one line.
    pub(super) fn tag<'a>(&mut self, bytes: &'a [u8], last: bool) -> ScanStep<'a> {
        let most = bytes.len().min(self.at() + self.limits.tag);
        // Beyond the limit nothing is looked at, and no more bytes are asked for.
        let (bytes, last, whole) = (&bytes[..most], last || most < bytes.len(), bytes);
        let cut = most < whole.len();

        let mut at = self.at() + 1;
        while byte!(bytes, at, last).is_some_and(is_blank) {
            at += 1;
        }
        let name_begin = at;
        while byte!(bytes, at, last).is_some_and(is_name_byte) {
            at += 1;
        }
        let name = &bytes[name_begin..at];
        if !name.first().is_some_and(u8::is_ascii_alphabetic) {
            return self.bad_tag(whole, name_begin, PdnErrorKind::TagName, cut);
        }
        while byte!(bytes, at, last).is_some_and(is_blank) {
            at += 1;
        }
        if byte!(bytes, at, last) != Some(b'"') {
            return self.bad_tag(whole, at, PdnErrorKind::TagValue, cut);
        }
        let quote = at;
        at += 1;
        loop {
            match byte!(bytes, at, last) {
                Some(b'"') => break,
                Some(b'\\') if byte!(bytes, at + 1, last) == Some(b'"') => at += 2,
                Some(b'\\') if byte!(bytes, at + 1, last) == Some(b'\\') => at += 2,
                Some(b'\n') | None => {
                    return self.bad_tag(whole, quote, PdnErrorKind::TagQuote, cut);
                }
                Some(_) => at += 1,
            }
        }
        let value = RawText(&bytes[quote + 1..at]);
        at += 1;
        while byte!(bytes, at, last).is_some_and(is_blank) {
            at += 1;
        }
        if byte!(bytes, at, last) != Some(b']') {
            return self.bad_tag(whole, at, PdnErrorKind::TagBracket, cut);
        }
        self.long_token(bytes, at + 1, Token::Tag { name, value })
    }

    /// A fault at an index of the tag's line. The rest of the line goes with it, as far as the
    /// limit.
    fn bad_tag(
        &mut self,
        bytes: &[u8],
        at: usize,
        kind: PdnErrorKind,
        cut: bool,
    ) -> ScanStep<'static> {
        let begin = self.at();
        let most = bytes.len().min(begin + self.limits.tag);
        let line = bytes[begin..most].iter().position(|&byte| byte == b'\n');
        let position = self.position_at(bytes, at);
        match line {
            None if cut => self.too_long(bytes, LimitedPart::Tag, self.limits.tag),
            _ => {
                let end = line.map_or(most, |length| begin + length).max(begin + 1);
                match self.bad(bytes, end, kind) {
                    ScanStep::Bad(kind, _) => ScanStep::Bad(kind, position),
                    step => step,
                }
            }
        }
    }

    /// `/FEN "…"/`; blanks and line ends may stand between its parts.
    pub(super) fn set_up<'a>(&mut self, bytes: &'a [u8], last: bool) -> ScanStep<'a> {
        let begin = self.at() + 1;
        let length = bytes[begin..].iter().take(SET_UP).position(|&byte| byte == b'/');
        let Some(length) = length else {
            if !last && bytes.len() - begin < SET_UP {
                return ScanStep::More;
            }
            let end = bytes.len().min(begin + SET_UP);
            return self.bad(bytes, end, PdnErrorKind::SetUp);
        };
        let end = begin + length + 1;
        match quoted(&bytes[begin..begin + length]) {
            Some(fen) => self.long_token(bytes, end, Token::SetUp(RawText(fen))),
            None => self.bad(bytes, end, PdnErrorKind::SetUp),
        }
    }
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// What is quoted in `FEN "…"`.
fn quoted(text: &[u8]) -> Option<&[u8]> {
    let text = text.trim_ascii().strip_prefix(b"FEN")?.trim_ascii();
    let fen = text.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    let is_plain = |byte: &u8| byte.is_ascii_graphic() && *byte != b'"';
    let is_plain = fen.iter().all(|byte| is_plain(byte) || byte.is_ascii_whitespace());
    (is_plain && !fen.trim_ascii().is_empty()).then_some(fen)
}
