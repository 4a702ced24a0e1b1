//! Names that are drawn at random: those of matches, and the secrets of their seats.

use std::fmt;
use std::str::FromStr;

use crownhead_arbiter::Hash;
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The name of a match: 8 letters and digits. It is no secret: whoever knows it may watch.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, ToSchema)]
#[schema(value_type = String, pattern = "^[0-9A-Za-z]{8}$")]
pub struct MatchId([u8; 8]);

impl Default for NodeId {
    fn default() -> NodeId {
        NodeId(MatchId(*b"00000000"))
    }
}

/// The name of a node, which is new with every start: 8 letters and digits.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(MatchId);

/// What gives a player the seat: 12 letters and digits, 71 bits. Only its hash is kept.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct SeatSecret([u8; 12]);

/// The system has no randomness to give.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NoRandomness;

/// A text that is not of the right length or has something else than letters and digits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NotAName;

impl MatchId {
    /// A new one.
    pub fn random() -> Result<MatchId, NoRandomness> {
        letters().map(MatchId)
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        text(&self.0)
    }
}

impl NodeId {
    /// A new one.
    pub fn random() -> Result<NodeId, NoRandomness> {
        MatchId::random().map(NodeId)
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl SeatSecret {
    /// A new one.
    pub fn random() -> Result<SeatSecret, NoRandomness> {
        letters().map(SeatSecret)
    }

    /// Its text, which is for the player alone.
    pub fn as_str(&self) -> &str {
        text(&self.0)
    }

    /// What is kept of it. The secret is random throughout, so a plain hash cannot be guessed from.
    pub fn hash(&self) -> Hash {
        let hash = Sha256::new().chain_update(b"crownhead seat 1").chain_update(self.0);
        Hash(hash.finalize().into())
    }
}

/// Random bytes from the system.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// A word of so many random letters and digits.
pub(crate) fn word<const N: usize>() -> Result<String, NoRandomness> {
    letters::<N>().map(|letters| text(&letters).to_owned())
}

/// Letters that are all equally likely: bytes that would favour the first ones are drawn again.
fn letters<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut drawn = [0; N];
    let mut filled = 0;
    while filled < N {
        for byte in random::<32>()? {
            let index = usize::from(byte);
            if index < 4 * LETTERS.len() && filled < N {
                drawn[filled] = LETTERS[index % LETTERS.len()];
                filled += 1;
            }
        }
    }
    Ok(drawn)
}

fn read<const N: usize>(text: &str) -> Result<[u8; N], NotAName> {
    let bytes: [u8; N] = text.as_bytes().try_into().map_err(|_| NotAName)?;
    if bytes.iter().all(u8::is_ascii_alphanumeric) { Ok(bytes) } else { Err(NotAName) }
}

fn text(letters: &[u8]) -> &str {
    // They are ASCII by construction.
    std::str::from_utf8(letters).unwrap_or_default()
}

impl FromStr for MatchId {
    type Err = NotAName;

    fn from_str(text: &str) -> Result<MatchId, NotAName> {
        read(text).map(MatchId)
    }
}

impl FromStr for NodeId {
    type Err = NotAName;

    fn from_str(text: &str) -> Result<NodeId, NotAName> {
        text.parse().map(NodeId)
    }
}

impl FromStr for SeatSecret {
    type Err = NotAName;

    fn from_str(text: &str) -> Result<SeatSecret, NotAName> {
        read(text).map(SeatSecret)
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

/// It stays out of logs.
impl fmt::Debug for SeatSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatSecret(…)")
    }
}

impl Serialize for MatchId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.as_str())
    }
}

impl fmt::Display for NoRandomness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the system gives no random numbers")
    }
}

impl std::error::Error for NoRandomness {}

impl fmt::Display for NotAName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("letters and digits are wanted, of the right number")
    }
}

impl std::error::Error for NotAName {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let id = MatchId::random().unwrap();
        assert_eq!(id.to_string().parse(), Ok(id));
        let secret = SeatSecret::random().unwrap();
        assert_eq!(secret.as_str().parse(), Ok(secret));
        for wrong in ["", "abcdefg", "abcdefghi", "abcdefg/", "abcdef\u{e9}"] {
            assert_eq!(wrong.parse::<MatchId>(), Err(NotAName), "{wrong}");
        }
    }

    #[test]
    fn a_secret_is_not_shown_and_has_one_hash() {
        let secret: SeatSecret = "0123456789ab".parse().unwrap();
        assert!(!format!("{secret:?}").contains("0123"));
        assert_eq!(secret.hash(), secret.hash());
        assert_ne!(secret.hash(), SeatSecret::random().unwrap().hash());
    }

    #[test]
    fn all_letters_are_drawn() {
        let drawn: Vec<u8> = (0..400).flat_map(|_| SeatSecret::random().unwrap().0).collect();
        assert!(LETTERS.iter().all(|letter| drawn.contains(letter)));
    }
}
