//! Bitboard geometry: rectangles at the corner a1, their lines of three and their symmetries.

/// A set of squares, one bit each, a1 lowest, eight per rank.
pub(super) type Bits = u64;

/// Data that depends only on the width and height of a reach.
#[derive(Debug)]
pub(super) struct Geometry {
    /// The squares of the reach.
    pub(super) squares: Bits,
    /// For each square, the other two squares of every line through it.
    lines: [Lines; 64],
    /// For each square, the numbers of the lines through it as a set. Only rectangles with at most
    /// 128 lines have numbers; the settled windows do.
    numbers: [LineSet; 64],
    /// The squares of each line, by number.
    members: Vec<Bits>,
}

/// A set of lines by their numbers.
pub(super) type LineSet = u128;

#[derive(Copy, Clone, Debug)]
struct Lines {
    count: u8,
    others: [[u8; 2]; 12],
}

/// The distance to the next square of a line, and the squares where a line can begin without
/// crossing an edge.
const DIRECTIONS: [(u32, Bits); 4] =
    [(1, 0x3f3f_3f3f_3f3f_3f3f), (7, 0xfcfc_fcfc_fcfc_fcfc), (8, !0), (9, 0x3f3f_3f3f_3f3f_3f3f)];

impl Geometry {
    pub(super) fn new(width: u8, height: u8) -> Geometry {
        let squares = rectangle(width, height);
        let mut lines = [Lines { count: 0, others: [[0; 2]; 12] }; 64];
        let mut numbers = [0; 64];
        let mut members = Vec::new();
        for (step, within) in DIRECTIONS {
            for square in each(squares & squares >> step & squares >> (2 * step) & within) {
                let line = [square, square + step as u8, square + 2 * step as u8];
                for (one, two, three) in [(0, 1, 2), (1, 0, 2), (2, 0, 1)] {
                    let of = &mut lines[usize::from(line[one])];
                    of.others[usize::from(of.count)] = [line[two], line[three]];
                    of.count += 1;
                    if members.len() < 128 {
                        numbers[usize::from(line[one])] |= 1 << members.len();
                    }
                }
                members.push(line.into_iter().fold(0, |set, square| set | 1 << square));
            }
        }
        Geometry { squares, lines, numbers, members }
    }

    /// The lines through a square.
    #[inline]
    pub(super) fn numbers(&self, square: u8) -> LineSet {
        self.numbers[usize::from(square & 63)]
    }

    /// The squares of any line of a set, which must not be empty.
    #[inline]
    pub(super) fn some_line(&self, set: LineSet) -> Bits {
        self.members[set.trailing_zeros() as usize]
    }

    /// The other two squares of every line through a square.
    #[inline]
    pub(super) fn lines(&self, square: u8) -> &[[u8; 2]] {
        let lines = &self.lines[usize::from(square & 63)];
        &lines.others[..usize::from(lines.count)]
    }
}

/// The number of threes in a set.
#[inline]
pub(super) fn threes(set: Bits) -> i32 {
    let count = |(step, within): (u32, Bits)| {
        (set & set >> step & set >> (2 * step) & within).count_ones() as i32
    };
    DIRECTIONS.into_iter().map(count).sum()
}

/// The sum over all lines of an area that are open to `us` of two to the power of its checkers in
/// them: the weight of a side, in eighths.
#[inline]
pub(super) fn weight(area: Bits, us: Bits, them: Bits) -> i32 {
    let free = area & !them;
    let mut sum = 0;
    for (step, within) in DIRECTIONS {
        let open = free & free >> step & free >> (2 * step) & within;
        let [a, b, c] = [us, us >> step, us >> (2 * step)].map(|set| set & open);
        // The product of one more than each, so that every subset of the three counts once.
        sum += [open, a, b, c, a & b, a & c, b & c, a & b & c]
            .map(Bits::count_ones)
            .iter()
            .sum::<u32>();
    }
    sum as i32
}

/// For each of the twelve positions of a square in a line, the squares whose two neighbours in it
/// are both in the one set or both in the other.
#[inline]
pub(super) fn pairs(sets: [Bits; 2]) -> [Bits; 12] {
    let [one, other] = sets;
    let mut found = [0; 12];
    for (i, (step, within)) in DIRECTIONS.into_iter().enumerate() {
        let [next, after] = [step, 2 * step].map(|step| [one >> step, other >> step]);
        found[3 * i] = (next[0] & after[0] | next[1] & after[1]) & within;
        found[3 * i + 1] = ((one & after[0] | other & after[1]) & within) << step;
        found[3 * i + 2] = ((one & next[0] | other & next[1]) & within) << (2 * step);
    }
    found
}

/// The squares of all lines that are not yet complete and still open to one side, when `empty` are
/// the empty squares of a rectangle.
#[inline]
pub(super) fn relevant(sides: [Bits; 2], empty: Bits) -> Bits {
    let [first, second] = sides.map(|set| set | empty);
    let mut found = 0;
    for (step, within) in DIRECTIONS {
        let open = |set: Bits| set & set >> step & set >> (2 * step);
        let incomplete = empty | empty >> step | empty >> (2 * step);
        let lines = (open(first) | open(second)) & incomplete & within;
        found |= lines | lines << step | lines << (2 * step);
    }
    found
}

/// The squares of a rectangle at the corner.
pub(super) const fn rectangle(width: u8, height: u8) -> Bits {
    let row = 0xff_u64 >> (8 - width);
    (row * 0x0101_0101_0101_0101) & (!0_u64 >> (8 * (8 - height)))
}

/// The squares of a set.
#[inline]
pub(super) fn each(mut set: Bits) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(square)
    })
}

/// The lowest and the highest file, and the lowest and the highest rank, of a set that is not
/// empty.
#[inline]
pub(super) fn extent(set: Bits) -> [u8; 4] {
    let halves = set | set >> 32;
    let quarters = halves | halves >> 16;
    let files = (quarters | quarters >> 8) as u8;
    [
        files.trailing_zeros() as u8,
        7 - files.leading_zeros() as u8,
        (set.trailing_zeros() / 8) as u8,
        7 - (set.leading_zeros() / 8) as u8,
    ]
}

/// Left and right swapped.
#[inline]
pub(super) const fn mirrored(set: Bits, width: u8) -> Bits {
    set.reverse_bits().swap_bytes() >> (8 - width)
}

/// Top and bottom swapped.
#[inline]
pub(super) const fn flipped_vertically(set: Bits, height: u8) -> Bits {
    set.swap_bytes() >> (8 * (8 - height))
}

/// Files and ranks swapped.
#[inline]
pub(super) const fn transposed(mut set: Bits) -> Bits {
    let t = 0x00aa_00aa_00aa_00aa & (set ^ set >> 7);
    set ^= t ^ t << 7;
    let t = 0x0000_cccc_0000_cccc & (set ^ set >> 14);
    set ^= t ^ t << 14;
    let t = 0x0000_0000_f0f0_f0f0 & (set ^ set >> 28);
    set ^ t ^ t << 28
}
