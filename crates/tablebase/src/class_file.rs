//! The file format of a class: a header, an index of blocks, the blocks, and a checksum (CRC-32).

use core::fmt;
use core::ops::Deref;

use crate::{Class, ClassIndex, RuleFamily, WldCounts};

/// The length of the magic number. Its last byte is the version of the format.
const MAGIC_LENGTH: usize = 8;
/// The length of the header: magic bytes, name of the rule family, class and longest win, number of
/// positions, three counts.
const HEADER: usize = MAGIC_LENGTH + NAME_LENGTH + 8 + 4 * 8;
const NAME_LENGTH: usize = 24;
const CHECKSUM_LENGTH: usize = 4;

/// A kind of class file.
#[derive(Debug)]
pub(crate) struct FileFormat {
    pub(crate) magic: [u8; MAGIC_LENGTH],
    /// Positions per block.
    pub(crate) block: usize,
    /// The length of the decoding key, which comes before the blocks.
    pub(crate) key: usize,
}

/// The header of a file.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Header {
    pub(crate) family: RuleFamily,
    pub(crate) class: Class,
    pub(crate) counts: WldCounts,
    /// The longest win in plies; 0 in a file of values.
    pub(crate) longest: u32,
}

/// A class file, in memory or mapped from disk.
#[derive(Debug)]
pub(crate) struct ClassFile<B> {
    bytes: B,
    pub(crate) index: ClassIndex,
    pub(crate) head: Header,
    /// Positions per block, the offset of the block index, and the offset of the first block.
    block: usize,
    ends: usize,
    data: usize,
}

/// Why bytes are not a valid table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ClassFileError {
    /// There are no bytes.
    Empty,
    /// The magic bytes are different.
    WrongMagic,
    /// The format has another version.
    Version,
    /// The rule family or the class differs.
    WrongClass,
    /// The length contradicts the block index.
    Length,
    /// The checksum is wrong.
    Checksum,
}

impl fmt::Display for ClassFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ClassFileError::Empty => "it is empty",
            ClassFileError::Version => "it was made by another version of this program",
            ClassFileError::WrongMagic => "it is not an endgame table of this program",
            ClassFileError::WrongClass => "it is a table of other rules or other checkers",
            ClassFileError::Length => "it is cut short, or longer than it should be",
            ClassFileError::Checksum => "it is damaged: its checksum is wrong",
        })
    }
}

impl std::error::Error for ClassFileError {}

/// Encodes a file with these blocks.
pub(crate) fn write(
    format: &FileFormat,
    head: Header,
    index: &ClassIndex,
    key: &[u8],
    blocks: &[Vec<u8>],
) -> Vec<u8> {
    let mut bytes = head.bytes(format, index.len());
    bytes.extend(key);
    let mut end = 0u32;
    for block in blocks {
        end += block.len() as u32;
        bytes.extend(end.to_le_bytes());
    }
    bytes.extend(blocks.concat());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

impl Header {
    fn bytes(&self, format: &FileFormat, positions: u64) -> Vec<u8> {
        let Class { our_men, our_kings, their_men, their_kings } = self.class;
        let mut bytes = format.magic.to_vec();
        bytes.extend(self.family.name().as_bytes());
        bytes.resize(MAGIC_LENGTH + NAME_LENGTH, 0);
        bytes.extend([our_men, our_kings, their_men, their_kings]);
        bytes.extend(self.longest.to_le_bytes());
        for number in [positions, self.counts.won, self.counts.lost, self.counts.drawn] {
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }

    /// Decodes a header. Family and class are not decoded: the caller compares them.
    fn read(bytes: &[u8], family: RuleFamily, class: Class) -> Header {
        let number = |offset: usize| {
            let at = HEADER - 3 * 8 + offset * 8;
            bytes[at..at + 8].try_into().map_or(0, u64::from_le_bytes)
        };
        let counts = WldCounts { won: number(0), lost: number(1), drawn: number(2) };
        let at = MAGIC_LENGTH + NAME_LENGTH + 4;
        let longest = bytes[at..at + 4].try_into().map_or(0, u32::from_le_bytes);
        Header { family, class, counts, longest }
    }
}

impl<B: Deref<Target = [u8]>> ClassFile<B> {
    /// Opens the file of a class. Checks the header, the length and the checksum.
    pub(crate) fn read(
        bytes: B,
        format: &FileFormat,
        family: RuleFamily,
        class: Class,
    ) -> Result<ClassFile<B>, ClassFileError> {
        let (name, version) = format.magic.split_at(MAGIC_LENGTH - 1);
        match bytes.get(..MAGIC_LENGTH) {
            _ if bytes.is_empty() => return Err(ClassFileError::Empty),
            Some(magic) if !magic.starts_with(name) => return Err(ClassFileError::WrongMagic),
            Some(magic) if !magic.ends_with(version) => return Err(ClassFileError::Version),
            Some(_) if bytes.len() >= HEADER + CHECKSUM_LENGTH => {}
            Some(_) => return Err(ClassFileError::Length),
            None if format.magic.starts_with(&bytes) => return Err(ClassFileError::Length),
            None => return Err(ClassFileError::WrongMagic),
        }
        let (head, index) = (Header::read(&bytes, family, class), ClassIndex::new(class));
        if bytes[..HEADER] != head.bytes(format, index.len()) {
            return Err(ClassFileError::WrongClass);
        }
        let blocks = index.len().div_ceil(format.block as u64) as usize;
        let ends = HEADER + format.key;
        let class_file =
            ClassFile { bytes, index, head, block: format.block, ends, data: ends + 4 * blocks };
        let end = blocks.checked_sub(1).and_then(|last| class_file.end_of(last));
        if end.is_none_or(|end| class_file.data + end + CHECKSUM_LENGTH != class_file.bytes.len()) {
            return Err(ClassFileError::Length);
        }
        let (all, checksum) = class_file.bytes.split_at(class_file.bytes.len() - CHECKSUM_LENGTH);
        if crc32fast::hash(all).to_le_bytes() != checksum {
            return Err(ClassFileError::Checksum);
        }
        Ok(class_file)
    }

    /// The decoding key of the blocks.
    pub(crate) fn key(&self) -> &[u8] {
        self.bytes.get(HEADER..self.ends).unwrap_or_default()
    }

    /// The size in bytes.
    pub(crate) fn size(&self) -> usize {
        self.bytes.len()
    }

    /// The block of the position with this number, and its index in the block.
    #[inline]
    pub(crate) fn find(&self, number: u64) -> Option<(&[u8], usize)> {
        let (block, offset) = (number as usize / self.block, number as usize % self.block);
        Some((self.block(block)?, offset))
    }

    #[inline]
    pub(crate) fn block(&self, block: usize) -> Option<&[u8]> {
        let begin = if block == 0 { 0 } else { self.end_of(block - 1)? };
        self.bytes.get(self.data + begin..self.data + self.end_of(block)?)
    }

    /// The end of a block, counted from the beginning of the first one.
    #[inline]
    fn end_of(&self, block: usize) -> Option<usize> {
        let at = self.ends + 4 * block;
        let bytes = self.bytes.get(at..at + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    }
}
