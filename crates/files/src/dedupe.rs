//! Deduplication: games that occur twice have the same fingerprint.

use std::collections::HashSet;

use crownhead_games::Record;
use crownhead_rules::Side;
use sha2::{Digest, Sha256};

use crate::filter::player;

/// What makes two games duplicates.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum DedupeBy {
    /// The same players have played the same moves.
    #[default]
    Players,
    /// The same moves were played, by anyone.
    Moves,
}

/// The first 16 bytes of a SHA-256 hash, which keep collisions out of reach.
type Fingerprint = [u8; 16];

/// The fingerprints of the games so far: about 40 bytes each.
#[derive(Clone, Debug, Default)]
pub struct FingerprintSet(HashSet<Fingerprint>);

impl DedupeBy {
    /// A hash that duplicates share.
    pub fn fingerprint(self, record: &Record) -> Fingerprint {
        let mut hash = Sha256::new();
        let mut add = |text: &str| {
            hash.update(text.as_bytes());
            hash.update(b"\n");
        };
        add(&record.rules().to_string());
        add(&record.initial().text().unwrap_or_default());
        if self == DedupeBy::Players {
            for side in Side::ALL {
                let name = player(record.tags(), side).unwrap_or_default().to_lowercase();
                add(&name.split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }
        record.plies().iter().for_each(|ply| add(&ply.text));
        let whole = hash.finalize();
        std::array::from_fn(|i| whole[i])
    }
}

impl FingerprintSet {
    /// Adds a fingerprint; true if it is new.
    pub fn insert(&mut self, fingerprint: Fingerprint) -> bool {
        self.0.insert(fingerprint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameReader;

    #[test]
    fn the_spelling_of_a_move_or_name_does_not_matter() {
        let fingerprint = |by: DedupeBy, text: &str| {
            let game = GameReader::pdn(text.as_bytes()).next().expect("a game").expect("no fault");
            by.fingerprint(&game.record().expect("legal"))
        };
        let one = "[Black \"Ann\"]\n[White \"Ben\"]\n1. 11-15 22-18 2. 15x22 25x18 *";
        let same = "[White \"ben \"]\n[Black \"ANN\"]\n11-15 22-18 15:22 {so} 25-18 1-0";
        let others = "[Black \"Cid\"]\n1. 11-15 22-18 2. 15x22 25x18 *";
        let longer = "1. 11-15 22-18 2. 15x22 25x18 3. 12-16 *";
        for by in [DedupeBy::Players, DedupeBy::Moves] {
            assert_eq!(fingerprint(by, one), fingerprint(by, same));
            assert_ne!(fingerprint(by, one), fingerprint(by, longer));
        }
        assert_ne!(fingerprint(DedupeBy::Players, one), fingerprint(DedupeBy::Players, others));
        assert_eq!(fingerprint(DedupeBy::Moves, one), fingerprint(DedupeBy::Moves, others));
        let mut seen = FingerprintSet::default();
        assert!(seen.insert([1; 16]) && !seen.insert([1; 16]) && seen.insert([2; 16]));
    }
}
