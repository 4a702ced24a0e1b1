//! A hash over a whole log, kept with the match: each event is hashed together with the hash of
//! what came before it, so that a log that was damaged or tampered with is known.

use crownhead_arbiter::Hash;
use sha2::{Digest, Sha256};

use super::Row;

/// The hash of a log without events.
pub(crate) const EMPTY: Hash = Hash([0; 32]);

/// The hash of a log that has gone on.
pub(super) fn on(before: Hash, rows: &[Row]) -> Hash {
    rows.iter().fold(before, |before, (_, json)| next(before, json))
}

/// The hash after one more event.
pub(crate) fn next(before: Hash, json: &str) -> Hash {
    let hash = Sha256::new().chain_update(b"crownhead log 1").chain_update(before.0);
    Hash(hash.chain_update(json.as_bytes()).finalize().into())
}
