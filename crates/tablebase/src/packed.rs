//! A packed list of values, two bits each.

use crate::Wld;

/// A list of values.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    bytes: Box<[u8]>,
}

impl Packed {
    /// A list of `count` values, computed from their indexes.
    pub(crate) fn new(count: usize, value: impl Fn(usize) -> Wld) -> Packed {
        let byte = |at: usize| {
            let offsets = at * 4..(at * 4 + 4).min(count);
            offsets.rev().fold(0, |byte, offset| byte << 2 | value(offset) as u8)
        };
        Packed { bytes: (0..count.div_ceil(4)).map(byte).collect() }
    }

    #[inline]
    pub(crate) fn get(&self, offset: usize) -> Wld {
        Wld::from_bits(self.bytes[offset / 4] >> (offset % 4 * 2))
    }
}
