//! How many plies every won or lost position of a class takes to the end, as bytes: a block is the
//! least number and how much each is more, in as many bits as the most of them needs.

use core::ops::Deref;

use rayon::prelude::*;

use crate::distances::{Distances, plies};
use crate::sheet::{self, BadTable, Form, Head, Sheet};
use crate::{Class, Family, Index, Store, Value, View};

const BLOCK: usize = 256;
const FORM: Form = Form { magic: *b"CrownTd1", block: BLOCK, key: 0 };

/// The plies to the end of the positions of a class.
#[derive(Debug)]
pub struct Plies<B>(Sheet<B>);

/// Packs a class whose values and distances are known.
pub fn pack_plies(
    store: &Store,
    distances: &Distances,
    family: Family,
    class: Class,
) -> Option<Vec<u8>> {
    let (index, counts) = (store.index(class)?, store.counts(class)?);
    let longest = distances.longest(store, class)?;
    let count = index.len().div_ceil(BLOCK as u64);
    let block = |block| pack_block(store, distances, family, index, block);
    let blocks: Vec<Vec<u8>> = (0..count).into_par_iter().map(block).collect();
    Some(sheet::write(&FORM, Head { family, class, counts, longest }, index, &[], &blocks))
}

fn pack_block(
    store: &Store,
    distances: &Distances,
    family: Family,
    index: &Index,
    block: u64,
) -> Vec<u8> {
    let begin = block * BLOCK as u64;
    let end = (begin + BLOCK as u64).min(index.len());
    let mut halves = Vec::with_capacity(BLOCK);
    index.each_between(begin, end, |view| {
        let drawn = store.value(view) == Some(Value::Draw);
        let matters = !drawn && !family.leaves_out(view);
        halves.push(matters.then(|| distances.half(store, view)));
    });
    pack_halves(&halves)
}

/// The numbers of a block, some of which do not matter.
fn pack_halves(halves: &[Option<u8>]) -> Vec<u8> {
    let matter = || halves.iter().flatten().copied();
    let (least, most) = (matter().min().unwrap_or(0), matter().max().unwrap_or(0));
    let width = (u8::BITS - (most - least).leading_zeros()) as usize;
    let mut bytes = vec![0; 2 + (halves.len() * width).div_ceil(8)];
    (bytes[0], bytes[1]) = (least, width as u8);
    for (place, half) in halves.iter().enumerate() {
        let more = u16::from(half.unwrap_or(least) - least) << (place * width % 8);
        let at = 2 + place * width / 8;
        bytes[at..].iter_mut().zip(more.to_le_bytes()).for_each(|(byte, bits)| *byte |= bits);
    }
    bytes
}

/// The number at a place of a block.
#[inline]
fn half_at(block: &[u8], place: usize) -> Option<u8> {
    let (&least, &width) = (block.first()?, block.get(1)?);
    let bit = place * width as usize;
    let low = block.get(2 + bit / 8).copied().unwrap_or(0);
    let high = block.get(3 + bit / 8).copied().unwrap_or(0);
    let bits = u16::from_le_bytes([low, high]) >> (bit % 8);
    let mask = (1u16 << width.min(8)) - 1;
    least.checked_add((bits & mask) as u8)
}

impl<B: Deref<Target = [u8]>> Plies<B> {
    /// Bytes that are the plies of a class under these rules, every one of them checked.
    pub fn read(bytes: B, family: Family, class: Class) -> Result<Plies<B>, BadTable> {
        Sheet::read(bytes, &FORM, family, class).map(Plies)
    }

    /// The class.
    pub fn class(&self) -> Class {
        self.0.head.class
    }

    /// The plies of the longest win.
    pub fn longest(&self) -> u32 {
        self.0.head.longest
    }

    /// How many bytes it has.
    pub fn size(&self) -> usize {
        self.0.size()
    }

    /// The plies to the end of a position of the class with this value. They mean nothing if it is
    /// drawn, or the rules [leave it out](Family::leaves_out).
    #[inline]
    pub fn plies(&self, view: &View, value: Value) -> Option<u32> {
        Some(plies(value, self.half(view)?))
    }

    #[inline]
    pub(crate) fn half(&self, view: &View) -> Option<u8> {
        let (block, place) = self.0.find(self.0.index.number(view))?;
        half_at(block, place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_again() {
        let mut dice = fastrand::Rng::with_seed(5);
        for _ in 0..300 {
            let (least, spread) = (dice.u8(0..200), dice.u8(0..=54));
            let count = dice.usize(1..=BLOCK);
            let number = |more: u8| more.is_multiple_of(3).then_some(least + more % (spread + 1));
            let halves: Vec<_> = (0..count).map(|_| number(dice.u8(..))).collect();
            let bytes = pack_halves(&halves);
            for (place, half) in halves.iter().enumerate() {
                assert!(half.is_none() || half_at(&bytes, place) == *half, "{place} {halves:?}");
            }
        }
        assert_eq!(pack_halves(&[None; BLOCK]).len(), 2);
        assert_eq!(half_at(&[], 0), None);
    }
}
