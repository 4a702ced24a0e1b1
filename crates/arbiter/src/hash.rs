//! The hash of a match: equal for everyone who has the same events.

use sha2::{Digest, Sha256};

use crate::{Match, Sha256Hash, Viewer};

impl Match {
    /// SHA-256 over the JSON of the state as a spectator sees it. Players and spectators get the
    /// same hash from the events that they may see, so that they can detect a missing one.
    pub fn hash(&self) -> Sha256Hash {
        // Plain numbers, texts and lists: serializing them cannot fail.
        let json = serde_json::to_vec(&self.snapshot_for(Viewer::Spectator)).unwrap_or_default();
        Sha256Hash(Sha256::digest(json).into())
    }
}
