//! The table of proven bounds, of a size that is given once. Several threads can share it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::key::Name;
use super::openings::{Opening, Openings};

/// What is proven of a position: the margin of the side to move lies within these.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Proven {
    pub(super) low: i8,
    pub(super) high: i8,
    /// The square of the move that was best, in the image that the name stands for; 64 for none.
    pub(super) best: u8,
    /// The binary logarithm of the nodes that it took.
    pub(super) work: u8,
}

impl Proven {
    fn pack(self) -> u64 {
        u64::from(self.low as u8)
            | u64::from(self.high as u8) << 8
            | u64::from(self.best) << 16
            | u64::from(self.work) << 24
    }

    fn unpack(word: u64) -> Proven {
        let byte = |i: u32| (word >> (8 * i)) as u8;
        Proven { low: byte(0) as i8, high: byte(1) as i8, best: byte(2), work: byte(3) }
    }
}

const PLACES: usize = 4;

/// Openings took long to prove: they are replaced last.
const OPENING_WORK: u8 = 40;

/// Four names with what is proven of them. A name has at most 96 bits: the higher ones are kept
/// beside the data, the lower 64 as their exclusive or with all that, so that a reader that meets
/// a half-written pair finds another name.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([(AtomicU64, AtomicU64); PLACES]);

/// Proven bounds by the names of positions. What took the least work is replaced first.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    pub(super) openings: Openings,
    /// Whether it keeps the bounds that come with the program.
    has_hardest: bool,
}

impl Table {
    /// A table of about so many bytes, at least one bucket.
    pub fn with_bytes(bytes: usize) -> Table {
        Table::with(bytes, Openings::default(), false)
    }

    /// A table of about so many bytes that knows what comes with the program.
    pub fn with_openings(bytes: usize) -> Table {
        Table::with(bytes, Openings::built_in(), true)
    }

    /// A table of about so many bytes that knows some openings, and the hardest bounds or not.
    pub(super) fn with(bytes: usize, openings: Openings, has_hardest: bool) -> Table {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let buckets = std::iter::repeat_with(Bucket::default).take(buckets).collect();
        let table = Table { buckets, openings, has_hardest };
        table.remember_openings();
        table
    }

    fn remember_openings(&self) {
        if self.has_hardest {
            self.load_hardest();
        }
        // They are exact, and replace what else is known of their names.
        for (name, opening) in self.openings.all() {
            let Opening { margin, best } = opening;
            self.put(name, Proven { low: margin, high: margin, best, work: OPENING_WORK });
        }
    }

    /// Forgets everything but the openings.
    pub fn forget(&self) {
        for (name, data) in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            name.store(0, Relaxed);
            data.store(0, Relaxed);
        }
        self.remember_openings();
    }

    #[inline]
    fn bucket(&self, name: Name) -> &Bucket {
        let (low, high) = (name as u64, (name >> 64) as u64);
        let spread = (low ^ low >> 32 ^ high << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let spread = (spread ^ spread >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        &self.buckets[((u128::from(spread) * self.buckets.len() as u128) >> 64) as usize]
    }

    #[inline]
    pub(super) fn get(&self, name: Name) -> Option<Proven> {
        self.bucket(name).0.iter().find_map(|place| {
            let word = place.1.load(Relaxed);
            (kept(place, word) == name).then(|| Proven::unpack(word))
        })
    }

    #[inline]
    pub(super) fn put(&self, name: Name, proven: Proven) {
        let bucket = self.bucket(name);
        let mut least = (u8::MAX, &bucket.0[0]);
        for place in &bucket.0 {
            let word = place.1.load(Relaxed);
            if kept(place, word) == name {
                least = (0, place);
                break;
            }
            let work = Proven::unpack(word).work;
            if work < least.0 {
                least = (work, place);
            }
        }
        let word = proven.pack() | ((name >> 64) as u64) << 32;
        least.1.1.store(word, Relaxed);
        least.1.0.store(name as u64 ^ word, Relaxed);
    }

    /// Everything in it that took at least so much work, which is more than none.
    pub(super) fn all(&self, work: u8) -> impl Iterator<Item = (Name, Proven)> {
        let places = self.buckets.iter().flat_map(|bucket| &bucket.0);
        places.filter_map(move |place| {
            let word = place.1.load(Relaxed);
            let proven = Proven::unpack(word);
            (proven.work >= work).then_some((kept(place, word), proven))
        })
    }
}

/// The name in a place, if its data is `word`.
#[inline]
fn kept(place: &(AtomicU64, AtomicU64), word: u64) -> Name {
    Name::from(place.0.load(Relaxed) ^ word) | Name::from(word >> 32) << 64
}
