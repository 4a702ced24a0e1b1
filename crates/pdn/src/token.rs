//! Tokens of PDN text, borrowed from it.

use crate::scanner::{ScanStep, Scanner};
use crate::{MoveNumber, PdnError, PdnLimits, PdnResult, RawText, TextPosition};

/// The smallest pieces of a file. Nothing is copied; bytes are as they stand there.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// `[Name "value"]`; the value still has its backslashes.
    Tag {
        /// The name: letters, digits and `_`, a letter first.
        name: &'a [u8],
        /// What is between the quotes.
        value: RawText<'a>,
    },
    /// `12.` or `12...`
    Number(MoveNumber),
    /// `...` for a move that is not given.
    Ellipsis,
    /// A text of characters that moves have. [`MoveText`](crate::MoveText) decides whether it is a
    /// move.
    Move(&'a [u8]),
    /// `$7`, or `!`, `?` and their pairs, also in parentheses. Of a longer row of them the first
    /// two count.
    Nag(u16),
    /// What is inside `{…}`, or behind `;` up to the end of the line.
    Comment(RawText<'a>),
    /// What is inside the quotes of `/FEN "…"/`.
    SetUp(RawText<'a>),
    /// `(`
    Open,
    /// `)`
    Close,
    /// A result.
    End(PdnResult),
}

/// The tokens of a text that is in memory, with their positions.
///
/// After an error it goes on behind the bytes that it could not read.
///
/// ```
/// use crownhead_pdn::{Token, Tokens};
///
/// let moves = Tokens::new(b"1. 11-15 {a comment} 22-18 *")
///     .filter(|token| matches!(token, Ok((_, Token::Move(_)))));
/// assert_eq!(moves.count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    bytes: &'a [u8],
    scanner: Scanner,
}

impl<'a> Tokens<'a> {
    /// The tokens of a text, which need not be UTF-8.
    pub fn new(bytes: &'a [u8]) -> Tokens<'a> {
        Tokens { bytes, scanner: Scanner::new(PdnLimits::default()) }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<(TextPosition, Token<'a>), PdnError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self.scanner.next(self.bytes, true) {
            ScanStep::Token(token) => Some(Ok((self.scanner.position(), token))),
            ScanStep::Bad(kind, position) => Some(Err(PdnError { position, game: 0, kind })),
            ScanStep::End | ScanStep::More => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let show = |token: Result<(TextPosition, Token<'_>), PdnError>| match token {
            Ok((position, Token::Move(text))) => {
                format!("{}:{} {}", position.line, position.column, RawText(text).text())
            }
            Ok((_, token)) => format!("{token:?}"),
            Err(error) => format!("{}:{}!", error.position.line, error.position.column),
        };
        Tokens::new(text.as_bytes()).map(show).collect()
    }

    #[test]
    fn moves_and_results_are_distinguished() {
        assert_eq!(
            tokens("1.1-18 1-1\n01-07 a3b4 22 x 15 1/2-1/2 1 - 0"),
            [
                "Number(MoveNumber { number: 1, second: false })",
                "1:3 1-18",
                "End(DrawOfTwo)",
                "2:1 01-07",
                "2:7 a3b4",
                "2:12 22 x 15",
                "End(Draw)",
                "End(FirstWon)",
            ]
        );
    }

    #[test]
    fn columns_count_characters_and_errors_go_on() {
        assert_eq!(
            tokens("{é}11-15 é 3-7\n % 9-9 \n }"),
            ["Comment(RawText([195, 169]))", "1:4 11-15", "1:10!", "1:12 3-7", "3:2!",]
        );
    }

    #[test]
    fn strengths_are_glyphs() {
        let nags = ["Nag(1)", "Nag(2)", "Nag(3)", "Nag(4)", "Nag(5)", "Nag(6)", "Nag(5)", "Nag(0)"];
        assert_eq!(tokens("! ? !! ?? !? ?! (!?!!!) $00"), nags);
        assert_eq!(tokens("(! (?"), ["Open", "Nag(1)", "Open", "Nag(2)"]);
        assert_eq!(tokens("$70000 $ $1000000000000"), ["1:1!", "1:8!", "1:10!"]);
    }
}
