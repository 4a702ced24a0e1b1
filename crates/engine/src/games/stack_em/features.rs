//! The evaluation features of a Stack'Em position: ours minus theirs.

use crownhead_rules::dark::{Direction, Path, SquareSet};
use crownhead_rules::stack_em::{Stack, StackEm};
use crownhead_rules::{Position, Side};

/// The number of stacks on a full board.
pub(super) const STACKS: i32 = 24;
/// The number of features.
pub(super) const COUNT: usize = 20;
/// The index of the feature of the side to move.
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

/// Hand-set weights for a full and for a bare board, where tuning begins.
pub(super) const INITIAL_WEIGHTS: [[f32; 2]; COUNT] = [
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

/// The squares where nothing can be jumped: the first and last rows and files.
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

/// The features of a position, and its number of stacks.
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
    let buried = Buried::of(position, us, tops);
    let (back, forward) = match us {
        Side::First => (SquareSet::TOP_ROW, [Direction::DownLeft, Direction::DownRight]),
        Side::Second => (SquareSet::BOTTOM_ROW, [Direction::UpLeft, Direction::UpRight]),
    };
    let steps = |set: SquareSet, directions: &[Direction]| -> i32 {
        directions.iter().map(|direction| count(set.shift(direction.slots()) & empty)).sum()
    };
    let behind = forward.map(|direction| tops.shift(direction.slots()));
    [
        count(men),
        count(kings),
        buried.ours,
        buried.prisoners,
        buried.prisoners_next,
        buried.ours_next,
        buried.rows_to_clear,
        steps(men, &forward),
        steps(kings, &Direction::ALL),
        count(men & back),
        advance(men.bits(), us),
        count(clear_runs(men, theirs, us)),
        count_bits(tops.bits() & EDGE),
        count_bits(tops.bits() & CENTRE),
        buried.run,
        buried.at_edge,
        buried.under_king,
        count(tops & (behind[0] | behind[1])),
        buried.tall,
        0,
    ]
}

fn count(set: SquareSet) -> i32 {
    count_bits(set.bits())
}

fn count_bits(bits: u64) -> i32 {
    bits.count_ones() as i32
}

/// The checkers below the tops of a side's stacks.
#[derive(Default)]
struct Buried {
    /// The side's own checkers.
    ours: i32,
    prisoners: i32,
    /// Stacks that a jump hands to the enemy.
    prisoners_next: i32,
    /// Stacks that stay the side's own when they are jumped.
    ours_next: i32,
    /// Rows to go until prisoners are removed, for each of them.
    rows_to_clear: i32,
    /// For each stack with prisoners, the jumps that the enemy needs until one is free, minus one.
    run: i32,
    /// Prisoners on squares where they cannot be freed by a jump.
    at_edge: i32,
    under_king: i32,
    /// Checkers above two in a stack.
    tall: i32,
}

impl Buried {
    fn of(position: &StackEm, us: Side, tops: SquareSet) -> Buried {
        let mut buried = Buried::default();
        for square in tops {
            let below = position.stack(square).without_top();
            if below.is_empty() {
                continue;
            }
            let prisoners = below.count(!us) as i32;
            let row = i32::from(square.row());
            buried.ours += below.count(us) as i32;
            buried.prisoners += prisoners;
            buried.rows_to_clear += prisoners * if us == Side::First { 7 - row } else { row };
            buried.tall += below.height() as i32 - 1;
            if EDGE >> square.slot() & 1 == 1 {
                buried.at_edge += prisoners;
            }
            if position.kings().contains(square) {
                buried.under_king += prisoners;
            }
            if below.top() == Some(us) {
                buried.ours_next += 1;
                if prisoners > 0 {
                    buried.run += run(below, us);
                }
            } else {
                buried.prisoners_next += 1;
            }
        }
        buried
    }
}

/// The length of the run of a side's checkers at the top of a stack.
fn run(mut stack: Stack, side: Side) -> i32 {
    let mut run = 0;
    while stack.top() == Some(side) {
        stack = stack.without_top();
        run += 1;
    }
    run
}

/// The sum of the rows that the men have advanced.
fn advance(men: u64, us: Side) -> i32 {
    let rows: i32 = (1..8).map(|at| at as i32 * count_bits(men & row(at))).sum();
    if us == Side::First { rows } else { 7 * count_bits(men) - rows }
}

/// Men without an enemy in the diagonal cone in front of them.
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

/// Whether a step crowns a man or removes prisoners.
#[inline]
pub(super) fn frees_or_crowns(position: &StackEm, step: Path) -> bool {
    let us = position.side();
    let king_me = if us == Side::First { 7 } else { 0 };
    step.to().row() == king_me
        && (!position.kings().contains(step.from()) || position.stack(step.from()).count(!us) > 0)
}
