//! Run-length encoding of values, in blocks that are decoded one by one. A byte stands for a run of
//! one value, or for four values. The bytes are then Huffman-coded: see `huffman`.

use crate::Wld;

/// Positions per block.
pub(crate) const BLOCK: usize = 2048;

/// Bytes below this are four values of three kinds each; the others are runs.
const FOURS: usize = 81;
/// The lengths that a run can have. The bytes for runs of one value follow each other.
const RUNS: [u16; 58] = {
    let long = [
        30, 32, 35, 38, 42, 46, 50, 55, 60, 66, 72, 80, 88, 96, 106, 116, 128, 144, 160, 180, 200,
        220, 240, 260, 290, 320, 360, 420, 512, 640, 800, 1024, 1400, 2048,
    ];
    let mut runs = [0; 58];
    let mut i = 0;
    while i < 58 {
        runs[i] = if i < 24 { 5 + i as u16 } else { long[i - 24] };
        i += 1;
    }
    runs
};

/// The number of positions that each byte encodes.
const LENGTHS: [u16; 256] = {
    let mut lengths = [4; 256];
    let mut byte = FOURS;
    while byte < 256 {
        lengths[byte] = RUNS[(byte - FOURS) % 58];
        byte += 1;
    }
    lengths
};

/// Encodes a block in the fewest bytes, by dynamic programming from its end. `None` stands for any
/// value, whichever is shortest.
pub(crate) fn encode(values: &[Option<Wld>], out: &mut Vec<u8>) {
    let count = values.len();
    // For each index, the best byte there and the number of bytes that the rest needs.
    let mut best = vec![(0u8, 0u16); count + 1];
    let mut runs = [0u16; 3];
    for at in (0..count).rev() {
        for (value, run) in runs.iter_mut().enumerate() {
            let fits = values[at].is_none_or(|known| known as usize == value);
            *run = if fits { *run + 1 } else { 0 };
        }
        let after = |length: usize| best[(at + length).min(count)].1 + 1;
        let mut found = (four(&values[at..]), after(4));
        for (value, &run) in runs.iter().enumerate() {
            let Some(longest) = RUNS.partition_point(|&length| length <= run).checked_sub(1) else {
                continue;
            };
            let bytes = after(RUNS[longest].into());
            if bytes <= found.1 {
                found = ((FOURS + value * 58 + longest) as u8, bytes);
            }
        }
        best[at] = found;
    }
    let mut at = 0;
    while at < count {
        out.push(best[at].0);
        at += LENGTHS[best[at].0 as usize] as usize;
    }
}

/// The byte of the next four values, the first one lowest.
fn four(values: &[Option<Wld>]) -> u8 {
    let four = values.iter().take(4).rev();
    four.fold(0, |byte, value| byte * 3 + value.map_or(0, |value| value as u8))
}

/// The value at an index of an encoded block; none if the block is too short.
#[inline]
pub(crate) fn get(bytes: impl Iterator<Item = u8>, offset: usize) -> Option<Wld> {
    let mut end = 0;
    for byte in bytes {
        let length = LENGTHS[byte as usize] as usize;
        end += length;
        if end > offset {
            return Some(value_in(byte, offset + length - end));
        }
    }
    None
}

/// Calls `visit` with the first `count` values of an encoded block.
pub(crate) fn each(bytes: impl Iterator<Item = u8>, count: usize, mut visit: impl FnMut(Wld)) {
    let mut left = count;
    for byte in bytes {
        let length = (LENGTHS[byte as usize] as usize).min(left);
        (0..length).for_each(|offset| visit(value_in(byte, offset)));
        left -= length;
        if left == 0 {
            break;
        }
    }
}

#[inline]
fn value_in(byte: u8, offset: usize) -> Wld {
    const POWERS: [u8; 4] = [1, 3, 9, 27];
    match (byte as usize).checked_sub(FOURS) {
        None => Wld::from_bits(byte / POWERS[offset] % 3),
        Some(run) => Wld::from_bits((run / 58) as u8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_values_decode_to_themselves() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..300 {
            let count = rng.usize(1..=BLOCK);
            let longest = 1 << rng.u32(0..12);
            let mut values = Vec::new();
            while values.len() < count {
                let value = [None, Some(0), Some(1), Some(2)][rng.usize(0..4)];
                let run = rng.usize(1..=longest);
                values.resize((values.len() + run).min(count), value.map(Wld::from_bits));
            }
            let mut bytes = Vec::new();
            encode(&values, &mut bytes);
            let mut all = Vec::new();
            each(bytes.iter().copied(), count, |value| all.push(value));
            assert_eq!(all.len(), count);
            for (offset, &value) in values.iter().enumerate() {
                assert_eq!(get(bytes.iter().copied(), offset), Some(all[offset]));
                assert!(value.is_none_or(|value| value == all[offset]), "{offset} of {values:?}");
            }
        }
    }

    #[test]
    fn a_block_of_one_value_is_a_byte() {
        let mut bytes = Vec::new();
        encode(&[Some(Wld::Loss); BLOCK], &mut bytes);
        assert_eq!(bytes.len(), 1);
        assert_eq!(get(bytes.iter().copied(), BLOCK - 1), Some(Wld::Loss));
        assert_eq!(get(bytes.iter().copied(), BLOCK), None);
    }
}
