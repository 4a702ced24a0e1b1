//! The bytes of a table: in memory, or memory-mapped from a file.
#![allow(unsafe_code)]

use core::ops::Deref;

#[cfg(not(target_family = "wasm"))]
use memmap2::Mmap;

/// The bytes of a table.
#[derive(Debug)]
pub enum TableBytes {
    /// Memory-mapped from a file.
    #[cfg(not(target_family = "wasm"))]
    Mapped(Mmap),
    /// Owned by the process.
    Owned(Vec<u8>),
}

#[cfg(not(target_family = "wasm"))]
impl TableBytes {
    /// Maps a file that is never written again.
    pub(crate) fn map(file: &std::fs::File) -> std::io::Result<TableBytes> {
        // SAFETY: the bytes of a mapped file must not change while they are borrowed. Table files
        // are written under another name, closed, and moved to their own; no code of this program
        // opens one for writing. A person who overwrites one in place causes wrong values or a
        // crash, as with any program's files; no reference outlives the map.
        unsafe { Mmap::map(file) }.map(TableBytes::Mapped)
    }
}

impl Deref for TableBytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            #[cfg(not(target_family = "wasm"))]
            TableBytes::Mapped(map) => map,
            TableBytes::Owned(bytes) => bytes,
        }
    }
}
