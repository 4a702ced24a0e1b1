//! A packed list of values, two bits each.

use crate::Wld;

/// A list of values.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    bytes: Box<[u8]>,
}

impl Packed {
    /// The values of a list of so many, by their place.
    pub(crate) fn new(count: usize, value: impl Fn(usize) -> Wld) -> Packed {
        let byte = |at: usize| {
            let places = at * 4..(at * 4 + 4).min(count);
            places.rev().fold(0, |byte, place| byte << 2 | value(place) as u8)
        };
        Packed { bytes: (0..count.div_ceil(4)).map(byte).collect() }
    }

    #[inline]
    pub(crate) fn get(&self, place: usize) -> Wld {
        Wld::from_bits(self.bytes[place / 4] >> (place % 4 * 2))
    }
}
