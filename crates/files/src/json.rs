//! JSON values cut from a file one by one, whether they stand in a list or one after the other.

use std::io::{BufRead, BufReader, Read};

use crate::{Fault, OneGame, Written};

/// The most bytes that one game may have: as many as in PDN.
const MOST: usize = 4 << 20;

/// The values of a file. Between them commas and the brackets of a list are passed over.
#[derive(Debug)]
pub(crate) struct Values<R> {
    input: BufReader<R>,
    bytes: u64,
    line: u32,
    games: u64,
    ended: bool,
}

/// Where in a value a byte is.
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

impl<R: Read> Values<R> {
    pub(crate) fn new(input: R) -> Values<R> {
        Values {
            input: BufReader::with_capacity(64 << 10, input),
            bytes: 0,
            line: 1,
            games: 0,
            ended: false,
        }
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The next game, if there is one.
    pub(crate) fn next(&mut self) -> Option<Result<OneGame, Fault>> {
        if self.ended {
            return None;
        }
        match self.value() {
            Ok(None) => {
                self.ended = true;
                None
            }
            Ok(Some((line, value))) => Some(self.read(line, &value)),
            Err(says) => {
                self.ended = true;
                self.games += 1;
                Some(Err(self.fault(self.line, 1, says)))
            }
        }
    }

    fn read(&mut self, line: u32, value: &[u8]) -> Result<OneGame, Fault> {
        self.games += 1;
        match serde_json::from_slice::<Written>(value) {
            Ok(written) => Ok(OneGame::Json(self.games, line, Box::new(written))),
            Err(error) => {
                let at = u32::try_from(error.line()).unwrap_or(u32::MAX);
                let column = u32::try_from(error.column()).unwrap_or(u32::MAX);
                let place = line.saturating_add(at.saturating_sub(1));
                // The place that the words end with is that in the value.
                let says = error.to_string();
                let says = says.split(" at line ").next().unwrap_or_default().to_owned();
                Err(self.fault(place, column.max(1), says))
            }
        }
    }

    /// The bytes of the next value and the line that it begins on, or why it is not to be had.
    fn value(&mut self) -> Result<Option<(u32, Vec<u8>)>, String> {
        let mut value: Vec<u8> = Vec::new();
        let (mut begin, mut cutter) = (self.line, Cutter::default());
        loop {
            let piece = self.input.fill_buf().map_err(|error| error.to_string())?;
            if piece.is_empty() {
                return match value.is_empty() {
                    true => Ok(None),
                    false => Err("the file ends in the middle of a game".to_owned()),
                };
            }
            let (mut used, mut done) = (0, false);
            for &byte in piece {
                used += 1;
                self.line = self.line.saturating_add(u32::from(byte == b'\n'));
                if value.is_empty() {
                    // A list of games has them between brackets and commas.
                    if byte.is_ascii_whitespace()
                        || matches!(byte, b'[' | b']' | b',' | 0xef | 0xbb | 0xbf)
                    {
                        continue;
                    }
                    begin = self.line;
                }
                value.push(byte);
                done = cutter.ends(byte);
                if done || value.len() > MOST {
                    break;
                }
            }
            self.input.consume(used);
            self.bytes += used as u64;
            if done {
                // What is no object is a word or number; all of it goes, up to the line's end.
                if value.first() != Some(&b'{') {
                    self.rest_of_line()?;
                }
                return Ok(Some((begin, value)));
            }
            if value.len() > MOST {
                return Err(format!(
                    "this game is longer than {MOST} bytes, the most that is read"
                ));
            }
        }
    }

    fn rest_of_line(&mut self) -> Result<(), String> {
        loop {
            let piece = self.input.fill_buf().map_err(|error| error.to_string())?;
            let end = piece.iter().position(|&byte| byte == b'\n');
            let used = end.unwrap_or(piece.len());
            let is_over = end.is_some() || piece.is_empty();
            self.input.consume(used);
            self.bytes += used as u64;
            if is_over {
                return Ok(());
            }
        }
    }

    fn fault(&self, line: u32, column: u32, says: String) -> Fault {
        Fault { game: self.games, line, column, number: None, says, is_last: self.ended }
    }
}

#[cfg(test)]
mod tests {
    use crate::Games;

    fn told(text: &str) -> Vec<String> {
        let game = |game: Result<crate::OneGame, crate::Fault>| match game
            .and_then(|game| game.record())
        {
            Ok(record) => format!("{} {}", record.rules().game(), record.plies().len()),
            Err(fault) => format!("{}:{}:{} {}", fault.game, fault.line, fault.column, fault.says),
        };
        Games::json(text.as_bytes()).map(game).collect()
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
            format!("\u{feff}[\n{one}\n,{other}"),
        ] {
            assert_eq!(told(&text), expected, "{text}");
        }
        assert!(told("").is_empty() && told("[ ]").is_empty());
    }

    #[test]
    fn a_fault_has_its_place_and_the_next_game_goes_on() {
        let text = "{\"game\": \"chess\"}\n{\n \"game\": 3}\nnull nothing\n\
                    {\"game\": \"stack-em\"}\n{\"game\": \"stack-em\"";
        let told = told(text);
        assert!(told[0].starts_with("1:1:1 there is no such game"), "{told:?}");
        assert!(told[1].starts_with("2:3:10 invalid type"), "{told:?}");
        assert!(told[2].starts_with("3:4:"), "{told:?}");
        assert_eq!(told[3], "stack-em 0");
        assert_eq!(told[4], "5:6:1 the file ends in the middle of a game");
        assert_eq!(told.len(), 5);
    }

    #[test]
    fn an_endless_game_ends_the_reading() {
        let told = told(&format!("{{\"game\": \"{}", "x".repeat(5 << 20)));
        assert!(told.len() == 1 && told[0].contains("longer than 4194304 bytes"), "{told:?}");
    }
}
