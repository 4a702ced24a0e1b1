//! Random ids of matches and nodes, and the secrets that give players their seats.

use std::fmt;
use std::str::FromStr;

use crownhead_arbiter::Sha256Hash;
use crownhead_protocol::MatchId;
use sha2::{Digest, Sha256};

const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The id of a node, new with every start: 8 letters and digits.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId([u8; 8]);

/// The secret that gives a player a seat: 12 letters and digits, 71 bits. The store has only its hash.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct SeatSecret([u8; 12]);

/// The system provides no random numbers.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system gives no random numbers")]
pub struct NoRandomness;

/// A text of the wrong length, or with characters other than letters and digits.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the right number of letters and digits")]
pub struct InvalidId;

impl NodeId {
    /// A new random id.
    pub fn random() -> Result<NodeId, NoRandomness> {
        letters().map(NodeId)
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        text(&self.0)
    }
}

impl Default for NodeId {
    fn default() -> NodeId {
        NodeId(*b"00000000")
    }
}

impl SeatSecret {
    /// A new random secret.
    pub fn random() -> Result<SeatSecret, NoRandomness> {
        letters().map(SeatSecret)
    }

    /// Its text. Only the player may see it.
    pub fn as_str(&self) -> &str {
        text(&self.0)
    }

    /// What the store has of it. The secret is fully random, so a plain hash is safe.
    pub fn hash(&self) -> Sha256Hash {
        let hash = Sha256::new().chain_update(b"crownhead seat 1").chain_update(self.0);
        Sha256Hash(hash.finalize().into())
    }
}

/// A new random id of a match or a challenge.
pub fn random_match_id() -> Result<MatchId, NoRandomness> {
    // Letters and digits always make an id.
    MatchId::try_from(letters()?).map_err(|_| NoRandomness)
}

/// Random bytes from the system.
pub fn random_bytes<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomness)?;
    Ok(bytes)
}

/// A text of `N` random letters and digits.
pub fn random_text<const N: usize>() -> Result<String, NoRandomness> {
    letters::<N>().map(|letters| text(&letters).to_owned())
}

/// Letters that are all equally likely: bytes that would favour the first ones are rejected.
fn letters<const N: usize>() -> Result<[u8; N], NoRandomness> {
    let mut drawn = [0; N];
    let mut filled = 0;
    while filled < N {
        for byte in random_bytes::<32>()? {
            let index = usize::from(byte);
            if index < 4 * LETTERS.len() && filled < N {
                drawn[filled] = LETTERS[index % LETTERS.len()];
                filled += 1;
            }
        }
    }
    Ok(drawn)
}

fn parse<const N: usize>(text: &str) -> Result<[u8; N], InvalidId> {
    let bytes: [u8; N] = text.as_bytes().try_into().map_err(|_| InvalidId)?;
    if bytes.iter().all(u8::is_ascii_alphanumeric) { Ok(bytes) } else { Err(InvalidId) }
}

fn text(letters: &[u8]) -> &str {
    // They are ASCII by construction.
    std::str::from_utf8(letters).unwrap_or_default()
}

impl FromStr for NodeId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<NodeId, InvalidId> {
        parse(text).map(NodeId)
    }
}

impl FromStr for SeatSecret {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<SeatSecret, InvalidId> {
        parse(text).map(SeatSecret)
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NodeId({})", self.as_str())
    }
}

/// The secret stays out of logs.
impl fmt::Debug for SeatSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_parse_as_they_display() {
        let id = random_match_id().unwrap();
        assert_eq!(id.to_string().parse(), Ok(id));
        let node = NodeId::random().unwrap();
        assert_eq!(node.as_str().parse(), Ok(node));
        let secret = SeatSecret::random().unwrap();
        assert_eq!(secret.as_str().parse(), Ok(secret));
        for wrong in ["", "abcdefg", "abcdefghi", "abcdefg/", "abcdef\u{e9}"] {
            assert_eq!(wrong.parse::<NodeId>(), Err(InvalidId), "{wrong}");
        }
    }

    #[test]
    fn debug_output_hides_a_secret_and_its_hash_is_stable() {
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
