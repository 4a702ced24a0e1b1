//! Values in two bits each.

use crate::Value;

/// A list of values.
#[derive(Clone, Debug)]
pub(crate) struct Packed {
    bytes: Box<[u8]>,
}

impl Packed {
    /// The values of a list of so many, by their place.
    pub(crate) fn new(count: usize, value: impl Fn(usize) -> Value) -> Packed {
        let byte = |at: usize| {
            let places = at * 4..(at * 4 + 4).min(count);
            places.rev().fold(0, |byte, place| byte << 2 | value(place) as u8)
        };
        Packed { bytes: (0..count.div_ceil(4)).map(byte).collect() }
    }

    #[inline]
    pub(crate) fn get(&self, place: usize) -> Value {
        Value::from_bits(self.bytes[place / 4] >> (place % 4 * 2))
    }
}
