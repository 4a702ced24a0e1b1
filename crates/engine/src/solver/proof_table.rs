//! The proof table: a transposition table of proven bounds, shared by all threads without a lock.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::key::PositionKey;
use super::openings::{Opening, ProvenOpenings};

/// Proven bounds of the margin of the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct ProvenBounds {
    pub(super) low: i8,
    pub(super) high: i8,
    /// The square of the best move, in the canonical image; [`NO_SQUARE`] for none.
    pub(super) best: u8,
    /// The binary logarithm of the nodes that the proof took.
    pub(super) work: u8,
}

impl ProvenBounds {
    fn pack(self) -> u64 {
        u64::from(self.low as u8)
            | u64::from(self.high as u8) << 8
            | u64::from(self.best) << 16
            | u64::from(self.work) << 24
    }

    fn unpack(word: u64) -> ProvenBounds {
        let byte = |i: u32| (word >> (8 * i)) as u8;
        ProvenBounds { low: byte(0) as i8, high: byte(1) as i8, best: byte(2), work: byte(3) }
    }
}

/// Stands for no move where a square is stored.
pub(super) const NO_SQUARE: u8 = 64;

const ENTRIES_PER_BUCKET: usize = 4;

/// The work of an opening: high, so that openings are replaced last.
const OPENING_WORK: u8 = 40;

/// Four entries. A key has at most 96 bits: the upper 32 are stored beside the data, the lower 64 as
/// their exclusive or with that word. A torn write does not match its key.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([(AtomicU64, AtomicU64); ENTRIES_PER_BUCKET]);

/// Proven bounds by key. The entry that took the least work is replaced first.
#[derive(Debug)]
pub struct ProofTable {
    buckets: Vec<Bucket>,
    pub(super) openings: ProvenOpenings,
    /// Whether it holds the built-in bounds.
    has_built_in: bool,
}

impl ProofTable {
    /// A table of about `bytes` bytes, at least one bucket.
    pub fn with_bytes(bytes: usize) -> ProofTable {
        ProofTable::with(bytes, ProvenOpenings::default(), false)
    }

    /// A table of about `bytes` bytes with the built-in openings and bounds.
    pub fn with_openings(bytes: usize) -> ProofTable {
        ProofTable::with(bytes, ProvenOpenings::built_in(), true)
    }

    /// A table of about `bytes` bytes with some openings, and optionally the built-in bounds.
    pub(super) fn with(bytes: usize, openings: ProvenOpenings, has_built_in: bool) -> ProofTable {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let buckets = std::iter::repeat_with(Bucket::default).take(buckets).collect();
        let table = ProofTable { buckets, openings, has_built_in };
        table.store_openings();
        table
    }

    fn store_openings(&self) {
        if self.has_built_in {
            self.load_built_in();
        }
        // They are exact, and replace other entries with their keys.
        for (key, opening) in self.openings.all() {
            let Opening { margin, best } = opening;
            self.store(key, ProvenBounds { low: margin, high: margin, best, work: OPENING_WORK });
        }
    }

    /// Removes everything except the openings and the built-in bounds.
    pub fn clear(&self) {
        for (key, data) in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            key.store(0, Relaxed);
            data.store(0, Relaxed);
        }
        self.store_openings();
    }

    #[inline]
    fn bucket(&self, key: PositionKey) -> &Bucket {
        let (low, high) = (key as u64, (key >> 64) as u64);
        let spread = (low ^ low >> 32 ^ high << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let spread = (spread ^ spread >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        &self.buckets[((u128::from(spread) * self.buckets.len() as u128) >> 64) as usize]
    }

    #[inline]
    pub(super) fn probe(&self, key: PositionKey) -> Option<ProvenBounds> {
        self.bucket(key).0.iter().find_map(|place| {
            let word = place.1.load(Relaxed);
            (key_of(place, word) == key).then(|| ProvenBounds::unpack(word))
        })
    }

    #[inline]
    pub(super) fn store(&self, key: PositionKey, proven: ProvenBounds) {
        let bucket = self.bucket(key);
        let mut least = (u8::MAX, &bucket.0[0]);
        for place in &bucket.0 {
            let word = place.1.load(Relaxed);
            if key_of(place, word) == key {
                least = (0, place);
                break;
            }
            let work = ProvenBounds::unpack(word).work;
            if work < least.0 {
                least = (work, place);
            }
        }
        let word = proven.pack() | ((key >> 64) as u64) << 32;
        least.1.1.store(word, Relaxed);
        least.1.0.store(key as u64 ^ word, Relaxed);
    }

    /// All entries that took at least this work, which must not be zero.
    pub(super) fn all(&self, work: u8) -> impl Iterator<Item = (PositionKey, ProvenBounds)> {
        let places = self.buckets.iter().flat_map(|bucket| &bucket.0);
        places.filter_map(move |place| {
            let word = place.1.load(Relaxed);
            let proven = ProvenBounds::unpack(word);
            (proven.work >= work).then_some((key_of(place, word), proven))
        })
    }
}

/// The key of an entry whose data is `word`.
#[inline]
fn key_of(place: &(AtomicU64, AtomicU64), word: u64) -> PositionKey {
    PositionKey::from(place.0.load(Relaxed) ^ word) | PositionKey::from(word >> 32) << 64
}
