//! Who wins every position of a class, as bytes.

use core::ops::Deref;

use rayon::prelude::*;

use crate::blocks::{self, BLOCK};
use crate::code::{self, Decoder, Encoder};
use crate::sheet::{self, BadTable, Form, Head, Sheet};
use crate::{Class, Counts, Family, Index, Store, Value, View};

const FORM: Form = Form { magic: *b"CrownTb2", block: BLOCK, key: code::LENGTHS };

/// The values of a class.
#[derive(Debug)]
pub struct Table<B> {
    sheet: Sheet<B>,
    decoder: Decoder,
}

/// Packs a class that is in a store.
pub fn pack(store: &Store, family: Family, class: Class) -> Option<Vec<u8>> {
    let (index, counts) = (store.index(class)?, store.counts(class)?);
    let count = index.len().div_ceil(BLOCK as u64);
    let block = |block| pack_block(store, family, index, block);
    let blocks: Vec<Vec<u8>> = (0..count).into_par_iter().map(block).collect();
    let mut frequent = [0; 256];
    blocks.iter().flatten().for_each(|&byte| frequent[byte as usize] += 1);
    let encoder = Encoder::new(&frequent);
    let blocks: Vec<Vec<u8>> = blocks.par_iter().map(|block| encoder.encode(block)).collect();
    let head = Head { family, class, counts, longest: 0 };
    Some(sheet::write(&FORM, head, index, &encoder.lengths(), &blocks))
}

fn pack_block(store: &Store, family: Family, index: &Index, block: u64) -> Vec<u8> {
    let begin = block * BLOCK as u64;
    let end = (begin + BLOCK as u64).min(index.len());
    let mut values = Vec::with_capacity(BLOCK);
    index.each_between(begin, end, |view| {
        let value = if family.leaves_out(view) { None } else { store.value(view) };
        values.push(value);
    });
    let mut bytes = Vec::new();
    blocks::pack(&values, &mut bytes);
    bytes
}

impl<B: Deref<Target = [u8]>> Table<B> {
    /// Bytes that are the table of a class under these rules, every one of them checked.
    pub fn read(bytes: B, family: Family, class: Class) -> Result<Table<B>, BadTable> {
        let sheet = Sheet::read(bytes, &FORM, family, class)?;
        let decoder = Decoder::new(sheet.key()).ok_or(BadTable::Foreign)?;
        Ok(Table { sheet, decoder })
    }

    /// The index of its positions.
    #[inline]
    pub fn index(&self) -> &Index {
        &self.sheet.index
    }

    /// How many positions have each value.
    pub fn counts(&self) -> Counts {
        self.sheet.head.counts
    }

    /// How many bytes it has.
    pub fn size(&self) -> usize {
        self.sheet.size()
    }

    /// The value of a position of the class. It means nothing if the rules
    /// [leave it out](Family::leaves_out).
    #[inline]
    pub fn value(&self, view: &View) -> Option<Value> {
        let (block, place) = self.sheet.find(self.index().number(view))?;
        blocks::get(self.decoder.decode(block), place)
    }

    /// The values of a whole block.
    pub(crate) fn values_of(&self, block: usize) -> Vec<Value> {
        let left = self.index().len() - (block * BLOCK) as u64;
        let mut values = Vec::with_capacity(BLOCK);
        let bytes = self.sheet.block(block).unwrap_or_default();
        blocks::each(self.decoder.decode(bytes), left.min(BLOCK as u64) as usize, |value| {
            values.push(value);
        });
        values
    }
}
