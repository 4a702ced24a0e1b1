//! Patterns of men: windows of two columns by four rows of dark squares, each square empty, ours
//! or theirs. Their weights are tuned, not thought out.

use super::view::View;

/// Squares in a window.
const WINDOW: usize = 8;
/// Ways to fill a window: three for each square.
pub(super) const FILLINGS: usize = 3usize.pow(WINDOW as u32);
/// Windows: five places down, three across.
pub(super) const WINDOWS: usize = 15;

/// The number in base three of eight bits read as ones.
const TERNARY: [u16; 256] = ternary();

const fn ternary() -> [u16; 256] {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut digit, mut worth) = (0, 1u16);
        while digit < WINDOW {
            if bits >> digit & 1 == 1 {
                table[bits] += worth;
            }
            worth = worth.wrapping_mul(3);
            digit += 1;
        }
        bits += 1;
    }
    table
}

/// For each window, which of its fillings is on the board. Kings count as empty squares.
#[inline]
pub(super) fn fillings(view: &View) -> [usize; WINDOWS] {
    let (us, them) = (view.us & !view.kings, view.them & !view.kings);
    core::array::from_fn(|window| {
        let ours = TERNARY[gather(us, window)] as usize;
        let theirs = TERNARY[gather(them, window)] as usize;
        ours + 2 * theirs
    })
}

/// The eight bits of a set in a window, together: two a row. Rows are four slots apart, or five,
/// in turn.
#[inline(always)]
fn gather(set: u64, window: usize) -> usize {
    let (top, left) = (window / 3, window % 3);
    let set = set >> (top / 2 * 9 + top % 2 * 4 + left);
    let odd = top % 2;
    (set & 0b11 | set >> (2 + odd) & 0b1100 | set >> 5 & 0b11_0000 | set >> (7 + odd) & 0b1100_0000)
        as usize
}

#[cfg(test)]
mod tests {
    use super::super::view::SQUARES;
    use super::*;

    #[test]
    fn windows_have_eight_squares_and_cover_the_board() {
        let mut covered = 0;
        for window in 0..WINDOWS {
            let inside = |slot: &u32| gather(1 << slot, window) != 0;
            let slots: Vec<u32> = (0..35).filter(|slot| SQUARES >> slot & 1 == 1).collect();
            let squares: Vec<u32> = slots.into_iter().filter(inside).collect();
            assert_eq!(squares.len(), WINDOW, "{window}");
            let bits: Vec<usize> = squares.iter().map(|slot| gather(1 << slot, window)).collect();
            assert_eq!(bits, (0..WINDOW).map(|bit| 1 << bit).collect::<Vec<_>>());
            covered |= squares.iter().fold(0, |set, slot| set | 1 << slot);
        }
        assert_eq!(covered, SQUARES);
    }

    #[test]
    fn fillings_are_told_apart() {
        let view = |us, them| View { us, them, kings: 0 };
        assert_eq!(fillings(&view(0, 0)), [0; WINDOWS]);
        assert_eq!(fillings(&view(1, 0))[0], 1);
        assert_eq!(fillings(&view(0, 1))[0], 2);
        assert_eq!(fillings(&view(0b10, 0))[0], 3);
        let full = fillings(&view(0, SQUARES));
        assert_eq!(full, [FILLINGS - 1; WINDOWS]);
    }
}
