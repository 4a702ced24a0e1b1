//! The features of a Stack'Em position: ours minus theirs.

use crownhead_rules::dark::{Direction, Path, SquareSet};
use crownhead_rules::stack_em::{Stack, StackEm};
use crownhead_rules::{Position, Side};

/// How many stacks there are on a full board.
pub(super) const STACKS: i32 = 24;
/// How many features there are.
pub(super) const COUNT: usize = 20;
/// The place of the one that belongs to the turn and not to a side.
const TO_MOVE: usize = COUNT - 1;

/// The names of the features, in order.
pub(super) const NAMES: [&str; COUNT] = [
    "man on top",
    "king on top",
    "own checker below",
    "prisoner",
    "prisoner under the top",
    "own checker under the top",
    "prisoner's way to be removed",
    "step of a man",
    "step of a king",
    "man on the back row",
    "advance of a man",
    "man's clear run",
    "stack at the edge",
    "stack in the centre",
    "own checker above prisoners",
    "prisoner at the edge",
    "prisoner under a king",
    "guarded stack",
    "tall stack",
    "to move",
];

/// What a player would say they are worth, for a full and for a bare board: where tuning begins.
pub(super) const FIRST_GUESS: [[f32; 2]; COUNT] = [
    [100.0, 100.0],
    [150.0, 150.0],
    [15.0, 15.0],
    [25.0, 25.0],
    [-10.0, -10.0],
    [10.0, 10.0],
    [-2.0, -2.0],
    [2.0, 2.0],
    [3.0, 3.0],
    [5.0, 0.0],
    [2.0, 4.0],
    [10.0, 20.0],
    [3.0, 3.0],
    [3.0, 3.0],
    [5.0, 5.0],
    [5.0, 5.0],
    [5.0, 5.0],
    [3.0, 3.0],
    [0.0, 0.0],
    [10.0, 10.0],
];

const CENTRE: u64 = centre();
const EDGE: u64 = edge();

/// The slots of the four squares in a row, counted from the top.
const fn row(row: u32) -> u64 {
    0b1111 << (row / 2 * 9 + row % 2 * 4)
}

const fn centre() -> u64 {
    let mut set = 0;
    let mut at = 2;
    while at < 6 {
        set |= row(at) & row(at) << 1 & row(at) >> 1;
        at += 1;
    }
    set
}

/// Where nothing can be jumped: the first and last rows and files.
const fn edge() -> u64 {
    let mut set = row(0) | row(7);
    let mut at = 0;
    while at < 8 {
        let first = at / 2 * 9 + at % 2 * 4;
        set |= 1 << if at % 2 == 0 { first + 3 } else { first };
        at += 1;
    }
    set
}

/// The features of a position, and how many stacks there are.
pub(super) fn of(position: &StackEm) -> ([i32; COUNT], i32) {
    let us = position.side();
    let ours = of_side(position, us);
    let theirs = of_side(position, !us);
    let mut features = [0; COUNT];
    for i in 0..COUNT {
        features[i] = ours[i] - theirs[i];
    }
    features[TO_MOVE] = 1;
    let stacks = position.controlled(us) | position.controlled(!us);
    (features, stacks.len() as i32)
}

