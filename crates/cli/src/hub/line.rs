//! Parsing and writing a line of the protocol: a command and its arguments.

use std::fmt;

/// `command name=value flag name="a value"`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ProtocolLine {
    /// The first word.
    pub(crate) command: String,
    args: Vec<(String, Option<String>)>,
}

/// The reason why a text is not a line of the protocol.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum BadLine {
    /// A quotation mark is not closed.
    OpenQuote,
    /// A value has no name before its `=`, or a quoted text stands alone.
    NoName,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadLine::OpenQuote => "a quotation mark is not closed",
            BadLine::NoName => "a value has no name before it, as in name=value",
        })
    }
}

impl ProtocolLine {
    /// A line without arguments.
    pub(crate) fn new(command: &str) -> ProtocolLine {
        ProtocolLine { command: command.to_owned(), args: Vec::new() }
    }

    /// Adds an argument.
    #[must_use]
    pub(crate) fn with(mut self, name: &str, value: impl fmt::Display) -> ProtocolLine {
        self.args.push((name.to_owned(), Some(value.to_string())));
        self
    }

    /// Adds an argument without a value.
    #[must_use]
    pub(crate) fn flag(mut self, name: &str) -> ProtocolLine {
        self.args.push((name.to_owned(), None));
        self
    }

    /// The value of an argument, empty for a flag. The last one counts.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let arg = self.args.iter().rev().find(|(known, _)| known == name);
        arg.map(|(_, value)| value.as_deref().unwrap_or_default())
    }

    /// Whether there is such an argument.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Parses a line; `None` if it is empty.
    pub(crate) fn read(text: &str) -> Result<Option<ProtocolLine>, BadLine> {
        let mut rest = text.trim();
        if rest.is_empty() {
            return Ok(None);
        }
        let mut line = ProtocolLine::new(word(&mut rest)?);
        while !rest.is_empty() {
            let name = word(&mut rest)?.to_owned();
            let value = match rest.strip_prefix('=') {
                None => None,
                Some(after) => {
                    rest = after.trim_start();
                    Some(value(&mut rest)?)
                }
            };
            line.args.push((name, value));
        }
        Ok(Some(line))
    }
}

/// Takes a word and the white space after it.
fn word<'a>(rest: &mut &'a str) -> Result<&'a str, BadLine> {
    let end = rest.find(|c: char| c.is_whitespace() || c == '=' || c == '"');
    let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
    *rest = after.trim_start();
    if word.is_empty() { Err(BadLine::NoName) } else { Ok(word) }
}

/// Takes a value, quoted or not, and the white space after it.
fn value(rest: &mut &str) -> Result<String, BadLine> {
    let (value, after) = match rest.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').ok_or(BadLine::OpenQuote)?,
        None => rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len())),
    };
    *rest = after.trim_start();
    Ok(value.to_owned())
}

/// The line without its end. Values are quoted where necessary; a quotation mark inside becomes
/// `'`, and a line break becomes a space.
impl fmt::Display for ProtocolLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in &self.args {
            write!(f, " {name}")?;
            let Some(value) = value else { continue };
            let tame = |c: char| match c {
                '"' => '\'',
                c if c.is_control() => ' ',
                c => c,
            };
            let tamed: String = value.chars().map(tame).collect();
            let special = |c: char| c.is_whitespace() || c == '=' || c == '\'';
            if tamed.is_empty() || tamed.contains(special) {
                write!(f, "=\"{tamed}\"")?;
            } else {
                write!(f, "={tamed}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> ProtocolLine {
        ProtocolLine::read(text).unwrap().unwrap()
    }

    #[test]
    fn values_are_quoted_or_not() {
        let line = read("  pos pos=Wbe  moves = \"1-5 32-28\" book empty=\"\" ");
        assert_eq!(line.command, "pos");
        assert_eq!(line.get("pos"), Some("Wbe"));
        assert_eq!(line.get("moves"), Some("1-5 32-28"));
        assert_eq!((line.get("book"), line.get("empty")), (Some(""), Some("")));
        assert_eq!(line.get("level"), None);
        assert_eq!(line.to_string(), "pos pos=Wbe moves=\"1-5 32-28\" book empty=\"\"");
    }

    #[test]
    fn a_bare_value_may_hold_an_equals_sign_and_the_last_of_two_counts() {
        let line = read("level move=b2=d4 depth=3 depth=4");
        assert_eq!((line.get("move"), line.get("depth")), (Some("b2=d4"), Some("4")));
        assert!(line.to_string().contains("move=\"b2=d4\""));
    }

    #[test]
    fn invalid_lines_are_refused() {
        assert_eq!(ProtocolLine::read(" \t "), Ok(None));
        for text in ["pos pos=\"W", "pos moves=\""] {
            assert_eq!(ProtocolLine::read(text), Err(BadLine::OpenQuote), "{text}");
        }
        for text in ["=", "go =think", "\"go\"", "go \"think\"", "pos a=\"b\"=c"] {
            assert_eq!(ProtocolLine::read(text), Err(BadLine::NoName), "{text}");
        }
    }

    #[test]
    fn messages_stay_on_one_line() {
        let line = ProtocolLine::new("error").with("message", "a \"b\"\nc\u{7}").flag("x");
        assert_eq!(line.to_string(), "error message=\"a 'b' c \" x");
        assert!(read(&line.to_string()).has("x"));
    }
}
