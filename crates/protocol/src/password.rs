//! Passwords as people type them. How they are hashed is the server's business.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A password: 8 to 200 characters. It stays out of logs.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(min_length = 8, max_length = 200))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "String")]
pub struct Password(String);

/// The text is not a password.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct InvalidPassword;

impl Password {
    /// A password by its text.
    pub fn new(text: &str) -> Result<Password, InvalidPassword> {
        let fits = (8..=200).contains(&text.chars().count());
        if fits { Ok(Password(text.to_owned())) } else { Err(InvalidPassword) }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Password {
    type Error = InvalidPassword;

    fn try_from(text: String) -> Result<Password, InvalidPassword> {
        Password::new(&text)
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

impl fmt::Display for InvalidPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a password has 8 to 200 characters")
    }
}

impl std::error::Error for InvalidPassword {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_has_its_length_and_is_not_logged() {
        assert_eq!(Password::new("seven77"), Err(InvalidPassword));
        assert_eq!(Password::new(&"x".repeat(201)), Err(InvalidPassword));
        let password = Password::new("grün und blau").unwrap();
        assert_eq!(password.as_str(), "grün und blau");
        assert_eq!(format!("{password:?}"), "Password(…)");
    }
}
