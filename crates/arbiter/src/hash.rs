//! The hash of a match: the same for everybody who has seen the same events.

use sha2::{Digest, Sha256};

use crate::{Match, Sha256Hash, Viewer};

impl Match {
    /// SHA-256 over the JSON of the state as a spectator sees it. Players and spectators who have
    /// folded the events that each of them may see have the same hash, so that they can tell
    /// whether they have lost one.
    pub fn hash(&self) -> Sha256Hash {
        // Plain structures of numbers, texts and lists: writing them cannot fail.
        let json = serde_json::to_vec(&self.snapshot_for(Viewer::Spectator)).unwrap_or_default();
        Sha256Hash(Sha256::digest(json).into())
    }
}
