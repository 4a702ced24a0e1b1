//! The transposition table: results of earlier searches by position, shared by all threads without
//! a lock.

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crownhead_rules::Key;

use crate::game::MoveTag;
use crate::memory;
use crate::score::TtScore;
use crate::search::Depth;

/// How the score of an entry bounds the true score.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// No move was better than alpha: the true score is at most this.
    Upper,
    /// A move caused a beta cutoff: the true score is at least this.
    Lower,
    /// The true score is exactly this.
    Exact,
}

/// The result of an earlier search of a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TranspositionEntry {
    /// The best move, or the one that caused the cutoff.
    pub tag: Option<MoveTag>,
    /// The score in the form of the table.
    pub score: TtScore,
    /// The remaining depth with which the position was searched.
    pub depth: Depth,
    /// How the score bounds the true score.
    pub bound: Bound,
}

/// A transposition table of fixed size.
///
/// An entry is two words: its data, and the exclusive or of key and data. A torn write does not
/// match its key and is not found, so that reads and writes need neither locks nor ordering.
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// The number of the present search. Entries of older searches are replaced first.
    generation: AtomicU8,
}

/// A bucket fills one cache line.
const ENTRIES_PER_BUCKET: usize = 4;

/// For replacement, an entry loses this much depth per generation that has passed.
const DEPTH_PER_GENERATION: i32 = 4;

/// Where the parts of an entry are in its data word.
const SCORE_SHIFT: u32 = 16;
const DEPTH_SHIFT: u32 = 32;
const BOUND_SHIFT: u32 = 40;
const GENERATION_SHIFT: u32 = 42;
/// Set in every entry, so that no data word is zero.
const USED: u64 = 1 << 48;

/// Generations are counted in six bits.
const GENERATION_MASK: u8 = 63;

#[derive(Default)]
#[repr(align(64))]
struct Bucket([(AtomicU64, AtomicU64); ENTRIES_PER_BUCKET]);

/// Prints the size only, because other threads may change the contents meanwhile.
impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable")
            .field("buckets", &self.buckets.len())
            .finish_non_exhaustive()
    }
}

impl TranspositionTable {
    /// A table of about `bytes` bytes, at least one bucket.
    ///
    /// # Panics
    ///
    /// If there is not enough memory: see [`TranspositionTable::try_new`].
    pub fn new(bytes: usize) -> TranspositionTable {
        TranspositionTable::try_new(bytes).expect("memory for the transposition table")
    }

    /// A table of about `bytes` bytes; none if there is not enough memory.
    pub fn try_new(bytes: usize) -> Option<TranspositionTable> {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = memory::allocate(count)?;
        buckets.resize_with(count, Bucket::default);
        Some(TranspositionTable { buckets, generation: AtomicU8::new(0) })
    }

    /// A table of `mebibytes` mebibytes.
    ///
    /// # Panics
    ///
    /// If there is not enough memory: see [`TranspositionTable::try_new`].
    pub fn with_mebibytes(mebibytes: usize) -> TranspositionTable {
        TranspositionTable::new(mebibytes << 20)
    }

    /// Removes all entries.
    pub fn clear(&self) {
        for (data, check) in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            data.store(0, Ordering::Relaxed);
            check.store(0, Ordering::Relaxed);
        }
    }

    /// Begins a new search: entries of older ones are replaced first.
    pub fn next_generation(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        let number = (u128::from(key.0) * self.buckets.len() as u128) >> 64;
        &self.buckets[number as usize]
    }

    /// Begins to load the bucket of a key into the cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        memory::prefetch(self.bucket(key));
    }

    /// The entry of a position.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<TranspositionEntry> {
        self.bucket(key).0.iter().find_map(|(data, check)| {
            let data = data.load(Ordering::Relaxed);
            let matches = check.load(Ordering::Relaxed) ^ data == key.0;
            if matches && data != 0 { TranspositionEntry::unpack(data) } else { None }
        })
    }

    /// Stores an entry: replaces that of the same position, or else uses a free slot, or else
    /// replaces the oldest and shallowest entry of the bucket.
    #[inline]
    pub fn store(&self, key: Key, mut entry: TranspositionEntry) {
        let generation = self.generation.load(Ordering::Relaxed) & GENERATION_MASK;
        let mut victim = 0;
        let mut victim_worth = i32::MAX;
        let bucket = self.bucket(key);
        for (i, (data, check)) in bucket.0.iter().enumerate() {
            let old = data.load(Ordering::Relaxed);
            let same = check.load(Ordering::Relaxed) ^ old == key.0;
            if same || old == 0 {
                victim = i;
                // If no move raised alpha this time, the old move is still worth a try.
                let old_tag =
                    TranspositionEntry::unpack(old).filter(|_| same).and_then(|old| old.tag);
                entry.tag = entry.tag.or(old_tag);
                break;
            }
            let age = generation.wrapping_sub(generation_of(old)) & GENERATION_MASK;
            let depth = i32::from((old >> DEPTH_SHIFT) as i8);
            let worth = depth - DEPTH_PER_GENERATION * i32::from(age);
            if worth < victim_worth {
                (victim, victim_worth) = (i, worth);
            }
        }
        let (data, check) = &bucket.0[victim];
        let packed = entry.pack(generation);
        data.store(packed, Ordering::Relaxed);
        check.store(packed ^ key.0, Ordering::Relaxed);
    }

    /// How full the table is of entries of the present search, in thousandths (UCI's `hashfull`).
    pub fn permille_full(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed) & GENERATION_MASK;
        let sample = self.buckets.len().min(250);
        let is_present = |data: u64| data != 0 && generation_of(data) == generation;
        let full = self.buckets[..sample]
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|(data, _)| is_present(data.load(Ordering::Relaxed)))
            .count();
        (full * 1000 / (sample * ENTRIES_PER_BUCKET)) as u32
    }
}

