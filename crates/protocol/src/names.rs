//! Nicknames and user names: which texts people may be called by.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most characters of a nickname.
const LONGEST: usize = 24;

/// What a player wants to be called: 1 to 24 letters and digits of any script, with single spaces,
/// `-`, `_`, `.` or `'` between them. It does not begin with `computer`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(
    feature = "schema",
    // Classes of characters are written differently everywhere, so this excludes what ASCII has
    // beside letters and digits.
    schema(
        min_length = 1,
        max_length = 24,
        pattern = r"^[^\x00-/:-@\[-`{-\x7f]+(?:(?:\. |[ _.'\-])[^\x00-/:-@\[-`{-\x7f]+)*$"
    )
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub struct Nickname(String);

/// Why a text is not a nickname.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum InvalidNickname {
    /// It is empty or too long.
    Length,
    /// It has a character that a nickname cannot have, or not in that place.
    Characters,
    /// It starts with "computer", which would look like the computer player.
    Computer,
}

/// The name of an account: 3 to 20 letters and digits, with single `-` or `_` between them, beginning
/// with a letter, but not with `computer`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(
    feature = "schema",
    schema(
        min_length = 3,
        max_length = 20,
        pattern = "^[A-Za-z][0-9A-Za-z]*(?:[_-][0-9A-Za-z]+)*$"
    )
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String", into = "String")]
pub struct UserName(String);

/// The text is not a user name.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct InvalidUserName;

impl Nickname {
    /// Parses a nickname. Surrounding white space is trimmed.
    pub fn new(text: &str) -> Result<Nickname, InvalidNickname> {
        let text = text.trim();
        if !(1..=LONGEST).contains(&text.chars().count()) {
            return Err(InvalidNickname::Length);
        }
        let joins = |c: char| matches!(c, ' ' | '-' | '_' | '.' | '\'');
        let mut last = ' ';
        for c in text.chars() {
            let joined = joins(last) && (last, c) != ('.', ' ');
            if !(c.is_alphanumeric() || joins(c) && !joined) {
                return Err(InvalidNickname::Characters);
            }
            last = c;
        }
        if joins(last) {
            return Err(InvalidNickname::Characters);
        }
        if text.to_lowercase().starts_with("computer") {
            return Err(InvalidNickname::Computer);
        }
        Ok(Nickname(text.to_owned()))
    }

    /// The nickname as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Nickname {
    type Error = InvalidNickname;

    fn try_from(text: String) -> Result<Nickname, InvalidNickname> {
        Nickname::new(&text)
    }
}

impl From<Nickname> for String {
    fn from(name: Nickname) -> String {
        name.0
    }
}

impl fmt::Display for InvalidNickname {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InvalidNickname::Length => "a nickname has 1 to 24 characters",
            InvalidNickname::Characters => {
                "a nickname has letters and digits, and between them single spaces, -, _, . or '"
            }
            InvalidNickname::Computer => {
                "that is what the computer is called; choose another nickname"
            }
        })
    }
}

impl std::error::Error for InvalidNickname {}

impl UserName {
    /// Parses a user name.
    pub fn new(text: &str) -> Result<UserName, InvalidUserName> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let valid = (3..=20).contains(&text.len())
            && text.starts_with(|c: char| c.is_ascii_alphabetic())
            && text.ends_with(|c: char| c.is_ascii_alphanumeric())
            && text.chars().all(allowed)
            && Nickname::new(text).is_ok();
        if valid { Ok(UserName(text.to_owned())) } else { Err(InvalidUserName) }
    }

    /// The user name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The lookup key: user names are case-insensitive.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

impl TryFrom<String> for UserName {
    type Error = InvalidUserName;

    fn try_from(text: String) -> Result<UserName, InvalidUserName> {
        UserName::new(&text)
    }
}

impl From<UserName> for String {
    fn from(name: UserName) -> String {
        name.0
    }
}

impl fmt::Display for InvalidUserName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a user name has 3 to 20 letters and digits, with single - or _ between them, a \
             letter first",
        )
    }
}

impl std::error::Error for InvalidUserName {}

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
            assert_eq!(Nickname::new(name), Err(InvalidNickname::Characters), "{name}");
        }
        assert_eq!(Nickname::new("  "), Err(InvalidNickname::Length));
        assert_eq!(Nickname::new(&"x".repeat(25)), Err(InvalidNickname::Length));
        assert_eq!(Nickname::new("COMPUTER 9"), Err(InvalidNickname::Computer));
    }

    #[test]
    fn user_names_are_plain() {
        for name in ["Ann", "ann-lee_2", "B52"] {
            assert_eq!(UserName::new(name).unwrap().as_str(), name);
        }
        let long = "x".repeat(21);
        for name in
            ["An", "2nd", "-ann", "ann-", "a--b", "Ann Lee", "Ænn", "<i>", "computer1", &long]
        {
            assert_eq!(UserName::new(name), Err(InvalidUserName), "{name}");
        }
        assert_eq!(UserName::new("AnN").unwrap().key(), "ann");
    }
}
