//! Saved proofs: encodes and decodes a proof table, so that a solve can be resumed.

use std::fmt;

use super::proof_table::{ProofTable, ProvenBounds};

const MAGIC: &[u8; 8] = b"CHSOLVE1";
const ENTRY_BYTES: usize = 16;

/// The hardest proofs near the start positions, which speed up everything near them. Built by
/// `crownhead solve … --resume`, reduced to the hardest.
#[cfg(not(target_family = "wasm"))]
const BUILT_IN: [&[u8]; 2] =
    [include_bytes!("../../data/exchange.solved"), include_bytes!("../../data/floating.solved")];

/// Not in a browser: they would double its download.
#[cfg(target_family = "wasm")]
const BUILT_IN: [&[u8]; 0] = [];

/// Why bytes are not valid saved proofs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SavedProofsError {
    /// The bytes do not begin with the magic number.
    Other,
    /// The length or the checksum is wrong.
    Damaged,
}

impl fmt::Display for SavedProofsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SavedProofsError::Other => "this is not a saved solution",
            SavedProofsError::Damaged => "the saved solution is damaged",
        })
    }
}

impl std::error::Error for SavedProofsError {}

impl ProofTable {
    /// Loads the built-in bounds.
    pub(super) fn load_built_in(&self) {
        for hardest in BUILT_IN {
            // The built-in files are valid: a test reads them.
            let _ = self.load(hardest);
        }
    }

    /// Encodes at most `most` bounds, those that took the most work.
    pub fn save(&self, most: usize) -> Vec<u8> {
        // A histogram of the work finds the threshold above which there are few enough.
        let mut counts = [0_usize; 256];
        self.all(1).for_each(|(_, proven)| counts[usize::from(proven.work)] += 1);
        let mut sum = 0;
        let enough = (1..=255_u8).rev().take_while(|&work| {
            sum += counts[usize::from(work)];
            sum <= most
        });
        let least = enough.last().unwrap_or(u8::MAX);
        let mut bytes = MAGIC.to_vec();
        for (key, proven) in self.all(least) {
            bytes.extend_from_slice(&key.to_le_bytes()[..12]);
            let ProvenBounds { low, high, best, work } = proven;
            bytes.extend_from_slice(&[low as u8, high as u8, best, work]);
        }
        with_checksum(bytes)
    }

    /// Decodes saved bounds into the table, and returns their number.
    pub fn load(&self, bytes: &[u8]) -> Result<usize, SavedProofsError> {
        let entries = without_checksum(bytes, MAGIC, ENTRY_BYTES)?;
        for entry in entries.chunks_exact(ENTRY_BYTES) {
            let mut key = [0; 16];
            key[..12].copy_from_slice(&entry[..12]);
            let proven = ProvenBounds {
                low: entry[12] as i8,
                high: entry[13] as i8,
                best: entry[14],
                work: entry[15],
            };
            self.store(u128::from_le_bytes(key), proven);
        }
        Ok(entries.len() / ENTRY_BYTES)
    }
}

/// Appends the checksum.
pub(super) fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = checksum(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// The entries of `entry` bytes each, between the magic number and the checksum.
pub(super) fn without_checksum<'a>(
    bytes: &'a [u8],
    mark: &[u8],
    entry: usize,
) -> Result<&'a [u8], SavedProofsError> {
    let rest = bytes.strip_prefix(mark).ok_or(SavedProofsError::Other)?;
    let (entries, sum) = rest.split_last_chunk::<8>().ok_or(SavedProofsError::Damaged)?;
    let whole = checksum(&bytes[..bytes.len() - 8]);
    if !entries.len().is_multiple_of(entry) || u64::from_le_bytes(*sum) != whole {
        return Err(SavedProofsError::Damaged);
    }
    Ok(entries)
}

/// The FNV-1a hash.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_file_is_refused() {
        let whole = with_checksum([&MAGIC[..], &[7; 2 * ENTRY_BYTES]].concat());
        assert_eq!(
            without_checksum(&whole, MAGIC, ENTRY_BYTES).ok(),
            Some(&[7; 2 * ENTRY_BYTES][..])
        );
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            assert!(without_checksum(&damaged, MAGIC, ENTRY_BYTES).is_err(), "{place}");
        }
        assert!(without_checksum(&whole[..whole.len() - 1], MAGIC, ENTRY_BYTES).is_err());
    }
}
