//! The scanner: finds the next token in bytes, of which more may be to come.

use crate::move_text::LONGEST;
use crate::{
    LimitedPart, MoveNumber, PdnErrorKind, PdnLimits, PdnResult, RawText, TextPosition, Token,
};

/// The most bytes of something unreadable that one error is about.
const UNKNOWN: usize = 64;

/// The state of the scanner. It holds no bytes: the caller passes them, and may drop those before
/// [`at`](Scanner::at) and report that with [`shift`](Scanner::shift).
#[derive(Copy, Clone, Debug)]
pub(crate) struct Scanner {
    at: usize,
    line: u32,
    /// Where the line begins; this may be before the buffered bytes.
    line_begin: i64,
    /// Bytes of the line, up to here, that are not the first of their character.
    uncounted: i64,
    /// Inside a line that began with `%`.
    skips_line: bool,
    /// Directly behind a move by numbers.
    is_behind_move: bool,
    token_position: TextPosition,
    pub(super) limits: PdnLimits,
}

/// The result of a scan.
pub(crate) enum ScanStep<'a> {
    /// A token; the scanner is behind it.
    Token(Token<'a>),
    /// An error; the scanner is behind the faulty text.
    Bad(PdnErrorKind, TextPosition),
    /// No complete token: the scanner needs more bytes. Not at the end of the input.
    More,
    /// The end of the input.
    End,
}

/// The byte at an index, or none at the end of the text; leaves the function where the bytes end
/// but the text may not.
macro_rules! byte {
    ($bytes:ident, $index:expr, $last:ident) => {
        match $bytes.get($index) {
            Some(&byte) => Some(byte),
            None if $last => None,
            None => return ScanStep::More,
        }
    };
}
pub(super) use byte;

impl Scanner {
    pub(crate) fn new(limits: PdnLimits) -> Scanner {
        Scanner {
            at: 0,
            line: 1,
            line_begin: 0,
            uncounted: 0,
            skips_line: false,
            is_behind_move: false,
            token_position: TextPosition::default(),
            limits,
        }
    }

    /// The index of the next byte to be read.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Where the last token begins.
    pub(crate) fn position(&self) -> TextPosition {
        self.token_position
    }

    /// Says that so many bytes were dropped from the front, at most [`at`](Scanner::at).
    pub(crate) fn shift(&mut self, dropped: usize) {
        self.at -= dropped;
        self.line_begin -= dropped as i64;
    }

    /// Steps over a byte order mark; the next column is still the first.
    pub(crate) fn skip_mark(&mut self, length: usize) {
        self.at += length;
        self.line_begin = self.at as i64;
    }

