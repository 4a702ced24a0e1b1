//! What files of tables have in common: a head that says what they are, blocks that are found by
//! their number, and a checksum.

use core::fmt;
use core::ops::Deref;

use crate::{Class, Counts, Family, Index};

/// What every file begins with; the last letter is the version of the form.
const MAGIC: usize = 8;
/// Magic, name of the rules, class and longest win, positions, three counts.
const HEAD: usize = MAGIC + NAME + 8 + 4 * 8;
const NAME: usize = 24;
const CHECK: usize = 4;

/// A kind of file.
#[derive(Debug)]
pub(crate) struct Form {
    pub(crate) magic: [u8; MAGIC],
    /// How many positions a block holds.
    pub(crate) block: usize,
    /// How many bytes before the blocks say how to read them.
    pub(crate) key: usize,
}

/// What the head of a file says.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Head {
    pub(crate) family: Family,
    pub(crate) class: Class,
    pub(crate) counts: Counts,
    /// The longest win, where plies are counted.
    pub(crate) longest: u32,
}

/// A file, in bytes that somebody keeps.
#[derive(Debug)]
pub(crate) struct Sheet<B> {
    bytes: B,
    pub(crate) index: Index,
    pub(crate) head: Head,
    /// How many positions a block holds, where the ends of the blocks are, and where the first
    /// block begins.
    block: usize,
    ends: usize,
    data: usize,
}

/// Why bytes are not a table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum BadTable {
    /// They begin like something else.
    Foreign,
    /// They are of other rules or another class than asked for.
    Another,
    /// There are fewer, or more, than they say.
    Length,
    /// They are not what was written.
    Checksum,
}

impl fmt::Display for BadTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadTable::Foreign => "it is not an endgame table of this program",
            BadTable::Another => "it is a table of other rules or other checkers",
            BadTable::Length => "it is cut short, or longer than it should be",
            BadTable::Checksum => "it is damaged: its checksum is wrong",
        })
    }
}

impl std::error::Error for BadTable {}

/// The bytes of a file with these blocks.
pub(crate) fn write(
    form: &Form,
    head: Head,
    index: &Index,
    key: &[u8],
    blocks: &[Vec<u8>],
) -> Vec<u8> {
    let mut bytes = head.bytes(form, index.len());
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

impl Head {
    fn bytes(&self, form: &Form, positions: u64) -> Vec<u8> {
        let Class { our_men, our_kings, their_men, their_kings } = self.class;
        let mut bytes = form.magic.to_vec();
        bytes.extend(self.family.name().as_bytes());
        bytes.resize(MAGIC + NAME, 0);
        bytes.extend([our_men, our_kings, their_men, their_kings]);
        bytes.extend(self.longest.to_le_bytes());
        for number in [positions, self.counts.won, self.counts.lost, self.counts.drawn] {
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }

    /// What the bytes of a head say; those of rules and class are compared, not read.
    fn read(bytes: &[u8], family: Family, class: Class) -> Head {
        let number = |place: usize| {
            let at = HEAD - 3 * 8 + place * 8;
            bytes[at..at + 8].try_into().map_or(0, u64::from_le_bytes)
        };
        let counts = Counts { won: number(0), lost: number(1), drawn: number(2) };
        let at = MAGIC + NAME + 4;
        let longest = bytes[at..at + 4].try_into().map_or(0, u32::from_le_bytes);
        Head { family, class, counts, longest }
    }
}

impl<B: Deref<Target = [u8]>> Sheet<B> {
    /// Bytes that are a file of a class under these rules, every one of them checked.
    pub(crate) fn read(
        bytes: B,
        form: &Form,
        family: Family,
        class: Class,
    ) -> Result<Sheet<B>, BadTable> {
        if bytes.len() < HEAD + CHECK || bytes[..MAGIC] != form.magic {
            return Err(BadTable::Foreign);
        }
        let (head, index) = (Head::read(&bytes, family, class), Index::new(class));
        if bytes[..HEAD] != head.bytes(form, index.len()) {
            return Err(BadTable::Another);
        }
        let blocks = index.len().div_ceil(form.block as u64) as usize;
        let ends = HEAD + form.key;
        let sheet = Sheet { bytes, index, head, block: form.block, ends, data: ends + 4 * blocks };
        let end = blocks.checked_sub(1).and_then(|last| sheet.end_of(last));
        if end.is_none_or(|end| sheet.data + end + CHECK != sheet.bytes.len()) {
            return Err(BadTable::Length);
        }
        let (all, check) = sheet.bytes.split_at(sheet.bytes.len() - CHECK);
        if crc32fast::hash(all).to_le_bytes() != check {
            return Err(BadTable::Checksum);
        }
        Ok(sheet)
    }

    /// What says how to read the blocks.
    pub(crate) fn key(&self) -> &[u8] {
        self.bytes.get(HEAD..self.ends).unwrap_or_default()
    }

    /// How many bytes it has.
    pub(crate) fn size(&self) -> usize {
        self.bytes.len()
    }

    /// The block of a position with a number, and its place there.
    #[inline]
    pub(crate) fn find(&self, number: u64) -> Option<(&[u8], usize)> {
        let (block, place) = (number as usize / self.block, number as usize % self.block);
        Some((self.block(block)?, place))
    }

    #[inline]
    pub(crate) fn block(&self, block: usize) -> Option<&[u8]> {
        let begin = if block == 0 { 0 } else { self.end_of(block - 1)? };
        self.bytes.get(self.data + begin..self.data + self.end_of(block)?)
    }

    /// Where a block ends, counted from where the first one begins.
    #[inline]
    fn end_of(&self, block: usize) -> Option<usize> {
        let at = self.ends + 4 * block;
        let bytes = self.bytes.get(at..at + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    }
}