fn of_side(position: &StackEm, us: Side) -> [i32; COUNT] {
    let tops = position.controlled(us);
    let theirs = position.controlled(!us);
    let kings = tops & position.kings();
    let men = tops & !position.kings();
    let empty = SquareSet::ALL & !(tops | theirs);
    let inside = Inside::of(position, us, tops);
    let (back, forward) = match us {
        Side::First => (SquareSet::TOP_ROW, [Direction::DownLeft, Direction::DownRight]),
        Side::Second => (SquareSet::BOTTOM_ROW, [Direction::UpLeft, Direction::UpRight]),
    };
    let steps = |set: SquareSet, ways: &[Direction]| -> i32 {
        ways.iter().map(|way| count(set.shift(way.slots()) & empty)).sum()
    };
    let behind = forward.map(|way| tops.shift(way.slots()));
    [
        count(men),
        count(kings),
        inside.ours,
        inside.prisoners,
        inside.prisoners_next,
        inside.ours_next,
        inside.way,
        steps(men, &forward),
        steps(kings, &Direction::ALL),
        count(men & back),
        advance(men.bits(), us),
        count(clear_runs(men, theirs, us)),
        count_bits(tops.bits() & EDGE),
        count_bits(tops.bits() & CENTRE),
        inside.run,
        inside.at_edge,
        inside.under_king,
        count(tops & (behind[0] | behind[1])),
        inside.tall,
        0,
    ]
}

fn count(set: SquareSet) -> i32 {
    count_bits(set.bits())
}

fn count_bits(bits: u64) -> i32 {
    bits.count_ones() as i32
}

/// What is below the tops of a side's stacks.
#[derive(Default)]
struct Inside {
    /// The side's own checkers.
    ours: i32,
    prisoners: i32,
    /// Stacks that a jump hands to the enemy.
    prisoners_next: i32,
    /// Stacks that stay the side's own when they are jumped.
    ours_next: i32,
    /// Rows to go until prisoners are removed, for each of them.
    way: i32,
    /// Jumps that the enemy needs until a prisoner is free, less one, for each stack with some.
    run: i32,
    /// Prisoners where they cannot be jumped free.
    at_edge: i32,
    under_king: i32,
    /// Checkers above two in a stack.
    tall: i32,
}

impl Inside {
    fn of(position: &StackEm, us: Side, tops: SquareSet) -> Inside {
        let mut inside = Inside::default();
        for square in tops {
            let below = position.stack(square).without_top();
            if below.is_empty() {
                continue;
            }
            let prisoners = below.count(!us) as i32;
            let row = i32::from(square.row());
            inside.ours += below.count(us) as i32;
            inside.prisoners += prisoners;
            inside.way += prisoners * if us == Side::First { 7 - row } else { row };
            inside.tall += below.height() as i32 - 1;
            if EDGE >> square.slot() & 1 == 1 {
                inside.at_edge += prisoners;
            }
            if position.kings().contains(square) {
                inside.under_king += prisoners;
            }
            if below.top() == Some(us) {
                inside.ours_next += 1;
                if prisoners > 0 {
                    inside.run += run(below, us);
                }
            } else {
                inside.prisoners_next += 1;
            }
        }
        inside
    }
}

/// How many checkers of a side lie on top of a stack without a break.
fn run(mut stack: Stack, side: Side) -> i32 {
    let mut run = 0;
    while stack.top() == Some(side) {
        stack = stack.without_top();
        run += 1;
    }
    run
}

/// Rows that the men have gone, added up.
fn advance(men: u64, us: Side) -> i32 {
    let rows: i32 = (1..8).map(|at| at as i32 * count_bits(men & row(at))).sum();
    if us == Side::First { rows } else { 7 * count_bits(men) - rows }
}

/// Men that no enemy stands in front of, however far aside.
fn clear_runs(men: SquareSet, theirs: SquareSet, us: Side) -> SquareSet {
    let mut shade = theirs;
    for _ in 0..7 {
        shade |= match us {
            Side::First => shade.shift(-4) | shade.shift(-5),
            Side::Second => shade.shift(4) | shade.shift(5),
        } & SquareSet::ALL;
    }
    men & !shade
}

/// Whether a step brings a man to be crowned, or prisoners to where they are removed.
#[inline]
pub(super) fn frees_or_crowns(position: &StackEm, step: Path) -> bool {
    let us = position.side();
    let king_me = if us == Side::First { 7 } else { 0 };
    step.to().row() == king_me
        && (!position.kings().contains(step.from()) || position.stack(step.from()).count(!us) > 0)
}
