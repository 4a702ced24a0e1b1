//! A win-loss-draw table: the values of a class, compressed.

use core::ops::Deref;

use rayon::prelude::*;

use crate::class_file::{self, ClassFile, ClassFileError, FileFormat, Header};
use crate::huffman::{self, Decoder, Encoder};
use crate::run_length::{self, BLOCK};
use crate::{BoardView, Class, ClassIndex, RuleFamily, ValueStore, Wld, WldCounts};

const FORMAT: FileFormat = FileFormat { magic: *b"CrownTb2", block: BLOCK, key: huffman::LENGTHS };

/// The compressed values of a class.
#[derive(Debug)]
pub struct WldTable<B> {
    class_file: ClassFile<B>,
    decoder: Decoder,
}

/// The bytes of a class's file; none if the store does not have the class.
pub fn encode(store: &ValueStore, family: RuleFamily, class: Class) -> Option<Vec<u8>> {
    let (index, counts) = (store.index(class)?, store.counts(class)?);
    let count = index.len().div_ceil(BLOCK as u64);
    let block = |block| encode_block(store, family, index, block);
    let blocks: Vec<Vec<u8>> = (0..count).into_par_iter().map(block).collect();
    let mut frequent = [0; 256];
    blocks.iter().flatten().for_each(|&byte| frequent[byte as usize] += 1);
    let encoder = Encoder::new(&frequent);
    let blocks: Vec<Vec<u8>> = blocks.par_iter().map(|block| encoder.encode(block)).collect();
    let head = Header { family, class, counts, longest: 0 };
    Some(class_file::write(&FORMAT, head, index, &encoder.lengths(), &blocks))
}

fn encode_block(store: &ValueStore, family: RuleFamily, index: &ClassIndex, block: u64) -> Vec<u8> {
    let begin = block * BLOCK as u64;
    let end = (begin + BLOCK as u64).min(index.len());
    let mut values = Vec::with_capacity(BLOCK);
    index.each_between(begin, end, |view| {
        let value = if family.leaves_out(view) { None } else { store.value(view) };
        values.push(value);
    });
    let mut bytes = Vec::new();
    run_length::encode(&values, &mut bytes);
    bytes
}

impl<B: Deref<Target = [u8]>> WldTable<B> {
    /// Opens the table of a class. The checksum covers every byte.
    pub fn read(bytes: B, family: RuleFamily, class: Class) -> Result<WldTable<B>, ClassFileError> {
        let class_file = ClassFile::read(bytes, &FORMAT, family, class)?;
        let decoder = Decoder::new(class_file.key()).ok_or(ClassFileError::WrongMagic)?;
        Ok(WldTable { class_file, decoder })
    }

    /// The position index of the class.
    #[inline]
    pub fn index(&self) -> &ClassIndex {
        &self.class_file.index
    }

    /// The number of positions by value.
    pub fn counts(&self) -> WldCounts {
        self.class_file.head.counts
    }

    /// The size in bytes.
    pub fn size(&self) -> usize {
        self.class_file.size()
    }

    /// The value of a position of the class. It is meaningless for positions that the rule family
    /// [leaves out](RuleFamily::leaves_out).
    #[inline]
    pub fn value(&self, view: &BoardView) -> Option<Wld> {
        let (block, offset) = self.class_file.find(self.index().number(view))?;
        run_length::get(self.decoder.decode(block), offset)
    }

    /// Decodes a block.
    pub(crate) fn values_of(&self, block: usize) -> Vec<Wld> {
        let left = self.index().len() - (block * BLOCK) as u64;
        let mut values = Vec::with_capacity(BLOCK);
        let bytes = self.class_file.block(block).unwrap_or_default();
        run_length::each(self.decoder.decode(bytes), left.min(BLOCK as u64) as usize, |value| {
            values.push(value);
        });
        values
    }
}
