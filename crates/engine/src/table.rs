//! What was found out about positions, shared by all threads of a search without a lock.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crownhead_rules::Key;

use crate::game::Tag;
use crate::memory;

/// How a kept score binds the true one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this.
    AtMost,
    /// The true score is at least this.
    AtLeast,
    /// This is the score.
    Exact,
}

/// What is kept of a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) tag: Option<Tag>,
    pub(crate) score: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

/// A table of so many bytes.
///
/// An entry is two words, the second the exclusive or of key and data: a torn write does not fit
/// its key and is not found. Reading and writing need no lock and no order.
pub struct Table {
    buckets: Vec<Bucket>,
    generation: AtomicU8,
}

const WAYS: usize = 4;

#[derive(Default)]
#[repr(align(64))]
struct Bucket([(AtomicU64, AtomicU64); WAYS]);

impl Table {
    /// A table of about so many bytes, at least one bucket.
    ///
    /// # Panics
    ///
    /// If the system does not give them: see [`Table::try_new`].
    pub fn new(bytes: usize) -> Table {
        Table::try_new(bytes).expect("memory for the table")
    }

    /// A table of about so many bytes, or none if the system does not give them.
    pub fn try_new(bytes: usize) -> Option<Table> {
        let count = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = memory::room_for(count)?;
        buckets.resize_with(count, Bucket::default);
        Some(Table { buckets, generation: AtomicU8::new(0) })
    }

    /// A table of so many mebibytes.
    pub fn with_mebibytes(mebibytes: usize) -> Table {
        Table::new(mebibytes << 20)
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for (data, check) in self.buckets.iter().flat_map(|bucket| &bucket.0) {
            data.store(0, Ordering::Relaxed);
            check.store(0, Ordering::Relaxed);
        }
    }

    /// A new search begins: what older ones left gives way first.
    pub fn next_generation(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        let place = (u128::from(key.0) * self.buckets.len() as u128) >> 64;
        &self.buckets[place as usize]
    }

    /// Says that what is kept under a key will soon be asked for.
    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        memory::prefetch(self.bucket(key));
    }

    #[inline]
    pub(crate) fn get(&self, key: Key) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|(data, check)| {
            let data = data.load(Ordering::Relaxed);
            let fits = check.load(Ordering::Relaxed) ^ data == key.0;
            if fits && data != 0 { Entry::unpack(data) } else { None }
        })
    }

    #[inline]
    pub(crate) fn put(&self, key: Key, mut entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed) & 63;
        let mut worst = 0;
        let mut worst_worth = i32::MAX;
        let bucket = self.bucket(key);
        for (i, (data, check)) in bucket.0.iter().enumerate() {
            let old = data.load(Ordering::Relaxed);
            let same = check.load(Ordering::Relaxed) ^ old == key.0;
            if same || old == 0 {
                worst = i;
                // Where no move was good enough now, the one that once was is still worth a try.
                let was = Entry::unpack(old).filter(|_| same).and_then(|was| was.tag);
                entry.tag = entry.tag.or(was);
                break;
            }
            let age = i32::from(generation.wrapping_sub((old >> 42) as u8 & 63) & 63);
            let worth = i32::from((old >> 32) as i8) - 4 * age;
            if worth < worst_worth {
                (worst, worst_worth) = (i, worth);
            }
        }
        let (data, check) = &bucket.0[worst];
        let packed = entry.pack(generation);
        data.store(packed, Ordering::Relaxed);
        check.store(packed ^ key.0, Ordering::Relaxed);
    }

    /// How full it is of what the search that is under way has found, in thousandths.
    pub fn fullness(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed) & 63;
        let sample = self.buckets.len().min(250);
        let of_now = |data: u64| data != 0 && (data >> 42) as u8 & 63 == generation;
        let full = self.buckets[..sample]
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|(data, _)| of_now(data.load(Ordering::Relaxed)))
            .count();
        (full * 1000 / (sample * WAYS)) as u32
    }
}

impl Entry {
    /// Tag 16 bits, score 16, depth 8, bound 2, generation 6, and a bit that says "something".
    fn pack(self, generation: u8) -> u64 {
        let tag = self.tag.map_or(0, |tag| tag.0);
        u64::from(tag)
            | u64::from(self.score as u16) << 16
            | u64::from(self.depth as u8) << 32
            | (self.bound as u64) << 40
            | u64::from(generation) << 42
            | 1 << 48
    }

    fn unpack(data: u64) -> Option<Entry> {
        let bound = match data >> 40 & 3 {
            0 => Bound::AtMost,
            1 => Bound::AtLeast,
            2 => Bound::Exact,
            _ => return None,
        };
        let tag = data as u16;
        Some(Entry {
            tag: (tag != 0).then_some(Tag(tag)),
            score: (data >> 16) as i16,
            depth: (data >> 32) as i8,
            bound,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_got() {
        let table = Table::new(1 << 16);
        let entry = Entry { tag: Some(Tag(77)), score: -123, depth: -3, bound: Bound::AtLeast };
        table.put(Key(42), entry);
        assert_eq!(table.get(Key(42)), Some(entry));
        assert_eq!(table.get(Key(43)), None);
        table.clear();
        assert_eq!(table.get(Key(42)), None);
    }

    #[test]
    fn a_move_is_kept_until_there_is_another() {
        let table = Table::new(1 << 16);
        let entry = |tag| Entry { tag, score: 5, depth: 4, bound: Bound::AtMost };
        table.put(Key(42), entry(Some(Tag(77))));
        table.put(Key(42), Entry { depth: 6, ..entry(None) });
        assert_eq!(table.get(Key(42)), Some(Entry { depth: 6, ..entry(Some(Tag(77))) }));
        table.put(Key(42), entry(Some(Tag(78))));
        assert_eq!(table.get(Key(42)), Some(entry(Some(Tag(78)))));
        table.put(Key(43), entry(None));
        assert_eq!(table.get(Key(43)), Some(entry(None)));
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_and_old_ones_give_way() {
        let table = Table::new(1);
        let entry = |depth| Entry { tag: None, score: 0, depth, bound: Bound::Exact };
        (1..=4).for_each(|n| table.put(Key(n), entry(n as i8 * 4)));
        table.put(Key(9), entry(1));
        assert_eq!(table.get(Key(1)), None);
        assert_eq!(table.get(Key(4)), Some(entry(16)));
        (0..8).for_each(|_| table.next_generation());
        (11..=14).for_each(|n| table.put(Key(n), entry(1)));
        assert_eq!(table.get(Key(4)), None);
        assert_eq!(table.fullness(), 1000);
    }
}
