//! A distance table: the plies to the end of every won or lost position of a class. A block stores
//! its least distance, and the excess of each position in a fixed number of bits.

use core::ops::Deref;

use rayon::prelude::*;

use crate::class_file::{self, ClassFile, ClassFileError, FileFormat, Header};
use crate::distance_store::{DistanceStore, plies};
use crate::{BoardView, Class, ClassIndex, RuleFamily, ValueStore, Wld};

const BLOCK: usize = 256;
const FORMAT: FileFormat = FileFormat { magic: *b"CrownTd1", block: BLOCK, key: 0 };

/// The compressed distances of a class.
#[derive(Debug)]
pub struct DistanceTable<B>(ClassFile<B>);

/// Encodes a class whose values and distances are known.
pub fn encode_distances(
    store: &ValueStore,
    distances: &DistanceStore,
    family: RuleFamily,
    class: Class,
) -> Option<Vec<u8>> {
    let (index, counts) = (store.index(class)?, store.counts(class)?);
    let longest = distances.longest(store, class)?;
    let count = index.len().div_ceil(BLOCK as u64);
    let block = |block| encode_block(store, distances, family, index, block);
    let blocks: Vec<Vec<u8>> = (0..count).into_par_iter().map(block).collect();
    Some(class_file::write(&FORMAT, Header { family, class, counts, longest }, index, &[], &blocks))
}

fn encode_block(
    store: &ValueStore,
    distances: &DistanceStore,
    family: RuleFamily,
    index: &ClassIndex,
    block: u64,
) -> Vec<u8> {
    let begin = block * BLOCK as u64;
    let end = (begin + BLOCK as u64).min(index.len());
    let mut halves = Vec::with_capacity(BLOCK);
    index.each_between(begin, end, |view| {
        let drawn = store.value(view) == Some(Wld::Draw);
        let matters = !drawn && !family.leaves_out(view);
        halves.push(matters.then(|| distances.half(store, view)));
    });
    encode_halves(&halves)
}

/// Encodes the halved distances of a block. `None` stands for any distance.
fn encode_halves(halves: &[Option<u8>]) -> Vec<u8> {
    let matter = || halves.iter().flatten().copied();
    let (least, most) = (matter().min().unwrap_or(0), matter().max().unwrap_or(0));
    let width = (u8::BITS - (most - least).leading_zeros()) as usize;
    let mut bytes = vec![0; 2 + (halves.len() * width).div_ceil(8)];
    (bytes[0], bytes[1]) = (least, width as u8);
    for (offset, half) in halves.iter().enumerate() {
        let more = u16::from(half.unwrap_or(least) - least) << (offset * width % 8);
        let at = 2 + offset * width / 8;
        bytes[at..].iter_mut().zip(more.to_le_bytes()).for_each(|(byte, bits)| *byte |= bits);
    }
    bytes
}

/// The halved distance at an index of a block.
#[inline]
fn half_at(block: &[u8], offset: usize) -> Option<u8> {
    let (&least, &width) = (block.first()?, block.get(1)?);
    let bit = offset * width as usize;
    let low = block.get(2 + bit / 8).copied().unwrap_or(0);
    let high = block.get(3 + bit / 8).copied().unwrap_or(0);
    let bits = u16::from_le_bytes([low, high]) >> (bit % 8);
    let mask = (1u16 << width.min(8)) - 1;
    least.checked_add((bits & mask) as u8)
}

impl<B: Deref<Target = [u8]>> DistanceTable<B> {
    /// Opens the table of a class. The checksum covers every byte.
    pub fn read(
        bytes: B,
        family: RuleFamily,
        class: Class,
    ) -> Result<DistanceTable<B>, ClassFileError> {
        ClassFile::read(bytes, &FORMAT, family, class).map(DistanceTable)
    }

    /// The class of the positions in the table.
    pub fn class(&self) -> Class {
        self.0.head.class
    }

    /// The plies of the longest win.
    pub fn longest(&self) -> u32 {
        self.0.head.longest
    }

    /// The size in bytes.
    pub fn size(&self) -> usize {
        self.0.size()
    }

    /// The plies to the end of a position of the class with this value. They are meaningless if it
    /// is drawn, or the rule family [leaves it out](RuleFamily::leaves_out).
    #[inline]
    pub fn plies(&self, view: &BoardView, value: Wld) -> Option<u32> {
        Some(plies(value, self.half(view)?))
    }

    #[inline]
    pub(crate) fn half(&self, view: &BoardView) -> Option<u8> {
        let (block, offset) = self.0.find(self.0.index.number(view))?;
        half_at(block, offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_distances_decode_to_themselves() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..300 {
            let (least, spread) = (rng.u8(0..200), rng.u8(0..=54));
            let count = rng.usize(1..=BLOCK);
            let number = |more: u8| more.is_multiple_of(3).then_some(least + more % (spread + 1));
            let halves: Vec<_> = (0..count).map(|_| number(rng.u8(..))).collect();
            let bytes = encode_halves(&halves);
            for (offset, half) in halves.iter().enumerate() {
                assert!(half.is_none() || half_at(&bytes, offset) == *half, "{offset} {halves:?}");
            }
        }
        assert_eq!(encode_halves(&[None; BLOCK]).len(), 2);
        assert_eq!(half_at(&[], 0), None);
    }
}
