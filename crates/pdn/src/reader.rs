//! The streaming reader: iterates over the games of a file.

use std::io::{self, Read};

use crate::game_builder::{GameBuilder, TokenUse};
use crate::scanner::{ScanStep, Scanner};
use crate::{LimitedPart, PdnError, PdnErrorKind, PdnGame, PdnLimits, TextPosition, Token};

/// How much is read at a time.
const CHUNK: usize = 64 << 10;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads the games of a file, one at a time, from anything that can be read: a `BufRead`, or a
/// text by its bytes. It reads large pieces, so a buffer before it gains nothing.
///
/// A faulty game is an error in its place among the games, and reading goes on behind its result
/// or at the next tags. Only an error of the input itself ends the iteration.
///
/// ```
/// use crownhead_pdn::PdnReader;
///
/// let file = "[Event \"One\"] 1. 11-15 22-18 * [Event \"Two\"] 1. 11-15 } * [Event \"Three\"] *";
/// let mut events = Vec::new();
/// for game in PdnReader::new(file.as_bytes()) {
///     match game {
///         Ok(game) => events.push(game.tags.get("Event").unwrap_or("?").to_owned()),
///         Err(error) => events.push(error.to_string()),
///     }
/// }
/// assert_eq!(
///     events,
///     [
///         "One",
///         "game 2, line 1, column 55: this } closes nothing; comments are not nested",
///         "Three"
///     ]
/// );
/// ```
#[derive(Debug)]
pub struct PdnReader<R> {
    input: R,
    buffer: Vec<u8>,
    scanner: Scanner,
    limits: PdnLimits,
    chunk: usize,
    /// Whether the input has ended, and the buffer holds all that is left.
    ended: bool,
    /// Whether the first bytes were looked at.
    begun: bool,
    games: u64,
    /// Bytes dropped from the buffer since the file began.
    dropped: u64,
}

impl<R: Read> PdnReader<R> {
    /// A reader with the usual limits.
    pub fn new(input: R) -> PdnReader<R> {
        PdnReader::with_limits(input, PdnLimits::default())
    }

    /// A reader with other limits.
    pub fn with_limits(input: R, limits: PdnLimits) -> PdnReader<R> {
        PdnReader {
            input,
            buffer: Vec::new(),
            scanner: Scanner::new(limits),
            limits,
            chunk: CHUNK,
            ended: false,
            begun: false,
            games: 0,
            dropped: 0,
        }
    }

    /// How many bytes of the file have been read.
    pub fn bytes(&self) -> u64 {
        self.dropped + self.scanner.at() as u64
    }

    /// The next game, or none at the end.
    fn game(&mut self) -> Result<Option<PdnGame>, PdnError> {
        self.begin()?;
        loop {
            self.games += 1;
            let mut builder = GameBuilder::new(self.games, self.limits);
            let at_end = self.fill_builder(&mut builder)?;
            match builder.finish()? {
                Some(game) => return Ok(Some(game)),
                None => self.games -= 1,
            }
            if at_end {
                return Ok(None);
            }
        }
    }

    /// Reads one game's tokens; true if the file ends with them.
    fn fill_builder(&mut self, builder: &mut GameBuilder) -> Result<bool, PdnError> {
        // Blanks before a game are not counted as its own.
        let mut begin = None;
        loop {
            let before = self.scanner;
            let taken = match self.scanner.next(&self.buffer, self.ended) {
                ScanStep::Token(token) => builder.take(self.scanner.position(), token),
                ScanStep::Bad(kind, position) => {
                    let error = builder.error(position, kind);
                    self.recover(!builder.has_body())?;
                    return Err(error);
                }
                ScanStep::More => {
                    self.refill()?;
                    continue;
                }
                ScanStep::End => return Ok(true),
            };
            match taken {
                Ok(TokenUse::Part) => {}
                Ok(TokenUse::Last) => return Ok(false),
                Ok(TokenUse::Next) => {
                    self.scanner = before;
                    return Ok(false);
                }
                Err((position, kind)) => {
                    // The token may end this game or begin the next, so it is scanned again.
                    if matches!(
                        kind,
                        PdnErrorKind::TagInVariation
                            | PdnErrorKind::ResultMissing
                            | PdnErrorKind::NumberAlone
                    ) {
                        self.scanner = before;
                    }
                    self.recover(false)?;
                    return Err(builder.error(position, kind));
                }
            }
            let begin = *begin.get_or_insert(self.bytes());
            if self.bytes() - begin > self.limits.game as u64 {
                let most = self.limits.game;
                let kind = PdnErrorKind::TooLong { part: LimitedPart::Game, most };
                let error = builder.error(self.scanner.position(), kind);
                self.recover(!builder.has_body())?;
                return Err(error);
            }
        }
    }

