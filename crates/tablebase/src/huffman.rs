//! Huffman coding with a separate code for each file. It saves a third of the bytes.

/// The maximal length of a code.
const MAX_BITS: usize = 11;
/// The bytes that the code lengths take in a file: four bits each.
pub(crate) const LENGTHS: usize = 128;

/// The code of each byte: its bits, lowest first, and their number.
pub(crate) struct Encoder {
    codes: [(u16, u8); 256],
    lengths: [u8; 256],
}

/// A lookup table by the next bits: the byte, and the length of its code.
#[derive(Debug)]
pub(crate) struct Decoder {
    entries: Box<[(u8, u8)]>,
}

impl Encoder {
    /// The code for bytes with these frequencies.
    pub(crate) fn new(counts: &[u64; 256]) -> Encoder {
        let lengths = lengths(counts);
        let codes = codes(&lengths);
        Encoder { codes, lengths }
    }

    /// The code lengths, two in a byte: all that a decoder needs.
    pub(crate) fn lengths(&self) -> Vec<u8> {
        self.lengths.chunks(2).map(|two| two[0] | two[1] << 4).collect()
    }

    /// Encodes bytes to bits, padded to whole bytes.
    pub(crate) fn encode(&self, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let (mut word, mut count) = (0u32, 0);
        for &byte in bytes {
            let (code, length) = self.codes[byte as usize];
            word |= u32::from(code) << count;
            count += u32::from(length);
            while count >= 8 {
                out.push(word as u8);
                word >>= 8;
                count -= 8;
            }
        }
        if count > 0 {
            out.push(word as u8);
        }
        out
    }
}

impl Decoder {
    /// The decoder of a code with these lengths; none if no code has them (the Kraft inequality).
    pub(crate) fn new(packed: &[u8]) -> Option<Decoder> {
        let mut lengths = [0; 256];
        for (two, byte) in lengths.chunks_mut(2).zip(packed) {
            (two[0], two[1]) = (byte & 15, byte >> 4);
        }
        let weight = |&length: &u8| if length == 0 { 0 } else { 1u32 << (15 - length) };
        let whole: u32 = lengths.iter().map(weight).sum();
        if lengths.iter().any(|&length| length as usize > MAX_BITS) || whole > 1 << 15 {
            return None;
        }
        let mut entries = vec![(0, 0); 1 << MAX_BITS].into_boxed_slice();
        for (byte, &(code, length)) in codes(&lengths).iter().enumerate() {
            if length > 0 {
                let alike = entries.iter_mut().skip(code.into()).step_by(1 << length);
                alike.for_each(|entry| *entry = (byte as u8, length));
            }
        }
        Some(Decoder { entries })
    }

    /// Decodes bytes until the bits end.
    #[inline]
    pub(crate) fn decode<'a>(&'a self, bits: &'a [u8]) -> Decoded<'a> {
        Decoded { entries: &self.entries, bits, word: 0, count: 0 }
    }
}

/// The decoded bytes. The bits that pad the last byte may decode to more of them.
pub(crate) struct Decoded<'a> {
    entries: &'a [(u8, u8)],
    bits: &'a [u8],
    word: u64,
    count: u32,
}

impl Iterator for Decoded<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.count < MAX_BITS as u32 {
            self.refill();
        }
        let (byte, length) = self.entries[self.word as usize & ((1 << MAX_BITS) - 1)];
        if length == 0 || u32::from(length) > self.count {
            return None;
        }
        self.word >>= length;
        self.count -= u32::from(length);
        Some(byte)
    }
}

impl Decoded<'_> {
    #[inline]
    fn refill(&mut self) {
        if let Some((four, rest)) = self.bits.split_first_chunk::<4>() {
            self.word |= u64::from(u32::from_le_bytes(*four)) << self.count;
            self.count += 32;
            self.bits = rest;
            return;
        }
        for &byte in self.bits {
            self.word |= u64::from(byte) << self.count;
            self.count += 8;
        }
        self.bits = &[];
    }
}

/// The canonical Huffman code: codes of one length follow each other, shorter ones come first.
fn codes(lengths: &[u8; 256]) -> [(u16, u8); 256] {
    let mut codes = [(0, 0); 256];
    let mut next = 0u16;
    for length in 1..=MAX_BITS as u8 {
        for byte in (0..256).filter(|&byte| lengths[byte] == length) {
            let lowest_first = next.reverse_bits() >> (16 - length);
            codes[byte] = (lowest_first, length);
            next += 1;
        }
        next <<= 1;
    }
    codes
}

/// The code length of each byte. If the best code has a length above the limit, the rarest bytes
/// count as more frequent.
fn lengths(counts: &[u64; 256]) -> [u8; 256] {
    let mut floor = 1;
    loop {
        let seen = |count: u64| if count == 0 { 0 } else { count.max(floor) };
        let lengths = best_lengths(&counts.map(seen));
        if lengths.iter().all(|&length| length as usize <= MAX_BITS) {
            return lengths;
        }
        floor *= 2;
    }
}

/// Huffman's algorithm: joins the two rarest trees until one is left.
fn best_lengths(counts: &[u64; 256]) -> [u8; 256] {
    let mut lengths = [0; 256];
    let mut trees: Vec<(u64, Vec<u8>)> = (0..=255u8)
        .filter(|&byte| counts[byte as usize] > 0)
        .map(|byte| (counts[byte as usize], vec![byte]))
        .collect();
    if let [(_, only)] = trees.as_slice() {
        lengths[only[0] as usize] = 1;
    }
    while trees.len() > 1 {
        trees.sort_by_key(|(count, _)| core::cmp::Reverse(*count));
        let (Some(one), Some(other)) = (trees.pop(), trees.pop()) else { break };
        let joined = [one.1, other.1].concat();
        joined.iter().for_each(|&byte| lengths[byte as usize] += 1);
        trees.push((one.0 + other.0, joined));
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(bytes: &[u8]) -> [u64; 256] {
        let mut counts = [0; 256];
        bytes.iter().for_each(|&byte| counts[byte as usize] += 1);
        counts
    }

    #[test]
    fn encoded_bytes_decode_to_themselves() {
        let mut rng = fastrand::Rng::with_seed(3);
        for round in 0..200u32 {
            // From nearly constant to uniformly distributed.
            let spread = 1 + round % 9;
            let byte = |rng: &mut fastrand::Rng| (0..spread).fold(255, |byte, _| byte & rng.u8(..));
            let bytes: Vec<u8> = (0..rng.usize(1..5_000)).map(|_| byte(&mut rng)).collect();
            let encoder = Encoder::new(&counted(&bytes));
            let bits = encoder.encode(&bytes);
            let decoder = Decoder::new(&encoder.lengths()).unwrap();
            let read: Vec<u8> = decoder.decode(&bits).take(bytes.len()).collect();
            assert_eq!(read, bytes);
            assert!(bits.len() <= bytes.len() * MAX_BITS / 8 + 1);
        }
    }

    #[test]
    fn no_code_is_longer_than_the_limit() {
        let counts = core::array::from_fn(|byte| 1u64 << (byte % 40));
        let encoder = Encoder::new(&counts);
        assert!(encoder.lengths.iter().all(|&length| (1..=MAX_BITS as u8).contains(&length)));
        assert!(Decoder::new(&encoder.lengths()).is_some());
        assert!(Decoder::new(&[0x11; LENGTHS]).is_none());
        assert!(Decoder::new(&[0xff; LENGTHS]).is_none());
    }
}
