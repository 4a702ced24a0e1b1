//! Nicknames: short, in any script, and nothing that could be taken for markup.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most characters of a nickname.
const LONGEST: usize = 24;

/// What a player wants to be called: 1 to 24 letters and digits of any script, with single spaces,
/// `-`, `_`, `.` or `'` between them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String", into = "String")]
#[schema(
    max_length = 24,
    pattern = r"^(?![Cc][Oo][Mm][Pp][Uu][Tt][Ee][Rr])[\p{L}\p{N}]+((\. |[ \-_.'])[\p{L}\p{N}]+)*$"
)]
pub struct Nickname(String);

/// A text that is no nickname.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum BadName {
    /// It has no characters, or too many.
    Length,
    /// It has characters that do not belong there, or not in that place.
    Characters,
    /// It is what the computer is called.
    Computer,
}

impl Nickname {
    /// A nickname by its text. White space around it is left out.
    pub fn new(text: &str) -> Result<Nickname, BadName> {
        let text = text.trim();
        if !(1..=LONGEST).contains(&text.chars().count()) {
            return Err(BadName::Length);
        }
        let joins = |c: char| matches!(c, ' ' | '-' | '_' | '.' | '\'');
        let mut last = ' ';
        for c in text.chars() {
            let joined = joins(last) && (last, c) != ('.', ' ');
            if !(c.is_alphanumeric() || joins(c) && !joined) {
                return Err(BadName::Characters);
            }
            last = c;
        }
        if joins(last) {
            return Err(BadName::Characters);
        }
        if text.to_lowercase().starts_with("computer") {
            return Err(BadName::Computer);
        }
        Ok(Nickname(text.to_owned()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Nickname {
    type Error = BadName;

    fn try_from(text: String) -> Result<Nickname, BadName> {
        Nickname::new(&text)
    }
}

impl From<Nickname> for String {
    fn from(name: Nickname) -> String {
        name.0
    }
}

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadName::Length => "a nickname has 1 to 24 characters",
            BadName::Characters => {
                "a nickname has letters and digits, and between them single spaces, -, _, . or '"
            }
            BadName::Computer => "that is what the computer is called; choose another nickname",
        })
    }
}

impl std::error::Error for BadName {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_people_are_taken() {
        for name in ["Ann", " Ann ", "J. R. O'Neil-Smith_2", "Ægir", "山田太郎", "Иван", "x"]
        {
            assert_eq!(Nickname::new(name).unwrap().as_str(), name.trim(), "{name}");
        }
    }

    #[test]
    fn nothing_that_is_markup_or_hidden_is_taken() {
        for name in [
            "<b>Ann</b>",
            "Ann&amp;",
            "\"Ann\"",
            "Ann\u{202e}nnA",
            "Ann\u{200b}",
            "Ann\nBob",
            "a/b",
            "a  b",
            "-",
            ".Ann",
            "Ann-",
            "javascript:x",
        ] {
            assert_eq!(Nickname::new(name), Err(BadName::Characters), "{name}");
        }
        assert_eq!(Nickname::new("  "), Err(BadName::Length));
        assert_eq!(Nickname::new(&"x".repeat(25)), Err(BadName::Length));
        assert_eq!(Nickname::new("COMPUTER 9"), Err(BadName::Computer));
    }
}