    /// Goes on to where a game may begin: behind a result, or at tags that follow movetext.
    fn recover(&mut self, mut in_tags: bool) -> Result<(), PdnError> {
        loop {
            let before = self.scanner;
            match self.scanner.next(&self.buffer, self.ended) {
                ScanStep::More => self.refill()?,
                ScanStep::End | ScanStep::Token(Token::End(_)) => return Ok(()),
                ScanStep::Token(Token::Tag { .. })
                | ScanStep::Bad(
                    PdnErrorKind::TagValue | PdnErrorKind::TagQuote | PdnErrorKind::TagBracket,
                    _,
                ) => {
                    if !in_tags {
                        self.scanner = before;
                        return Ok(());
                    }
                }
                ScanStep::Token(_) | ScanStep::Bad(..) => in_tags = false,
            }
        }
    }

    fn begin(&mut self) -> Result<(), PdnError> {
        if !std::mem::replace(&mut self.begun, true) {
            self.refill()?;
            if self.buffer.starts_with(BYTE_ORDER_MARK) {
                self.scanner.skip_mark(BYTE_ORDER_MARK.len());
            }
        }
        Ok(())
    }

    /// Drops what was read and reads on, until there is twice as much as was left: so the bytes
    /// of a token that ends far away are not looked at too often.
    fn refill(&mut self) -> Result<(), PdnError> {
        let at = self.scanner.at();
        self.dropped += at as u64;
        self.buffer.drain(..at);
        self.scanner.shift(at);
        let wanted = (self.buffer.len() * 2).max(self.chunk);
        let mut length = self.buffer.len();
        self.buffer.resize(wanted, 0);
        while length < wanted {
            match self.input.read(&mut self.buffer[length..]) {
                Ok(0) => {
                    self.ended = true;
                    break;
                }
                Ok(read) => length = (length + read).min(wanted),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.buffer.truncate(length);
                    return Err(self.input_error(error.kind()));
                }
            }
        }
        self.buffer.truncate(length);
        Ok(())
    }

    /// Ends the reading.
    fn input_error(&mut self, kind: io::ErrorKind) -> PdnError {
        self.ended = true;
        let position = self.scanner.position().max(TextPosition { line: 1, column: 1 });
        self.dropped += self.buffer.len() as u64;
        self.buffer.clear();
        self.scanner.shift(self.scanner.at());
        PdnError { position, game: self.games.max(1), kind: PdnErrorKind::Input(kind) }
    }
}

impl<R: Read> Iterator for PdnReader<R> {
    type Item = Result<PdnGame, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.game().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\u{feff}[Event \"a \\\"b\\\" é\"]\r\n[Site \"x\"]\r\n1. 11-15! 1... 22 - 18 (?)\n\
        % nothing 1-0\n2. 15x22 ( 2. 01:10:19 $7 ) {two\n[%clk 0:01:02]} ; to the end }\n\
        /FEN \"B:W1:B2\"/ ... 25X18 1/2-1/2 [Event \"z\"] 1-1 1-18 } 4-5 * 11 x 18 * 11-15 (12-16";

    /// However the bytes come, the same games and errors come out.
    #[test]
    fn tokens_may_be_cut_anywhere() {
        let whole: Vec<_> = PdnReader::new(TEXT.as_bytes()).collect();
        assert_eq!(whole.len(), 5);
        assert_eq!(whole.iter().filter(|game| game.is_err()).count(), 2);
        for chunk in 3..40 {
            let mut reader = PdnReader::new(TEXT.as_bytes());
            reader.chunk = chunk;
            let positions = |games: &[Result<PdnGame, PdnError>]| -> Vec<_> {
                let good = games.iter().flatten();
                good.flat_map(|game| game.items.iter().map(|item| item.position)).collect()
            };
            let games: Vec<_> = reader.collect();
            assert_eq!(games, whole, "in pieces of {chunk}");
            assert_eq!(positions(&games), positions(&whole));
        }
    }

    #[test]
    fn an_input_that_fails_ends_the_reading() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::ConnectionReset.into())
            }
        }
        let games: Vec<_> = PdnReader::new(b"1. 11-15 * 22-18 ".chain(Failing)).collect();
        let error = games.last().unwrap().as_ref().unwrap_err();
        assert_eq!(error.kind, PdnErrorKind::Input(io::ErrorKind::ConnectionReset));
        assert!(games.len() <= 2);
    }

    /// No repeated input is slow or fills the memory.
    #[test]
    fn endless_input_costs_little() {
        for piece in [
            "{",
            "(",
            "[",
            "/",
            "$",
            "1",
            "1 ",
            "1-",
            "a",
            "!",
            "(!",
            ";",
            "%",
            " ",
            "\\",
            "[A \"",
            "[A \"x\"]",
            "(1-2",
            "11-15 ",
            "{}",
            "()",
            ". ",
            "\n",
            "{\n",
            "é",
            "1-      ",
        ] {
            let text = piece.repeat((2 << 20) / piece.len());
            let limits = PdnLimits { game: 64 << 10, comment: 4 << 10, ..PdnLimits::default() };
            let mut reader = PdnReader::with_limits(text.as_bytes(), limits);
            while reader.next().is_some() {}
            assert!(reader.buffer.capacity() <= 4 * CHUNK, "{piece:?}");
        }
    }
}
