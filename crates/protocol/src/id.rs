//! Match identifiers: the public name of a match or a challenge in links and messages.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The id of a match or a challenge: 8 letters and digits. It is not secret: anyone who knows it
/// may watch.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(value_type = String, pattern = "^[0-9A-Za-z]{8}$"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(type = "string"))]
#[serde(try_from = "smol_str::SmolStr", into = "smol_str::SmolStr")]
pub struct MatchId([u8; 8]);

/// The text is not 8 letters and digits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct InvalidMatchId;

impl MatchId {
    /// The id as text.
    pub fn as_str(&self) -> &str {
        // Both constructors accept ASCII only.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl TryFrom<[u8; 8]> for MatchId {
    type Error = InvalidMatchId;

    fn try_from(bytes: [u8; 8]) -> Result<MatchId, InvalidMatchId> {
        let valid = bytes.iter().all(u8::is_ascii_alphanumeric);
        if valid { Ok(MatchId(bytes)) } else { Err(InvalidMatchId) }
    }
}

impl FromStr for MatchId {
    type Err = InvalidMatchId;

    fn from_str(text: &str) -> Result<MatchId, InvalidMatchId> {
        let bytes: [u8; 8] = text.as_bytes().try_into().map_err(|_| InvalidMatchId)?;
        MatchId::try_from(bytes)
    }
}

impl TryFrom<smol_str::SmolStr> for MatchId {
    type Error = InvalidMatchId;

    fn try_from(text: smol_str::SmolStr) -> Result<MatchId, InvalidMatchId> {
        text.parse()
    }
}

impl From<MatchId> for smol_str::SmolStr {
    fn from(id: MatchId) -> smol_str::SmolStr {
        id.as_str().into()
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MatchId({self})")
    }
}

impl fmt::Display for InvalidMatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a match id has 8 letters and digits")
    }
}

impl std::error::Error for InvalidMatchId {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_reads_as_it_is_written() {
        let id: MatchId = "0aZ9bcde".parse().unwrap();
        assert_eq!(id.to_string(), "0aZ9bcde");
        assert_eq!(serde_json::to_string(&id).unwrap(), r#""0aZ9bcde""#);
        assert_eq!(serde_json::from_str::<MatchId>(r#""0aZ9bcde""#).unwrap(), id);
        for wrong in ["", "abcdefg", "abcdefghi", "abcdefg/", "abcdef\u{e9}"] {
            assert_eq!(wrong.parse::<MatchId>(), Err(InvalidMatchId), "{wrong}");
        }
        assert!(serde_json::from_str::<MatchId>(r#""abc""#).is_err());
    }
}
