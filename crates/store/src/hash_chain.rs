//! The hash chain over a log: each event is hashed together with the hash before it, so damage and
//! tampering show.

use crownhead_arbiter::Sha256Hash;
use sha2::{Digest, Sha256};

use crate::codec::EventRow;

/// The hash of an empty log.
pub(crate) const EMPTY: Sha256Hash = Sha256Hash([0; 32]);

/// The hash after more events.
pub(crate) fn extend(before: Sha256Hash, rows: &[EventRow]) -> Sha256Hash {
    rows.iter().fold(before, |before, (_, json)| next(before, json))
}

/// The hash after one more event.
pub(crate) fn next(before: Sha256Hash, json: &str) -> Sha256Hash {
    let hash = Sha256::new().chain_update(b"crownhead log 1").chain_update(before.0);
    Sha256Hash(hash.chain_update(json.as_bytes()).finalize().into())
}

/// The hash of the seat secrets of a match, which tells whether one of them has changed.
pub(crate) fn secret_check(id: &str, one: &[u8], two: &[u8]) -> [u8; 32] {
    let hash = Sha256::new().chain_update(b"crownhead secrets 1").chain_update(id.as_bytes());
    // Both secrets have the same length, so they cannot be confused.
    hash.chain_update(one).chain_update(two).finalize().into()
}
