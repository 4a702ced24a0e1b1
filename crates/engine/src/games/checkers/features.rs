//! The evaluation features of a checkers position: ours minus theirs.
//!
//! Features that depend only on the square of a man are not counted during a search: a piece-square
//! table holds them.

use super::view::{SQUARES, View};

/// The names of the features, in order. Each has one weight for a full board and one for an empty
/// one. Those from [`DYNAMIC_COUNT`] on depend only on the squares of men.
pub(super) const NAMES: [&str; COUNT] = [
    "man",
    "king",
    "to move",
    "mobility of men",
    "mobility of kings",
    "king in the centre",
    "king at the edge",
    "king in a double corner",
    "runaway man",
    "trapped king",
    "the move",
    "man on the back row",
    "advance of a man",
    "man in the centre",
    "man at the edge",
];
/// The number of features.
pub(super) const COUNT: usize = 15;
/// The number of features that are counted during a search; a piece-square table has the rest.
pub(super) const DYNAMIC_COUNT: usize = 11;

const CENTRE: u64 = rows(2, 6) & columns_inside();
const EDGE: u64 = edge();
/// The two corners that have two squares each.
const DOUBLE_CORNERS: u64 = 1 | 1 << 4 | 1 << 30 | 1 << 34;

const fn rows(from: usize, to: usize) -> u64 {
    let mut set = 0;
    let mut row = from;
    while row < to {
        set |= row_of(row);
        row += 1;
    }
    set
}

pub(super) const fn row_of(row: usize) -> u64 {
    0b1111 << (row / 2 * 9 + row % 2 * 4)
}

/// Every second row has its edge square at the right, the others at the left.
const fn edge() -> u64 {
    let mut set = 0;
    let mut row = 0;
    while row < 8 {
        let base = row / 2 * 9 + row % 2 * 4;
        set |= 1 << (base + if row % 2 == 0 { 3 } else { 0 });
        row += 1;
    }
    set
}

const fn columns_inside() -> u64 {
    let mut set = 0;
    let mut row = 0;
    while row < 8 {
        let base = row / 2 * 9 + row % 2 * 4;
        set |= 0b110 << base;
        row += 1;
    }
    set
}

/// The features that are counted during a search: ours minus theirs, except for those of the side
/// to move.
#[inline]
pub(super) fn dynamic(view: &View) -> [i32; DYNAMIC_COUNT] {
    let ours = of_side(view);
    let theirs = of_side(&view.theirs());
    let mut features = [0; DYNAMIC_COUNT];
    for i in 0..DYNAMIC_COUNT {
        features[i] = ours[i] - theirs[i];
    }
    features[2] = 1;
    features[DYNAMIC_COUNT - 1] = the_move(view);
    features
}

/// All features of a position.
pub(super) fn of(view: &View) -> [i32; COUNT] {
    let mut features = [0; COUNT];
    features[..DYNAMIC_COUNT].copy_from_slice(&dynamic(view));
    let theirs = view.theirs();
    for slot in (0..64).filter(|slot| SQUARES >> slot & 1 == 1) {
        let man = |view: &View| (view.us & !view.kings) >> slot & 1;
        let times = man(view) as i32 - man(&theirs) as i32;
        for (feature, value) in features[DYNAMIC_COUNT..].iter_mut().zip(of_man(slot)) {
            *feature += times * value;
        }
    }
    features
}

/// The counts of a man on a square, in the features from [`DYNAMIC_COUNT`] on.
pub(super) fn of_man(slot: u32) -> [i32; COUNT - DYNAMIC_COUNT] {
    let row = (0..8).find(|&row| row_of(row) >> slot & 1 == 1).unwrap_or(0);
    let is_in = |set: u64| (set >> slot & 1) as i32;
    [is_in(row_of(0)), row as i32, is_in(CENTRE), is_in(EDGE)]
}

#[inline]
fn of_side(view: &View) -> [i32; DYNAMIC_COUNT] {
    let View { us, them, kings } = *view;
    let (men, our_kings) = (us & !kings, us & kings);
    let empty = view.empty();
    let count = |set: u64| set.count_ones() as i32;
    let forward = count(men << 4 & empty) + count(men << 5 & empty);
    let mut features =
        [count(men), count(our_kings), 0, forward, 0, 0, 0, 0, runaways(men, us, them), 0, 0];
    if our_kings != 0 {
        let around = (our_kings << 4 | our_kings << 5 | our_kings >> 4 | our_kings >> 5) & empty;
        features[4] = count(around);
        features[5] = count(our_kings & CENTRE);
        features[6] = count(our_kings & EDGE);
        features[7] = count(our_kings & DOUBLE_CORNERS);
        features[9] = trapped(our_kings, them, empty);
    }
    features
}

/// Men with no enemy in front of them all the way to the king row.
fn runaways(men: u64, us: u64, them: u64) -> i32 {
    let mut front = them | us & !men;
    // A man with an enemy, or a king of ours, in the diagonal cone in front of it is not free.
    for _ in 0..7 {
        front |= (front >> 4 | front >> 5) & SQUARES;
    }
    (men & !front).count_ones() as i32
}

/// Kings that can only move to squares where they can be captured.
fn trapped(kings: u64, them: u64, empty: u64) -> i32 {
    let attacked = |square: u64| {
        let behind = [(4, -4), (5, -5), (-4, 4), (-5, 5)];
        behind
            .into_iter()
            .any(|(from, to)| shifted(square, from) & them != 0 && shifted(square, to) & empty != 0)
    };
    let mut left = kings;
    let mut trapped = 0;
    while left != 0 {
        let king = left & left.wrapping_neg();
        left &= left - 1;
        let free = [4, 5, -4, -5].into_iter().any(|way| {
            let to = shifted(king, way) & empty;
            to != 0 && !attacked(to)
        });
        trapped += i32::from(!free);
    }
    trapped
}

fn shifted(set: u64, slots: i32) -> u64 {
    if slots >= 0 { set << slots } else { set >> -slots }
}

/// The opposition ("the move"): the parity of the checkers in the columns that begin in our
/// back row. It counts only with equal numbers.
fn the_move(view: &View) -> i32 {
    const OURS: u64 = row_of(0) | row_of(2) | row_of(4) | row_of(6);
    if view.us.count_ones() != view.them.count_ones() {
        return 0;
    }
    let odd = ((view.us | view.them) & OURS).count_ones() % 2 == 1;
    if odd { 1 } else { -1 }
}
