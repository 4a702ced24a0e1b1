//! A streaming JSON reader: splits a file into games, whether they stand in a list or one after the
//! other, and holds one game at a time.

use std::io::{BufRead, BufReader, Read};

use crownhead_pdn::TextPosition;

use crate::{GameFileError, JsonGame, ParsedGame};

/// The most bytes that one game may have: as many as in PDN.
const MOST: usize = 4 << 20;

/// The games of a JSON file, in lists or one after the other. A list must be closed, holds games
/// alone, and has commas between them; between lists and single games there are none.
#[derive(Debug)]
pub(crate) struct JsonGames<R> {
    input: BufReader<R>,
    bytes: u64,
    position: TextPosition,
    games: u64,
    /// Whether a list is open.
    in_list: bool,
    last: PreviousToken,
    ended: bool,
}

/// The token before the next byte.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum PreviousToken {
    /// Nothing, or an opening bracket.
    Begin,
    /// A value, or the end of a list.
    Value,
    Comma,
}

/// Advances a position past a byte. A column is a character, not a byte.
fn advance(position: &mut TextPosition, byte: u8) {
    match byte {
        b'\n' => *position = TextPosition { line: position.line.saturating_add(1), column: 1 },
        // A continuation byte of a UTF-8 character.
        0x80..=0xbf => {}
        _ => position.column = position.column.saturating_add(1),
    }
}

/// Finds the end of a value by its brackets and quotes.
#[derive(Default)]
struct Cutter {
    depth: u32,
    in_text: bool,
    escaped: bool,
}