/// The generation in a data word.
#[inline]
const fn generation_of(data: u64) -> u8 {
    (data >> GENERATION_SHIFT) as u8 & GENERATION_MASK
}

impl TranspositionEntry {
    fn pack(self, generation: u8) -> u64 {
        let tag = self.tag.map_or(0, |tag| tag.0);
        u64::from(tag)
            | u64::from(self.score.0 as u16) << SCORE_SHIFT
            | u64::from(self.depth.to_entry() as u8) << DEPTH_SHIFT
            | (self.bound as u64) << BOUND_SHIFT
            | u64::from(generation) << GENERATION_SHIFT
            | USED
    }

    fn unpack(data: u64) -> Option<TranspositionEntry> {
        let bound = match data >> BOUND_SHIFT & 3 {
            0 => Bound::Upper,
            1 => Bound::Lower,
            2 => Bound::Exact,
            _ => return None,
        };
        let tag = data as u16;
        Some(TranspositionEntry {
            tag: (tag != 0).then_some(MoveTag(tag)),
            score: TtScore((data >> SCORE_SHIFT) as i16),
            depth: Depth::from_entry((data >> DEPTH_SHIFT) as i8),
            bound,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_entry_is_found() {
        let table = TranspositionTable::new(1 << 16);
        let entry = TranspositionEntry {
            tag: Some(MoveTag(77)),
            score: TtScore(-123),
            depth: Depth::new(-3),
            bound: Bound::Lower,
        };
        table.store(Key(42), entry);
        assert_eq!(table.probe(Key(42)), Some(entry));
        assert_eq!(table.probe(Key(43)), None);
        table.clear();
        assert_eq!(table.probe(Key(42)), None);
    }

    #[test]
    fn an_entry_without_a_move_keeps_the_old_move() {
        let table = TranspositionTable::new(1 << 16);
        let entry = |tag| TranspositionEntry {
            tag,
            score: TtScore(5),
            depth: Depth::new(4),
            bound: Bound::Upper,
        };
        table.store(Key(42), entry(Some(MoveTag(77))));
        table.store(Key(42), TranspositionEntry { depth: Depth::new(6), ..entry(None) });
        assert_eq!(
            table.probe(Key(42)),
            Some(TranspositionEntry { depth: Depth::new(6), ..entry(Some(MoveTag(77))) })
        );
        table.store(Key(42), entry(Some(MoveTag(78))));
        assert_eq!(table.probe(Key(42)), Some(entry(Some(MoveTag(78)))));
        table.store(Key(43), entry(None));
        assert_eq!(table.probe(Key(43)), Some(entry(None)));
    }

    #[test]
    fn shallow_and_old_entries_are_replaced_first() {
        let table = TranspositionTable::new(1);
        let entry = |plies| TranspositionEntry {
            tag: None,
            score: TtScore(0),
            depth: Depth::new(plies),
            bound: Bound::Exact,
        };
        (1..=4).for_each(|n| table.store(Key(n), entry(n as i32 * 4)));
        table.store(Key(9), entry(1));
        assert_eq!(table.probe(Key(1)), None);
        assert_eq!(table.probe(Key(4)), Some(entry(16)));
        (0..8).for_each(|_| table.next_generation());
        (11..=14).for_each(|n| table.store(Key(n), entry(1)));
        assert_eq!(table.probe(Key(4)), None);
        assert_eq!(table.permille_full(), 1000);
    }
}
