//! What a table holds, as bytes: to be kept and given back, so that solving goes on where it was
//! stopped.

use std::fmt;

use super::table::{Proven, Table};

const MARK: &[u8; 8] = b"CHSOLVE1";
const ENTRY: usize = 16;

/// What was hardest to prove of the start positions: it helps with everything near them. Made by
/// `crownhead solve … --resume`, cut down to the hardest.
#[cfg(not(target_family = "wasm"))]
const HARDEST: [&[u8]; 2] =
    [include_bytes!("../../data/exchange.solved"), include_bytes!("../../data/floating.solved")];

/// A browser does without: they would double what it has to load.
#[cfg(target_family = "wasm")]
const HARDEST: [&[u8]; 0] = [];

/// Why bytes could not be read back.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NotSaved {
    /// They are not what [`Table::save`] made.
    Other,
    /// They are, but not all of them, or not unharmed.
    Damaged,
}

impl fmt::Display for NotSaved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotSaved::Other => "this is not a saved solution",
            NotSaved::Damaged => "the saved solution is damaged",
        })
    }
}

impl std::error::Error for NotSaved {}

impl Table {
    /// Puts in what comes with the program.
    pub(super) fn load_hardest(&self) {
        for hardest in HARDEST {
            // What is built in is whole: a test reads it.
            let _ = self.load(hardest);
        }
    }

    /// The bounds that took the most work to prove, at most so many.
    pub fn save(&self, most: usize) -> Vec<u8> {
        // How many took each amount of work tells from which amount on they are few enough.
        let mut counts = [0_usize; 256];
        self.all(1).for_each(|(_, proven)| counts[usize::from(proven.work)] += 1);
        let mut sum = 0;
        let enough = (1..=255_u8).rev().take_while(|&work| {
            sum += counts[usize::from(work)];
            sum <= most
        });
        let least = enough.last().unwrap_or(u8::MAX);
        let mut bytes = MARK.to_vec();
        for (name, proven) in self.all(least) {
            bytes.extend_from_slice(&name.to_le_bytes()[..12]);
            let Proven { low, high, best, work } = proven;
            bytes.extend_from_slice(&[low as u8, high as u8, best, work]);
        }
        sealed(bytes)
    }

    /// Puts back what was saved, and tells how many bounds that were.
    pub fn load(&self, bytes: &[u8]) -> Result<usize, NotSaved> {
        let entries = unsealed(bytes, MARK, ENTRY)?;
        for entry in entries.chunks_exact(ENTRY) {
            let mut name = [0; 16];
            name[..12].copy_from_slice(&entry[..12]);
            let proven = Proven {
                low: entry[12] as i8,
                high: entry[13] as i8,
                best: entry[14],
                work: entry[15],
            };
            self.put(u128::from_le_bytes(name), proven);
        }
        Ok(entries.len() / ENTRY)
    }
}

/// The bytes with their checksum.
pub(super) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = checksum(&bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
    bytes
}

/// The entries, of so many bytes each, between the mark and the checksum.
pub(super) fn unsealed<'a>(
    bytes: &'a [u8],
    mark: &[u8],
    entry: usize,
) -> Result<&'a [u8], NotSaved> {
    let rest = bytes.strip_prefix(mark).ok_or(NotSaved::Other)?;
    let (entries, sum) = rest.split_last_chunk::<8>().ok_or(NotSaved::Damaged)?;
    let whole = checksum(&bytes[..bytes.len() - 8]);
    if !entries.len().is_multiple_of(entry) || u64::from_le_bytes(*sum) != whole {
        return Err(NotSaved::Damaged);
    }
    Ok(entries)
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_file_is_not_read() {
        let whole = sealed([&MARK[..], &[7; 2 * ENTRY]].concat());
        assert_eq!(unsealed(&whole, MARK, ENTRY).ok(), Some(&[7; 2 * ENTRY][..]));
        for place in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            assert!(unsealed(&damaged, MARK, ENTRY).is_err(), "{place}");
        }
        assert!(unsealed(&whole[..whole.len() - 1], MARK, ENTRY).is_err());
    }
}