impl Cutter {
    /// Takes a byte of a value; true if the value ends with it.
    fn ends(&mut self, byte: u8) -> bool {
        if self.in_text {
            (self.in_text, self.escaped) = match byte {
                _ if self.escaped => (true, false),
                b'\\' => (true, true),
                b'"' => (false, false),
                _ => (true, false),
            };
            return false;
        }
        match byte {
            b'"' => self.in_text = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.depth == 0
    }
}

impl<R: Read> JsonGames<R> {
    pub(crate) fn new(input: R) -> JsonGames<R> {
        JsonGames {
            input: BufReader::with_capacity(64 << 10, input),
            bytes: 0,
            position: TextPosition { line: 1, column: 1 },
            games: 0,
            in_list: false,
            last: PreviousToken::Begin,
            ended: false,
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The next game. A syntax error ends the iteration; a value that is no game is skipped.
    pub(crate) fn next(&mut self) -> Option<Result<ParsedGame, GameFileError>> {
        if self.ended {
            return None;
        }
        let value = match self.between() {
            Ok(false) => {
                self.ended = true;
                return None;
            }
            Ok(true) => {
                let begin = self.position;
                self.value().map(|value| (begin, value))
            }
            Err(message) => Err(message),
        };
        match value {
            Ok((begin, value)) => Some(self.read(begin, &value)),
            Err(message) => {
                self.ended = true;
                self.games += 1;
                Some(Err(self.fault(self.position, message)))
            }
        }
    }

    fn read(&mut self, begin: TextPosition, value: &[u8]) -> Result<ParsedGame, GameFileError> {
        self.games += 1;
        if value.is_empty() {
            let message = "a game is an object between { and }, and this is none";
            return Err(self.fault(begin, message.to_owned()));
        }
        match serde_json::from_slice::<JsonGame>(value) {
            Ok(written) => Ok(ParsedGame::Json(self.games, begin.line, Box::new(written))),
            Err(error) => {
                let [line, column] = [error.line(), error.column()]
                    .map(|number| u32::try_from(number).unwrap_or(u32::MAX).max(1));
                let position = match line {
                    1 => TextPosition {
                        line: begin.line,
                        column: begin.column.saturating_add(column - 1),
                    },
                    _ => TextPosition { line: begin.line.saturating_add(line - 1), column },
                };
                // serde_json ends its message with the position inside the value; ours is in the file.
                let message = error.to_string();
                let message = message.split(" at line ").next().unwrap_or_default().to_owned();
                Err(self.fault(position, message))
            }
        }
    }

    /// Skips to the start of the next value; false at the end of the file. A byte that may not stand
    /// there is an error and is not skipped.
    fn between(&mut self) -> Result<bool, String> {
        loop {
            let Some(byte) = self.peek()? else {
                return match (self.last, self.in_list) {
                    (PreviousToken::Comma, _) => {
                        Err("the file ends where a game is expected".to_owned())
                    }
                    (_, true) => Err("the file ends inside a list: a ] is expected".to_owned()),
                    (_, false) => Ok(false),
                };
            };
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => {}
                // A byte order mark.
                0xef if self.bytes == 0 => self.position.column = 0,
                0xbb | 0xbf if self.bytes < 3 => {}
                b'[' if self.in_list => {
                    return Err("a list holds games, and no other list".to_owned());
                }
                b'[' => (self.in_list, self.last) = (true, PreviousToken::Begin),
                b']' if !self.in_list => return Err("this ] closes nothing".to_owned()),
                b',' if !self.in_list => {
                    return Err(
                        "a comma separates games only in a list, between [ and ]".to_owned()
                    );
                }
                b']' | b',' if self.last == PreviousToken::Comma => {
                    return Err("after a comma a game is expected".to_owned());
                }
                b']' => (self.in_list, self.last) = (false, PreviousToken::Value),
                b',' if self.last == PreviousToken::Begin => {
                    return Err("a game is expected before a comma".to_owned());
                }
                b',' => self.last = PreviousToken::Comma,
                _ if self.in_list && self.last == PreviousToken::Value => {
                    return Err("a comma is expected between two games of a list".to_owned());
                }
                _ => {
                    self.last = PreviousToken::Value;
                    return Ok(true);
                }
            }
            self.pass(byte);
        }
    }

    /// The next byte, or none at the end of the file.
    fn peek(&mut self) -> Result<Option<u8>, String> {
        let piece = self.input.fill_buf().map_err(|error| error.to_string())?;
        Ok(piece.first().copied())
    }

    fn pass(&mut self, byte: u8) {
        self.input.consume(1);
        self.bytes += 1;
        advance(&mut self.position, byte);
    }

    /// The bytes of the object that begins here; none of any other value.
    fn value(&mut self) -> Result<Vec<u8>, String> {
        let mut value: Vec<u8> = Vec::new();
        if self.peek()? != Some(b'{') {
            self.skip_word()?;
            return Ok(value);
        }
        let mut cutter = Cutter::default();
        loop {
            let piece = self.input.fill_buf().map_err(|error| error.to_string())?;
            if piece.is_empty() {
                return Err("the file ends in the middle of a game".to_owned());
            }
            let (mut used, mut done) = (0, false);
            for &byte in piece {
                used += 1;
                advance(&mut self.position, byte);
                value.push(byte);
                done = cutter.ends(byte);
                if done || value.len() > MOST {
                    break;
                }
            }
            self.input.consume(used);
            self.bytes += used as u64;
            if done {
                return Ok(value);
            }
            if value.len() > MOST {
                return Err(format!(
                    "this game is longer than {MOST} bytes, the most that is read"
                ));
            }
        }
    }

    /// Skips a text, number or word: in a list up to a comma or bracket, otherwise to the end of the
    /// line.
    fn skip_word(&mut self) -> Result<(), String> {
        let mut cutter = Cutter::default();
        while let Some(byte) = self.peek()? {
            let ends = self.in_list && !cutter.in_text && matches!(byte, b',' | b']');
            if byte == b'\n' || ends {
                break;
            }
            cutter.ends(byte);
            self.pass(byte);
        }
        Ok(())
    }

    fn fault(&self, position: TextPosition, message: String) -> GameFileError {
        let TextPosition { line, column } = position;
        GameFileError {
            game: self.games,
            line,
            column,
            number: None,
            message,
            is_fatal: self.ended,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::GameReader;

    fn games_and_faults(text: &str) -> Vec<String> {
        let game = |game: Result<crate::ParsedGame, crate::GameFileError>| match game
            .and_then(|game| game.record())
        {
            Ok(record) => format!("{} {}", record.rules().game(), record.plies().len()),
            Err(fault) => {
                format!("{}:{}:{} {}", fault.game, fault.line, fault.column, fault.message)
            }
        };
        GameReader::json(text.as_bytes()).map(game).collect()
    }

    #[test]
    fn lists_and_lines_are_the_same() {
        let one = r#"{"game": "tic-tac-toe", "moves": [{"move": "b2"}]}"#;
        let other = r#"{"game": "stack-em", "tags": {"Event": "a ] \" } b"}}"#;
        let expected = ["tic-tac-toe 1", "stack-em 0"];
        for text in [
            format!("{one}\n{other}\n"),
            format!("{one}{other}"),
            format!("[{one},\n {other}]\n"),
            format!("\u{feff}[\n{one}\n,{other}]"),
            format!("[{one}]\n[{other}]\n"),
            format!("[{one}]\n{other}\n"),
        ] {
            assert_eq!(games_and_faults(&text), expected, "{text}");
        }
        assert!(games_and_faults("").is_empty() && games_and_faults("[ ]").is_empty());
    }

    #[test]
    fn an_error_has_its_place_and_the_next_game_follows() {
        let text = "{\"game\": \"chess\"}\n{\n \"game\": 3}\nnull nothing\n\
                    {\"game\": \"stack-em\"}\n{\"game\": \"stack-em\"";
        let results = games_and_faults(text);
        assert!(results[0].starts_with("1:1:1 there is no such game"), "{results:?}");
        assert!(results[1].starts_with("2:3:10 invalid type"), "{results:?}");
        assert_eq!(results[2], "3:4:1 a game is an object between { and }, and this is none");
        assert_eq!(results[3], "stack-em 0");
        assert_eq!(results[4], "5:6:20 the file ends in the middle of a game");
        assert_eq!(results.len(), 5);
    }

    #[test]
    fn a_list_that_is_cut_off_is_a_fault_at_its_end() {
        let game = r#"{"game": "tic-tac-toe"}"#;
        for (text, fault) in [
            ("[".to_owned(), "1:1:2 the file ends inside a list: a ] is expected"),
            ("\u{feff}[ \n".to_owned(), "1:2:1 the file ends inside a list: a ] is expected"),
            (format!("[{game}"), "2:1:25 the file ends inside a list: a ] is expected"),
            (format!("[{game},"), "2:1:26 the file ends where a game is expected"),
            (format!("[\n{game},\n"), "2:3:1 the file ends where a game is expected"),
            (format!("[{game}, {{\"ga"), "2:1:31 the file ends in the middle of a game"),
            (format!("{game}\n]"), "2:2:1 this ] closes nothing"),
            (format!("[{game},]"), "2:1:26 after a comma a game is expected"),
            (format!("[{game},,{game}]"), "2:1:26 after a comma a game is expected"),
            (format!("[,{game}]"), "1:1:2 a game is expected before a comma"),
            (format!("[[{game}]]"), "1:1:2 a list holds games, and no other list"),
            (
                format!("{game},{game}"),
                "2:1:24 a comma separates games only in a list, between [ and ]",
            ),
            (format!("[{game} {game}]"), "2:1:26 a comma is expected between two games of a list"),
        ] {
            assert_eq!(games_and_faults(&text).last().map(String::as_str), Some(fault), "{text}");
        }
        for text in ["null", "5", "\"a game\"", "[true]", "[\"a, ] b\"]", "[1.5, -2]"] {
            let results = games_and_faults(text);
            let none = "a game is an object between { and }, and this is none";
            assert!(results.iter().all(|fault| fault.ends_with(none)), "{text}: {results:?}");
            assert_eq!(results.len(), if text.contains("1.5") { 2 } else { 1 }, "{text}");
        }
        let no_move = games_and_faults("{\"game\": \"stack-em\", \"moves\": [5]}");
        assert!(
            no_move[0].ends_with("expected a move such as {\"move\": \"11-15\"}"),
            "{no_move:?}"
        );
        // Columns count from the beginning of the line, and in a list a word ends at a comma.
        let results = games_and_faults("[null, {\"gäme\": 1}, {\"game\": 7}]");
        assert!(
            results[0].starts_with("1:1:2 ") && results[2].starts_with("3:1:30 "),
            "{results:?}"
        );
    }

    #[test]
    fn an_endless_game_ends_the_reading() {
        let results = games_and_faults(&format!("{{\"game\": \"{}", "x".repeat(5 << 20)));
        assert!(
            results.len() == 1 && results[0].contains("longer than 4194304 bytes"),
            "{results:?}"
        );
    }
}