    /// The next token of `bytes`. `last` says that no more bytes will follow these.
    ///
    /// Every byte is looked at a small and fixed number of times, as long as the holder at least
    /// doubles what it has after each [`ScanStep::More`].
    #[inline]
    pub(crate) fn next<'a>(&mut self, bytes: &'a [u8], last: bool) -> ScanStep<'a> {
        let before = self.at;
        let is_text = self.skip_blanks(bytes);
        self.is_behind_move &= self.at == before;
        if !is_text {
            return if last { ScanStep::End } else { ScanStep::More };
        }
        self.token_position = self.position_at(bytes, self.at);
        let step = self.at_text(bytes, last);
        // A move says so itself.
        self.is_behind_move &= matches!(step, ScanStep::More | ScanStep::Token(Token::Move(_)));
        step
    }

    #[inline]
    fn at_text<'a>(&mut self, bytes: &'a [u8], last: bool) -> ScanStep<'a> {
        let at = self.at;
        match bytes[at] {
            b'0'..=b'9' => self.digits(bytes, last),
            b'a'..=b'z' | b'A'..=b'Z' if self.is_behind_move => self.glued(bytes, last),
            b'a'..=b'z' | b'A'..=b'Z' => self.word(bytes, last),
            b'{' => self.comment(bytes, last),
            b'[' => self.tag(bytes, last),
            b')' => self.token(at + 1, Token::Close),
            b'*' => self.token(at + 1, Token::End(PdnResult::Open)),
            b'!' | b'?' => self.strength(bytes, at, last),
            b'(' => match byte!(bytes, at + 1, last) {
                Some(b'!' | b'?') => self.strength(bytes, at + 1, last),
                _ => self.token(at + 1, Token::Open),
            },
            b'$' => self.nag(bytes, last),
            b';' => self.line_comment(bytes, last),
            b'.' => self.dots(bytes, last),
            b'/' => self.set_up(bytes, last),
            b'}' => self.bad(bytes, at + 1, PdnErrorKind::StrayBrace),
            _ => self.unknown(bytes, last),
        }
    }

    /// Goes to the next byte that is not white space; none if the bytes end before.
    #[inline]
    fn skip_blanks(&mut self, bytes: &[u8]) -> bool {
        while let Some(&byte) = bytes.get(self.at) {
            if byte == b'\n' {
                self.skips_line = false;
                self.new_line(self.at + 1);
            } else if byte == b'%' {
                self.skips_line = true;
            } else if !(self.skips_line || is_blank(byte)) {
                return true;
            }
            self.at += 1;
        }
        false
    }

    fn new_line(&mut self, begin: usize) {
        self.line = self.line.saturating_add(1);
        self.line_begin = begin as i64;
        self.uncounted = 0;
    }

    /// The position of a byte on the present line, not before [`at`](Scanner::at).
    #[inline]
    pub(super) fn position_at(&self, bytes: &[u8], index: usize) -> TextPosition {
        let between = bytes.get(self.at..index).unwrap_or_default();
        let uncounted = self.uncounted + continuations(between);
        let column = index as i64 - self.line_begin - uncounted + 1;
        TextPosition { line: self.line, column: u32::try_from(column).unwrap_or(u32::MAX) }
    }

    #[inline]
    pub(super) fn token<'a>(&mut self, end: usize, token: Token<'a>) -> ScanStep<'a> {
        self.at = end;
        ScanStep::Token(token)
    }

    /// A token that may hold line ends and letters of several bytes.
    pub(super) fn long_token<'a>(
        &mut self,
        bytes: &[u8],
        end: usize,
        token: Token<'a>,
    ) -> ScanStep<'a> {
        self.go_to(bytes, end);
        ScanStep::Token(token)
    }

    /// A fault where the token begins.
    pub(super) fn bad(
        &mut self,
        bytes: &[u8],
        end: usize,
        kind: PdnErrorKind,
    ) -> ScanStep<'static> {
        self.go_to(bytes, end);
        ScanStep::Bad(kind, self.token_position)
    }

    fn go_to(&mut self, bytes: &[u8], end: usize) {
        let passed = &bytes[self.at..end];
        let lines = passed.iter().filter(|&&byte| byte == b'\n').count();
        let mut rest = passed;
        if lines > 0 {
            let after = passed.iter().rposition(|&byte| byte == b'\n').map_or(0, |i| i + 1);
            self.line = self.line.saturating_add(u32::try_from(lines - 1).unwrap_or(u32::MAX));
            self.new_line(self.at + after);
            rest = &passed[after..];
        }
        self.uncounted += continuations(rest);
        self.at = end;
    }

    /// `12.`, `12...`, `11-15`, `1-0`, `1/2-1/2`.
    #[inline]
    fn digits<'a>(&mut self, bytes: &'a [u8], last: bool) -> ScanStep<'a> {
        let begin = self.at;
        let mut end = begin + 1;
        while let Some(b'0'..=b'9') = byte!(bytes, end, last) {
            end += 1;
            if end - begin > 9 {
                return self.bad(bytes, end, PdnErrorKind::Number);
            }
        }
        match byte!(bytes, end, last) {
            Some(b'.') => self.number(bytes, end, last),
            Some(b'/') => self.halves(bytes, last),
            _ => self.squares(bytes, end, last),
        }
    }

    fn number<'a>(&mut self, bytes: &'a [u8], dot: usize, last: bool) -> ScanStep<'a> {
        let digits = &bytes[self.at..dot];
        let number = digits.iter().fold(0, |sum, digit| 10 * sum + u32::from(digit - b'0'));
        let mut dots = 1;
        while dots < 3 && byte!(bytes, dot + dots, last) == Some(b'.') {
            dots += 1;
        }
        self.token(dot + dots, Token::Number(MoveNumber { number, second: dots > 1 }))
    }

    /// `...`, or what is not that.
    fn dots<'a>(&mut self, bytes: &'a [u8], last: bool) -> ScanStep<'a> {
        let mut end = self.at + 1;
        while end - self.at < UNKNOWN && byte!(bytes, end, last) == Some(b'.') {
            end += 1;
        }
        match end - self.at {
            3 => self.token(end, Token::Ellipsis),
            _ => self.bad(bytes, end, PdnErrorKind::Dots),
        }
    }

    fn halves<'a>(&mut self, bytes: &'a [u8], last: bool) -> ScanStep<'a> {
        const DRAW: &[u8] = b"1/2-1/2";
        let rest = &bytes[self.at..];
        if rest.starts_with(DRAW) {
            return self.token(self.at + DRAW.len(), Token::End(PdnResult::Draw));
        }
        if !last && rest.len() < DRAW.len() { ScanStep::More } else { self.unknown(bytes, last) }
    }

    /// The rest of a move by numbers, whose first number ends at `end`. Blanks may stand around
    /// its separators, as long as the first of them shows that it is a move.
    #[inline]
    fn squares<'a>(&mut self, bytes: &'a [u8], mut end: usize, last: bool) -> ScanStep<'a> {
        let begin = self.at;
        let most = begin + LONGEST;
        let mut spaced = false;
        loop {
            let may_be_spaced = spaced || end - begin <= 2;
            let separator = match may_be_spaced {
                true => past_blanks(bytes, end, most),
                false => end,
            };
            let Some(b'-' | b'x' | b':' | b'X') = byte!(bytes, separator, last) else { break };
            let square = past_blanks(bytes, separator + 1, most);
            let Some(b'0'..=b'9') = byte!(bytes, square, last) else { break };
            spaced |= separator > end || square > separator + 1;
            end = square + 1;
            while end <= most
                && let Some(b'0'..=b'9') = byte!(bytes, end, last)
            {
                end += 1;
            }
            if end > most {
                return self.unknown(bytes, last);
            }
        }
        let text = &bytes[begin..end];
        let token = match result(text, spaced) {
            Some(result) => Token::End(result),
            None => {
                self.is_behind_move = true;
                Token::Move(text)
            }
        };
        self.token(end, token)
    }

    /// Words that stand directly behind a move and cannot be one: some programs left the braces of
    /// a comment out, and its blanks.
    fn glued<'a>(&mut self, bytes: &'a [u8], last: bool) -> ScanStep<'a> {
        let begin = self.at;
        let mut end = begin + 1;
        while let Some(byte) = byte!(bytes, end, last)
            && !is_blank(byte)
            && !b"\n{}()[];*".contains(&byte)
        {
            end += 1;
            if end - begin > LONGEST {
                return self.unknown(bytes, last);
            }
        }
        let text = &bytes[begin..end];
        let is_word = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count() >= 4;
        match is_word && text != b"pass" {
            true => self.long_token(bytes, end, Token::Comment(RawText(text))),
            false => self.word(bytes, last),
        }
    }

    /// A move by names, or `pass`.
    fn word<'a>(&mut self, bytes: &'a [u8], last: bool) -> ScanStep<'a> {
        let begin = self.at;
        let mut end = begin + 1;
        while let Some(b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'-' | b':' | b'=') =
            byte!(bytes, end, last)
        {
            end += 1;
            if end - begin > LONGEST {
                return self.unknown(bytes, last);
            }
        }
        self.token(end, Token::Move(&bytes[begin..end]))
    }

    fn comment<'a>(&mut self, bytes: &'a [u8], last: bool) -> ScanStep<'a> {
        let begin = self.at + 1;
        match bytes[begin..].iter().position(|&byte| byte == b'}') {
            Some(length) if length <= self.limits.comment => {
                let inside = &bytes[begin..begin + length];
                self.long_token(bytes, begin + length + 1, Token::Comment(RawText(inside)))
            }
            None if !last && bytes.len() - begin <= self.limits.comment => ScanStep::More,
            // Skips the scanned bytes, so that no byte is scanned twice.
            None if last && bytes.len() - begin <= self.limits.comment => {
                self.bad(bytes, bytes.len(), PdnErrorKind::CommentOpen)
            }
            _ => self.too_long(bytes, LimitedPart::Comment, self.limits.comment),
        }
    }

    fn line_comment<'a>(&mut self, bytes: &'a [u8], last: bool) -> ScanStep<'a> {
        let begin = self.at + 1;
        let length = bytes[begin..].iter().position(|&byte| byte == b'\n');
        let end = length.map_or(bytes.len(), |length| begin + length);
        if end - begin > self.limits.comment {
            return self.too_long(bytes, LimitedPart::Comment, self.limits.comment);
        }
        if length.is_none() && !last {
            return ScanStep::More;
        }
        self.long_token(bytes, end, Token::Comment(RawText(&bytes[begin..end])))
    }

    pub(super) fn too_long(
        &mut self,
        bytes: &[u8],
        part: LimitedPart,
        most: usize,
    ) -> ScanStep<'static> {
        let end = bytes.len().min(self.at + 1 + most);
        self.bad(bytes, end, PdnErrorKind::TooLong { part, most })
    }

    /// `!?`, from `begin`, with or without parentheses around.
    fn strength<'a>(&mut self, bytes: &'a [u8], begin: usize, last: bool) -> ScanStep<'a> {
        let mut end = begin;
        while end - begin < 16
            && let Some(b'!' | b'?') = byte!(bytes, end, last)
        {
            end += 1;
        }
        let nag = match bytes[begin..end] {
            [b'!'] => 1,
            [b'?'] => 2,
            [b'!', b'!', ..] => 3,
            [b'?', b'?', ..] => 4,
            [b'!', ..] => 5,
            _ => 6,
        };
        if begin > self.at {
            if byte!(bytes, end, last) != Some(b')') {
                return self.token(self.at + 1, Token::Open);
            }
            end += 1;
        }
        self.token(end, Token::Nag(nag))
    }

    fn nag<'a>(&mut self, bytes: &'a [u8], last: bool) -> ScanStep<'a> {
        let mut end = self.at + 1;
        while end - self.at < 9
            && let Some(b'0'..=b'9') = byte!(bytes, end, last)
        {
            end += 1;
        }
        let digits = &bytes[self.at + 1..end];
        let number = digits.iter().fold(0, |sum, digit| 10 * sum + u32::from(digit - b'0'));
        match u16::try_from(number) {
            Ok(number) if !digits.is_empty() => self.token(end, Token::Nag(number)),
            _ => {
                let more = bytes[end..].iter().take(UNKNOWN).take_while(|b| b.is_ascii_digit());
                let end = end + more.count();
                self.bad(bytes, end, PdnErrorKind::Nag)
            }
        }
    }

    /// Passes over a run of what nothing can be made of.
    fn unknown<'a>(&mut self, bytes: &'a [u8], last: bool) -> ScanStep<'a> {
        let mut end = self.at + 1;
        while end - self.at < UNKNOWN
            && let Some(byte) = byte!(bytes, end, last)
            && !is_blank(byte)
            && !b"\n{}()[];*".contains(&byte)
        {
            end += 1;
        }
        let text = RawText(&bytes[self.at..end]).text().chars().take(24).collect();
        self.bad(bytes, end, PdnErrorKind::Unknown(text))
    }
}

/// White space within a line; `1A` is the mark that old systems end a file with.
#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | 0x0b | 0x0c | 0x1a)
}

/// The index of the next byte that is not a blank; no blank from `most` on is passed.
#[inline]
fn past_blanks(bytes: &[u8], mut index: usize, most: usize) -> usize {
    while index < most
        && let Some(b' ' | b'\t') = bytes.get(index)
    {
        index += 1;
    }
    index
}

fn continuations(bytes: &[u8]) -> i64 {
    bytes.iter().map(|&byte| i64::from(byte & 0xc0 == 0x80)).sum()
}

/// The result that a text by numbers is.
#[inline]
fn result(text: &[u8], spaced: bool) -> Option<PdnResult> {
    if !spaced {
        return PdnResult::from_bytes(text);
    }
    let mut plain = [0; 3];
    let mut rest = text.iter().copied().filter(|&byte| !is_blank(byte));
    plain.iter_mut().zip(&mut rest).for_each(|(slot, byte)| *slot = byte);
    if rest.next().is_some() { None } else { PdnResult::from_bytes(&plain) }
}
